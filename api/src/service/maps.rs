//! The map of a seat, and what is laid over it: what happened, and what its orders want.

use kernel::{Campaign, MapOptions, SeatId, Value};

use crate::context::AppContext;
use crate::context::fault::{Fault, Flaw};
use crate::context::secrets::digest;
use crate::game::transaction::GameTransaction;
use crate::service::record::{Since, entries_told, first_told};
use crate::service::seat_answers::{AtSeat, SeatAnswer, SeatQuestion};
use crate::service::submit_orders::describe;
use crate::store::{AnyConn, orders};

/// How a map is called for which nothing is wished.
pub const PLAIN: &str = "map";

/// How a map is wanted.
#[derive(Debug, Clone, Default)]
pub struct MapWanted {
    pub options: MapOptions,
    /// Whether it shows where forces went and where there was fighting, and from where on.
    pub moves: Option<Since>,
    /// Whether it shows what the orders want that the seat has written.
    pub orders: bool,
}

impl MapWanted {
    /// What a map is called that is wanted so.
    pub fn kind(&self) -> String {
        let mut kind = PLAIN.to_owned();
        if let Some(width) = self.options.width {
            kind.push_str(&format!(":width:{width}"));
        }
        // Without commas, which would part one tag from another.
        if let Some([west, south, east, north]) = self.options.crop {
            kind.push_str(&format!(":crop:{west}:{south}:{east}:{north}"));
        }
        kind
    }
}

/// What a map is made of beside what the seat sees.
struct Layers {
    /// The first step whose moves it shows.
    from: Option<i32>,
    orders: Option<Value>,
}

impl AppContext {
    /// The map of a step as a seat sees it. What is laid over it is part of its name.
    ///
    /// # Errors
    /// `not-found` where there is no such step; `invalid` where moves are wanted from a step that is not before it, or orders on
    /// a map of the past; `not-your-seat` where orders of another's seat are wanted.
    pub fn map(
        &self, question: &SeatQuestion<'_>, wanted: &MapWanted, had: impl Fn(&str) -> bool,
    ) -> Result<SeatAnswer, Fault> {
        let name = |conn: &mut AnyConn, tx: &GameTransaction, at: &AtSeat<'_>| {
            let mut kind = wanted.kind();
            let mut layers = Layers { from: None, orders: None };
            if let Some(since) = wanted.moves.filter(|_| at.step > 0) {
                let from = first_told(conn, &at.game.id, at.idx, at.step, since)?;
                kind.push_str(&format!(":since:{from}"));
                layers.from = Some(from);
            }
            if wanted.orders {
                if at.step != at.game.step {
                    let detail = "Orders are shown on the present map: leave `step` out, or `orders` out of `show`.";
                    return Err(Fault::invalid(vec![Flaw::at("#show", "bad-parameter", detail)]));
                }
                let caller = question.caller.ok_or_else(|| {
                    Fault::unauthenticated("no-token", "Orders are for the holder of their seat: send a token.")
                })?;
                let seat = tx.must_hold(caller, at.key)?;
                let row = orders::find_orders(conn, &at.game.id, at.step, at.idx)?;
                let set = describe(tx, seat, row.as_ref())?;
                // By what they say: revisions begin anew where orders were dropped, and a seat may change hands in between.
                kind.push_str(&format!(":orders:{}", digest(&set.orders.to_string())));
                layers.orders = Some(set.orders);
            }
            Ok((kind, layers))
        };
        let make = |campaign: &dyn Campaign, seat: SeatId, at: &AtSeat<'_>, layers: Layers| {
            let mut options = wanted.options.clone();
            if let Some(from) = layers.from {
                let game = &at.game.id;
                let told = self.store.read(|conn| entries_told(conn, game, at.idx, from..=at.step))?;
                options.marks = campaign.marks_of_events(&told);
            }
            if let Some(orders) = layers.orders {
                options.marks.extend(campaign.marks_of_orders(seat, &campaign.read_orders(&orders)));
            }
            Ok(campaign.map_svg(seat, &options).into_bytes())
        };
        self.seat_answer(question, had, name, make)
    }
}
