//! History of the World (HW): seven epochs of empires, with combat condensed into two tables of dice.
//!
//! Each epoch every player draws one empire, which appears in its start Land, expands for a single turn and then stays
//! on the board as a remnant. It is sequential: one empire plays at a time, and every lookup answers with its roll
//! before the next order is given.
//!
//! | part | rules | file |
//! |---|---|---|
//! | setting up, Sumeria | HW-20, HW-21.2 | `rules/setup.rs` |
//! | the draft | HW-21 | `rules/draft.rs` |
//! | an empire's turn | HW-22, HW-23.10 | `rules/turn.rs` |
//! | planning: stacks and lookups | HW-2 to HW-5, HW-9 | `rules/planning.rs` |
//! | expansion, fleets, forts | HW-4, HW-6, HW-7, HW-23, HW-24, HW-26 | `rules/expansion.rs`, `rules/assault.rs` |
//! | ways: adjacency, straits, fleets | HW-23, HW-24 | `rules/ways.rs` |
//! | dice | HW-25 | `rules/dice.rs` |
//! | event cards | HW-8, HW-29, HW-30 | `rules/events/` |
//! | Monuments | HW-27 | `rules/monuments.rs` |
//! | scoring and the end | HW-28 | `rules/score.rs` |
//!
//! The layers, each importing those above it alone:
//!
//! | folder | what |
//! |---|---|
//! | `model/` | what the campaign remembers, and the static board |
//! | `rules/` | the sequence of play and what each part of it does |
//! | `knowledge/` | what a seat knows, and the view made of it |
//! | `orders/` | the orders: judged on what the seat knows, carried out by the rules, read and written as shorthand |
//! | `text/` | events in words, documents, the map |
//! | `player/` | the computer player |

pub mod about;
pub mod knowledge;
pub mod model;
pub mod orders;
pub mod player;
mod room;
pub mod rules;
#[cfg(test)]
mod testing;
pub mod text;

use std::sync::Arc;

use kernel::{Room, Ruleset};

pub use room::HistoryOfTheWorld;

/// The rule system as servers host it, computer players and all. It is put together here and not where it is listed, so that
/// what the kernel does for it is compiled once, beside the other rule systems.
pub fn ruleset() -> Arc<dyn Ruleset> {
    Arc::new(Room::new(HistoryOfTheWorld::default()).with_planner())
}
