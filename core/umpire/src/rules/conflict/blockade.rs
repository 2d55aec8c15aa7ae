//! Naval blockade (UM-16.4, UM-R56): the port of a besieged city, who lies in it and who is kept out.
//!
//! Nobody passes a closed port by changing his orders: whose ships came by sea while it was closed, or lay outside it
//! when the turn began, stays outside for as long as it is closed.

use super::besieged::is_besieged;
use super::{strength, withdrawal};
use crate::model::combat_orders::{Arm, CombatOrders, DefaultAction};
use crate::model::ids::{Factions, NationId, ProvinceId};
use crate::model::scenario::{CityStatus, Scenario};
use crate::model::state::{Siege, State};
use crate::rules::turn::Turn;

/// UM-16.4, UM-R56: whether the port of a besieged city is closed to those inside: the besiegers' fleets there have
/// at least twice the sea combat value of theirs.
pub fn blockaded(sc: &Scenario, st: &State, place: ProvinceId, nation: NationId) -> bool {
    is_besieged(sc, st, place, nation) && port_closed(sc, st, place)
}

/// UM-R56: whether the besiegers' fleets close the port of a besieged city. Its friends' squadrons count wherever they
/// lie in the province, those that have just come included.
pub fn port_closed(sc: &Scenario, st: &State, place: ProvinceId) -> bool {
    let Some(siege) = st.province(place).siege.filter(|_| sc.naval_blockade) else { return false };
    let value = |side: Factions| -> i64 {
        side.iter().map(|faction| strength::sea_value(sc, st.stacks.of(place, faction))).sum()
    };
    let outside = value(siege.besiegers);
    let helpers = friends_afloat(sc, st, place).filter(|&faction| faces(sc, st, place, &siege, faction));
    outside > 0 && outside * 100 >= sc.constants.R56.superiority_pct * value(siege.besieged.and(helpers.collect()))
}

/// UM-R56: whether a closed port is closed to the fleets of a friend of the city, who come from the sea.
pub fn shuts_out(sc: &Scenario, st: &State, place: ProvinceId, faction: NationId) -> bool {
    port_closed(sc, st, place) && st.province(place).siege.is_some_and(|siege| faces(sc, st, place, &siege, faction))
}

/// Whether a faction is hostile to besiegers who have fleets.
fn faces(sc: &Scenario, st: &State, place: ProvinceId, siege: &Siege, faction: NationId) -> bool {
    siege.besiegers.iter().any(|enemy| st.fleets(sc, place, enemy) > 0 && st.hostile(sc, place, faction, enemy))
}

/// Factions with fleets in a province that are not hostile to its owner.
fn friends_afloat<'a>(sc: &'a Scenario, st: &'a State, place: ProvinceId) -> impl Iterator<Item = NationId> + 'a {
    let owner = st.province(place).owner;
    let present = st.stacks.present(place).iter();
    present.filter(move |&faction| st.fleets(sc, place, faction) > 0 && !st.hostile(sc, place, faction, owner))
}

/// Whether a faction's fleets lie outside the harbour whatever their orders: they came by sea this turn while the port
/// was closed, or lay outside when the turn began.
pub fn lies_outside(turn: &Turn, place: ProvinceId, faction: NationId) -> bool {
    let before = turn.st.province(place).siege.is_some_and(|siege| siege.outside.has(faction));
    before || turn.memory.shut_out[place.index()].has(faction)
}

/// UM-R56: whether a blockade keeps a faction's fleets out of the harbour now.
pub(super) fn kept_out(turn: &Turn, place: ProvinceId, faction: NationId) -> bool {
    lies_outside(turn, place, faction) && shuts_out(turn.sc, turn.st, place, faction)
}

/// UM-18.5, UM-18.15: the orders of a faction's fleets and of those beside it, merged, and whose they are; nothing
/// where the city is not of its faction or does not stand, or where a blockade keeps its ships out (UM-R56).
fn orders_in_port(turn: &Turn, place: ProvinceId, faction: NationId) -> Option<(CombatOrders, Factions)> {
    let (sc, st) = (turn.sc, &*turn.st);
    let province = st.province(place);
    let own_city = province.cty == CityStatus::Standing && st.side_by_side(sc, place, faction, province.owner);
    if !own_city || kept_out(turn, place, faction) {
        return None;
    }
    let beside: Factions = friends_afloat(sc, st, place)
        .filter(|&other| st.side_by_side(sc, place, other, faction) && !kept_out(turn, place, other))
        .collect();
    let orders = beside.iter().map(|other| st.combat_orders(sc, place, other, Arm::Sea));
    Some((orders.reduce(CombatOrders::merged)?, beside))
}

/// UM-19.3, UM-R80: whether a faction's fleets lie in the harbour of an intact city of their own faction under Defend
/// orders, its own or those of an ally beside it (UM-18.5), and no blockade keeps them out (UM-R56).
pub(super) fn in_harbour(turn: &Turn, place: ProvinceId, faction: NationId) -> bool {
    orders_in_port(turn, place, faction).is_some_and(|(orders, _)| orders.default == DefaultAction::Defend)
}

/// UM-19.2, UM-19.5: whether a faction's squadrons help to defend a city: under Defend orders, given or converted.
/// Converted are those of ships that would retreat from an enemy on the spot and have no refuge (UM-18.14).
pub(super) fn defends_port(turn: &Turn, place: ProvinceId, faction: NationId) -> bool {
    let (sc, st) = (turn.sc, &*turn.st);
    if st.fleets(sc, place, faction) == 0 {
        return false;
    }
    orders_in_port(turn, place, faction).is_some_and(|(orders, beside)| match orders.default {
        DefaultAction::Defend => true,
        DefaultAction::Manoeuvre => false,
        DefaultAction::Retreat => {
            st.threatened(sc, place, faction)
                && !turn.memory.spent_fleets[place.index()].has(faction)
                && withdrawal::adjacent_refuge(turn, place, Arm::Sea, beside).is_none()
        }
    })
}

/// A fleet has come by sea to stay: remembers whether the blockade keeps it out, and returns it.
pub fn arrive_by_sea(turn: &mut Turn, place: ProvinceId, nation: NationId) -> bool {
    let shut_out = shuts_out(turn.sc, turn.st, place, nation);
    if shut_out {
        turn.memory.shut_out[place.index()].add(nation);
    }
    shut_out
}

/// After the conflict: whose fleets lie outside a besieged city's harbour, for the next turn.
pub(super) fn note_who_lies_outside(turn: &mut Turn, place: ProvinceId) {
    if turn.st.province(place).siege.is_none() {
        return;
    }
    let outside =
        friends_afloat(turn.sc, turn.st, place).filter(|&faction| !defends_port(turn, place, faction)).collect();
    if let Some(siege) = turn.st.province_mut(place).siege.as_mut() {
        siege.outside = outside;
    }
}
