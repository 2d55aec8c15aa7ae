//! The game in words and pictures: events, the documents of a seat, the map, orders as lines.

pub mod describe;
mod documents;
mod events;
pub mod figures;
pub mod glossary;
mod map;
pub mod quick_answers;
pub mod shorthand;

pub use documents::documents;
pub use events::{place, tell};
pub use map::{draw, map_svg};
