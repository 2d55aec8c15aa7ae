//! Renaissance (RN): families of the world of 1493, month by month.
//!
//! All players hand in sealed orders for a month; they are carried out family by family, in the order in which they were received
//! (RN-2.2), and persona by persona.
//!
//! | module | what |
//! |---|---|
//! | `model/` | the scenario, the state, and the units in which they are counted |
//! | `rules/` | the rules, a file for each chapter |
//! | `orders/` | what players order, a file for each kind, and what may be ordered now |
//! | `knowledge/` | what a family knows and sees (section 6) |
//! | `text/` | words and pictures |
//! | `player/` | how a family is played by the computer |
//! | `system.rs` | the rule system as the kernel has it |

pub mod about;
pub mod knowledge;
pub mod model;
pub mod orders;
pub mod player;
pub mod rules;
pub mod system;
pub mod text;

use std::sync::Arc;

use kernel::{Room, Ruleset};

pub use system::Renaissance;

/// The rule system as servers host it, computer players and all. It is put together here and not where it is listed, so that
/// what the kernel does for it is compiled once, beside the other rule systems.
pub fn ruleset() -> Arc<dyn Ruleset> {
    Arc::new(Room::new(Renaissance::default()).with_planner())
}
