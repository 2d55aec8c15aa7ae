//! How a computer player thinks about an empire (docs/rules/hotw.md, section 9): a chain of questions whose first
//! answers together are a sensible sheet.
//!
//! A sheet ends with the first order that dice decide; then the seat is asked anew and plans with what came of it.
//! Everything is drawn from the state as the seat knows it, and reckoned in whole thousandths of VP and of forces.
//!
//! | file | what it settles |
//! |---|---|
//! | `bias.rs` | the postures |
//! | `chart.rs` | what holds for a whole decision: ways, Area values, chances to survive, weights of the players |
//! | `position.rs` | a light board, and what a change on it is worth |
//! | `odds.rs`, `purse.rs` | what a defender costs on average, and which forces pay |
//! | `steps.rs` | the best next step |
//! | `campaign.rs` | a whole expansion in expectation |
//! | `targets.rs` | the set of targets: a beam of expansions, each after another Area |
//! | `lookups.rs` | the next lookup |
//! | `cards.rs` | event cards |
//! | `draft.rs` | keep or pass |
//! | `chain.rs`, `reader.rs` | the chain of questions and its answers |

mod bias;
mod campaign;
mod cards;
mod chain;
mod chart;
mod draft;
mod lookups;
mod odds;
mod position;
mod purse;
mod reader;
mod steps;
mod targets;

#[cfg(test)]
mod tests;

use kernel::plan::{Answer, Question};
use kernel::{Dice, SeatId};

use self::chain::Chain;
use self::reader::Reader;
use crate::command::Command;
use crate::scenario::Scenario;
use crate::state::State;

/// The next question after some answers; `known` is the state as the seat knows it.
pub fn ask(sc: &Scenario, known: &State, seat: SeatId, so_far: &[Answer]) -> Option<Question> {
    match Chain::new(sc, known, seat, Reader::given(so_far, true)).walk().reader {
        Reader::Given { open, .. } => open,
        Reader::Habit { .. } => None,
    }
}

/// The sheet that some answers mean, with first answers for the rest.
pub fn sheet(sc: &Scenario, known: &State, seat: SeatId, so_far: &[Answer]) -> Vec<Command> {
    finish(sc, known, seat, Reader::given(so_far, false))
}

/// A quick sheet with some variety by the dice.
pub fn habit(sc: &Scenario, known: &State, seat: SeatId, dice: &mut Dice) -> Vec<Command> {
    finish(sc, known, seat, Reader::Habit { dice, asked: 0 })
}

fn finish(sc: &Scenario, known: &State, seat: SeatId, reader: Reader) -> Vec<Command> {
    let commands = Chain::new(sc, known, seat, reader).walk().commands;
    if commands.is_empty() { chain::fallback(sc, known, seat) } else { commands }
}
