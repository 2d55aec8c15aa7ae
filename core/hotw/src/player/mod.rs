//! How a computer player thinks about an empire (docs/rules/hotw.md, section 9): a chain of questions whose first
//! answers together are a sensible order set.
//!
//! An order set ends with the first order that dice decide; then the seat is asked anew and plans with what came of it.
//! Everything is drawn from the state as the seat knows it, and reckoned in whole thousandths of VP and of forces.
//!
//! | file | what it settles |
//! |---|---|
//! | `decision.rs` | what holds for a whole decision: ways, Area values, chances to survive, weights of the players |
//! | `posture.rs` | the postures |
//! | `position.rs` | a light board, and what a change on it is worth |
//! | `gains.rs` | what changes of single Lands would gain |
//! | `odds.rs`, `forces.rs` | what a defender costs on average, and which forces pay |
//! | `steps.rs` | the best next step |
//! | `expansion.rs` | a whole expansion in expectation |
//! | `targets.rs` | the set of targets: a beam of expansions, each after another Area |
//! | `lookups.rs` | the next lookup |
//! | `cards/` | event cards |
//! | `draft.rs` | keep or pass |
//! | `walk.rs`, `reader.rs` | the chain of questions and its answers |
//! | `chain.rs` | the order set in the making |
//! | `notes.rs` | what one question worked out and the next needs again |
//! | `sampling.rs` | determinizations of what a seat knows |
//! | `evaluation.rs` | what a state is worth to each seat |
//! | `rollout_policy.rs`, `quick/` | quick order sets for playouts |
//! | `random.rs` | orders at random |

mod cards;
mod chain;
mod decision;
mod draft;
mod evaluation;
mod expansion;
mod forces;
mod gains;
mod lookups;
mod notes;
mod odds;
mod position;
mod posture;
mod quick;
pub mod random;
mod reader;
mod rollout_policy;
mod sampling;
mod steps;
mod targets;
mod walk;

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use kernel::question::{Answer, Question};
use kernel::{SeatId, Tuning};

use self::chain::Chain;
pub use self::evaluation::{evaluate, features, terms, weights};
pub use self::notes::Notes;
use self::reader::Reader;
pub use self::rollout_policy::commands as rollout_policy;
pub use self::sampling::sample;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::{Command, default};

/// What the room sets for its computer players.
pub fn tuning() -> &'static Tuning {
    static TUNING: LazyLock<Tuning> =
        LazyLock::new(|| Tuning::built_in(include_str!("../../data/computer-players.toml")));
    &TUNING
}

/// The next question after some answers; `known` is the state as the seat knows it, and the notes are of it alone.
pub fn ask(sc: &Scenario, known: &State, seat: SeatId, notes: &Notes, so_far: &[Answer]) -> Option<Question> {
    Chain::new(sc, known, seat, Reader::given(so_far, true), notes).walk().reader.open
}

/// The orders that some answers mean, with first answers for the rest.
pub fn order_set(sc: &Scenario, known: &State, seat: SeatId, notes: &Notes, so_far: &[Answer]) -> Vec<Command> {
    let commands = Chain::new(sc, known, seat, Reader::given(so_far, false), notes).walk().commands;
    if commands.is_empty() { default::commands(sc, known, seat) } else { commands }
}
