//! `plant_colonists`: people settle in a colony (RN-48).

use super::prelude::*;
use crate::rules::colonies::plant;

/// Troops, crew and slaves settle where he is, if it is open to colonization.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissancePlantColonists, title = "RenaissancePlantColonists")]
pub struct PlantColonists {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Which men and slaves, and how many; fewer of what he has not so many of.
    #[schema(value_type = std::collections::BTreeMap<String, u32>)]
    pub people: Items,
}

impl OrderKind for PlantColonists {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Settles people in a colony";
    const RULES: &[&str] = &["RN-48.1", "RN-48.2", "RN-48.3", "RN-48.4", "RN-R82"];
    const FIELDS: &[Field] = &[
        Field::new("people", "Whom?", Ask::Things(true)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "people": {"auxiliaries": 50, "slaves": 50}})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        plant(ctx.sc, ctx.st, ctx.month, ctx.actor, &self.people.list()).map_err(refused)
    }
}
