//! `set_external_market`: the market outside the walls (RN-25.7, RN-25.8).

use super::prelude::*;
use crate::rules::offices::lists::set_market;

/// Who is in control of a location opens or closes its market outside the walls.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceSetExternalMarket, title = "RenaissanceSetExternalMarket")]
pub struct SetExternalMarket {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
    /// It is open.
    pub open: bool,
}

impl OrderKind for SetExternalMarket {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Opens or closes the market outside the walls";
    const RULES: &[&str] = &["RN-25.7", "RN-25.8"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Where?", Ask::One(Source::SeatsAs(Holding::Control))),
        Field::new("open", "Is the market outside the walls open to all?", Ask::Flag),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "location": "Rome", "open": true})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.location(&self.location, "location")?;
        set_market(ctx.sc, ctx.st, ctx.month, ctx.actor, location, self.open).map_err(refused)
    }
}
