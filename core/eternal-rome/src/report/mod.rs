//! Reports in words and pictures: events, the papers of a seat, the map.

mod map;
mod papers;
mod tell;

pub use map::{Picture, map_svg};
pub use papers::documents;
pub use tell::{place, tell};
