//! `transfer_feudatory`: the feudatory status of a location goes to a title (RN-15.6).

use super::prelude::*;
use crate::rules::offices::deed::Position;
use crate::rules::offices::deed::Transfer;
use crate::rules::offices::transfer::order;

/// The feudatory status of a location goes to a title, once the sovereign and who is in control have ordered it in one month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceTransferFeudatory, title = "RenaissanceTransferFeudatory")]
pub struct TransferFeudatory {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
    /// The name of the title that has it then.
    pub title: String,
}

impl OrderKind for TransferFeudatory {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Gives the feudatory status of a location to a title";
    const RULES: &[&str] = &["RN-15.6", "RN-R34", "RN-R35"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Where?", Ask::One(Source::SeatsAs(Holding::AnyPosition))),
        Field::new("title", "To which title?", Ask::One(Source::Titles)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "location": "Rome", "title": "Pope"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.location(&self.location, "location")?;
        let title = ctx.title(&self.title, "title")?;
        order(ctx.sc, ctx.st, ctx.month, ctx.actor, Transfer { location, position: Position::Feudatory, title }).map_err(refused)
    }
}
