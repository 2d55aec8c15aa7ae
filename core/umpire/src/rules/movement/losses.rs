//! Losses on the way: land attrition (UM-15.19 to UM-15.21) and storms (UM-16.5, UM-16.6).

use kernel::RuleRef;
use kernel::exact::{apportion, round_half_up};
use kernel::map::Mode;

use crate::model::constants::Constants;
use crate::model::ids::{NationId, ProvinceId, TypeId};
use crate::model::scenario::{Route, Season};
use crate::rules::event::{EventKind, EventScope};
use crate::rules::morale;
use crate::rules::options::generals::die;
use crate::rules::turn::{Turn, units};

use super::force::Force;

/// UM-15.21: effective land attrition level: one higher in winter.
pub fn land_level(route: &Route, season: Season) -> i64 {
    route.attrition + i64::from(season == Season::Winter)
}

/// UM-16.6: effective sea attrition level: one higher in spring and autumn, two in winter.
pub fn sea_level(route: &Route, season: Season) -> i64 {
    route.attrition
        + match season {
            Season::Summer => 0,
            Season::Spring | Season::Autumn => 1,
            Season::Winter => 2,
        }
}

/// UM-R52: per cent of units lost by effective level, from 1.
pub fn land_loss_pct(of: &Constants, level: i64) -> i64 {
    let list = &of.R52.loss_pct;
    let beyond = level - list.len() as i64;
    let pct = if beyond <= 0 { list[(level.max(1) - 1) as usize] } else { list[list.len() - 1] + beyond * of.R52.step };
    pct.min(of.R52.max)
}

/// UM-R53: chance of a storm on a leg by effective level, per cent.
pub fn storm_chance(of: &Constants, level: i64) -> i64 {
    (of.R53.chance_factor * level * (level + 1)).min(of.R53.max_chance)
}

/// UM-15.20: no land attrition if the mover owns both ends, or if no hostile forces are at either end.
pub fn land_attrition_applies(turn: &Turn, nation: NationId, a: ProvinceId, b: ProvinceId) -> bool {
    let (sc, st) = (turn.sc, &*turn.st);
    let owns_both = st.province(a).owner == nation && st.province(b).owner == nation;
    !owns_both && (st.threatened(sc, a, nation) || st.threatened(sc, b, nation))
}

/// Takes a loss from units on the move, spread by type (UM-R77). `units` are those moving; they lie in `place`.
fn lose(
    turn: &mut Turn, place: ProvinceId, nation: NationId, moving: &mut [(TypeId, u16)], losses: i64,
) -> Vec<(TypeId, u16)> {
    let weights: Vec<u64> = moving.iter().map(|(_, count)| u64::from(*count)).collect();
    let total: u64 = weights.iter().sum();
    let shares = apportion(losses.clamp(0, total as i64) as u32, &weights);
    let mut lost = Vec::new();
    for ((kind, count), share) in moving.iter_mut().zip(shares) {
        let gone = turn.st.stacks.take(place, nation, *kind, share as u16);
        *count -= gone;
        if gone > 0 {
            lost.push((*kind, gone));
        }
    }
    lost
}

/// UM-R52: attrition of a leg by land, for units that have arrived in `to`. `counter` tells legs apart.
pub fn march(
    turn: &mut Turn, nation: NationId, route: u32, to: ProvinceId, moving: &mut [(TypeId, u16)], counter: u16,
) {
    let from = other_end(turn, route, to);
    if !land_attrition_applies(turn, nation, from, to) {
        return;
    }
    let level = land_level(turn.sc.route(route), turn.sc.turn_type(turn.st.turn).season);
    let pct = land_loss_pct(&turn.sc.constants, level);
    let count: i64 = moving.iter().map(|(_, count)| i64::from(*count)).sum();
    if pct == 0 || count == 0 {
        return;
    }
    let (a, of) = morale::arrears(turn.sc, turn.st, nation);
    let (numerator, denominator) = (count * pct * (of + a), 100 * of);
    let place = (u16::from(nation.0) << 10) | to.0;
    let losses = turn.stochastic_round(numerator, denominator, "land_attrition", place, counter, "UM-R52");
    let lost = lose(turn, to, nation, moving, losses);
    if !lost.is_empty() {
        turn.tell(EventScope::only(nation), "UM-15.19", |sc, st| EventKind::MarchLosses {
            nation: sc.party(nation),
            place: st.place(sc, to),
            units: units(sc, &lost),
        });
    }
}

fn other_end(turn: &Turn, route: u32, to: ProvinceId) -> ProvinceId {
    let route = turn.sc.route(route);
    if route.a == to { route.b } else { route.a }
}

/// UM-R53: a storm may strike a fleet on a leg by sea, for units that have arrived in `to`.
pub fn sail(turn: &mut Turn, route: u32, force: &mut Force, to: ProvinceId, counter: u16) {
    const R53: RuleRef = RuleRef::new("UM-R53");
    debug_assert_eq!(turn.sc.route(route).mode, Mode::Sea);
    let (sc, nation) = (turn.sc, force.nation);
    let of = &sc.constants.R53;
    let level = sea_level(sc.route(route), sc.turn_type(turn.st.turn).season);
    let place = (u16::from(nation.0) << 10) | to.0;
    if !turn.dice.stream("storm", place, counter).chance(storm_chance(&sc.constants, level) as i32, R53) {
        return;
    }
    let [low, high] = of.severity_pct;
    let severity = i64::from(turn.dice.stream("storm_rate", place, counter).range(low, high, R53));
    let (mut fleet, mut army): (Vec<_>, Vec<_>) = force.units.iter().partition(|(kind, _)| sc.unit(*kind).is_fleet());
    let squadrons: i64 = fleet.iter().map(|(_, count)| i64::from(*count)).sum();
    let aboard: i64 = army.iter().map(|(_, count)| i64::from(*count)).sum();
    if squadrons == 0 {
        return;
    }
    let (a, whole) = morale::arrears(sc, turn.st, nation);
    let rate = (of.rate_base_pct + of.rate_per_level_pct * level) * severity;
    let (numerator, denominator) = (squadrons * rate * (whole + a), 100 * 100 * whole);
    let sunk = turn.stochastic_round(numerator, denominator, "storm", place, counter + 0x4000, "UM-R53").min(squadrons);
    if sunk == 0 {
        return;
    }
    let mut lost = lose(turn, to, nation, &mut fleet, sunk);
    let room: i64 = fleet.iter().map(|(kind, count)| i64::from(*count) * i64::from(sc.unit(*kind).capacity)).sum();
    let drowned = turn.stochastic_round(aboard * sunk, squadrons, "storm", place, counter + 0x8000, "UM-R53");
    let drowned = drowned.max(aboard - room).min(aboard);
    lost.extend(lose(turn, to, nation, &mut army, drowned));
    force.units = fleet.into_iter().chain(army).filter(|(_, count)| *count > 0).collect();
    turn.tell(EventScope::only(nation), "UM-16.5", |sc, st| EventKind::StormStruck {
        nation: sc.party(nation),
        place: st.place(sc, to),
        units: units(sc, &lost),
    });
    let chance = if sunk == squadrons { 100 } else { round_half_up(of.drowning_chance * sunk, squadrons) };
    for general in force.generals.clone() {
        if turn.dice.stream("drowning", general.0, counter).chance(chance as i32, R53) {
            force.generals.retain(|&id| id != general);
            die(turn, general, "drowned in a storm", "UM-16.5");
        }
    }
}

/// The storm risk of a fleet that withdraws by sea (UM-18.12), with whatever is aboard; it still lies in `place`.
pub fn flee_by_sea(turn: &mut Turn, route: u32, nation: NationId, place: ProvinceId, counter: u16) {
    let sc = turn.sc;
    let fleets = sc.type_ids().filter(|&kind| sc.unit(kind).is_fleet());
    let mut units: Vec<(TypeId, u16)> =
        fleets.map(|kind| (kind, turn.st.stacks.count(place, nation, kind))).filter(|(_, count)| *count > 0).collect();
    let aboard = turn.memory.aboard.iter().position(|entry| entry.place == place && entry.nation == nation);
    let entry = aboard.map(|at| turn.memory.aboard.remove(at));
    units.extend(entry.iter().flat_map(|entry| entry.units.iter().copied()));
    let with_fleet = turn.st.armies(sc, place, nation) == 0 || entry.is_some();
    let generals = turn.st.generals_at(place, nation).map(|(id, _)| id).filter(|_| with_fleet).collect();
    let mut force = Force { nation, generals, units };
    sail(turn, route, &mut force, place, counter);
    if let Some(mut entry) = entry {
        entry.units = force.units.into_iter().filter(|(kind, _)| !sc.unit(*kind).is_fleet()).collect();
        turn.memory.aboard.push(entry);
    }
}
