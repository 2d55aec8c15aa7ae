//! What players read and write: events in words, the documents of a turn, the map, orders as lines.

pub mod describe;
mod documents;
mod events;
pub mod figures;
pub mod glossary;
mod map;
pub mod shorthand;

pub use documents::documents;
pub use events::{place, tell, troops, who};
pub use map::{map_svg, public_map_svg};
