//! UM-R48: the legs of all nations, executed against one clock.

use std::cmp::Reverse;

use kernel::{Refusal, map::Mode};

use super::force::{Force, Movement};
use super::losses;
use super::schedule::{Leg, Planned, schedule};
use crate::model::combat_orders::{Arm, DefaultAction};
use crate::model::ids::{GeneralId, NationId, ProvinceId, TypeId};
use crate::model::scenario::CityStatus;
use crate::rules::conflict;
use crate::rules::event::{EventKind, EventScope};
use crate::rules::turn::{Turn, units};

/// An order being executed.
struct Running {
    planned: Planned,
    force: Force,
    /// Legs done.
    done: usize,
    /// Whether it goes no further.
    over: bool,
    /// Where the force is, once it has moved or been stopped.
    at: ProvinceId,
    /// What it took along from where it began.
    took: Vec<(TypeId, u16)>,
}

impl Running {
    fn next(&self) -> Option<&Leg> {
        if self.over { None } else { self.planned.legs.get(self.done) }
    }
    fn size(&self, turn: &Turn, mode: Mode) -> u32 {
        let fleet = mode == Mode::Sea;
        let counted = self.force.units.iter().filter(|(kind, _)| turn.sc.unit(*kind).is_fleet() == fleet);
        counted.map(|(_, count)| u32::from(*count)).sum()
    }
}

/// Executes the movement orders of all nations.
pub fn run(turn: &mut Turn, movements: &[Vec<(usize, Movement)>]) {
    let mut orders: Vec<Running> = Vec::new();
    for nation in turn.sc.nation_ids() {
        let own = movements.get(nation.index()).map_or(&[][..], Vec::as_slice);
        let plans = schedule(turn.sc, turn.st, nation, own, &turn.memory.lost_in_options);
        for mut planned in plans {
            if let Some(refusal) = planned.refusal.take() {
                turn.fail(nation, planned.index, refusal);
                continue;
            }
            let force = Force { nation, generals: planned.generals.clone(), units: planned.units.clone() };
            let at = planned.legs.first().map_or(planned.place, |leg| leg.from);
            orders.push(Running { planned, force, done: 0, over: false, at, took: Vec::new() });
        }
    }
    // All legs in order of their end; ties: larger force, then nation, then place in the order set.
    let mut clock: Vec<(i64, Reverse<u32>, NationId, usize, usize, usize)> = Vec::new();
    for (index, order) in orders.iter().enumerate() {
        for (number, leg) in order.planned.legs.iter().enumerate() {
            let size = Reverse(order.size(turn, leg.mode));
            clock.push((leg.end, size, order.force.nation, order.planned.index, number, index));
        }
    }
    clock.sort_unstable();
    for (.., number, index) in clock {
        if !orders[index].over && orders[index].done == number {
            execute_leg(turn, &mut orders, index);
        }
    }
    give_combat_orders(turn, &orders);
}

/// Stops an order, and voids the later orders of its generals (UM-R48).
fn stop(turn: &mut Turn, orders: &mut [Running], index: usize) {
    orders[index].over = true;
    let (nation, order_set_index) = (orders[index].force.nation, orders[index].planned.index);
    let generals = orders[index].planned.generals.clone();
    for later in orders.iter_mut().filter(|order| order.force.nation == nation && order.planned.index > order_set_index)
    {
        let shared = later.planned.generals.iter().any(|general| generals.contains(general));
        if shared && !later.over && !later.planned.legs.is_empty() && later.done == 0 {
            later.over = true;
            later.planned.fleet_orders = None;
            later.planned.army_orders = None;
            let detail = "an earlier order of the same general came to nothing or was cut short";
            turn.failures.push((nation, later.planned.index, Refusal::new("earlier_order_failed", "UM-R48", detail)));
        }
    }
}

/// An order that never began is void: its player learns why.
fn cancel(turn: &mut Turn, orders: &mut [Running], index: usize, refusal: Refusal) {
    if orders[index].done == 0 {
        turn.fail(orders[index].force.nation, orders[index].planned.index, refusal);
        orders[index].planned.fleet_orders = None;
        orders[index].planned.army_orders = None;
    } else {
        halted(turn, &orders[index], "UM-R50", refusal.detail);
    }
    stop(turn, orders, index);
}

fn halted(turn: &mut Turn, order: &Running, rule: &'static str, reason: String) {
    let (nation, general, at) = (order.force.nation, order.planned.generals[0], order.at);
    turn.tell(EventScope::only(nation), rule, |sc, st| EventKind::ForceHalted {
        nation: sc.party(nation),
        general: st.captain(sc, general),
        place: st.place(sc, at),
        reason,
    });
}

fn execute_leg(turn: &mut Turn, orders: &mut [Running], index: usize) {
    let sc = turn.sc;
    let leg = orders[index].planned.legs[orders[index].done].clone();
    let nation = orders[index].force.nation;
    if let Err(refusal) = gather(turn, &mut orders[index], &leg) {
        return cancel(turn, orders, index, refusal);
    }
    let outside = conflict::lies_outside(turn, leg.from, nation);
    if leg.mode == Mode::Sea && !outside && conflict::blockaded(sc, turn.st, leg.from, nation) {
        let detail = format!("the port of {} is blockaded", turn.st.place(sc, leg.from));
        return cancel(turn, orders, index, Refusal::new("blockaded", "UM-16.4", detail));
    }
    if meet(turn, orders, index, &leg) {
        return;
    }
    let shut_out = arrive(turn, &mut orders[index], &leg);
    let order = &mut orders[index];
    order.done += 1;
    order.at = leg.to;
    let last = order.done == order.planned.legs.len();
    if order.force.generals.is_empty() {
        // All its generals drowned: what is left stays where it is.
        return stop(turn, orders, index);
    }
    let arm = if leg.mode == Mode::Sea { Arm::Sea } else { Arm::Land };
    let halted_by_enemy = turn.st.hostile_units(sc, leg.to, nation, arm) > 0;
    if shut_out {
        let reason = "the port is closed by a blockade, and the fleet lies outside it".to_owned();
        halted(turn, &orders[index], "UM-R56", reason);
    } else if halted_by_enemy && !last {
        halted(turn, &orders[index], "UM-R50", "hostile forces bar the way".to_owned());
    } else if last && order.planned.cut_short {
        halted(turn, &orders[index], "UM-R50", "there was no time to go further".to_owned());
    }
    if halted_by_enemy || (last && orders[index].planned.cut_short) {
        stop(turn, orders, index);
    }
}

/// What is there to go: the commander, such of his juniors and units as are at the origin.
fn gather(turn: &Turn, order: &mut Running, leg: &Leg) -> Result<(), Refusal> {
    let (sc, st) = (turn.sc, &*turn.st);
    let here = |general: &GeneralId| st.general(*general).alive && st.general(*general).province == leg.from;
    let commander = order.force.generals.first().copied();
    let Some(commander) = commander.filter(here) else {
        let who = st.captain(sc, order.planned.generals[0]);
        let detail = format!("{who} is not in {}", st.place(sc, leg.from));
        return Err(Refusal::new("general_elsewhere", "UM-13.1", detail));
    };
    order.force.generals.retain(here);
    debug_assert_eq!(order.force.generals.first(), Some(&commander));
    let (had_units, nation) = (!order.force.units.is_empty(), order.force.nation);
    let shut_in = leg.mode == Mode::Sea && conflict::blockaded(sc, st, leg.from, nation);
    for (kind, count) in &mut order.force.units {
        let (there, aboard) =
            (st.stacks.count(leg.from, nation, *kind), conflict::men_aboard(turn, leg.from, nation, *kind));
        *count = (*count).min(match leg.mode {
            Mode::Land => there - aboard, // UM-R55: who is still aboard cannot march
            Mode::Sea if shut_in && !sc.unit(*kind).is_fleet() => aboard, // UM-R56: nor those inside go aboard
            Mode::Sea => there,
        });
    }
    order.force.units.retain(|(_, count)| *count > 0);
    if had_units && order.force.units.is_empty() {
        let detail = format!("none of the units listed are in {}", st.place(sc, leg.from));
        return Err(Refusal::new("no_units", "UM-R48", detail));
    }
    if leg.mode == Mode::Sea {
        let mut room: u32 =
            order.force.units.iter().map(|&(kind, count)| u32::from(count) * sc.unit(kind).capacity).sum();
        if !order.force.units.iter().any(|(kind, _)| sc.unit(*kind).is_fleet()) {
            let detail = format!("no squadrons are in {} to carry the force", st.place(sc, leg.from));
            return Err(Refusal::new("no_ships", "UM-15.2", detail));
        }
        for (_, count) in order.force.units.iter_mut().filter(|(kind, _)| !sc.unit(*kind).is_fleet()) {
            *count = u32::from(*count).min(room) as u16;
            room -= u32::from(*count);
        }
        order.force.units.retain(|(_, count)| *count > 0);
    } else {
        let besieged = turn.memory.besieged_at_start[leg.from.index()].has(order.force.nation);
        let still = conflict::still_besieged(turn, leg.from, order.force.nation);
        if besieged && still && !order.force.units.is_empty() && order.done == 0 {
            let detail = format!("the army in {} is under siege and cannot leave by land", st.place(sc, leg.from));
            return Err(Refusal::new("besieged", "UM-15.16", detail));
        }
    }
    Ok(())
}

/// UM-17, UM-R54: hostile forces on the same route in the opposite direction. Whether this force was turned back.
fn meet(turn: &mut Turn, orders: &mut [Running], index: usize, leg: &Leg) -> bool {
    let (sc, nation) = (turn.sc, orders[index].force.nation);
    let own = orders[index].size(turn, leg.mode);
    let mut opponents: Vec<(usize, u32)> = Vec::new();
    for (other, order) in orders.iter().enumerate() {
        let Some(next) = order.next() else { continue };
        let opposite = next.mode == leg.mode && next.from == leg.to && next.to == leg.from;
        let there = order
            .force
            .generals
            .first()
            .is_some_and(|&general| turn.st.general(general).alive && turn.st.general(general).province == leg.to);
        if opposite && there && turn.st.enemies(sc, nation, order.force.nation) {
            let present = order.force.units.iter().map(|&(kind, count)| {
                let fleet = sc.unit(kind).is_fleet() == (leg.mode == Mode::Sea);
                if fleet { u32::from(count.min(turn.st.stacks.count(leg.to, order.force.nation, kind))) } else { 0 }
            });
            opponents.push((other, present.sum()));
        }
    }
    let mut turned_back_by = None;
    for (other, size) in opponents {
        if size == 0 && own == 0 {
            continue;
        }
        if size >= own {
            turned_back_by = Some(orders[other].force.nation);
        }
        if size <= own {
            turn_back(turn, orders, other, nation);
        }
    }
    if let Some(by) = turned_back_by {
        turn_back(turn, orders, index, by);
        return true;
    }
    false
}

fn turn_back(turn: &mut Turn, orders: &mut [Running], index: usize, by: NationId) {
    let (nation, general) = (orders[index].force.nation, orders[index].planned.generals[0]);
    let at = turn.st.general(general).province;
    turn.tell(EventScope::only(nation), "UM-17.1", |sc, st| EventKind::ForceTurnedBack {
        nation: sc.party(nation),
        general: st.captain(sc, general),
        place: st.place(sc, at),
        by: sc.party(by),
    });
    orders[index].at = at;
    stop(turn, orders, index);
}

/// The force arrives; losses of the way are taken there. Whether a blockade keeps its ships out of port.
fn arrive(turn: &mut Turn, order: &mut Running, leg: &Leg) -> bool {
    let (sc, nation) = (turn.sc, order.force.nation);
    let by_sea = leg.mode == Mode::Sea;
    // Whoever only sails past a besieged port is no relief (UM-15.17).
    let arm = if by_sea { Arm::Sea } else { Arm::Land };
    let stays = order.done + 1 == order.planned.legs.len() || turn.st.hostile_units(sc, leg.to, nation, arm) > 0;
    let under_siege = stays && awaits_relief(turn, nation, leg.to);
    for &(kind, count) in &order.force.units {
        let gone = turn.st.stacks.take(leg.from, nation, kind, count);
        turn.st.stacks.add(leg.to, nation, kind, gone);
    }
    for &general in &order.force.generals {
        turn.st.general_mut(general).province = leg.to;
    }
    let moved = order.force.units.clone();
    if order.done == 0 {
        order.took.clone_from(&moved);
    }
    let generals = order.force.generals.clone();
    turn.tell(EventScope::only(nation), if by_sea { "UM-16.1" } else { "UM-15.10" }, |sc, st| EventKind::ForceMoved {
        nation: sc.party(nation),
        generals: generals.iter().map(|&general| st.captain(sc, general)).collect(),
        units: units(sc, &moved),
        from: st.place(sc, leg.from),
        to: st.place(sc, leg.to),
        by_sea,
        time: leg.end as u32,
    });
    let counter = (order.planned.index as u16 & 0xff) << 4 | (order.done as u16 & 0xf);
    let mut shut_out = false;
    if by_sea {
        losses::sail(turn, leg.route, &mut order.force, leg.to, counter);
        conflict::cast_off(turn, leg.from, nation);
        shut_out = stays && conflict::arrive_by_sea(turn, leg.to, nation);
    } else {
        let mut marching = std::mem::take(&mut order.force.units);
        losses::march(turn, nation, leg.route, leg.to, &mut marching, counter);
        marching.retain(|(_, count)| *count > 0);
        order.force.units = marching;
    }
    if stays {
        // UM-R57: landing to defend in an open port joins the garrison without a battle.
        let defends = order.planned.army_orders.is_some_and(|orders| orders.default == DefaultAction::Defend);
        let joins = by_sea && defends && !conflict::port_closed(sc, turn.st, leg.to);
        conflict::bring_army(turn, leg.mode, leg.to, &order.force, under_siege && !joins);
    }
    shut_out
}

/// UM-15.17: whether troops of a nation that come to a province come to the relief of besieged friends.
fn awaits_relief(turn: &Turn, nation: NationId, at: ProvinceId) -> bool {
    let (sc, st) = (turn.sc, &*turn.st);
    let province = st.province(at);
    let city_of_friends = province.cty == CityStatus::Standing && st.side_by_side(sc, at, nation, province.owner);
    let garrison = st.stacks.present(at).iter().any(|friend| st.side_by_side(sc, at, nation, friend));
    city_of_friends && garrison && st.contested(sc, at, nation)
}

/// UM-18.1 to UM-18.3: orders come into force where each force stops; of several, the one listed last stands.
fn give_combat_orders(turn: &mut Turn, orders: &[Running]) {
    let mut given: Vec<&Running> = orders.iter().collect();
    given.sort_by_key(|order| (order.force.nation, order.planned.index));
    for order in given {
        let nation = order.force.nation;
        let (fleet, army) = (order.planned.fleet_orders, order.planned.army_orders);
        let at = if order.planned.legs.is_empty() { order.planned.place } else { order.at };
        if order.planned.legs.is_empty() {
            // Combat orders alone: the general must be there at that point of his sequence.
            let general = order.planned.generals[0];
            let passed_through = order_passes(orders, general, at, turn.st.general(general).province);
            if !turn.st.general(general).alive || !passed_through {
                let detail = format!(
                    "{} was not in {} to give the orders",
                    turn.st.captain(turn.sc, general),
                    turn.st.place(turn.sc, at)
                );
                turn.fail(nation, order.planned.index, Refusal::new("general_elsewhere", "UM-13.1", detail));
                continue;
            }
        } else if order.done == 0 && !order.over {
            continue;
        }
        let [fleet, army] = [(Arm::Sea, fleet), (Arm::Land, army)]
            .map(|(arm, given)| given.filter(|_| !left_behind(turn, orders, order, arm)));
        for (arm, given) in [(Arm::Sea, fleet), (Arm::Land, army)] {
            if given.is_some() {
                turn.st.standing.set(at, nation, arm, given);
            }
        }
        if fleet.is_some() || army.is_some() {
            turn.tell(EventScope::only(nation), "UM-18.1", |sc, st| EventKind::CombatOrdersSet {
                nation: sc.party(nation),
                place: st.place(sc, at),
                fleet,
                army,
            });
        }
    }
}

/// UM-15.24: whether all the units of an arm that an order brought to a stage have gone on by later orders, so that what
/// was ordered for the stage concerns nobody there. A force that goes on takes first what its own generals brought.
fn left_behind(turn: &Turn, orders: &[Running], order: &Running, arm: Arm) -> bool {
    let of_arm = |kind: TypeId| turn.sc.unit(kind).is_fleet() == (arm == Arm::Sea);
    let brought = |of: &Running| of.force.units.iter().any(|&(kind, count)| of_arm(kind) && count > 0);
    if order.done == 0 || !brought(order) {
        return false;
    }
    let here = |other: &&Running| other.force.nation == order.force.nation;
    let mut arrived: Vec<(&Running, Vec<(TypeId, u16)>)> = orders
        .iter()
        .filter(here)
        .filter(|other| other.done > 0 && other.at == order.at)
        .map(|other| (other, other.force.units.clone()))
        .collect();
    let leaves = |other: &&Running| other.planned.legs.first().is_some_and(|leg| leg.from == order.at);
    for gone in orders.iter().filter(here).filter(|other| other.done > 0).filter(leaves) {
        arrived.sort_by_key(|(other, _)| {
            let own = other.planned.generals.iter().any(|general| gone.planned.generals.contains(general));
            (!own, other.planned.index)
        });
        for &(kind, count) in &gone.took {
            let mut count = count;
            for (_, units) in arrived.iter_mut().filter(|(other, _)| other.planned.index < gone.planned.index) {
                for (_, left) in units.iter_mut().filter(|(other, _)| *other == kind) {
                    let part = count.min(*left);
                    *left -= part;
                    count -= part;
                }
            }
        }
    }
    let stayed = arrived.iter().find(|(other, _)| other.planned.index == order.planned.index);
    !stayed.is_some_and(|(_, units)| units.iter().any(|&(kind, count)| of_arm(kind) && count > 0))
}

/// Whether a general was in `at` at some point: he is there now, started there, or a leg of his ended there.
fn order_passes(orders: &[Running], general: GeneralId, at: ProvinceId, now: ProvinceId) -> bool {
    let led = orders.iter().filter(|order| order.planned.generals.contains(&general));
    now == at
        || led.flat_map(|order| order.planned.legs.iter().take(order.done)).any(|leg| leg.to == at || leg.from == at)
}
