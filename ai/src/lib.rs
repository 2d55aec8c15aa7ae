//! Computer players for every rule system, and the arena that measures them.
//!
//! A room writes questions about a seat's turn, each with its answers best guess first ([`kernel::plan`]). A player
//! here is a way of answering them. It is given the seat's view, a seed and a budget, and nothing else: it never sees
//! a room's state, and the game's own dice are never shown to it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`level`] | how well a seat is played |
//! | [`personality`] | what a player is like |
//! | [`seed`] | a player's own seed, and how much it may think |
//! | [`search`] | playouts: determinizations, samples, and the cores that search answers |
//! | [`decide`](mod@decide) | one seat, one step: orders with reasons |
//! | [`advice`] | a plan with its reasons, for people |
//! | [`arena`] | players against each other in pairs of games, with the statistics |
//! | [`fit`] | weights of evaluations, fitted to how campaigns end |

pub mod advice;
pub mod arena;
pub mod decide;
pub mod fit;
pub mod level;
pub mod personality;
pub mod search;
pub mod seed;

pub use advice::{Advice, advise, advise_watched};
pub use decide::{Decision, Reason, decide, decide_as, decide_watched};
pub use level::{Level, Style, UnknownLevel, UnknownStyle};
pub use personality::{Personality, UnknownPersonality};
pub use search::Progress;
pub use seed::{Budget, Seed};

/// Version of the computer players; stored with every order set they write.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
