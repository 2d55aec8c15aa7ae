//! Reports in words and pictures: events, the papers of a seat, the map.

mod map;
mod papers;
#[cfg(test)]
pub(crate) mod sample;
mod tell;

pub use map::map_svg;
pub use papers::documents;
pub use tell::{place, tell};
