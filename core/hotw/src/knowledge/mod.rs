//! What a seat knows, and the view made of it.

mod known;
pub mod shuffle;
pub mod view;
mod visibility;

pub use known::{Knowledge, masked, plays};
