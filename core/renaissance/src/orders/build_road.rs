//! `build_road`: a road is built (RN-34.2 to RN-34.4).

use super::prelude::*;
use crate::rules::movement::roads::{Roadwork, work};

/// A road from where he is to another location of the same land mass is made shorter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceBuildRoad, title = "RenaissanceBuildRoad")]
pub struct BuildRoad {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// The other end.
    pub to: String,
}

impl OrderKind for BuildRoad {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Builds a road";
    const RULES: &[&str] = &["RN-34.1", "RN-34.2", "RN-34.6", "RN-R70", "RN-34.3", "RN-34.4"];
    const FIELDS: &[Field] = &[
        Field::new("to", "To where?", Ask::One(Source::Anywhere)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "to": "Rome"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let to = ctx.location(&self.to, "to")?;
        work(ctx.sc, ctx.st, ctx.month, ctx.actor, to, Roadwork::Build).map_err(refused)
    }
}
