//! Sieges on the state (RN-66).

use super::deed::Conflict;
use super::start::may_act;
use super::{Refused, must};
use crate::model::affairs::Siege;
use crate::model::asset::Asset;
use crate::model::calendar::Month as CalendarMonth;
use crate::model::goods::Good;
use crate::model::ids::{LocationId, PersonaId};
use crate::model::location::TowerOwner;
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::troops::Troop;
use crate::rules::battle::siege::{attrition, holds};
use crate::rules::deed::{Deed, Things};
use crate::rules::force;
use crate::rules::month::Month;
use crate::rules::places::tower_of;

/// An order to besiege a location, or a tower of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SiegeOrder {
    /// Who besieges.
    pub by: PersonaId,
    /// Where.
    pub location: LocationId,
    /// The tower, if it is not the walls.
    pub tower: Option<TowerOwner>,
}

/// Carries out an order to besiege: it holds from next turn on (RN-66.2). Another siege of the same persona is over.
pub fn besiege(sc: &Scenario, st: &mut State, month: &mut Month, order: SiegeOrder) -> Result<(), Refused> {
    let SiegeOrder { by, location, tower } = order;
    may_act(st, month, by, false)?;
    let place = camp(location, tower);
    must(month.start(by) == place && st.persona(by).place == place, "RN-66.2", "he has not begun the month there")?;
    let towers = &st.location(location).towers;
    must(tower.is_none_or(|owner| towers.iter().any(|it| it.owner == owner)), "RN-66.2", "there is no such tower")?;
    let same = |siege: &Siege| siege.besieger == by && siege.location == location && siege.tower == tower;
    must(!st.sieges.iter().any(same), "RN-R115", "he besieges it already")?;
    let men = st.persona(by).assets.troops.men();
    must(men > 0, "RN-R101", "he has nobody to besiege with")?;
    must(holds(men, men_inside(sc, st, location, tower)), "RN-66.3", "more men are inside than he has")?;
    super::fate::end_sieges(st, month, by);
    let from = st.turn.later(1);
    st.sieges.push(Siege { besieger: by, location, tower, from, successes: 0, closed: false });
    month.acts_mut(by).moved = true;
    month.tell(Conflict::SiegeOrdered { besieger: by, location, tower });
    Ok(())
}

/// Where a besieger is: outside the walls, or inside them for a tower.
fn camp(location: LocationId, tower: Option<TowerOwner>) -> Place {
    Place::At(location, if tower.is_some() { Side::Inside } else { Side::Outside })
}

/// Troops and crew inside the walls, garrison too, or in a tower with its garrison (RN-66.3, RN-R115).
pub fn men_inside(sc: &Scenario, st: &State, location: LocationId, tower: Option<TowerOwner>) -> u32 {
    let here = st.location(location);
    let garrison = match tower {
        None => here.garrison,
        Some(owner) => here.towers.iter().find(|it| it.owner == owner).map_or(0, |it| it.garrison.into()),
    };
    garrison + besieged(sc, st, location, tower).iter().map(|id| st.persona(*id).assets.troops.men()).sum::<u32>()
}

/// The personae whom a siege encloses, ascending.
fn besieged(sc: &Scenario, st: &State, location: LocationId, tower: Option<TowerOwner>) -> Vec<PersonaId> {
    let inside = Place::At(location, Side::Inside);
    let there = st.living().filter(|(_, it)| it.place == inside).map(|(id, _)| id);
    there.filter(|id| tower.is_none() || tower_of(sc, st, *id) == tower).collect()
}

/// The siege of a persona that holds this turn.
pub fn of(st: &State, besieger: PersonaId) -> Option<&Siege> {
    st.sieges.iter().find(|it| it.besieger == besieger && it.from <= st.turn && is_kept_up(st, it))
}

/// Whether the besieger is still there.
fn is_kept_up(st: &State, siege: &Siege) -> bool {
    let besieger = st.persona(siege.besieger);
    besieger.alive && besieger.place == camp(siege.location, siege.tower)
}

/// Start of the turn (section 3.1, step 2): sieges end whose besieger is gone or has fewer men than there are inside, others
/// take effect (RN-R115).
pub fn review(sc: &Scenario, st: &mut State, deeds: &mut Vec<Deed>) {
    for siege in std::mem::take(&mut st.sieges) {
        let Siege { besieger, location, tower, from, .. } = siege;
        let men = st.persona(besieger).assets.troops.men();
        let goes_on = is_kept_up(st, &siege) && men > 0 && holds(men, men_inside(sc, st, location, tower));
        let begins = goes_on && from == st.turn;
        if goes_on {
            st.sieges.push(siege);
        }
        if begins {
            deeds.push(Deed::Conflict(Conflict::SiegeBegun { besieger, location }));
        } else if !goes_on {
            deeds.push(Deed::Conflict(Conflict::SiegeEnded { besieger, location }));
        }
    }
}

/// End of the turn (section 3.1, step 10): sieges of the whole turn into which nobody came weaken those inside (RN-66.5). Of
/// several at one place the longest counts.
pub fn wear_down(sc: &Scenario, st: &mut State, month: &mut Month) {
    let turn = st.turn;
    let mut sieges = std::mem::take(&mut st.sieges);
    sieges.retain(|siege| is_kept_up(st, siege));
    for siege in sieges.iter_mut().filter(|siege| siege.from <= turn) {
        let came = |by_land: bool| came_in(sc, st, month, siege, by_land);
        let nobody = !came(true) && !came(false);
        siege.closed = !came(true);
        siege.successes = if nobody { siege.successes + 1 } else { 0 };
    }
    let mut worn: Vec<(LocationId, Option<TowerOwner>, u16)> = Vec::new();
    for siege in sieges.iter().filter(|siege| siege.successes > 0 && siege.from <= turn) {
        match worn.iter_mut().find(|(location, tower, _)| (*location, *tower) == (siege.location, siege.tower)) {
            Some((_, _, successes)) => *successes = siege.successes.max(*successes),
            None => worn.push((siege.location, siege.tower, siege.successes)),
        }
    }
    st.sieges = sieges;
    let summer = matches!(sc.month(turn), CalendarMonth::June | CalendarMonth::July | CalendarMonth::August);
    for (location, tower, successes) in worn {
        starve(sc, st, month, location, tower, successes);
        if summer && tower.is_none() {
            st.location_mut(location).blocked_months += 1; // RN-42.7
        }
    }
}

/// Whether somebody came in by land, or by water. Into a tower comes who is in it now.
fn came_in(sc: &Scenario, st: &State, month: &Month, siege: &Siege, by_land: bool) -> bool {
    let counts = |id: PersonaId| siege.tower.is_none() || tower_of(sc, st, id) == siege.tower;
    month.conflicts.entries(siege.location).any(|it| it.by_water != by_land && counts(it.persona))
}

/// Troops, crew, slaves and horses inside are lost, each kind of each persona rounded up, and of the garrison (RN-66.6,
/// RN-R116).
fn starve(
    sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId, tower: Option<TowerOwner>, successes: u16,
) {
    let men = Troop::ALL.iter().map(|troop| Asset::Men(*troop));
    let kinds: Vec<Asset> = men.chain([Asset::Good(Good::Slaves), Asset::Good(Good::Horses)]).collect();
    for id in besieged(sc, st, location, tower) {
        let persona = st.persona_mut(id);
        let mut lost = Things::new();
        for kind in &kinds {
            let count = persona.assets.take(*kind, attrition(persona.assets.of(*kind), successes));
            lost.extend((count > 0).then_some((*kind, count)));
        }
        force::settle(persona);
        tell(month, Some(id), location, lost);
    }
    if tower.is_none() {
        let here = st.location_mut(location);
        let count = attrition(here.garrison, successes);
        here.garrison -= count;
        let lost = if count > 0 { vec![(Asset::Men(Troop::Auxiliaries), count)] } else { Things::new() };
        tell(month, None, location, lost);
    }
}

fn tell(month: &mut Month, persona: Option<PersonaId>, location: LocationId, lost: Things) {
    if !lost.is_empty() {
        month.tell(Conflict::Starved { persona, location, lost });
    }
}
