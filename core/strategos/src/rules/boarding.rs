//! Troops go aboard and ashore in the impulses of the march (ST-10.12 to ST-10.16, ST-R62).

use std::collections::BTreeSet;

use super::city::{self, capacity};
use super::embarkation::{Boarded, Boarding, NoBoarding, check};
use super::march::naval_allowance;
use super::trek::Trek;
use super::{plunder, pyramid};
use crate::model::command::{Command, CommandKind};
use crate::model::ids::CommandId;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::UnitKind;

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
        plunder::abandon(st, id);
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
            city::inside(st, site).regts() + order.units.regts() <= capacity(&sc.rulings, walls.dv_current)
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
