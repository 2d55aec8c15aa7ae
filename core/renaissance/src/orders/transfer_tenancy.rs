//! `transfer_tenancy`: the tenancy of a location goes to a title (RN-15.4).

use super::prelude::*;
use crate::model::calendar::Month;
use crate::rules::church::brotherhoods::{GRANDMASTER, consent};
use crate::rules::church::deed::Plan;
use crate::rules::offices::deed::Position;
use crate::rules::offices::deed::Transfer;
use crate::rules::offices::transfer::order;

/// The tenancy of a location goes to a title, once the sovereign, the feudatory and who is in control have ordered it in one month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceTransferTenancy, title = "RenaissanceTransferTenancy")]
pub struct TransferTenancy {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
    /// The name of the title that has it then; also that of an order which is founded this month.
    pub title: String,
}

impl OrderKind for TransferTenancy {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Gives the tenancy of a location to a title";
    const RULES: &[&str] = &["RN-15.4", "RN-R34", "RN-R35"];
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
        let name = self.title.trim();
        let title = match ctx.title(name, "title") {
            // An order that is founded this month has no title yet (RN-22.7).
            Err(_) if name.starts_with(GRANDMASTER) && ctx.sc.month(ctx.st.turn) == Month::June => {
                let plan = Plan { seat: location, title: name.into() };
                return consent(ctx.sc, ctx.st, ctx.month, ctx.actor, plan).map_err(refused);
            }
            found => found?,
        };
        order(ctx.sc, ctx.st, ctx.month, ctx.actor, Transfer { location, position: Position::Tenancy, title }).map_err(refused)
    }
}
