//! `give_alms`: a Moslem gives alms in April (RN-12.7).

use super::prelude::*;
use crate::rules::persons::devotion::give_alms;

/// A Sunni or Shia gives alms in April, for piety.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceGiveAlms, title = "RenaissanceGiveAlms")]
pub struct GiveAlms {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// How many ducats.
    #[schema(minimum = 1)]
    pub ducats: u64,
}

impl OrderKind for GiveAlms {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Gives alms in April, for piety";
    const RULES: &[&str] = &["RN-12.7"];
    const FIELDS: &[Field] = &[
        Field::new("ducats", "How many ducats?", Ask::Count(Bound::Ducats)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "ducats": 2000})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        give_alms(ctx.sc, ctx.st, ctx.month, ctx.actor, self.ducats).map_err(refused)
    }
}
