//! What a family knows (docs/rules/renaissance.md, section 6).
//!
//! | file | what |
//! |---|---|
//! | `sight.rs` | the knowledge of a state |
//! | `view.rs` | the same for the wire |
//! | `render.rs` | the view of the knowledge |
//! | `shuffle.rs` | another state that is known alike, for tests |

pub mod render;
#[cfg(feature = "testing")]
pub mod shuffle;
pub mod sight;
pub mod view;

use std::collections::BTreeMap;

use crate::model::ids::{FamilyId, LocationId};
use crate::model::state::State;

/// What a family knows at the beginning of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// Whose.
    pub family: FamilyId,
    /// The world as the family may take it to be, for the rules' own functions: its own personae whole, of others what is public
    /// and, where it has a persona, who is there, with as many auxiliaries as the band begins with; locations where it has a
    /// persona as they are. All else is empty.
    pub state: State,
    /// The locations where it has a persona.
    pub seen: BTreeMap<LocationId, Insight>,
}

/// How much a family sees of a location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Insight {
    /// From outside the walls: lists are hidden, the garrison is known by its band.
    Outside,
    /// From inside.
    Inside,
}
