//! Who may come in and go out, and which tower somebody is in (RN-25, RN-69.6).

use crate::model::ids::{FamilyId, Holder, LocationId, PersonaId};
use crate::model::location::{LocalOffice, Tower, TowerOwner};
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::titles::title_of;

/// Most families with ingress to a location (RN-25.4).
pub const INGRESS_MOST: usize = 20;

/// Whether a family may come in (RN-25.1).
pub fn has_ingress(st: &State, family: FamilyId, location: LocationId) -> bool {
    st.location(location).ingress.binary_search(&family).is_ok()
}

/// Whether a family may not go out (RN-25.6).
pub fn is_denied_egress(st: &State, family: FamilyId, location: LocationId) -> bool {
    st.location(location).egress_denied.binary_search(&family).is_ok()
}

/// Where a persona is who comes to a location and would like to be inside, or not (RN-25.2).
pub fn arrive(st: &State, id: PersonaId, location: LocationId, enter: bool) -> Place {
    let inside = enter && has_ingress(st, st.persona(id).family, location);
    Place::At(location, if inside { Side::Inside } else { Side::Outside })
}

/// Who holds an office of a location (RN-15.1).
pub fn holder_of(sc: &Scenario, st: &State, location: LocationId, office: LocalOffice) -> Holder {
    match office {
        LocalOffice::Magistrate => st.location(location).magistrate,
        _ => title_of(sc, st, location, office).map_or(Holder::Vacant, |title| st.title(title).holder),
    }
}

/// The family whose tower it is: its own, or that of who holds the office (RN-69.13).
pub fn family_of_tower(sc: &Scenario, st: &State, location: LocationId, tower: &Tower) -> Option<FamilyId> {
    match tower.owner {
        TowerOwner::Family(family) => Some(family),
        TowerOwner::Office(office) => {
            holder_of(sc, st, location, office).persona().map(|persona| st.persona(persona).family)
        }
    }
}

/// The tower that a persona is in: the largest of his family's, unless he stays outside of towers (RN-69.6).
pub fn tower_of(sc: &Scenario, st: &State, id: PersonaId) -> Option<TowerOwner> {
    let persona = st.persona(id);
    let Place::At(location, Side::Inside) = persona.place else { return None };
    if persona.stay_outside_towers {
        return None;
    }
    let towers = st.location(location).towers.iter();
    let own = towers.rev().filter(|tower| family_of_tower(sc, st, location, tower) == Some(persona.family));
    own.max_by_key(|tower| tower.fas).map(|tower| tower.owner)
}

/// Whether a location is besieged this turn: its walls, not a tower (RN-66.2).
pub fn is_besieged(st: &State, location: LocationId) -> bool {
    st.sieges.iter().any(|siege| siege.location == location && siege.tower.is_none() && siege.from <= st.turn)
}

/// Puts a family on a list that is kept ascending; `false` if it is full or the family is on it.
pub fn enlist(list: &mut Vec<FamilyId>, family: FamilyId, most: usize) -> bool {
    match list.binary_search(&family) {
        Err(at) if list.len() < most => {
            list.insert(at, family);
            true
        }
        _ => false,
    }
}
