//! What buying and selling share: being at a market (RN-40.7), and why there was no bargain.

use kernel::Refusal;

use super::context::OrderContext;
use crate::model::ids::LocationId;
use crate::model::persona::Place;
use crate::rules::market::access::may_trade;
use crate::rules::market::trade::NoBargain;

/// The market where the actor may trade: he started here, is here, and is let to it.
pub fn market(ctx: &OrderContext<'_>, rule: &'static str) -> Result<LocationId, Refusal> {
    let here = ctx.where_he_started(rule)?;
    let Place::At(_, side) = ctx.me().place else { return Ok(here) };
    if may_trade(ctx.st.location(here), ctx.me().family, side) {
        return Ok(here);
    }
    let hint = "be inside the walls, or ask its controller for ingress or for the right to trade";
    Err(Refusal::new("market_closed", "RN-40.7", "the market outside the walls is closed to his family").hint(hint))
}

/// Why nothing was bought or sold, in words.
pub fn no_bargain(why: NoBargain, part: String) -> Refusal {
    let (code, rule, detail) = match why {
        NoBargain::NotOfClass => ("not_of_class", "RN-44.1", "the good is not of that class"),
        NoBargain::NotDemanded => ("not_demanded", "RN-40.1", "the location does not ask for that class"),
        NoBargain::Satisfied => ("satisfied", "RN-40.5", "the location wants no more of that class until March"),
        NoBargain::NothingToSell => ("nothing_to_sell", "RN-40.5", "he has none of it"),
        NoBargain::NotSupplied => ("not_supplied", "RN-40.1", "the location does not offer it"),
        NoBargain::SoldOut => ("sold_out", "RN-40.4", "nothing of it is left until September"),
        NoBargain::SoldOutLimit => ("sold_out_limit", "RN-43.2", "he has had his part of what is sold out"),
        NoBargain::TooDear => ("too_dear", "RN-40.4", "he cannot pay for one"),
    };
    Refusal::new(code, rule, detail).at(part)
}
