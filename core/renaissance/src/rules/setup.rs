//! The state in which a campaign begins.

use super::deed::Deed;
use super::places::{INGRESS_MOST, enlist, family_of_tower, holder_of};
use super::{prestige, turn};
use crate::model::calendar::Turn;
use crate::model::family::Family;
use crate::model::ids::{FamilyId, LocationId};
use crate::model::location::LocalOffice;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::titles::Title;

/// The state in which orders for the first turn are asked for, and what its beginning brought.
pub fn start(sc: &Scenario) -> (State, Vec<Deed>) {
    let mut st = at_set_up(sc);
    let deeds = turn::begin(sc, &mut st);
    (st, deeds)
}

/// As the scenario has it, before the first turn begins.
pub fn at_set_up(sc: &Scenario) -> State {
    let families = sc.families.iter().map(|record| Family {
        religion: record.religion,
        personae: record.personae.clone(),
        names_used: 0,
        since: Turn(1),
        soundings: Vec::new(),
        prestige_at_start: 0,
    });
    let mut st = State {
        turn: Turn(1),
        families: families.collect(),
        personae: sc.personae.iter().map(|record| record.start.clone()).collect(),
        locations: sc.board.locations.iter().map(|record| record.start.clone()).collect(),
        titles: sc.titles.iter().map(|title| Title { holder: title.holder, ..Title::default() }).collect(),
        new_titles: Vec::new(),
        npc_cardinals: sc.npc_cardinals,
        roads: Vec::new(),
        sieges: Vec::new(),
        interceptions: Vec::new(),
        bombardments: Vec::new(),
        collectors: Vec::new(),
        permissions: Vec::new(),
        offers: Vec::new(),
        elections: Vec::new(),
        foundations: Vec::new(),
        action_budget: sc.rulings.hosting.action_budget,
        ended: None,
    };
    for location in sc.board.location_ids() {
        for family in at_home(sc, &st, location) {
            enlist(&mut st.location_mut(location).ingress, family, INGRESS_MOST);
        }
        let here = st.location_mut(location);
        here.published = here.population;
    }
    for family in sc.family_ids() {
        st.family_mut(family).prestige_at_start = prestige::of_family(sc, &st, family);
    }
    st
}

/// The families that have ingress at set-up: citizens, owners of towers, and those of who holds a position (RN-25.4).
fn at_home(sc: &Scenario, st: &State, location: LocationId) -> Vec<FamilyId> {
    let citizens = sc.family_ids().filter(|family| sc.family(*family).citizen_of == location);
    let towers = st.location(location).towers.iter();
    let owners = towers.filter_map(|tower| family_of_tower(sc, st, location, tower));
    let offices = LocalOffice::ALL.iter().filter_map(|office| holder_of(sc, st, location, *office).persona());
    citizens.chain(owners).chain(offices.map(|persona| st.persona(persona).family)).collect()
}
