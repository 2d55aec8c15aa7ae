//! What a seat knows (UM-32, UM-33; docs/rules/umpire.md, section 6).
//!
//! | file | what |
//! |---|---|
//! | `known.rs` | the knowledge, as the rules' own functions take it |
//! | `sight.rs` | the knowledge of a state |
//! | `gallery.rs` | what everybody knows |
//! | `view.rs` | what a seat is shown |
//! | `render.rs` | the view of the knowledge |
//! | `shuffle.rs` | states that differ in what a seat does not know, for tests |

pub mod gallery;
pub mod known;
mod render;
#[cfg(feature = "testing")]
pub mod shuffle;
mod sight;
pub mod view;

pub use known::Knowledge;

use crate::model::scenario::Scenario;

/// The owner's word for morale (UM-R98).
pub(crate) fn morale_word(sc: &Scenario, morale: i64) -> &'static str {
    let of = &sc.constants.R98;
    match morale {
        high if high >= of.morale_high_from => "high",
        fair if fair >= of.morale_fair_from => "fair",
        low if low >= of.morale_low_from => "low",
        _ => "mutinous",
    }
}
