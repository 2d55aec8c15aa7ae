//! Reports in words: events, the papers of a turn, the map.

mod map;
mod papers;
mod tell;

pub use map::map_svg;
pub use papers::documents;
pub use tell::{late_line, place, tell, troops, who};
