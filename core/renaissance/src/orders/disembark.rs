//! `disembark`: a passenger goes ashore (RN-36.6).

use super::prelude::*;
use crate::rules::movement::passengers::land;

/// A passenger goes ashore where the ships are, and does nothing else this month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceDisembark, title = "RenaissanceDisembark")]
pub struct Disembark {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
}

impl OrderKind for Disembark {
    const CLASS: Class = Class::Movement;
    const SUMMARY: &str = "Goes ashore";
    const RULES: &[&str] = &["RN-36.6"];
    const FIELDS: &[Field] = &[];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        land(ctx.sc, ctx.st, ctx.month, ctx.actor).map_err(refused)
    }
}
