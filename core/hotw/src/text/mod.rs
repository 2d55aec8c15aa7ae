//! Reports in words and pictures: events, the papers of a seat, the map.

pub mod describe;
pub mod figures;
pub mod glossary;
mod map;
mod papers;
mod tell;

pub use map::map_svg;
pub use papers::documents;
pub use tell::{place, tell};
