//! `declare_emir`: a Moslem with an army becomes emir (RN-20.2).

use super::prelude::*;
use crate::rules::offices::islam::declare_emir;

/// A Sunni or Shia with an army declares himself emir.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceDeclareEmir, title = "RenaissanceDeclareEmir")]
pub struct DeclareEmir {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
}

impl OrderKind for DeclareEmir {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Declares himself emir";
    const RULES: &[&str] = &["RN-20.2", "RN-20.3"];
    const FIELDS: &[Field] = &[];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        declare_emir(ctx.sc, ctx.st, ctx.month, ctx.actor).map_err(refused)
    }
}
