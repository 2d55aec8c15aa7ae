//! Eternal Rome (ER): the wars of the Roman world, month by month, by land and sea.
//!
//! Seats act one after another. An order is carried out when it comes in; when it touches a choice of another seat (an
//! interception, a retreat), it is suspended as data in the state ([`frames`](model::frames)) until that seat has answered, by an order,
//! by a standing policy, or by the default at the deadline.
//!
//! | step | rules | file |
//! |---|---|---|
//! | 0 season | ER-2 | `rules/season.rs` |
//! | 1 activation, control of neutrals, set-up | ER-5.9 to ER-5.16 | `rules/activation.rs`, `rules/setup.rs` |
//! | 2 taxes, mobilization, diplomacy | ER-8, ER-9, ER-10 | `rules/taxes.rs`, `rules/recruit.rs`, `rules/diplomacy.rs` |
//! | 3.1 naval | ER-11, ER-12 | `rules/naval/` |
//! | 3.2 land movement | ER-16 | `rules/land/` |
//! | interception | ER-15 | `rules/intercept/` |
//! | 3.3 land combat | ER-17 | `rules/combat/` |
//! | 3.4 sieges, plunder | ER-4, ER-18, ER-19 | `rules/siege/` |
//! | 4 end of month, victory | ER-11.20, ER-20 | `rules/month.rs` |
//! | costs and ways | ER-3, ER-21 | `model/costs.rs`, `model/map.rs`, `model/routes.rs`, `model/distances.rs` |
//! | visibility | ER-7 | `knowledge/` |
//! | friends, strengths | ER-5, ER-6, ER-R31 | `rules/relations.rs`, `rules/strength.rs` |
//! | decisions and policies | ER-R45 | `rules/decisions/` |
//!
//! The layers, each importing those above it alone:
//!
//! | folder | what |
//! |---|---|
//! | `model/` | what the world remembers, and the static board |
//! | `rules/` | the sequence of play and what each step does |
//! | `knowledge/` | what a seat knows |
//! | `orders/` | the orders: judged on what the seat knows, carried out by the rules |
//! | `text/` | events in words, documents, the map, orders as lines |
//! | `player/` | the computer player |

pub mod about;
pub mod knowledge;
pub mod model;
pub mod orders;
pub mod player;
pub mod rules;
pub mod system;
#[cfg(test)]
mod testing;
pub mod text;

use std::sync::Arc;

use kernel::{Room, Ruleset};

pub use system::EternalRome;

/// The rule system as servers host it, computer players and all. It is put together here and not where it is listed, so that
/// what the kernel does for it is compiled once, beside the other rule systems.
pub fn ruleset() -> Arc<dyn Ruleset> {
    Arc::new(Room::new(EternalRome::default()).with_planner())
}
