//! `siege_bombard`: guns fire at what he besieges (RN-67).

use super::prelude::*;
use crate::rules::conflict::bombard::bombard;

/// His cannons fire at what he besieges, if nobody came in by land last month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceSiegeBombard, title = "RenaissanceSiegeBombard")]
pub struct SiegeBombard {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// How many cannons; fewer, if he has not so many.
    #[schema(minimum = 1)]
    pub cannons: u32,
}

impl OrderKind for SiegeBombard {
    const CLASS: Class = Class::Movement;
    const SUMMARY: &str = "Fires at what he besieges";
    const RULES: &[&str] = &["RN-67.1", "RN-67.7", "RN-67.8", "RN-R12"];
    const FIELDS: &[Field] = &[
        Field::new("cannons", "With how many cannons?", Ask::Count(Bound::Cannons)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "cannons": 10})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        bombard(ctx.sc, ctx.st, ctx.month, ctx.actor, self.cannons).map_err(refused)
    }
}
