//! What holds of every state, whatever was played. Tests ask after every step.

use std::collections::BTreeSet;

use super::ids::{FamilyId, Holder, LocationId, PersonaId, TitleId};
use super::location::{Location, TowerOwner};
use super::persona::{Persona, Place};
use super::scenario::Scenario;
use super::state::State;

/// All that is wrong with a state, in words; empty for a sound one.
pub fn violations(sc: &Scenario, st: &State) -> Vec<String> {
    let lengths = [
        ("families", st.families.len(), sc.families.len()),
        ("locations", st.locations.len(), sc.board.locations.len()),
        ("titles", st.titles.len(), sc.titles.len() + st.new_titles.len()),
    ];
    let wrong = lengths.iter().filter(|(_, found, wanted)| found != wanted);
    let mut faults: Vec<String> = wrong.map(|(what, found, wanted)| format!("{found} {what}, not {wanted}")).collect();
    if !faults.is_empty() {
        return faults;
    }
    families(sc, st, &mut faults);
    for at in 0..st.personae.len() {
        persona(sc, st, PersonaId::at(at), &mut faults);
    }
    let mut magistrates = BTreeSet::new();
    for location in sc.board.location_ids() {
        place(sc, st, location, &mut faults);
        let magistrate = st.location(location).magistrate.persona();
        if magistrate.is_some_and(|id| !magistrates.insert(id)) {
            faults.push(format!("{}: its magistrate is that of another location (RN-17.4)", name_of(sc, location)));
        }
    }
    for (at, title) in st.titles.iter().enumerate() {
        if !is_somebody(st, title.holder) {
            faults.push(format!("title {at}: held by nobody who exists"));
        }
    }
    affairs(st, &mut faults);
    faults
}

fn name_of(sc: &Scenario, location: LocationId) -> &str {
    sc.board.location(location).name.as_str()
}

fn is_persona(st: &State, id: PersonaId) -> bool {
    id.index() < st.personae.len()
}

fn is_somebody(st: &State, holder: Holder) -> bool {
    holder.persona().is_none_or(|id| is_persona(st, id))
}

fn is_list(st: &State, list: &[FamilyId], most: usize) -> bool {
    let known = list.iter().all(|family| family.index() < st.families.len());
    known && list.len() <= most && list.is_sorted_by(|a, b| a < b)
}

fn families(sc: &Scenario, st: &State, faults: &mut Vec<String>) {
    let mut placed = BTreeSet::new();
    for (at, family) in st.families.iter().enumerate() {
        let key = &sc.families[at].key;
        if family.personae.len() != sc.families[at].personae.len() {
            faults.push(format!("{key}: {} personae, other than at the start (RN-10.1)", family.personae.len()));
        }
        for id in &family.personae {
            if !is_persona(st, *id) || st.persona(*id).family != FamilyId::at(at) || !placed.insert(*id) {
                faults.push(format!("{key}: persona {} is none of its own", id.0));
            }
        }
    }
    for (id, _) in st.living() {
        if !placed.contains(&id) {
            faults.push(format!("persona {}: alive, and in no family's list", id.0));
        }
    }
}

fn persona(sc: &Scenario, st: &State, id: PersonaId, faults: &mut Vec<String>) {
    let it = st.persona(id);
    let mut fault = |reason: &str| faults.push(format!("persona {}: {reason}", id.0));
    if it.family.index() >= st.families.len() {
        fault("of no family");
    }
    if usize::from(it.name) >= sc.names.len() {
        fault("has no name");
    }
    if it.skills.iter().count() > sc.rulings.persons.max_skills {
        fault("has too many skills (RN-R8)");
    }
    if !is_list(st, &it.allies, 6) {
        fault("allied families are at most six, ascending (RN-63.1)");
    }
    if it.bonus_city.is_some_and(|city| city.index() >= st.locations.len()) {
        fault("its bonus city does not exist");
    }
    if it.alive && it.assets.troops.men() == 0 && it.morale.get() > 0 {
        fault("has morale and no men (RN-10.10)");
    }
    whereabouts(st, it, &mut fault);
}

fn whereabouts(st: &State, it: &Persona, fault: &mut impl FnMut(&str)) {
    match it.place {
        Place::At(location, _) if location.index() >= st.locations.len() => fault("at a location that does not exist"),
        Place::Water(_) if it.alive && !it.assets.has_ships() => fault("on open water without a ship (RN-35.12)"),
        Place::With(owner) if !is_persona(st, owner) => fault("with a persona who does not exist"),
        Place::With(owner) if it.alive => {
            let owner = st.persona(owner);
            if !owner.alive || !owner.assets.has_ships() || matches!(owner.place, Place::With(_)) {
                fault("with a persona who has no ships to carry him (RN-36)");
            }
        }
        Place::At(..) | Place::Water(_) | Place::With(_) => {}
    }
}

fn place(sc: &Scenario, st: &State, id: LocationId, faults: &mut Vec<String>) {
    let (here, record) = (st.location(id), sc.board.location(id));
    let mut fault = |reason: &str| faults.push(format!("{}: {reason}", record.name));
    if here.supply.len() != record.supply.len() || here.demand.len() != record.demand.len() {
        fault("its market is not that of the scenario");
    }
    if here.supply.iter().chain(&here.demand).any(|quota| quota.price < sc.rulings.markets.price_floor) {
        fault("a price below the least (RN-R74)");
    }
    if here.import_tariff > 99 || here.export_tariff > 99 {
        fault("a tariff above 99 per cent (RN-17.2)");
    }
    if here.fas.get() == 0 {
        fault("FAS below 1 (RN-67.2)");
    }
    if here.garrison > 0 && here.controller.is_some() {
        fault("a garrison, and a controller who is not the tenant (RN-16.8)");
    }
    let titles = [here.sovereign, here.feudatory, here.tenant];
    if titles.iter().flatten().any(|title: &TitleId| title.index() >= st.titles.len()) {
        fault("held by a title that does not exist");
    }
    let controller = here.controller.is_none_or(|it| is_persona(st, it.persona));
    if !controller || !is_somebody(st, here.magistrate) {
        fault("held by a persona who does not exist");
    }
    let lists = [(&here.ingress, 20), (&here.egress_denied, 5), (&here.market_rights, 5)];
    if !lists.into_iter().all(|(list, most)| is_list(st, list, most)) {
        fault("lists of families are ascending, with at most 20, 5 and 5 (RN-25)");
    }
    towers(sc, here, &mut fault);
}

fn towers(sc: &Scenario, here: &Location, fault: &mut impl FnMut(&str)) {
    if !here.towers.is_sorted_by(|a, b| a.owner < b.owner) {
        fault("two towers of one owner, or out of order (RN-69)");
    }
    let of_families = here.towers.iter().filter(|tower| matches!(tower.owner, TowerOwner::Family(_)));
    if of_families.count() > sc.rulings.raising.family_towers_most {
        fault("too many towers of families (RN-69.8)");
    }
}

fn affairs(st: &State, faults: &mut Vec<String>) {
    if !st.roads.is_sorted_by(|a, b| (a.a, a.b) < (b.a, b.b)) || st.roads.iter().any(|road| road.a >= road.b) {
        faults.push("roads are not one for each pair, ascending".into());
    }
    let actors = st.sieges.iter().map(|it| it.besieger);
    let actors = actors.chain(st.interceptions.iter().map(|it| it.persona));
    let actors = actors.chain(st.bombardments.iter().map(|it| it.persona));
    let actors = actors.chain(st.collectors.iter().map(|it| it.persona));
    let actors = actors.chain(st.offers.iter().map(|it| it.persona));
    let mut actors = actors.chain(st.permissions.iter().flat_map(|it| [it.owner, it.guest]));
    if actors.any(|id| !is_persona(st, id)) {
        faults.push("an order that is in force is that of nobody".into());
    }
    let before = |turn: super::calendar::Turn| turn < st.turn;
    let stale = st.interceptions.iter().any(|it| before(it.turn))
        || st.bombardments.iter().any(|it| before(it.turn))
        || st.collectors.iter().any(|it| before(it.turn))
        || st.permissions.iter().any(|it| before(it.turn));
    if stale {
        faults.push("an order for one turn is in force after it".into());
    }
}
