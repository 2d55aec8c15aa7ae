//! How much a seat may hand in where every order set is a step of its own, with the whole state on record and the computer
//! players' work on the step before dropped.
//!
//! A seat's own turn has so many order sets; whoever needs more is playing for time, and a computer player ends the turn.
//! Standing orders of seats that are asked nothing are few: they must not keep others from their turns.

use kernel::Campaign;

use crate::context::AppContext;
use crate::context::fault::Fault;
use crate::game::awaiting::awaited_seats;
use crate::game::transaction::GameTransaction;
use crate::model::{OrderAuthor, StepCause};
use crate::store::games::GameRow;
use crate::store::{AnyConn, ledger, orders};

/// The most sets of standing orders that a seat may hand in during one turn of others.
const MOST_STANDING_SETS: i64 = 12;

impl AppContext {
    /// The cause of the step that a seat's order set makes now, unless the seat has handed in too many.
    pub(crate) fn within_measure(
        &self, conn: &mut AnyConn, tx: &GameTransaction, campaign: &dyn Campaign, seat: i32,
    ) -> Result<StepCause, Fault> {
        if awaited_seats(campaign).iter().any(|awaited| tx.seats.get(*awaited).is_some_and(|row| row.idx == seat)) {
            if self.has_had_its_fill(conn, &tx.game, seat)? {
                let most = self.config.sheets_per_turn;
                let detail = format!(
                    "You have handed in {most} order sets in this turn; a computer player plays the rest of it."
                );
                return Err(Fault::conflict("turn-too-long", detail));
            }
            return Ok(StepCause::Order);
        }
        let game = &tx.game;
        let steps = ledger::steps_by_cause(conn, &game.id, StepCause::Standing, game.turn_began)?;
        // A step is resolved from the order sets of the one before.
        let from: Vec<i32> = steps.into_iter().map(|step| step - 1).collect();
        if orders::count_carried_out(conn, &game.id, seat, &from)? >= MOST_STANDING_SETS {
            let detail = format!(
                "You have handed in {MOST_STANDING_SETS} sets of standing orders in this turn. \
                 The next may come in the turn after; put what you want in one set."
            );
            return Err(Fault::conflict("too-many-standing-orders", detail));
        }
        Ok(StepCause::Standing)
    }

    /// Whether a seat has handed in as many order sets as one turn may have.
    pub(crate) fn has_had_its_fill(&self, conn: &mut AnyConn, game: &GameRow, seat: i32) -> Result<bool, Fault> {
        let most = self.config.sheets_per_turn;
        if game.step - game.turn_began < i32::from(most) {
            return Ok(false);
        }
        let authors = orders::authors_between(conn, &game.id, seat, game.turn_began, game.step)?;
        Ok(authors.iter().filter(|author| **author == OrderAuthor::Player).count() >= usize::from(most))
    }
}
