//! `build_ships`: ships are built in May (RN-53).

use super::prelude::*;
use super::crafts::build_ships;
use crate::model::ships::Ship;

/// Ships of a type are built in May, in a port where the builder started the month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceBuildShips, title = "RenaissanceBuildShips")]
pub struct BuildShips {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Which type.
    #[schema(value_type = String, example = "caravel")]
    pub ship: Ship,
    /// How many; fewer, if skill, ducats or material are not enough.
    #[schema(minimum = 1)]
    pub count: u32,
}

impl OrderKind for BuildShips {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Builds ships in May";
    const RULES: &[&str] = &["RN-37.1", "RN-37.2", "RN-53.1", "RN-53.2", "RN-53.3", "RN-53.4", "RN-53.5", "RN-R89"];
    const FIELDS: &[Field] = &[
        Field::new("ship", "Of which type?", Ask::One(Source::Ships)),
        Field::new("count", "How many?", Ask::Count(Bound::Most(20))),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "ship": "caravel", "count": 1})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        build_ships(ctx, self.ship, self.count)
    }
}
