//! Death and replacement (RN-10.4 to RN-10.7, RN-R17).

use super::church::posts::vacate;
use super::deed::{Cause, Deed};
use super::month::Month;
use super::offices;
use crate::model::ids::{FamilyId, Holder, PersonaId};
use crate::model::measures::Rating;
use crate::model::persona::{Assets, Persona, Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// A persona dies, and who is aboard his ships with him (RN-36.5). What he owns leaves the game: a victor takes his share
/// before. Hereditary titles wait for the replacement, all other offices are vacant.
pub fn die(sc: &Scenario, st: &mut State, month: &mut Month, id: PersonaId, cause: Cause) {
    let persona = st.persona_mut(id);
    if !persona.alive {
        return;
    }
    persona.alive = false;
    persona.assets = Assets::default();
    persona.cardinal = false;
    leave_offices(sc, st, id);
    st.sieges.retain(|it| it.besieger != id);
    st.interceptions.retain(|it| it.persona != id);
    st.bombardments.retain(|it| it.persona != id);
    st.collectors.retain(|it| it.persona != id);
    st.permissions.retain(|it| it.owner != id && it.guest != id);
    st.offers.retain(|it| it.persona != id);
    month.deeds.push(Deed::Died { persona: id, cause });
    offices::islam::mourn(sc, st, month, id); // RN-20.6
    let aboard: Vec<PersonaId> = st.living().filter(|(_, it)| it.place == Place::With(id)).map(|(id, _)| id).collect();
    for guest in aboard {
        die(sc, st, month, guest, Cause::Aboard);
    }
}

fn leave_offices(sc: &Scenario, st: &mut State, id: PersonaId) {
    let held: Vec<_> = st.titles_of(id).filter(|title| !st.title_record(sc, *title).hereditary).collect();
    held.into_iter().for_each(|title| vacate(st, title));
    for location in &mut st.locations {
        if location.magistrate == Holder::Persona(id) {
            location.magistrate = Holder::Vacant;
        }
        location.controller.take_if(|it| it.persona == id); // RN-R38
    }
}

/// Step 1: replacements of the dead appear (RN-R17), in the order of families and of their sheets.
pub fn replace_the_dead(sc: &Scenario, st: &mut State, deeds: &mut Vec<Deed>) {
    for family in sc.family_ids() {
        for place in 0..st.family(family).personae.len() {
            let dead = st.family(family).personae[place];
            if !st.persona(dead).alive {
                let heir = PersonaId::at(st.personae.len());
                let persona = replacement(sc, st, family, dead);
                st.personae.push(persona);
                st.family_mut(family).personae[place] = heir;
                inherit(st, dead, heir);
                deeds.push(Deed::Succeeded { dead, heir });
            }
        }
    }
}

fn replacement(sc: &Scenario, st: &mut State, family: FamilyId, dead: PersonaId) -> Persona {
    let record = sc.family(family);
    let used = usize::from(st.family(family).names_used);
    st.family_mut(family).names_used += 1;
    let dead = st.persona(dead);
    let name = match record.successors.len() {
        0 => dead.name,
        names => record.successors[used % names],
    };
    // Nobody of the family has borne the same name and number.
    let namesakes = st.personae.iter().filter(|it| it.family == family && it.name == name);
    let ordinal = namesakes.map(|it| it.ordinal.max(1)).max().map_or(0, |last| last.saturating_add(1));
    Persona {
        family,
        name,
        ordinal,
        popularity: dead.popularity.min(Rating::new(sc.rulings.persons.successor_popularity)),
        place: Place::At(record.citizen_of, Side::Outside),
        ..Persona::default()
    }
}

/// What is hereditary goes to the replacement; all that the dead still hold is (RN-10.4).
fn inherit(st: &mut State, dead: PersonaId, heir: PersonaId) {
    for title in st.titles.iter_mut().filter(|title| title.holder == Holder::Persona(dead)) {
        title.holder = Holder::Persona(heir);
    }
}
