//! The sequence of play, a file for each part of it. The orders that set them in motion are in [`crate::orders`].

pub(crate) mod assault;
mod dice;
mod draft;
mod engine;
pub mod event;
pub(crate) mod events;
pub(crate) mod expansion;
mod monuments;
pub(crate) mod planning;
pub mod score;
mod setup;
mod turn;
pub mod ways;

pub use draft::{may_keep, recipients};
pub(crate) use engine::{Done, key, land_name, space_name, water_name};
pub use engine::{Engine, empire_key, idle_dice, owner_key};
pub use events::{needs, playable};
pub use monuments::sites;
pub use planning::{MOST_DEFENDERS, MOST_FORCES};
pub use setup::start;
