//! Judges a sheet before it is carried out, on the state as the seat knows it, with the very functions that carry it
//! out: up to the first order that chance decides.

use kernel::{RuleRef, SeatId, Verdict};

use crate::orders::Order;
use crate::phases::{Game, idle_dice};
use crate::scenario::Scenario;
use crate::state::State;

/// One verdict per order. After a refused order nothing is carried out; after a roll nothing can be foreseen.
pub fn check_sheet(sc: &Scenario, known: &State, seat: SeatId, orders: &[Order]) -> Vec<Verdict> {
    let mut st = known.clone();
    let mut dice = idle_dice();
    let mut game = Game::quiet(sc, &mut st, &mut dice);
    let mut verdicts = Vec::with_capacity(orders.len());
    let mut refused = false;
    for (index, order) in orders.iter().enumerate() {
        if refused {
            verdicts.push(not_reached(index));
            continue;
        }
        let command = match order.resolve(sc) {
            Ok(command) => command,
            Err(refusal) => {
                verdicts.push(refusal.verdict(index));
                refused = true;
                continue;
            }
        };
        if game.open {
            let detail = "whether this is possible depends on the dice of an order before it";
            verdicts.push(Verdict::warning(index, "depends_on_dice", detail, Some(RuleRef::new("HW-5.7"))));
            continue;
        }
        match game.carry_out(seat, &command) {
            Ok(()) => verdicts.push(Verdict::accepted(index)),
            Err(refusal) => {
                verdicts.push(refusal.verdict(index));
                refused = true;
            }
        }
    }
    verdicts
}

/// The verdict on an order behind one that was refused.
pub fn not_reached(index: usize) -> Verdict {
    let detail = "not carried out, because an order before it was refused";
    Verdict::refused(index, "not_reached", detail, None)
        .hinting("put the order before it right and send the rest again")
}
