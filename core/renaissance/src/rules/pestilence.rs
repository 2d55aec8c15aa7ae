//! Pestilence (RN-51, RN-R90): at the end of the turn, where people of the old world and others are together.

use super::force;
use crate::model::family::Origin;
use crate::model::ids::{LocationId, PersonaId};
use crate::model::persona::Persona;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::troops::{Troop, Troops};

/// One soldier in so many dies (RN-51.1).
const ONE_IN: u32 = 10;

/// Takes the dead; who lost whom, ascending.
pub fn strike(sc: &Scenario, st: &mut State) -> Vec<(PersonaId, Troops)> {
    let origin = |persona: &Persona| sc.family(persona.family).origin;
    let mut carriers: Vec<LocationId> = Vec::new();
    for (_, persona) in st.living().filter(|(_, persona)| origin(persona) != Origin::Other) {
        carriers.extend(persona.place.location());
    }
    carriers.sort_unstable();
    let ill = |persona: &Persona| persona.place.location().is_some_and(|at| carriers.binary_search(&at).is_ok());
    let victims = st.living().filter(|(_, persona)| origin(persona) == Origin::Other && ill(persona));
    let victims: Vec<PersonaId> = victims.map(|(id, _)| id).collect();
    let mut all = Vec::new();
    for id in victims {
        let persona = st.persona_mut(id);
        let mut lost = Troops::NONE;
        for troop in Troop::ALL.iter().filter(|troop| **troop != Troop::Crew) {
            lost[*troop] = persona.assets.troops[*troop].div_ceil(ONE_IN);
            persona.assets.troops[*troop] -= lost[*troop];
        }
        force::settle(persona);
        if lost != Troops::NONE {
            all.push((id, lost));
        }
    }
    all
}
