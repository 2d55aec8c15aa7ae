//! `lift_siege`: a siege is ended (RN-66).

use super::prelude::*;
use crate::rules::conflict::fate::end_sieges;

/// His siege is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceLiftSiege, title = "RenaissanceLiftSiege")]
pub struct LiftSiege {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
}

impl OrderKind for LiftSiege {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Ends his siege";
    const RULES: &[&str] = &["RN-66.2", "RN-R115"];
    const FIELDS: &[Field] = &[];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let me = ctx.actor;
        if !ctx.st.sieges.iter().any(|siege| siege.besieger == me) {
            return Err(Refusal::new("no_siege", "RN-66.2", "he besieges nothing"));
        }
        end_sieges(ctx.st, ctx.month, me);
        Ok(())
    }
}
