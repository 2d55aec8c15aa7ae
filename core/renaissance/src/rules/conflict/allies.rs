//! Who fights for whom (RN-63).

use std::cmp::Reverse;

use crate::model::ids::PersonaId;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::month::Month;
use crate::rules::places::tower_of;

/// Whether two personae have declared alliance with each other's families (RN-63.1, RN-63.2).
pub fn are_allied(st: &State, a: PersonaId, b: PersonaId) -> bool {
    let declared = |one: PersonaId, other: PersonaId| {
        let (one, other) = (st.persona(one), st.persona(other));
        one.allies.binary_search(&other.family).is_ok()
    };
    a != b && declared(a, b) && declared(b, a)
}

/// Who fights an attacker when a persona is attacked: his allies with more soldiers than he has, most first, then he himself
/// (RN-63.2, RN-R102).
///
/// Both have started the turn where he is; allies are on the same side of all walls, those of towers too (RN-63.3).
pub fn defenders(sc: &Scenario, st: &State, month: &Month, victim: PersonaId, attacker: PersonaId) -> Vec<PersonaId> {
    let soldiers = |id: PersonaId| st.persona(id).assets.troops.soldiers();
    let place = st.persona(victim).place;
    let in_tower = tower_of(sc, st, victim);
    let started_here = |id: PersonaId| match place.location() {
        Some(location) => month.started_at(id, location),
        None => month.start(id) == place,
    };
    let stands_by = |id: PersonaId| {
        id != attacker
            && started_here(victim)
            && are_allied(st, victim, id)
            && st.persona(id).place == place
            && started_here(id)
            && tower_of(sc, st, id) == in_tower
            && soldiers(id) > soldiers(victim)
            && !month.conflicts.is_over_between(attacker, id)
    };
    let mut all: Vec<PersonaId> = st.living().map(|(id, _)| id).filter(|id| stands_by(*id)).collect();
    all.sort_by_key(|id| Reverse(soldiers(*id)));
    all.push(victim);
    all
}
