//! Umpire (UM): a generic computer-moderated campaign for any period before rail.
//!
//! Each player rules one nation. All players hand in one order set for the turn in secret; the engine carries out
//! a fixed sequence of twenty phases for everybody together, then reports to each in private.
//!
//! | phase | rules | file |
//! |---|---|---|
//! | P1 diplomacy | UM-5 | `rules/diplomacy.rs` |
//! | P2 tax rates, P14 taxes and pay, P15 recovery | UM-6, UM-7, UM-10.3, UM-26 | `rules/taxes.rs` |
//! | P3 options | UM-8 to UM-13 | `rules/options/` |
//! | P4 morale | UM-14 | `rules/morale.rs` |
//! | P5 movement | UM-15 to UM-18 | `rules/movement/` |
//! | P6 recruitment | UM-23 | `rules/recruitment.rs` |
//! | P7 desertions | UM-24 | `rules/deserters.rs` |
//! | P8 revolts | UM-25 | `rules/revolts.rs` |
//! | P9 disloyal generals | UM-27 | `rules/disloyalty.rs` |
//! | P10 epidemics | UM-28 | `rules/epidemics.rs` |
//! | P11 conflict | UM-18 to UM-22, UM-10.1 | `rules/conflict/` |
//! | P12 unaccompanied generals | UM-29 | `rules/captives.rs` |
//! | P13 counter-intelligence | UM-30 | `rules/counterintelligence.rs` |
//! | P16 to P18 winter | UM-31 | `rules/winter.rs` |
//! | P19 muster | UM-23.9 | `rules/muster.rs` |
//! | P20 reports | UM-32, UM-33, UM-35 | `rules/intelligence.rs`, `rules/score.rs` |
//!
//! An order kind has a file in `orders/` and a line in `orders/mod.rs`; `orders/sequence.rs` is the sequence of play,
//! which brings the orders of each phase to the rules. The layers, each importing those above it alone:
//!
//! | folder | what |
//! |---|---|
//! | `model/` | what the world remembers, and the static board |
//! | `rules/` | what each phase does |
//! | `knowledge/` | what a seat knows |
//! | `orders/` | the orders: looked up, judged, foreseen, carried out; as lines |
//! | `text/` | events in words, documents, the map, texts of orders |
//! | `player/` | the computer player |

pub mod about;
pub mod knowledge;
pub mod model;
pub mod orders;
pub mod player;
mod room;
pub mod rules;
pub mod text;

use std::sync::Arc;

use kernel::{Room, Ruleset};

pub use room::Umpire;

/// The rule system as servers host it, computer players and all. It is put together here and not where it is listed, so that
/// what the kernel does for it is compiled once, beside the other rule systems.
pub fn ruleset() -> Arc<dyn Ruleset> {
    Arc::new(Room::new(Umpire::default()).with_planner())
}
