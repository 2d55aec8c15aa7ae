//! The map of a seat, and what is laid over it: what happened, and what its orders want.

use kernel::{MapOptions, SeatId};

use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::{Fault, Flaw};
use crate::game::transaction::GameTransaction;
use crate::service::record::{Since, entries_told, may_read};
use crate::service::submit_orders::describe;
use crate::service::views::view_tag;
use crate::store::orders;

/// How a map is wanted.
#[derive(Debug, Clone, Default)]
pub struct MapWanted {
    pub options: MapOptions,
    /// Whether it shows where forces went and where there was fighting, and from where on.
    pub moves: Option<Since>,
    /// Whether it shows what the orders want that the seat has written.
    pub orders: bool,
}

impl AppContext {
    /// The map of a step (the present when left out) as a seat sees it, and its tag.
    ///
    /// # Errors
    /// `not-found` where there is no such step; `invalid` where moves are wanted from a step that is not before it, or orders on
    /// a map of the past; `not-your-seat` where orders of another's seat are wanted.
    pub fn map(
        &self, caller: Option<&Caller>, game: &str, key: &str, step: Option<i32>, wanted: MapWanted,
    ) -> Result<(String, String), Fault> {
        may_read(caller)?;
        let MapWanted { mut options, moves, orders } = wanted;
        let (campaign, seat, events, set, tag) = self.store.read(|conn| {
            let tx = GameTransaction::look(conn, game, self.now())?;
            self.heads.renew(&tx.game, &tx.seats);
            let seat = tx.must_read_seat(caller, key)?;
            let step = tx.step_asked(step)?;
            let key = &tx.seats[seat].key;
            let mut tag = format!("{}-map", view_tag(game, key, step).trim_end_matches('"'));
            let events = match moves.filter(|_| step > 0) {
                Some(since) => {
                    let (from, entries) = entries_told(conn, game, tx.seats[seat].idx, step, since)?;
                    tag.push_str(&format!("-since-{from}"));
                    entries
                }
                None => Vec::new(),
            };
            let set = if orders {
                if step != tx.game.step {
                    let detail = "Orders are shown on the present map: leave `step` out, or `orders` out of `show`.";
                    return Err(Fault::invalid(vec![Flaw::at("#show", "bad-parameter", detail)]));
                }
                let caller = caller.ok_or_else(|| {
                    Fault::unauthenticated("no-token", "Orders are for the holder of their seat: send a token.")
                })?;
                let seat = tx.must_hold(caller, key)?;
                let row = orders::find_orders(conn, game, step, tx.seats[seat].idx)?;
                let set = describe(&tx, seat, row.as_ref())?;
                tag.push_str(&format!("-orders-{}", set.revision));
                Some(set.orders)
            } else {
                None
            };
            tag.push('"');
            Ok::<_, Fault>((self.campaign_at(conn, &tx.game, step)?, seat, events, set, tag))
        })?;
        let seat = SeatId(u16::try_from(seat).map_err(Fault::broken)?);
        options.marks = campaign.marks_of_events(&events);
        if let Some(set) = set {
            options.marks.extend(campaign.marks_of_orders(seat, &campaign.read_orders(&set)));
        }
        Ok((campaign.map_svg(seat, &options), tag))
    }
}
