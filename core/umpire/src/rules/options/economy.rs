//! Options about provinces and troops: disband, found, improve, rebuild, sack, convert, move the capital, cede
//! (UM-8, UM-9, UM-10.6, UM-12).

use super::{EarlierOrders, readers, spend};
use crate::model::ids::{NameId, NationId, ProvinceId, Rp, TypeId, Units};
use crate::model::scenario::{CityStatus, Economy, Scenario};
use crate::model::state::State;
use crate::rules::event::{EventKind, EventScope};
use crate::rules::ownership::{self, HOME, LOYAL};
use crate::rules::turn::Turn;

/// UM-9.3: how far a city's revenue can be improved: half as much again as its original revenue, and 15 at the most.
pub fn improvement_ceiling(economy: &Economy, original: Rp) -> Rp {
    original.times(economy.improve_cap_pct, 100).min(economy.improve_cap_abs)
}

/// UM-9.6: rebuilding costs twice the original revenue.
pub fn rebuilding_cost(economy: &Economy, original: Rp) -> Rp {
    original.times(economy.rebuild_mult, 1)
}

/// UM-12.1: the price of a new capital.
pub fn capital_cost(economy: &Economy, original_owner: bool) -> Rp {
    if original_owner { economy.capital_cost_own } else { economy.capital_cost_other }
}

/// UM-8.3: whether the army units disbanded in a province in one turn are enough settlers for its revenue.
pub fn enough_settlers(disbanded: u32, revenue: Rp) -> bool {
    Rp::whole(i64::from(disbanded)) >= revenue
}

/// UM-8: units go home; the treasury neither gains nor loses (UM-R21). True if the province became a colony.
pub fn effect_of_disbanding(
    sc: &Scenario, st: &mut State, earlier: &mut EarlierOrders, nation: NationId, place: ProvinceId, kind: TypeId,
    count: u16,
) -> bool {
    let gone = u32::from(st.stacks.take(place, nation, kind, count));
    if sc.unit(kind).is_fleet() {
        return false;
    }
    let slot = earlier.disbanded.iter_mut().find(|(who, at, _)| (*who, *at) == (nation, place));
    let settlers = match slot {
        Some((_, _, so_far)) => {
            *so_far += gone;
            *so_far
        }
        None => {
            earlier.disbanded.push((nation, place, gone));
            gone
        }
    };
    let captured = st.province(place).owner == nation && st.province(place).loyalty < LOYAL;
    if !captured || !enough_settlers(settlers, st.normal_revenue(sc, place)) {
        return false;
    }
    ownership::set_loyalty(sc, st, place, LOYAL);
    st.province(place).loyalty == LOYAL
}

/// P3: disbands units; enough of them in a captured province make it a colony (UM-8.3).
pub fn disband(
    turn: &mut Turn, earlier: &mut EarlierOrders, nation: NationId, place: ProvinceId, kind: TypeId, count: u16,
) {
    let colony = effect_of_disbanding(turn.sc, turn.st, earlier, nation, place, kind, count);
    turn.tell(EventScope::only(nation), "UM-8.1", |sc, st| EventKind::UnitsDisbanded {
        nation: sc.party(nation),
        place: st.place(sc, place),
        units: Units(vec![(sc.troop(kind), count)]),
    });
    if colony {
        turn.tell(EventScope::only(nation), "UM-8.3", |sc, st| EventKind::ColonyFormed {
            nation: sc.party(nation),
            place: st.place(sc, place),
        });
    }
}

/// P3: disbands a spy network (UM-3.1, UM-8.1).
pub fn disband_network(turn: &mut Turn, nation: NationId, place: ProvinceId) {
    turn.st.province_mut(place).spies.remove(nation);
    turn.tell(EventScope::only(nation), "UM-8.1", |sc, st| EventKind::NetworkDisbanded {
        nation: sc.party(nation),
        place: st.place(sc, place),
    });
}

/// UM-9.7, UM-R24: a new city with its own name and revenue, loyal to its founder.
pub fn effect_of_founding(sc: &Scenario, st: &mut State, nation: NationId, place: ProvinceId, name: NameId, size: u8) {
    let (revenue, turn) = (Rp::whole(i64::from(size)), st.turn);
    spend(st, nation, sc.economy.found_cost.get(&size).copied().unwrap_or_default());
    let province = st.province_mut(place);
    province.renamed = Some(name);
    province.cty = CityStatus::Standing;
    province.ever_had_city = true;
    (province.rev_original, province.rev_ceiling, province.rev_current) = (revenue, revenue, revenue);
    (province.pending, province.bought) = (Rp::ZERO, Rp::ZERO);
    province.founded = turn;
    let loyalty = province.loyalty.max(LOYAL);
    ownership::set_loyalty(sc, st, place, loyalty);
}

/// P3: founds a city.
pub fn found(turn: &mut Turn, nation: NationId, place: ProvinceId, name: NameId, size: u8) {
    effect_of_founding(turn.sc, turn.st, nation, place, name, size);
    turn.tell_parts(place, readers(turn.sc, [nation]), "UM-9.7", |sc, st, whole| EventKind::CityFounded {
        nation: sc.party(nation),
        place: st.place(sc, place),
        revenue: whole.then(|| st.province(place).rev_current),
    });
}

/// UM-9.2, UM-R22: points paid for now join the revenue at the first taxation of a later turn.
pub fn effect_of_improving(sc: &Scenario, st: &mut State, nation: NationId, place: ProvinceId, points: u16) {
    spend(st, nation, sc.economy.improve_cost.times(i64::from(points), 1));
    st.province_mut(place).bought += Rp::whole(i64::from(points));
}

/// P3: improves a city by so many whole points.
pub fn improve(turn: &mut Turn, nation: NationId, place: ProvinceId, points: u16) {
    effect_of_improving(turn.sc, turn.st, nation, place, points);
    turn.tell(EventScope::only(nation), "UM-9.2", |sc, st| EventKind::CityImproved {
        nation: sc.party(nation),
        place: st.place(sc, place),
        points: Rp::whole(i64::from(points)),
        cost: sc.economy.improve_cost.times(i64::from(points), 1),
    });
}

/// UM-9.6, UM-R23: the halving is undone, and a captured province becomes a colony.
pub fn effect_of_rebuilding(sc: &Scenario, st: &mut State, nation: NationId, place: ProvinceId) {
    let of = &sc.constants.R23;
    spend(st, nation, rebuilding_cost(&sc.economy, st.province(place).rev_original));
    let province = st.province_mut(place);
    province.cty = CityStatus::Standing;
    province.rev_current = province.rev_current.times(of.revenue_pct, 100).min(province.rev_ceiling);
    province.pending = province.pending.times(of.revenue_pct, 100);
    province.bought = province.bought.times(of.revenue_pct, 100);
    let loyalty = province.loyalty.max(of.loyalty);
    ownership::set_loyalty(sc, st, place, loyalty);
}

/// P3: rebuilds a destroyed city.
pub fn rebuild(turn: &mut Turn, nation: NationId, place: ProvinceId) {
    let cost = rebuilding_cost(&turn.sc.economy, turn.st.province(place).rev_original);
    effect_of_rebuilding(turn.sc, turn.st, nation, place);
    turn.tell_parts(place, readers(turn.sc, [nation]), "UM-9.6", |sc, st, whole| EventKind::CityRebuilt {
        nation: sc.party(nation),
        place: st.place(sc, place),
        cost: whole.then_some(cost),
    });
}

/// UM-10.8, UM-R13: a city is destroyed, by whomever; the revenue of its province is halved, and so is what was paid
/// for and is still to come (UM-R22).
pub fn destroy_city(sc: &Scenario, st: &mut State, place: ProvinceId) {
    let pct = sc.constants.R13.revenue_pct;
    let province = st.province_mut(place);
    province.cty = CityStatus::Destroyed;
    for revenue in [&mut province.rev_current, &mut province.pending, &mut province.bought] {
        *revenue = revenue.times(pct, 100);
    }
}

/// UM-10.6, UM-10.9, UM-R27: the owner takes the tax value of the city and leaves ruins; if it was his from the start,
/// the province never forgets. Returns the loot.
pub fn effect_of_sacking(sc: &Scenario, st: &mut State, nation: NationId, place: ProvinceId) -> Rp {
    let loot = st.normal_revenue(sc, place);
    spend(st, nation, -loot);
    destroy_city(sc, st, place);
    let province = st.province_mut(place);
    if province.original_owner == nation {
        province.scarred.add(nation);
    }
    let loyalty = province.loyalty;
    ownership::set_loyalty(sc, st, place, loyalty);
    loot
}

/// P3: destroys a city one controls.
pub fn sack(turn: &mut Turn, nation: NationId, place: ProvinceId) {
    let amount = effect_of_sacking(turn.sc, turn.st, nation, place);
    turn.tell(EventScope::Near(place, readers(turn.sc, [nation])), "UM-10.6", |sc, st| EventKind::CityDestroyed {
        nation: sc.party(nation),
        place: st.place(sc, place),
    });
    turn.tell(EventScope::only(nation), "UM-10.6", |sc, st| EventKind::LootTaken {
        nation: sc.party(nation),
        place: st.place(sc, place),
        amount,
    });
}

/// UM-12.4, UM-12.5: new units for money, or one for two without.
pub fn effect_of_converting(
    sc: &Scenario, st: &mut State, nation: NationId, place: ProvinceId, [from, to]: [TypeId; 2], count: u16,
    barter: bool,
) -> u16 {
    let given = if barter { count * 2 } else { count };
    if !barter {
        spend(st, nation, sc.economy.convert_cost.times(i64::from(count), 1));
    }
    st.stacks.take(place, nation, from, given);
    st.stacks.add(place, nation, to, count);
    given
}

/// P3: converts troops into so many of the new type.
pub fn convert(turn: &mut Turn, nation: NationId, place: ProvinceId, pair: [TypeId; 2], count: u16, barter: bool) {
    let given = effect_of_converting(turn.sc, turn.st, nation, place, pair, count, barter);
    let rule = if barter { "UM-12.5" } else { "UM-12.4" };
    turn.tell(EventScope::only(nation), rule, |sc, st| EventKind::TroopsConverted {
        nation: sc.party(nation),
        place: st.place(sc, place),
        from: Units(vec![(sc.troop(pair[0]), given)]),
        to: Units(vec![(sc.troop(pair[1]), count)]),
    });
}

/// UM-12.1, UM-12.2: the new capital is home, the old one, if still held, a loyal province like others.
pub fn effect_of_moving_capital(sc: &Scenario, st: &mut State, nation: NationId, place: ProvinceId) {
    let old = st.nation(nation).capital;
    spend(st, nation, capital_cost(&sc.economy, st.province(place).original_owner == nation));
    st.nation_mut(nation).capital = place;
    ownership::set_loyalty(sc, st, place, HOME);
    if old != place && st.province(old).owner == nation {
        ownership::set_loyalty(sc, st, old, LOYAL);
    }
}

/// P3: moves the capital.
pub fn move_capital(turn: &mut Turn, nation: NationId, to: ProvinceId) {
    let from = turn.st.nation(nation).capital;
    effect_of_moving_capital(turn.sc, turn.st, nation, to);
    turn.tell(EventScope::Near(to, readers(turn.sc, [nation])), "UM-12.1", |sc, st| EventKind::CapitalMoved {
        nation: sc.party(nation),
        from: st.place(sc, from),
        to: st.place(sc, to),
    });
}

/// P3: gives a province away; troops there stay under their own nation (UM-12.3, UM-R33).
pub fn cede(turn: &mut Turn, nation: NationId, place: ProvinceId, recipient: NationId) {
    ownership::change_owner(turn, place, recipient);
    turn.memory.ceded.push((place, nation));
    turn.tell(EventScope::Near(place, readers(turn.sc, [nation, recipient])), "UM-12.3", |sc, st| {
        EventKind::ProvinceCeded {
            nation: sc.party(nation),
            place: st.place(sc, place),
            recipient: sc.party(recipient),
        }
    });
}
