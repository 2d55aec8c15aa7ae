//! What a seat knows, and the view made of it.

mod known;
#[cfg(feature = "testing")]
pub mod shuffle;
pub mod view;
mod visibility;

pub use known::{Knowledge, masked, plays};
