//! What personae do with their reputation and their skills (RN-11 to RN-14, RN-24).
//!
//! | file | what |
//! |---|---|
//! | `piety.rs` | what piety, charity and a change of religion are worth |
//! | `devotion.rs` | acts of charity and piety on the state |
//! | `training.rs` | lessons, and promotions in the guild of merchants |
//! | `works.rs` | architecture, art, letters |
//! | `sermons.rs` | sermons |
//! | `murder.rs` | assassination |
//! | `duels.rs` | challenges and duels |
//! | `conversion.rs` | a family changes its religion |

pub mod conversion;
pub mod devotion;
pub mod duels;
pub mod murder;
pub mod piety;
pub mod sermons;
pub mod training;
pub mod works;

use crate::model::calendar;
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// In January the year's alms and elevations are counted anew (RN-12.7, RN-19.4), and the people of all locations are published.
pub fn begin_year(sc: &Scenario, st: &mut State) {
    if sc.month(st.turn) == calendar::Month::January {
        for persona in &mut st.personae {
            (persona.alms, persona.raised) = (0, false);
        }
        st.locations.iter_mut().for_each(|here| here.published = here.population);
    }
}
