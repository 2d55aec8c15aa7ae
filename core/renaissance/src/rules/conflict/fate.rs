//! Who dies of a battle, who is spared, and who stands down.

use super::deed::Conflict;
use super::spoils;
use crate::model::ids::{LocationId, PersonaId};
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::death;
use crate::rules::deed::Cause;
use crate::rules::force;
use crate::rules::month::Month;

/// A persona has lost a battle with all his men. He dies, and what he owns is the victor's (RN-64.26); who is to be spared
/// is put outside the walls without it (RN-R99).
pub fn lose_all(
    sc: &Scenario, st: &mut State, month: &mut Month, id: PersonaId, victor: Option<PersonaId>, spared: bool,
    refuge: LocationId,
) {
    spoils::take_all(st, month, id, victor);
    fall(sc, st, month, id, spared, refuge);
}

/// A persona falls. What he still owns leaves the game with him (RN-R17), unless he is spared (RN-62.7).
pub fn fall(sc: &Scenario, st: &mut State, month: &mut Month, id: PersonaId, spared: bool, refuge: LocationId) {
    if !st.persona(id).alive {
        return;
    }
    if spared {
        month.tell(Conflict::Spared { persona: id });
        force::settle(st.persona_mut(id));
        withdraw(st, month, id, Place::At(refuge, Side::Outside));
        stand_down(st, month, id);
    } else {
        end_sieges(st, month, id);
        death::die(sc, st, month, id, Cause::Battle);
    }
}

/// A persona goes from where he has fought.
pub fn withdraw(st: &mut State, month: &mut Month, id: PersonaId, to: Place) {
    if st.persona(id).place != to {
        st.persona_mut(id).place = to;
        month.acts_mut(id).away |= month.start(id).location() != to.location();
        month.tell(Conflict::Withdrew { persona: id, to });
    }
}

/// A persona has retreated: his siege and his interception are over (RN-R60, RN-R111, RN-R115).
pub fn stand_down(st: &mut State, month: &mut Month, id: PersonaId) {
    end_sieges(st, month, id);
    let turn = st.turn;
    st.interceptions.retain(|it| it.persona != id || it.turn != turn);
}

/// The sieges of a persona are over.
pub fn end_sieges(st: &mut State, month: &mut Month, id: PersonaId) {
    for siege in st.sieges.extract_if(.., |siege| siege.besieger == id) {
        month.tell(Conflict::SiegeEnded { besieger: id, location: siege.location });
    }
}

/// Who is aboard with somebody without ships is where he is.
pub fn put_ashore(st: &mut State, month: &mut Month, owner: PersonaId) {
    let place = st.persona(owner).place;
    if st.persona(owner).assets.has_ships() {
        return;
    }
    let aboard = st.living().filter(|(_, it)| it.place == Place::With(owner)).map(|(id, _)| id);
    for id in aboard.collect::<Vec<_>>() {
        withdraw(st, month, id, place);
    }
}

/// Guns of a persona have been fired: a Sunni or Shia loses piety, once a month (RN-12.3, RN-R23).
pub fn fire_guns(st: &mut State, month: &mut Month, id: PersonaId) {
    let war = month.conflicts.of_mut(id);
    if !std::mem::replace(&mut war.has_fired, true) && st.religion_of(id).is_moslem() {
        let persona = st.persona_mut(id);
        persona.piety = persona.piety.changed(-PIETY_FOR_GUNS);
    }
}

/// Piety that the guns of a Moslem cost (RN-12.3).
const PIETY_FOR_GUNS: i64 = 100;
