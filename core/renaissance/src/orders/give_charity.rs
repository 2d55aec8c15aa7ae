//! `give_charity`: ducats for popularity (RN-11.6).

use super::prelude::*;
use crate::rules::persons::devotion::give_charity;

/// Ducats are given to the poor, for popularity.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceGiveCharity, title = "RenaissanceGiveCharity")]
pub struct GiveCharity {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// How many ducats.
    #[schema(minimum = 1)]
    pub ducats: u64,
}

impl OrderKind for GiveCharity {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Gives ducats to the poor, for popularity";
    const RULES: &[&str] = &["RN-11.6", "RN-R21"];
    const FIELDS: &[Field] = &[
        Field::new("ducats", "How many ducats?", Ask::Count(Bound::Ducats)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "ducats": 5000})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        give_charity(ctx.sc, ctx.st, ctx.month, ctx.actor, self.ducats).map_err(refused)
    }
}
