//! What towns sell and ask for: as the family sees it, and as is usual where it has nobody. What is usual is no secret: the
//! description of the scenario has it.

use super::draft::Draft;
use crate::knowledge::sight;
use crate::model::board::Ware;
use crate::model::goods::{Good, GoodClass};
use crate::model::ids::{LocationId, PersonaId};
use crate::model::location::Quota;
use crate::model::persona::Place;
use crate::model::troops::Troop;
use crate::rules::market::access::may_trade;
use crate::rules::movement::attrition::free_by_land;
use crate::rules::movement::land::{are_joined, distance};
use crate::rules::movement::load::{Carriage, Load, floats};
use crate::rules::movement::sea;

/// Per cent of what is usual that somebody counts on where nobody has looked.
const CAUTION: u32 = 40;
/// Feet of water that a port of which nothing is known has, a small one and another, and inhabitants of another.
const SHALLOW: u32 = 4;
const USUAL: u32 = 9;
const LARGE_PORT: u32 = 10_000;
/// Most ports to which somebody at sea thinks of sailing.
const HAVENS: usize = 3;
/// Miles by water for which somebody sets out.
const BY_WATER: u32 = 350;

/// What a town sells of goods: each with units and price.
pub fn supply(draft: &Draft<'_>, at: LocationId) -> Vec<(Good, Quota)> {
    wares(draft, at, |ware| match ware {
        Ware::Good(good) => Some(good),
        Ware::Mercenaries(_) => None,
    })
}

/// The mercenaries whom a town sells.
pub fn mercenaries(draft: &Draft<'_>, at: LocationId) -> Vec<(Troop, Quota)> {
    wares(draft, at, |ware| match ware {
        Ware::Mercenaries(troop) => Some(troop),
        Ware::Good(_) => None,
    })
}

fn wares<T>(draft: &Draft<'_>, at: LocationId, wanted: fn(Ware) -> Option<T>) -> Vec<(T, Quota)> {
    let (record, now) = (draft.sc.board.location(at), &draft.st.location(at).supply);
    let all = record.supply.iter().enumerate().filter_map(|(index, it)| Some((index, wanted(it.ware)?)));
    all.map(|(index, ware)| (ware, quota(draft, at, now, &record.start.supply, index))).collect()
}

/// What a town asks for, by class.
pub fn demand(draft: &Draft<'_>, at: LocationId) -> Vec<(GoodClass, Quota)> {
    let record = draft.sc.board.location(at);
    let classes = record.demand.iter().enumerate();
    classes
        .map(|(index, it)| (it.class, quota(draft, at, &draft.st.location(at).demand, &record.start.demand, index)))
        .collect()
}

fn quota(draft: &Draft<'_>, at: LocationId, now: &[Quota], usual: &[Quota], index: usize) -> Quota {
    if draft.seen.contains(&at) {
        return now[index];
    }
    let usual = usual[index];
    Quota { quantity: usual.quantity * CAUTION / 100, price: usual.price }
}

/// The best that a town pays for a good.
pub fn offer(draft: &Draft<'_>, at: LocationId, good: Good) -> Option<(GoodClass, Quota)> {
    let wanted =
        demand(draft, at).into_iter().filter(|(class, quota)| quota.quantity > 0 && good.classes().contains(class));
    wanted.max_by_key(|(class, quota)| (quota.price, std::cmp::Reverse(*class)))
}

/// Whether somebody may trade where he is.
pub fn is_open(draft: &Draft<'_>, id: PersonaId) -> bool {
    match draft.persona(id).place {
        Place::At(here, side) => may_trade(draft.st.location(here), draft.family, side),
        _ => false,
    }
}

/// Whether his ships come into a port as they are laden, as far as one knows: a port of which nobody of the family has been told
/// is as deep as those of its size.
fn enters_port(draft: &Draft<'_>, id: PersonaId, at: LocationId) -> bool {
    let port = draft.st.location(at);
    let feet = match port.depth {
        sight::DEEP_ENOUGH if port.published < LARGE_PORT => SHALLOW,
        sight::DEEP_ENOUGH => USUAL,
        known => known.into(),
    };
    feet > 0 && floats(&draft.persona(id).assets, feet)
}

/// Ports to which somebody at sea may sail: his home, then the nearest.
pub fn havens(draft: &Draft<'_>, id: PersonaId) -> Vec<LocationId> {
    let Place::Water(point) = draft.persona(id).place else { return Vec::new() };
    let home = draft.sc.family(draft.family).citizen_of;
    let miles = |at: LocationId| sea::length(draft.sc, &[point, draft.sc.board.location(at).point]);
    let is_port = |at: &LocationId| draft.sc.board.location(*at).water.is_some() && enters_port(draft, id, *at);
    let mut all: Vec<LocationId> = draft.sc.board.location_ids().filter(is_port).collect();
    all.sort_by_key(|at| (*at != home, miles(*at), *at));
    all.truncate(HAVENS);
    all
}

/// A town that somebody reaches, and how many miles it is.
pub type Reach = (LocationId, u32);

/// Towns that somebody reaches in a month without loss, by land or with his ships, the nearest first, with the miles.
pub fn in_reach(draft: &Draft<'_>, id: PersonaId) -> Vec<Reach> {
    let persona = draft.persona(id);
    let Some(here) = persona.place.location() else { return Vec::new() };
    let by_land = free_by_land(&draft.sc.rulings.movement, persona.popularity, false);
    let sails = persona.assets.has_ships();
    if sails && Load::of(&draft.sc.rulings.movement, &persona.assets, Carriage::Water).excess() > 0 {
        // With more than his ships hold he does not get out of the port (RN-30.7).
        return Vec::new();
    }
    let port = |at: LocationId| draft.sc.board.location(at).water.filter(|_| draft.st.location(at).depth > 0);
    let enters = |at: LocationId| enters_port(draft, id, at);
    // A mile is a sixtieth of a degree of latitude: who is farther north or south is not measured.
    let most = if sails { BY_WATER } else { by_land };
    let latitude = |at: LocationId| i64::from(draft.sc.board.location(at).point.lat);
    let reach = |to: LocationId| {
        if (latitude(to) - latitude(here)).unsigned_abs() > u64::from(most) * 2 {
            return None;
        }
        let miles = distance(draft.sc, here, to).miles().0;
        let walks = !sails && are_joined(draft.sc, here, to) && miles <= by_land;
        let sails = sails && port(here).is_some() && port(here) == port(to) && miles <= BY_WATER && enters(to);
        (to != here && draft.st.location(to).published > 0 && (walks || sails)).then_some((to, miles))
    };
    let mut all: Vec<Reach> = draft.sc.board.location_ids().filter_map(reach).collect();
    all.sort_by_key(|(to, miles)| (*miles, *to));
    all
}
