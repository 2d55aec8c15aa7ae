//! `abandon_excess_cargo`: what is too much may be left behind (RN-30.8).

use super::prelude::*;

/// When he moves this month, what he cannot carry is left behind at random.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceAbandonExcessCargo, title = "RenaissanceAbandonExcessCargo")]
pub struct AbandonExcessCargo {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
}

impl OrderKind for AbandonExcessCargo {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Leaves behind what he cannot carry when he moves";
    const RULES: &[&str] = &["RN-30.8", "RN-30.9", "RN-30.10", "RN-R67"];
    const FIELDS: &[Field] = &[];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let me = ctx.actor;
        ctx.month.acts_mut(me).abandons_excess = true;
        Ok(())
    }
}
