//! What the chapters of peace (RN-11 to RN-25) share: what a month remembers of them, and what they leave to tell.
//!
//! A function there that carries out an order refuses with the rule that forbids it, and leaves deeds in the month.

pub mod deed;
pub mod memory;
pub mod work;

use super::month::Month;
use crate::model::ids::{LocationId, PersonaId};
use crate::model::state::State;

/// The location where a persona has spent the turn so far: he started there, is there, and was not away (RN-R13).
pub fn stays_at(st: &State, month: &Month, id: PersonaId) -> Option<LocationId> {
    let here = st.persona(id).place.location()?;
    (month.started_at(id, here) && !month.acts(id).away).then_some(here)
}

/// The location where two personae started the turn, if it is one (RN-14.5, RN-14.11).
pub fn shared_start(month: &Month, a: PersonaId, b: PersonaId) -> Option<LocationId> {
    month.start(a).location().filter(|location| month.started_at(b, *location))
}
