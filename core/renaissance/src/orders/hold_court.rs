//! `hold_court`: the sovereign holds court (RN-18.3).

use super::prelude::*;
use crate::rules::offices::court::hold;

/// A sovereign who started the month at a location holds court there, for the loyalty of its people.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceHoldCourt, title = "RenaissanceHoldCourt")]
pub struct HoldCourt {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
}

impl OrderKind for HoldCourt {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Holds court, for loyalty";
    const RULES: &[&str] = &["RN-18.3", "RN-R42"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Where?", Ask::One(Source::SeatsAs(Holding::Sovereign))),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "location": "Rome"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.location(&self.location, "location")?;
        hold(ctx.sc, ctx.st, ctx.month, ctx.actor, location).map_err(refused)
    }
}
