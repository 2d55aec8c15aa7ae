//! `improve_fortification`: walls are strengthened (RN-52.11).

use super::prelude::*;
use super::crafts::strengthen_walls;
use crate::rules::fortification::Measure;

/// Walls are strengthened against artillery or against assault, where he started the month inside.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceImproveFortification, title = "RenaissanceImproveFortification")]
pub struct ImproveFortification {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Against what: `artillery` or `assault`.
    #[schema(value_type = String, example = "assault")]
    pub measure: Measure,
}

impl OrderKind for ImproveFortification {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Strengthens walls";
    const RULES: &[&str] = &["RN-52.11", "RN-52.13"];
    const FIELDS: &[Field] = &[
        Field::new("measure", "Against what?", Ask::One(Source::Words(&["artillery", "assault"]))),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "measure": "assault"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        strengthen_walls(ctx, self.measure)
    }
}
