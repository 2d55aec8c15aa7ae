//! The knowledge of a state: nothing in it depends on what the family does not know (section 6, RN-R134).

use std::collections::BTreeMap;

use super::{Insight, Knowledge};
use crate::model::affairs::Siege;
use crate::model::family::Family;
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::location::{Location, Quota, Tower, TowerOwner};
use crate::model::measures::Rating;
use crate::model::persona::{Assets, Persona, Place};
use crate::model::scenario::Scenario;
use crate::model::ships::Ship;
use crate::model::skills::{Skill, Skills};
use crate::model::state::State;
use crate::model::troops::{Troop, Troops};
use crate::rules::places::holder_of;
use crate::rules::titles::is_prelate;

/// What a family knows of a state.
pub fn knowledge(sc: &Scenario, st: &State, family: FamilyId) -> Knowledge {
    let seen = insights(st, family);
    Knowledge { family, state: seen_by(sc, st, Some(family), &seen), seen }
}

/// What everybody knows of a state, whether he plays or not.
pub fn public(sc: &Scenario, st: &State) -> State {
    seen_by(sc, st, None, &BTreeMap::new())
}

/// A state as a family knows it, which has somebody at some locations, or as everybody does.
fn seen_by(sc: &Scenario, st: &State, family: Option<FamilyId>, seen: &BTreeMap<LocationId, Insight>) -> State {
    let waters = family.map(|family| waters(st, family)).unwrap_or_default();
    let own = |id: PersonaId| Some(st.persona(id).family) == family;
    let all = (0..st.personae.len()).map(PersonaId::at);
    let personae = all.map(|id| if own(id) { st.persona(id).clone() } else { stranger(sc, st, id, seen, &waters) });
    let locations = sc.board.location_ids().map(|id| match family {
        Some(family) => location(sc, st, family, id, seen.get(&id).copied()),
        None => known_to_all(st.location(id)),
    });
    let is_own = |at: usize| Some(FamilyId::at(at)) == family;
    State {
        turn: st.turn,
        families: st.families.iter().enumerate().map(|(at, it)| the_family(it, is_own(at))).collect(),
        personae: personae.collect(),
        locations: locations.collect(),
        titles: st.titles.clone(),
        new_titles: st.new_titles.clone(),
        npc_cardinals: st.npc_cardinals,
        roads: st.roads.clone(),
        sieges: st.sieges.iter().filter_map(|it| siege(st, it, own(it.besieger), seen)).collect(),
        interceptions: st.interceptions.iter().filter(|it| own(it.persona)).cloned().collect(),
        bombardments: st.bombardments.iter().filter(|it| own(it.persona)).cloned().collect(),
        collectors: st.collectors.clone(),
        permissions: st.permissions.iter().filter(|it| own(it.owner) || own(it.guest)).copied().collect(),
        offers: st.offers.clone(),
        elections: st.elections.clone(),
        foundations: st.foundations.clone(),
        action_budget: st.action_budget,
        ended: st.ended.clone(),
    }
}

/// Where somebody is in fact: passengers are where the owner of the ships is.
pub fn whereabouts(st: &State, id: PersonaId) -> Place {
    match st.persona(id).place {
        Place::With(owner) => match st.persona(owner).place {
            Place::With(_) => Place::UNKNOWN,
            place => place,
        },
        place => place,
    }
}

/// The locations where the family has somebody.
fn insights(st: &State, family: FamilyId) -> BTreeMap<LocationId, Insight> {
    let mut seen = BTreeMap::new();
    for (id, _) in st.living().filter(|(_, it)| it.family == family) {
        let place = whereabouts(st, id);
        if let Some(location) = place.location() {
            let insight = if place.is_inside() { Insight::Inside } else { Insight::Outside };
            let best = seen.entry(location).or_insert(insight);
            *best = insight.max(*best);
        }
    }
    seen
}

/// The points of the sea where the family has somebody.
fn waters(st: &State, family: FamilyId) -> Vec<Place> {
    let own = st.living().filter(|(_, it)| it.family == family);
    own.map(|(id, _)| whereabouts(st, id)).filter(|place| matches!(place, Place::Water(_))).collect()
}

/// Of other families what they believe and who they are.
fn the_family(it: &Family, own: bool) -> Family {
    if own {
        return it.clone();
    }
    Family { soundings: Vec::new(), prestige_at_start: 0, ..it.clone() }
}

/// The lower bound of the band that a number of men is in; 0 for none (section 6).
pub fn band(sc: &Scenario, men: u32) -> u32 {
    sc.rulings.visibility.bands.iter().copied().rfind(|least| *least <= men).unwrap_or(0)
}

/// Whether the family sees somebody: it has a persona where he is.
fn is_seen(st: &State, id: PersonaId, seen: &BTreeMap<LocationId, Insight>, waters: &[Place]) -> bool {
    let place = whereabouts(st, id);
    st.persona(id).alive
        && match place {
            Place::At(location, _) => seen.contains_key(&location),
            place => waters.contains(&place),
        }
}

/// A persona of another family: what is public, and how strong he looks where he is seen.
fn stranger(
    sc: &Scenario, st: &State, id: PersonaId, seen: &BTreeMap<LocationId, Insight>, waters: &[Place],
) -> Persona {
    let it = st.persona(id);
    let seen = is_seen(st, id, seen, waters);
    let clergy = it.cardinal || is_prelate(sc, st, id);
    let mut skills = Skills::default();
    if clergy {
        skills.set(Skill::Sermonizing, it.skills.of(Skill::Sermonizing), sc.rulings.persons.max_skills);
    }
    let mut assets = Assets::default();
    if seen {
        let mut troops = Troops::default();
        troops[Troop::Auxiliaries] = band(sc, it.assets.troops.men());
        assets.troops = troops;
        for ship in Ship::ALL {
            assets.goods.set(ship.good(), it.assets.goods.ships(*ship));
        }
    }
    Persona {
        family: it.family,
        name: it.name,
        ordinal: it.ordinal,
        sex: it.sex,
        alive: it.alive,
        place: if seen { it.place } else { Place::UNKNOWN },
        popularity: it.popularity,
        piety: if clergy { it.piety } else { Rating::default() },
        skills,
        assets,
        cardinal: it.cardinal,
        raised: it.raised,
        ..Persona::default()
    }
}

/// A location: what is public; where the family has somebody all of it, from outside without the lists and with the garrison's
/// band. A family knows whether it is itself on a list, and its own towers.
fn location(sc: &Scenario, st: &State, family: FamilyId, id: LocationId, insight: Option<Insight>) -> Location {
    let it = st.location(id);
    let depth = the_depth(st, family, id);
    let itself = |list: &[FamilyId]| list.iter().copied().filter(|on| *on == family).collect::<Vec<_>>();
    match insight {
        Some(Insight::Inside) => Location { depth, burnt_grain: 0, ..it.clone() },
        Some(Insight::Outside) => Location {
            depth,
            burnt_grain: 0,
            garrison: band(sc, it.garrison),
            ingress: itself(&it.ingress),
            egress_denied: itself(&it.egress_denied),
            market_rights: itself(&it.market_rights),
            waiting: it.waiting.iter().copied().filter(|(on, _)| *on == family).collect(),
            ..it.clone()
        },
        None => {
            let mine = |tower: &&Tower| match tower.owner {
                TowerOwner::Family(owner) => owner == family,
                TowerOwner::Office(office) => {
                    holder_of(sc, st, id, office).persona().is_some_and(|it| st.persona(it).family == family)
                }
            };
            Location {
                depth,
                ingress: itself(&it.ingress),
                egress_denied: itself(&it.egress_denied),
                market_rights: itself(&it.market_rights),
                waiting: it.waiting.iter().copied().filter(|(on, _)| *on == family).collect(),
                towers: it.towers.iter().filter(mine).copied().collect(),
                ..known_to_all(it)
            }
        }
    }
}

/// What everybody knows of a location.
fn known_to_all(it: &Location) -> Location {
    Location {
        population: it.published,
        published: it.published,
        depth: if it.depth == 0 { 0 } else { DEEP_ENOUGH },
        sovereign: it.sovereign,
        feudatory: it.feudatory,
        tenant: it.tenant,
        controller: it.controller,
        magistrate: it.magistrate,
        selection: it.selection,
        supply: vec![Quota { quantity: 0, price: 1 }; it.supply.len()],
        demand: vec![Quota { quantity: 0, price: 1 }; it.demand.len()],
        ..Location::default()
    }
}

/// Feet of a port of which nobody has told how deep it is.
pub const DEEP_ENOUGH: u8 = u8::MAX;

/// The depth of a port as the family was told it; deep enough for all ships where it has not asked (RN-3.2).
fn the_depth(st: &State, family: FamilyId, id: LocationId) -> u8 {
    let told = &st.family(family).soundings;
    match told.binary_search_by_key(&id, |(it, _)| *it) {
        Ok(at) => told[at].1,
        Err(_) if st.location(id).depth == 0 => 0,
        Err(_) => DEEP_ENOUGH,
    }
}

/// A siege is public once it takes effect; how it goes is known there, and to the besieger.
fn siege(st: &State, it: &Siege, own: bool, seen: &BTreeMap<LocationId, Insight>) -> Option<Siege> {
    let known = own || seen.contains_key(&it.location);
    match (own || it.from <= st.turn, known) {
        (true, true) => Some(*it),
        (true, false) => Some(Siege { successes: 0, closed: false, ..*it }),
        (false, _) => None,
    }
}
