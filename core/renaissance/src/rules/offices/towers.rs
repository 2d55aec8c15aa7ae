//! Towers change hands in peace (RN-69.3, RN-69.7, RN-69.8).

use super::deed::Government;
use super::lists;
use crate::model::ids::{Holder, LocationId, PersonaId};
use crate::model::location::{LocalOffice, Location, Tower, TowerOwner};
use crate::model::measures::Rating;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::month::Month;
use crate::rules::places::holder_of;
use crate::rules::refusal::{Refused, must};

/// Whoever has a tower gives it to a family or to an office of the location, unless it is besieged (RN-69.3). A family that
/// receives one waits for ingress (RN-25.5).
pub fn transfer(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, location: LocationId, from: TowerOwner,
    to: TowerOwner,
) -> Result<(), Refused> {
    let there = |owner: TowerOwner| st.location(location).towers.iter().any(|tower| tower.owner == owner);
    must(there(from) && from != to, "RN-69.3", "there is no such tower to give")?;
    let own = match from {
        TowerOwner::Family(family) => st.persona(by).family == family,
        TowerOwner::Office(office) => holder_of(sc, st, location, office) == Holder::Persona(by),
    };
    must(own, "RN-69.3", "it is not his tower")?;
    let of_it = |siege: &&crate::model::affairs::Siege| siege.location == location && siege.tower == Some(from);
    let besieged = st.sieges.iter().filter(of_it).any(|siege| siege.from <= st.turn);
    must(!besieged, "RN-69.3", "it is besieged")?;
    let has_room = match to {
        TowerOwner::Family(_) => there(to) || frees_or_has_room(sc, st.location(location), from),
        TowerOwner::Office(_) => true,
    };
    must(has_room, "RN-69.8", "so many families have towers there already")?;
    give(st.location_mut(location), from, to);
    month.tell(Government::Tower { location, from, to });
    if let TowerOwner::Family(family) = to {
        lists::wait_for_ingress(st, location, family);
    }
    Ok(())
}

/// Whether one more family may have a tower, once this one is given away.
fn frees_or_has_room(sc: &Scenario, here: &Location, from: TowerOwner) -> bool {
    let of_families = here.towers.iter().filter(|tower| matches!(tower.owner, TowerOwner::Family(_))).count();
    matches!(from, TowerOwner::Family(_)) || of_families < sc.rulings.raising.family_towers_most
}

/// An owner's tower becomes another's. If he has one, the two are one with the ratings of both (RN-69.8).
pub fn give(here: &mut Location, from: TowerOwner, to: TowerOwner) {
    let Some(at) = here.towers.iter().position(|tower| tower.owner == from) else { return };
    let tower = here.towers.remove(at);
    match here.towers.binary_search_by_key(&to, |it| it.owner) {
        Ok(at) => {
            let own = &mut here.towers[at];
            own.fas = Rating::new(own.fas.points() + tower.fas.points());
            own.garrison = own.garrison.saturating_add(tower.garrison);
        }
        Err(at) => here.towers.insert(at, Tower { owner: to, ..tower }),
    }
}

/// Another family has an office now: the tower of the office becomes that of the family that had it (RN-69.7). To be called
/// unless the office was lost by resignation or death.
pub fn office_changed(
    sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId, office: LocalOffice, before: Holder,
    after: Holder,
) {
    let family = |holder: Holder| holder.persona().map(|id| st.persona(id).family);
    let Some(loser) = family(before).filter(|loser| family(after) != Some(*loser)) else { return };
    let (from, to) = (TowerOwner::Office(office), TowerOwner::Family(loser));
    let here = st.location_mut(location);
    let there = |owner: TowerOwner| here.towers.iter().any(|tower| tower.owner == owner);
    if there(from) && (there(to) || frees_or_has_room(sc, here, from)) {
        give(here, from, to);
        month.tell(Government::Tower { location, from, to });
    }
}
