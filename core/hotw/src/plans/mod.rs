//! How a computer player thinks about an empire (docs/rules/hotw.md, section 9): a chain of questions whose first
//! answers together are a sensible sheet.
//!
//! A sheet ends with the first order that dice decide; then the seat is asked anew and plans with what came of it.
//! Everything is drawn from the state as the seat knows it, and reckoned in whole thousandths of VP and of forces.
//!
//! | file | what it settles |
//! |---|---|
//! | `atlas.rs` | what is known of a board before any game |
//! | `bias.rs` | the postures |
//! | `chart.rs` | what holds for a whole decision: ways, Area values, chances to survive, weights of the players |
//! | `position.rs` | a light board, and what a change on it is worth |
//! | `gains.rs` | what changes of single Lands would gain |
//! | `odds.rs`, `purse.rs` | what a defender costs on average, and which forces pay |
//! | `steps.rs` | the best next step |
//! | `campaign.rs` | a whole expansion in expectation |
//! | `targets.rs` | the set of targets: a beam of expansions, each after another Area |
//! | `lookups.rs` | the next lookup |
//! | `cards.rs` | event cards |
//! | `draft.rs` | keep or pass |
//! | `chain.rs`, `reader.rs` | the chain of questions and its answers |
//! | `notes.rs` | what one question worked out and the next needs again |
//! | `worlds.rs`, `outlook.rs` | possible worlds, and what they are worth |
//! | `habit.rs`, `quick.rs` | quick sheets for playouts |

mod atlas;
mod bias;
mod campaign;
mod cards;
mod chain;
mod chart;
mod draft;
mod gains;
mod habit;
mod lookups;
mod notes;
mod odds;
mod outlook;
mod position;
mod purse;
mod quick;
mod reader;
mod steps;
mod targets;
mod worlds;

#[cfg(test)]
mod tests;

use kernel::SeatId;
use kernel::plan::{Answer, Question};

pub use self::atlas::Atlas;
use self::chain::Chain;
pub use self::habit::commands as habit;
pub use self::notes::Notes;
pub use self::outlook::{features, worth};
use self::reader::Reader;
pub use self::worlds::imagine;
use crate::command::Command;
use crate::scenario::Scenario;
use crate::state::State;

/// The next question after some answers; `known` is the state as the seat knows it, and the notes are of it alone.
pub fn ask(sc: &Scenario, known: &State, seat: SeatId, notes: &Notes, so_far: &[Answer]) -> Option<Question> {
    Chain::new(sc, known, seat, Reader::given(so_far, true), notes).walk().reader.open
}

/// The sheet that some answers mean, with first answers for the rest.
pub fn sheet(sc: &Scenario, known: &State, seat: SeatId, notes: &Notes, so_far: &[Answer]) -> Vec<Command> {
    let commands = Chain::new(sc, known, seat, Reader::given(so_far, false), notes).walk().commands;
    if commands.is_empty() { chain::fallback(sc, known, seat) } else { commands }
}
