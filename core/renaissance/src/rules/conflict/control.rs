//! De facto control of locations (RN-16), and the towers that a persona may go into.

use super::deed::Conflict;
use crate::model::ids::{LocationId, PersonaId};
use crate::model::location::{Controller, LocalOffice, Tower};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::month::Month;
use crate::rules::places::{family_of_tower, holder_of};

/// The tenant, if he is a persona.
pub fn tenant(sc: &Scenario, st: &State, location: LocationId) -> Option<PersonaId> {
    holder_of(sc, st, location, LocalOffice::Tenant).persona()
}

/// The persona in control: who has taken it from the tenant, or the tenant (RN-16.1).
pub fn controller(sc: &Scenario, st: &State, location: LocationId) -> Option<PersonaId> {
    st.location(location).controller.map(|it| it.persona).or_else(|| tenant(sc, st, location))
}

/// Somebody has control now. Of the tenant it returns to the tenancy (RN-R38); of anybody else there is no garrison
/// (RN-16.8).
pub fn gain(sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId, persona: PersonaId) {
    let before = controller(sc, st, location);
    let returns = tenant(sc, st, location) == Some(persona);
    let since = st.turn;
    let here = st.location_mut(location);
    if returns {
        here.controller = None;
    } else {
        if here.controller.is_none_or(|it| it.persona != persona) {
            here.controller = Some(Controller { persona, since });
        }
        here.garrison = 0;
    }
    if before != Some(persona) {
        let persona = Some(persona).filter(|_| !returns);
        month.tell(Conflict::Controls { location, persona });
    }
}

/// The largest tower at a location that is open to a persona's family (RN-69.6, RN-69.13).
pub fn own_tower<'a>(sc: &Scenario, st: &'a State, location: LocationId, id: PersonaId) -> Option<&'a Tower> {
    let family = Some(st.persona(id).family);
    let own = st.location(location).towers.iter().rev();
    own.filter(|tower| family_of_tower(sc, st, location, tower) == family).max_by_key(|tower| tower.fas)
}
