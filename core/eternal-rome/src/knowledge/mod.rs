//! What a seat knows (ER-7): typed, as the rules' own functions take it, and as the view for the wire.
//!
//! | file | what |
//! |---|---|
//! | `known.rs` | the knowledge, and what stands for forces of unknown strength |
//! | `sight.rs` | the knowledge of a state |
//! | `view.rs` | the same for the wire |
//! | `render.rs` | the view of the knowledge |
//! | `shuffle.rs` | another state that is known alike, for tests |

pub mod known;
mod render;
#[cfg(feature = "testing")]
pub mod shuffle;
mod sight;
pub mod view;

pub use known::{Knowledge, Sighting};
