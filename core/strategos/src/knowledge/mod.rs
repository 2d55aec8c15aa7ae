//! What a country knows (docs/rules/strategos.md, section 6).
//!
//! | file | what |
//! |---|---|
//! | `sight.rs` | the knowledge of a state |
//! | `view.rs` | the same for the wire |
//! | `shuffle.rs` | another state that is known alike, for tests |
//! | `render.rs` | the view of the knowledge |

pub mod render;
#[cfg(feature = "testing")]
pub mod shuffle;
pub mod sight;
pub mod view;

use crate::model::ids::CountryId;
use crate::model::reports::Memory;
use crate::model::state::State;

/// What a country knows at the beginning of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// Whose.
    pub country: CountryId,
    /// The world as the country may take it to be, for the rules' own functions: its own things whole, foreign cities as they
    /// were last reported, treaties and wars that are public or its own. Foreign forces in the field and garrisons, leaders,
    /// money, orders and offers between others are not in it: what is known of forces stands in the memory.
    pub state: State,
}

impl Knowledge {
    /// The reports that the country remembers.
    pub fn memory(&self) -> &Memory {
        &self.state.memory[self.country.index()]
    }
}
