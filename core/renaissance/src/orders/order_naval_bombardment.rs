//! `order_naval_bombardment`: guns ashore fire at ships next month (RN-72).

use super::prelude::*;
use crate::rules::conflict::shore::lay_guns;

/// Next month his cannons ashore fire at ships.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceOrderNavalBombardment, title = "RenaissanceOrderNavalBombardment")]
pub struct OrderNavalBombardment {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// The keys of at most seven families; everybody when they are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 7)]
    pub families: Option<Vec<String>>,
    /// How many cannons; fewer, if he has not so many.
    #[schema(minimum = 1)]
    pub cannons: u32,
}

impl OrderKind for OrderNavalBombardment {
    const CLASS: Class = Class::Movement;
    const SUMMARY: &str = "Fires at ships next month";
    const RULES: &[&str] = &["RN-72.1", "RN-72.2"];
    const FIELDS: &[Field] = &[
        Field::maybe("families", "Only the ships of these families?", Ask::Several(Source::Families, 1)),
        Field::new("cannons", "With how many cannons?", Ask::Count(Bound::Cannons)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "cannons": 10})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let whom = ctx.whom(self.families.as_deref(), "families")?;
        lay_guns(ctx.sc, ctx.st, ctx.month, ctx.actor, whom, self.cannons).map_err(refused)
    }
}
