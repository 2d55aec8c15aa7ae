//! Steps 7 and 10: forces march impulse by impulse (ST-9.7, ST-10.3, ST-R7, ST-R8).

use std::collections::{BTreeMap, BTreeSet};

use kernel::Dice;

use super::march::{Ground, is_heavy};
use super::marching_force::{MarchingForce, march_of};
use super::retreat::with_cargo;
use super::trek::Trek;
use super::{boarding, city, contact, convoys, plunder, zones};
use crate::model::command::{Disorder, TaskKind};
use crate::model::ids::{CommandId, HexId, Power};
use crate::model::scenario::Scenario;
use crate::model::state::{Standing, State};

/// Steps 7 and 10: six impulses.
pub fn movement_phase(sc: &Scenario, st: &mut State, trek: &mut Trek, dice: &mut Dice) {
    trek.met.clear();
    if trek.impulse == 0 {
        march_by_force(sc, st, trek);
    }
    let ground = Ground::new(sc, st);
    trek.raids.watch(st);
    for _ in 0..sc.rulings.march.impulses_per_phase {
        trek.impulse += 1;
        advance(&ground, st, trek);
        contact::meet(sc, st, trek, dice);
        convoys::impulse(&ground, st, trek);
        trek.raids.watch(st);
        let stays = |id| trek.entered.get(&id) != Some(&trek.impulse);
        trek.raids.impulse(sc, st, &trek.season, &trek.battles, stays);
        trek.note_places(sc, st);
    }
    let caught = contact::catch_scouts(sc, st, dice);
    trek.caught.extend(caught);
}

/// ST-R63, ST-R17: when the week's march begins, all of a force that marches by force does so, and has a reason of disorder.
fn march_by_force(sc: &Scenario, st: &mut State, trek: &Trek) {
    let tops: Vec<CommandId> =
        st.commands.iter().filter(|(_, it)| it.forced && !it.path.is_empty()).map(|(id, _)| *id).collect();
    let forced: BTreeSet<CommandId> = tops.into_iter().flat_map(|top| march_of(sc, st, trek, top).members).collect();
    for id in forced {
        let command = st.command_mut(id);
        command.forced = true;
        command.disorder.push(Disorder::ForcedMarch);
    }
}

/// ST-R8: all moves of an impulse happen together, from the positions at its start.
fn advance(ground: &Ground, st: &mut State, trek: &mut Trek) {
    let sc = ground.sc;
    let mut zones_of: BTreeMap<Power, Vec<bool>> = BTreeMap::new();
    let stay = boarding::board(sc, st, trek);
    let tops: Vec<CommandId> = st
        .commands
        .iter()
        .filter(|(_, it)| !it.path.is_empty() && it.inside.is_none() && it.carried_by.is_none() && !it.kind.is_site())
        .map(|(id, _)| *id)
        .collect();
    let mut moves: Vec<(MarchingForce, HexId, HexId)> = Vec::new();
    for top in tops {
        let march = march_of(sc, st, trek, top);
        let rests = |id: &CommandId| trek.rests.get(id).is_some_and(|until| *until >= trek.impulse);
        if march.members.iter().any(|id| rests(id) || stay.contains(id)) {
            continue;
        }
        let it = st.command(top);
        let (from, to, before) = (it.hex, it.path[0], it.came_from);
        let price = march.allowance.and_then(|_| step_price(sc, st, ground, &march, from, before, to, &mut zones_of));
        let (Some(allowance), Some(price)) = (march.allowance, price) else {
            st.command_mut(top).path.clear(); // The path is cut at the first hex that cannot be entered.
            continue;
        };
        march.members.iter().for_each(|id| {
            trek.allowance.insert(*id, allowance);
        });
        let credit = trek.credit.entry(top).or_default();
        *credit += u16::from(allowance.0);
        if *credit >= price {
            *credit -= price;
            march.members.iter().for_each(|id| *trek.spent.entry(*id).or_default() += price);
            moves.push((march, from, to));
        }
    }
    hold_the_slower(st, &mut moves);
    for (march, from, to) in moves {
        go(st, trek, &march, from, to);
    }
}

/// What the next step of a force costs; `None` if it cannot be made.
#[expect(clippy::too_many_arguments, reason = "the step has two ends, a way it came and a cache of zones")]
fn step_price(
    sc: &Scenario, st: &State, ground: &Ground, march: &MarchingForce, from: HexId, before: Option<HexId>, to: HexId,
    zones_of: &mut BTreeMap<Power, Vec<bool>>,
) -> Option<u16> {
    let side = sc.board.side(from, to)?;
    if march.naval {
        let passes =
            before.is_none_or(|before| sc.board.side(from, before).is_none() || sc.board.ships_pass(before, from, to));
        return ground.sea_step(&side).filter(|_| passes).map(|credit| credit.0);
    }
    let heavy = march.members.iter().any(|id| is_heavy(&st.command(*id).units));
    let step = ground.land_step(from, &side, heavy)?;
    let zones = zones_of.entry(march.power).or_insert_with(|| zones::enemy_ring_one(sc, st, march.power, false));
    let watched = if zones[to.index()] { sc.rulings.march.zone_cost * sc.rulings.march.credit_per_point } else { 0 };
    Some(step.0 + watched as u16)
}

/// ST-R13: of two hostile forces that would swap hexes the slower stays, so that they meet where the faster goes; of equals
/// they meet in the lower hex.
fn hold_the_slower(st: &State, moves: &mut Vec<(MarchingForce, HexId, HexId)>) {
    let pace = |march: &MarchingForce| march.allowance.map_or(0, |points| points.0);
    let mut held = BTreeSet::new();
    for (one, from, to) in moves.iter() {
        for (other, _, _) in moves.iter().filter(|(_, back, forth)| back == to && forth == from) {
            let hostile = matches!(st.between(one.power, other.power), Standing::Enemy | Standing::Neutral);
            let goes = (pace(one), std::cmp::Reverse(*to)) > (pace(other), std::cmp::Reverse(*from));
            if one.naval == other.naval && hostile && !goes {
                held.insert(one.top);
            }
        }
    }
    moves.retain(|(march, ..)| !held.contains(&march.top));
}

fn go(st: &mut State, trek: &mut Trek, march: &MarchingForce, from: HexId, to: HexId) {
    st.command_mut(march.top).path.remove(0);
    for id in with_cargo(st, &march.members) {
        plunder::abandon(st, id);
        let command = st.command_mut(id);
        let raid = command.task.filter(|task| task.kind == TaskKind::Raid); // Raiders march first, then raid.
        (command.came_from, command.hex, command.task) = (Some(from), to, raid);
        trek.entered.insert(id, trek.impulse);
        trek.moved.insert(id);
    }
    let fights = march.members.iter().any(|id| st.command(*id).units.fighting() > 0);
    if let Some(site) = st.site_at(to).filter(|_| fights) {
        let empty = city::inside(st, site).fighting() == 0;
        if empty && st.at_war(march.power, st.site(site).power) {
            trek.intruded.insert(site);
        }
    }
}

/// ST-8.4, ST-R17: the leader of a command with three reasons of disorder has failed. Its task waits for a better week.
pub fn fail_in_disorder(sc: &Scenario, st: &mut State) -> Vec<CommandId> {
    let most = sc.rulings.leaders.disorder_failure.max(1) as usize;
    let (on_sheet, mut failed) = (st.turn.later(1), Vec::new());
    for (id, command) in st.commands.iter().filter(|(_, command)| command.disorder.len() >= most) {
        failed.push(*id);
        if let Some(leader) = command.leader {
            st.leaders.get_mut(&leader).expect("he leads it").failed = Some(on_sheet);
        }
    }
    failed
}
