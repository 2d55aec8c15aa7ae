//! History of the World (HW): seven epochs of empires, with combat condensed into two tables of dice.
//!
//! Each epoch every player draws one empire, which appears in its start Land, expands for a single turn and then stays
//! on the board as a remnant. It is sequential: one empire plays at a time, and every lookup answers with its roll
//! before the next order is given.
//!
//! | part | rules | file |
//! |---|---|---|
//! | setting up, Sumeria | HW-20, HW-21.2 | `phases/setup.rs` |
//! | the draft | HW-21 | `phases/draft.rs` |
//! | an empire's turn | HW-22, HW-23.10 | `phases/turn.rs` |
//! | planning: stacks and lookups | HW-2 to HW-5, HW-9 | `phases/planning.rs` |
//! | expansion, fleets, forts | HW-4, HW-6, HW-7, HW-23, HW-24, HW-26 | `phases/expansion.rs`, `phases/assault.rs` |
//! | ways: adjacency, straits, fleets | HW-23, HW-24 | `phases/ways.rs` |
//! | dice | HW-25 | `phases/dice.rs` |
//! | event cards | HW-8, HW-29, HW-30 | `phases/events/` |
//! | Monuments | HW-27 | `phases/monuments.rs` |
//! | scoring and the end | HW-28 | `phases/score.rs` |

pub mod about;
pub mod command;
pub mod describe;
pub mod event;
mod glossary;
pub mod ids;
pub mod legal;
pub mod notation;
pub mod orders;
pub mod phases;
pub mod plans;
pub mod policy;
pub mod random;
pub mod report;
pub mod resolve;
mod room;
pub mod scenario;
pub mod shorthand;
pub mod shuffle;
pub mod sight;
pub mod state;
pub mod tables;
pub mod view;

pub use room::HistoryOfTheWorld;
