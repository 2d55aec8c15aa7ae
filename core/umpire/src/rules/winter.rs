//! P16 to P18: winter quarters (UM-31, UM-R95 to UM-R97).

use kernel::exact::apportion;
use kernel::map::Mode;

use super::{conflict, morale, movement};
use crate::model::combat_orders::Arm;
use crate::model::ids::{Factions, GeneralId, NationId, ProvinceId, TypeId};
use crate::rules::event::{EventKind, EventScope};
use crate::rules::turn::{Turn, units};

/// P16: troops in enemy territory retire to their own; those who cannot stay and suffer (UM-31.1, UM-31.2).
pub fn retire(turn: &mut Turn) {
    for nation in turn.sc.nation_ids() {
        for place in turn.sc.province_ids() {
            let owner = turn.st.province(place).owner;
            if turn.st.all_units(place, nation) > 0 && turn.st.enemies(turn.sc, nation, owner) {
                retire_from(turn, place, nation);
            }
        }
    }
    for place in turn.sc.province_ids() {
        break_siege(turn, place);
    }
}

/// UM-31.3: a siege whose besiegers have gone home is over.
fn break_siege(turn: &mut Turn, place: ProvinceId) {
    let Some(siege) = turn.st.province(place).siege else { return };
    let stay: Factions =
        siege.besiegers.iter().filter(|&faction| turn.st.armies(turn.sc, place, faction) > 0).collect();
    if let Some(siege) = turn.st.province_mut(place).siege.as_mut() {
        siege.besiegers = stay;
    }
    if stay.is_empty() {
        turn.st.province_mut(place).siege = None;
        turn.tell_in("P16", EventScope::Near(place, siege.besiegers.and(siege.besieged)), "UM-31.3", |sc, st| {
            EventKind::SiegeRaised { place: st.place(sc, place) }
        });
    }
}

fn retire_from(turn: &mut Turn, place: ProvinceId, nation: NationId) {
    let sc = turn.sc;
    if turn.st.armies(sc, place, nation) > 0
        && let Some(path) = way_home(turn, place, nation, Mode::Land)
    {
        let army = stack_of(turn, place, nation, Arm::Land);
        travel(turn, place, nation, &path, army, true);
    }
    if turn.st.fleets(sc, place, nation) > 0
        && let Some(path) = way_home(turn, place, nation, Mode::Sea)
    {
        // Fleets carry what they can of an army that found no way by land.
        let mut force = stack_of(turn, place, nation, Arm::Sea);
        let mut room: u32 = force.iter().map(|&(kind, count)| u32::from(count) * sc.unit(kind).capacity).sum();
        for (kind, count) in stack_of(turn, place, nation, Arm::Land) {
            let fits = u32::from(count).min(room) as u16;
            room -= u32::from(fits);
            if fits > 0 {
                force.push((kind, fits));
            }
        }
        let all_aboard =
            force.iter().map(|(_, count)| u32::from(*count)).sum::<u32>() == turn.st.all_units(place, nation);
        travel(turn, place, nation, &path, force, all_aboard);
    }
    stranded(turn, place, nation);
}

/// UM-R95: those who found no way lose men to the winter.
fn stranded(turn: &mut Turn, place: ProvinceId, nation: NationId) {
    let sc = turn.sc;
    let (a, whole) = morale::arrears(sc, turn.st, nation);
    for arm in [Arm::Land, Arm::Sea] {
        let count = i64::from(turn.st.units_of(sc, place, nation, arm));
        if count == 0 {
            continue;
        }
        let key = 0x100 + 2 * u16::from(nation.0) + arm as u16;
        let pct = sc.constants.R95.stranded_loss_pct;
        let losses = turn.stochastic_round(count * pct * (whole + a), 100 * whole, "winter", place.0, key, "UM-R95");
        for (_, lost) in turn.spread_losses(place, Factions::one(nation), arm, losses.max(0) as u32) {
            turn.tell(EventScope::only(nation), "UM-31.2", |sc, st| EventKind::WinterLosses {
                nation: sc.party(nation),
                place: st.place(sc, place),
                units: units(sc, &lost),
            });
        }
    }
}

fn stack_of(turn: &Turn, place: ProvinceId, nation: NationId, arm: Arm) -> Vec<(TypeId, u16)> {
    let kinds = turn.sc.type_ids().filter(|&kind| turn.sc.unit(kind).is_fleet() == (arm == Arm::Sea));
    kinds.map(|kind| (kind, turn.st.stacks.count(place, nation, kind))).filter(|(_, count)| *count > 0).collect()
}

type Path = Vec<(ProvinceId, u32)>;

/// UM-R95: the cheapest way to own territory within three legs, nothing hostile on the way or there.
fn way_home(turn: &Turn, place: ProvinceId, nation: NationId, mode: Mode) -> Option<Path> {
    let (sc, st) = (turn.sc, &*turn.st);
    let arm = if mode == Mode::Land { Arm::Land } else { Arm::Sea };
    let longest = stack_of(turn, place, nation, arm)
        .iter()
        .map(|(kind, _)| sc.unit(*kind).longest_stage())
        .min()
        .unwrap_or(i64::MAX);
    let shut_in = mode == Mode::Land && conflict::is_besieged(sc, st, place, nation)
        || mode == Mode::Sea && conflict::blockaded(sc, st, place, nation);
    if shut_in {
        return None;
    }
    let reach = sc.graph.reach(place.0, mode, sc.constants.R95.max_legs, |_, step| {
        let mp = sc.route(step.route).mp;
        let free = st.hostile_units(sc, ProvinceId(step.to), nation, arm) == 0;
        (free && mp <= longest).then_some(mp)
    });
    let fit = sc.province_ids().filter(|&to| {
        to != place
            && st.province(to).owner == nation
            && reach[to.index()].is_some()
            && st.hostile_units(sc, to, nation, arm) == 0
    });
    let home = fit.min_by_key(|&to| (reach[to.index()].map(|way| way.cost), to))?;
    let mut path = Vec::new();
    let mut here = home;
    while here != place {
        let before = ProvinceId(reach[here.index()]?.before);
        path.push((here, sc.graph.route(before.0, here.0, mode)?));
        here = before;
    }
    path.reverse();
    Some(path)
}

/// Moves units leg by leg with the attrition of each; generals go along when `with_generals` (UM-R15).
fn travel(
    turn: &mut Turn, place: ProvinceId, nation: NationId, path: &Path, moving: Vec<(TypeId, u16)>, with_generals: bool,
) {
    let sc = turn.sc;
    let by_sea = sc.route(path[0].1).mode == Mode::Sea;
    let generals =
        if with_generals { turn.st.generals_at(place, nation).map(|(id, _)| id).collect() } else { Vec::new() };
    let mut force = movement::Force { nation, generals, units: moving };
    let mut here = place;
    for (number, &(to, route)) in path.iter().enumerate() {
        for &(kind, count) in &force.units {
            let moved = turn.st.stacks.take(here, nation, kind, count);
            turn.st.stacks.add(to, nation, kind, moved);
        }
        for &general in &force.generals {
            turn.st.general_mut(general).province = to;
        }
        let counter = 0x1000 + 16 * (place.0 & 0xff) + number as u16;
        if by_sea {
            movement::sail(turn, route, &mut force, to, counter);
        } else {
            movement::march(turn, nation, route, to, &mut force.units, counter);
            force.units.retain(|(_, count)| *count > 0);
        }
        here = to;
    }
    let arm = if by_sea { Arm::Sea } else { Arm::Land };
    turn.tell(EventScope::only(nation), "UM-31.1", |sc, st| EventKind::WinterQuarters {
        nation: sc.party(nation),
        place: st.place(sc, place),
        to: st.place(sc, here),
        arm,
    });
}

/// P17: feudal troops go home (UM-31.5, UM-R96).
pub fn disperse_feudal(turn: &mut Turn) {
    for nation in turn.sc.nation_ids() {
        let feudal: Vec<TypeId> = turn
            .sc
            .type_ids()
            .filter(|&kind| turn.sc.unit(kind).feudal[nation.index()] && !turn.sc.unit(kind).is_fleet())
            .collect();
        if feudal.is_empty() {
            continue;
        }
        let surplus = gather_surplus(turn, nation, &feudal);
        let mut sent = Vec::new();
        for (kind, from) in feudal.iter().zip(surplus) {
            let total: u16 = from.iter().map(|(_, count)| count).sum();
            if total > 0 && send_home(turn, nation, *kind, &from, total) {
                sent.push((*kind, total));
            }
        }
        if !sent.is_empty() {
            turn.tell(EventScope::only(nation), "UM-31.5", |sc, _| EventKind::FeudalDispersed {
                nation: sc.party(nation),
                units: units(sc, &sent),
            });
        }
    }
}

/// Whether the enemy hinders going from or to a province: it is contested or besieged (UM-R96).
fn hindered(turn: &Turn, place: ProvinceId, nation: NationId) -> bool {
    turn.st.contested(turn.sc, place, nation) || turn.st.province(place).siege.is_some()
}

/// Feudal units beyond the garrison that every province with troops keeps, by type: where, and how many.
fn gather_surplus(turn: &Turn, nation: NationId, feudal: &[TypeId]) -> Vec<Vec<(ProvinceId, u16)>> {
    let (sc, st) = (turn.sc, &*turn.st);
    let mut surplus = vec![Vec::new(); feudal.len()];
    for place in sc.province_ids().filter(|&place| !hindered(turn, place, nation)) {
        let counts: Vec<u16> = feudal.iter().map(|&kind| st.stacks.count(place, nation, kind)).collect();
        let others = st.armies(sc, place, nation) - counts.iter().map(|&count| u32::from(count)).sum::<u32>();
        let mut keep = u32::from(sc.constants.R96.garrison_units).saturating_sub(others) as u16;
        for (at, count) in counts.into_iter().enumerate() {
            let kept = keep.min(count);
            keep -= kept;
            if count > kept {
                surplus[at].push((place, count - kept));
            }
        }
    }
    surplus
}

/// Spreads the surplus of one type in proportion to revenue, loyalty and suitability; `false` when nowhere suits.
fn send_home(turn: &mut Turn, nation: NationId, kind: TypeId, from: &[(ProvinceId, u16)], total: u16) -> bool {
    let (sc, st) = (turn.sc, &*turn.st);
    let homes: Vec<ProvinceId> = st.owned_by(nation).filter(|&place| !hindered(turn, place, nation)).collect();
    let weights: Vec<u64> = homes
        .iter()
        .map(|&place| {
            let province = st.province(place);
            let suits = sc.unit(kind).recruit_pct[sc.province(place).terrain];
            (province.rev_current.in_tenths() * i64::from(province.loyalty) * suits).max(0) as u64
        })
        .collect();
    if weights.iter().all(|&weight| weight == 0) {
        return false;
    }
    for &(place, count) in from {
        turn.st.stacks.take(place, nation, kind, count);
    }
    for (place, share) in homes.into_iter().zip(apportion(u32::from(total), &weights)) {
        turn.st.stacks.add(place, nation, kind, share as u16);
    }
    true
}

/// P18: a general goes to the winter quarters ordered (UM-31.7, UM-R97).
pub fn send(turn: &mut Turn, nation: NationId, general: GeneralId, to: ProvinceId) {
    turn.st.general_mut(general).province = to;
    turn.tell(EventScope::only(nation), "UM-31.7", |sc, st| EventKind::CommanderWintered {
        nation: sc.party(nation),
        general: st.captain(sc, general),
        to: st.place(sc, to),
    });
}
