//! `lengthen_road`: a road is made longer again (RN-34.5).

use super::prelude::*;
use crate::rules::movement::roads::{Roadwork, work};

/// A road from where he is is made longer again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceLengthenRoad, title = "RenaissanceLengthenRoad")]
pub struct LengthenRoad {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// The other end.
    pub to: String,
}

impl OrderKind for LengthenRoad {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Makes a road longer again";
    const RULES: &[&str] = &["RN-34.1", "RN-34.5", "RN-34.6", "RN-R70"];
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
        work(ctx.sc, ctx.st, ctx.month, ctx.actor, to, Roadwork::Lengthen).map_err(refused)
    }
}
