//! Foreign troops: within the error of the reports where there are any, likely ones where there are none.

use kernel::exact::{apportion, round_half_up};

use super::Luck;
use crate::ids::{NationId, ProvinceId, TypeId};
use crate::phases::{conflict, taxes};
use crate::scenario::Scenario;
use crate::sight::conditions;
use crate::state::State;
use crate::view::{SightingView, View};

/// Reports older than this no longer place a field army (they still tell of a garrison).
const STALE_AFTER: u32 = 2;
/// How often such an army is still where it was seen, per cent.
const STAYED: i64 = 60;
/// How often a province is drawn anew until what is certain about it comes out.
const TRIES: u32 = 12;

/// Puts foreign troops into a state that has none.
pub fn draw(sc: &Scenario, view: &View, st: &mut State, luck: &mut Luck) {
    let me = view.me();
    let informed: Vec<bool> = sc.province_ids().map(|place| conditions(sc, st, place, me) > 0).collect();
    let mut told = vec![false; sc.provinces.len()];
    for seen in &view.sightings {
        let (place, faction) = (seen.province.id, seen.faction.id);
        if faction != sc.ind() && st.nation(faction).eliminated {
            continue;
        }
        let holds = st.province(place).owner == faction;
        told[place.index()] |= holds;
        if fresh(view, seen) || (!informed[place.index()] && still_there(view, seen, holds, luck)) {
            put(sc, st, seen, |(low, high)| luck.range(low, high));
        }
    }
    for place in sc.province_ids() {
        let owner = st.province(place).owner;
        if !told[place.index()] && !informed[place.index()] && owner != me {
            watch(sc, st, place, owner, luck);
        }
    }
    for nation in sc.nation_ids().filter(|&nation| nation != me) {
        field_army(sc, st, nation, &informed, luck);
    }
    for place in sc.province_ids() {
        rebels(sc, st, place);
        if conditions(sc, st, place, me) > 0 {
            settle(sc, view, st, place, luck);
        }
    }
}

/// Whether a report was drawn when the last turn ended.
pub fn fresh(view: &View, seen: &SightingView) -> bool {
    seen.turn + 1 >= view.turn
}

/// An old report tells of a garrison, or of an army that may have gone on.
fn still_there(view: &View, seen: &SightingView, holds: bool, luck: &mut Luck) -> bool {
    holds || (view.turn.saturating_sub(seen.turn + 1) <= STALE_AFTER && luck.range(1, 100) <= STAYED)
}

/// The numbers of a type that may have been reported as `told` with an error of so many per cent (UM-R98, UM-R99).
fn range(told: u16, error: i64) -> (i64, i64) {
    let told = i64::from(told);
    let reads = |count: i64, by: i64| round_half_up(count * (100 + by), 100).max(1);
    let low = (1..=told).find(|&count| reads(count, error) >= told).unwrap_or(told);
    let high = (told..).take_while(|&count| reads(count, -error) <= told).last().unwrap_or(told);
    (low, high.max(low))
}

/// The troops of a report, each type within its error.
fn put(sc: &Scenario, st: &mut State, seen: &SightingView, mut draw: impl FnMut((i64, i64)) -> i64) {
    let (place, faction) = (seen.province.id, seen.faction.id);
    if let Some(rumour) = &seen.rumour {
        let error = i64::from(sc.constants.R99.error_pct);
        for (count, fleet) in [(rumour.fleets, true), (rumour.armies, false)] {
            if count > 0 {
                raise(sc, st, place, faction, fleet, draw(range(count, error)));
            }
        }
        return;
    }
    let grade = usize::from(seen.grade.clamp(1, 3)) - 1;
    let error = i64::from(sc.constants.R98.error_pct_by_grade[grade]);
    for (troop, count) in &seen.units.0 {
        let drawn = draw(range(*count, error));
        st.stacks.set(place, faction, troop.id, drawn as u16);
    }
}

/// Adds units of one arm of the types that the faction raises in such country.
fn raise(sc: &Scenario, st: &mut State, place: ProvinceId, faction: NationId, fleet: bool, count: i64) {
    let terrain = sc.province(place).terrain;
    let may = |kind: TypeId| faction == sc.ind() || sc.unit(kind).nations[faction.index()];
    let weight = |kind: TypeId| match sc.unit(kind) {
        unit if unit.is_fleet() != fleet || !may(kind) => 0,
        unit if fleet => unit.recruit_pct.iter().copied().max().unwrap_or(0).max(1) as u64,
        _ if faction == sc.ind() => u64::from(kind == sc.militia_type),
        unit => unit.recruit_pct[terrain].max(0) as u64,
    };
    let mut weights: Vec<u64> = sc.type_ids().map(weight).collect();
    if weights.iter().all(|weight| *weight == 0) {
        if fleet {
            return;
        }
        weights[sc.militia_type.index()] = 1;
    }
    for (kind, part) in sc.type_ids().zip(apportion(count.max(0) as u32, &weights)) {
        st.stacks.add(place, faction, kind, part as u16);
    }
}

/// What is usually in a place that nobody reports from: Independents man their walls by their wealth, nations keep a
/// watch, and a guard in the capital.
fn watch(sc: &Scenario, st: &mut State, place: ProvinceId, owner: NationId, luck: &mut Luck) {
    let revenue = st.province(place).rev_original.in_tenths() / 10;
    let usual = if owner == sc.ind() || sc.nation(owner).capital == place { revenue / 2 } else { 1 };
    let count = luck.range(usual / 2, usual + usual.max(2) / 2);
    raise(sc, st, place, owner, false, count);
}

/// What a nation can be expected to keep under arms, as far as no report shows it, in its capital and one more place out
/// of sight.
fn field_army(sc: &Scenario, st: &mut State, nation: NationId, informed: &[bool], luck: &mut Luck) {
    let mut hosts: Vec<ProvinceId> = st.owned_by(nation).filter(|place| !informed[place.index()]).collect();
    if hosts.is_empty() {
        return;
    }
    let revenue: i64 = st.owned_by(nation).map(|place| st.normal_revenue(sc, place).in_tenths()).sum();
    let carries = if sc.is_civilised(nation) {
        revenue * luck.range(50, 80) / (100 * sc.economy.unit_upkeep.in_tenths().max(1))
    } else {
        revenue * sc.constants.R84.full_strength_pct * luck.range(50, 90) / 100_000
    };
    let missing = carries - i64::from(st.strength(sc, nation));
    if missing <= 0 {
        return;
    }
    let capital = sc.nation(nation).capital;
    hosts.sort_by_key(|&place| (place != capital, std::cmp::Reverse(st.province(place).rev_current), place));
    let second = hosts[luck.range(0, hosts.len() as i64 - 1) as usize];
    let port = hosts.iter().copied().find(|&place| sc.province(place).coastal);
    let afloat = if port.is_some() { missing / 8 } else { 0 };
    let most = (missing - afloat) * luck.range(50, 90) / 100;
    raise(sc, st, hosts[0], nation, false, most);
    raise(sc, st, second, nation, false, missing - afloat - most);
    if let Some(port) = port {
        raise(sc, st, port, nation, true, afloat);
    }
}

/// Independents among a nation's walls are in revolt against it (UM-25.12).
fn rebels(sc: &Scenario, st: &mut State, place: ProvinceId) {
    let owner = st.province(place).owner;
    let rise = owner != sc.ind() && st.armies(sc, place, sc.ind()) > 0;
    st.province_mut(place).in_revolt_against = rise.then_some(owner);
}

/// Whether what the seat knows for certain of a province comes out of the troops there: brackets, siege, blockade.
fn agrees(sc: &Scenario, view: &View, st: &State, place: ProvinceId) -> bool {
    let me = view.me();
    let own = view.provinces[place.index()].own.as_ref();
    let brackets = own.is_none_or(|own| taxes::bracketed(sc, st, place) == own.bracketed);
    let force = view.forces.iter().find(|force| force.province.id == place);
    let shut_in = force.is_none_or(|force| {
        conflict::is_besieged(sc, st, place, me) == force.besieged
            && conflict::blockaded(sc, st, place, me) == force.blockaded
    });
    brackets && shut_in
}

/// Draws the troops of a province anew until what is certain about it comes out; where luck does not help, each faction
/// in turn is as weak or as strong as its report allows.
fn settle(sc: &Scenario, view: &View, st: &mut State, place: ProvinceId, luck: &mut Luck) {
    if agrees(sc, view, st, place) {
        return;
    }
    let here: Vec<&SightingView> =
        view.sightings.iter().filter(|seen| seen.province.id == place && fresh(view, seen)).collect();
    for _ in 0..TRIES {
        for seen in &here {
            put(sc, st, seen, |(low, high)| luck.range(low, high));
        }
        if agrees(sc, view, st, place) {
            return;
        }
    }
    for mask in 0..1u32 << here.len().min(6) {
        for (at, seen) in here.iter().enumerate() {
            put(sc, st, seen, |(low, high)| if mask >> at & 1 == 1 { high } else { low });
        }
        if agrees(sc, view, st, place) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_may_stand_for_these_numbers() {
        assert_eq!(range(10, 25), (8, 13));
        assert_eq!(range(10, 10), (9, 11));
        assert_eq!(range(10, 0), (10, 10));
        assert_eq!(range(1, 25), (1, 1));
        assert_eq!(range(1, 50), (1, 2));
    }
}
