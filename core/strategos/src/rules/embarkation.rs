//! Troops go aboard fleets and ashore while forces march (ST-10.12 to ST-10.16, ST-17.6, ST-R62).

use std::collections::BTreeSet;

use serde::Serialize;
use utoipa::ToSchema;

use super::city::capacity;
use super::march::naval_allowance;
use super::trek::Trek;
use super::{pyramid, revolt, siege_phase};
use crate::model::command::{Command, CommandKind};
use crate::model::ids::{CommandId, HexId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::{UnitKind, Units};

/// What is to go aboard a fleet, or ashore, in a week; all of it together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boarding {
    /// The fleet.
    pub fleet: CommandId,
    /// Where.
    pub hex: HexId,
    /// Whether it lands; otherwise it goes aboard.
    pub ashore: bool,
    /// Land commands, with all they hold (ST-10.15).
    pub commands: Vec<CommandId>,
    /// Single regiments and trains (ST-10.12).
    pub units: Units,
    /// The command that gives them, or takes them ashore.
    pub other: Option<CommandId>,
}

/// What became of a boarding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boarded {
    /// What was ordered.
    pub order: Boarding,
    /// How it ended; `None` while the fleet and the troops are still to come together.
    pub end: Option<Result<(), NoBoarding>>,
}

/// Why nothing goes aboard or ashore.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosNoBoarding)]
pub enum NoBoarding {
    /// Only fleets carry, and not from within walls.
    Fleet,
    /// Neither a port nor a coastal hex.
    Ground,
    /// It does not go by ship, or is within walls.
    Troops,
    /// It is aboard already, or not aboard this fleet.
    Carried,
    /// Not so many are there.
    TooFew,
    /// The ships have no room (ST-R62).
    NoRoom,
    /// No command takes them ashore, or it cannot hold them (ST-10.8, ST-11.6).
    Limit,
    /// Nothing passes the walls of a blockaded city (ST-15.9).
    Blockaded,
    /// The fleet and the troops did not come together in time.
    NotThere,
}

/// Whether ships and troops come together in a hex: a port, or a hex at the coast (ST-R62).
pub fn is_landing(sc: &Scenario, st: &State, hex: HexId) -> bool {
    sc.board.is_coastal(hex) || sc.board.is_harbour(hex) && st.site_at(hex).is_some()
}

/// Whether a boarding may be ordered, after others that are ordered for the same week: all but that it happens to be in one
/// place then.
pub fn check(sc: &Scenario, st: &State, earlier: &[Boarding], order: &Boarding) -> Result<(), NoBoarding> {
    let fleet = st.command(order.fleet);
    if fleet.kind != CommandKind::Fleet || fleet.inside.is_some() {
        return Err(NoBoarding::Fleet);
    }
    if !is_landing(sc, st, order.hex) {
        return Err(NoBoarding::Ground);
    }
    for id in &order.commands {
        let it = st.command(*id);
        if it.kind.is_naval() || it.kind.is_site() || it.power != fleet.power || it.inside.is_some() {
            return Err(NoBoarding::Troops);
        }
        let last = earlier.iter().rev().find(|before| before.commands.contains(id));
        let carrier = last.map_or(it.carried_by, |before| (!before.ashore).then_some(before.fleet));
        if carrier != order.ashore.then_some(order.fleet) {
            return Err(NoBoarding::Carried);
        }
    }
    check_units(st, earlier, order)?;
    if !order.ashore && load_of(sc, st, order) > room_left(sc, st, earlier, order.fleet) {
        return Err(NoBoarding::NoRoom);
    }
    Ok(())
}

fn check_units(st: &State, earlier: &[Boarding], order: &Boarding) -> Result<(), NoBoarding> {
    if order.units.is_empty() {
        return if order.commands.is_empty() { Err(NoBoarding::TooFew) } else { Ok(()) };
    }
    let Some(other) = order.other.map(|id| st.command(id)) else { return Err(NoBoarding::Limit) };
    let takes = matches!(other.kind, CommandKind::Division | CommandKind::City | CommandKind::Fort);
    if !takes || other.carried_by.is_some() || other.power != st.command(order.fleet).power {
        return Err(NoBoarding::Limit);
    }
    if order.units.sqds() > 0 {
        return Err(NoBoarding::Troops);
    }
    let (mut there, mut gone) = (Units::NONE, order.units);
    there.join(if order.ashore { &st.command(order.fleet).aboard } else { &other.units });
    for before in earlier {
        if order.ashore && before.fleet == order.fleet || !order.ashore && before.other == order.other {
            if before.ashore == order.ashore { &mut gone } else { &mut there }.join(&before.units);
        }
    }
    if there.holds(&gone) { Ok(()) } else { Err(NoBoarding::TooFew) }
}

/// The room that a boarding takes. Commands and prisoners take none (ST-9.5, ST-17.6).
fn load_of(sc: &Scenario, st: &State, order: &Boarding) -> u32 {
    let commands = order.commands.iter().map(|id| &st.command(*id).units);
    commands.chain([&order.units]).map(|units| units.sum(&sc.units, |figures| u32::from(figures.load))).sum()
}

/// ST-R62: the room that a fleet has left once these boardings are done.
pub fn room_left(sc: &Scenario, st: &State, earlier: &[Boarding], fleet: CommandId) -> u32 {
    let load = |units: &Units| units.sum(&sc.units, |figures| u32::from(figures.load));
    let it = st.command(fleet);
    let carried = st.commands.values().filter(|other| other.carried_by == Some(fleet)).map(|other| &other.units);
    let mut taken: u32 = carried.chain([&it.aboard]).map(load).sum();
    for order in earlier.iter().filter(|order| order.fleet == fleet) {
        let load = load_of(sc, st, order);
        taken = if order.ashore { taken.saturating_sub(load) } else { taken + load };
    }
    it.units.sum(&sc.units, |figures| u32::from(figures.carries)).saturating_sub(taken)
}

/// An impulse: fleets that are where troops are to go aboard or ashore spend their credit on that before they sail on, one
/// boarding at a time. The commands that stay for it: a fleet waits for the troops, and they for it, till the week ends.
pub(super) fn board(sc: &Scenario, st: &mut State, trek: &mut Trek) -> BTreeSet<CommandId> {
    let mut stay = BTreeSet::new();
    let price = (sc.rulings.march.boarding * sc.rulings.march.credit_per_point) as u16;
    for at in 0..trek.boardings.len() {
        let Boarded { order, end: None } = trek.boardings[at].clone() else { continue };
        let named = || order.commands.iter().chain(&order.other).chain([&order.fleet]).copied();
        if named().any(|id| !st.commands.contains_key(&id)) {
            trek.boardings[at].end = Some(Err(NoBoarding::NotThere));
            continue;
        }
        let there: Vec<CommandId> = named().filter(|id| st.command(*id).hex == order.hex).collect();
        let waits = there.contains(&order.fleet) && stay.contains(&order.fleet);
        stay.extend(&there);
        let rests = |id: &CommandId| trek.rests.get(id).is_some_and(|until| *until >= trek.impulse);
        if waits || there.len() < named().count() || there.iter().any(rests) {
            continue;
        }
        let credit = trek.credit.entry(order.fleet).or_default();
        *credit += u16::from(naval_allowance(&sc.rulings, &trek.season).0);
        if *credit >= price {
            *credit -= price;
            let end = check(sc, st, &[], &order).and_then(|()| carry(sc, st, trek, &order));
            trek.boardings[at].end = Some(end);
        }
    }
    stay
}

fn carry(sc: &Scenario, st: &mut State, trek: &mut Trek, order: &Boarding) -> Result<(), NoBoarding> {
    if let Some(other) = order.other.filter(|_| !order.units.is_empty()) {
        may_pass(sc, st, order, st.command(other))?;
        let (giver, taker) = if order.ashore { (order.fleet, other) } else { (other, order.fleet) };
        let trains = usize::from(order.units.count(UnitKind::SupplyTrain));
        let points: Vec<u8> = st.command_mut(giver).train_points.drain(..trains).collect();
        let (fleet, command) = (order.fleet, other);
        if order.ashore {
            st.command_mut(fleet).aboard.remove(&order.units);
            st.command_mut(command).units.join(&order.units);
            land(trek, command);
        } else {
            st.command_mut(command).units.remove(&order.units);
            st.command_mut(fleet).aboard.join(&order.units);
        }
        let taker = st.command_mut(taker);
        taker.train_points.extend(points);
        taker.train_points.sort_unstable_by(|a, b| b.cmp(a));
    }
    // Special commands go with those they help.
    let helps = |it: &Command| it.kind == CommandKind::Special && it.inside.is_none() && it.hex == order.hex;
    let along = order.commands.iter().flat_map(|id| st.children(*id)).filter(|(_, it)| helps(it)).map(|(id, _)| id);
    let all: BTreeSet<CommandId> = along.chain(order.commands.iter().copied()).collect();
    for id in all {
        siege_phase::abandon(st, id);
        let it = st.command_mut(id);
        it.path.clear();
        (it.task, it.carried_by) = (None, (!order.ashore).then_some(order.fleet));
        if order.ashore {
            it.came_from = None;
            land(trek, id);
        }
    }
    Ok(())
}

/// ST-10.8, ST-11.6, ST-15.9: whether single units leave, or join, a command now.
fn may_pass(sc: &Scenario, st: &State, order: &Boarding, other: &Command) -> Result<(), NoBoarding> {
    let walls = other.inside.map(|site| (site, st.site(site)));
    if walls.is_some_and(|(_, site)| site.blockade.is_some()) {
        return Err(NoBoarding::Blockaded);
    }
    if order.ashore {
        let mut after = other.units;
        after.join(&order.units);
        let dv = walls.map_or(0, |(_, site)| site.dv_current);
        let within = |(site, walls): (_, &crate::model::state::Site)| {
            revolt::inside(st, site).regts() + order.units.regts() <= capacity(&sc.rulings, walls.dv_current)
        };
        if !pyramid::may_hold(sc, other.kind, dv, &after) || !walls.is_none_or(within) {
            return Err(NoBoarding::Limit);
        }
    }
    Ok(())
}

/// ST-R62: who landed does not march any more in this phase.
fn land(trek: &mut Trek, id: CommandId) {
    let phase = trek.impulses_per_phase;
    trek.rests.insert(id, trek.impulse.div_ceil(phase) * phase);
    trek.entered.insert(id, trek.impulse);
    trek.moved.insert(id);
}
