//! Reports in words: events, the papers of a turn, the map.

mod map;
mod next;
mod papers;
mod tell;
mod victory;

pub use map::map_svg;
pub use papers::documents;
pub use tell::{late_line, place, tell, troops, who};
