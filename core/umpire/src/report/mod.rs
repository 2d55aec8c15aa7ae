//! Reports in words: events, the papers of a turn, the map.

mod tell;

pub use tell::{late_line, place, tell};
