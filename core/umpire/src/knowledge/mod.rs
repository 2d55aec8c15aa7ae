//! What a seat knows (UM-32, UM-33; docs/rules/umpire.md, section 6).
//!
//! | file | what |
//! |---|---|
//! | `view.rs` | what a seat is shown |
//! | `visibility.rs` | the view of a state |
//! | `belief.rs` | the state that a seat may take the world to be |
//! | `shuffle.rs` | states that differ in what a seat does not know, for tests |

pub mod belief;
#[cfg(feature = "testing")]
pub mod shuffle;
pub mod view;
pub mod visibility;
