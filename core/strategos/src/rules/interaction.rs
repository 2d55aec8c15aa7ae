//! What forces do when scouts report somebody near them (ST-R11).

use super::march::{Ground, is_heavy};
use super::marching_force::{MarchingForce, march_of};
use super::paths::{Terms, reach, route};
use super::trek::Trek;
use super::zones;
use crate::model::command::{BattleOrder, CommandKind};
use crate::model::ids::{CommandId, CountryId, HexId, Power};
use crate::model::measures::Credit;
use crate::model::reports::Source;
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// A force that was reported: how many units, where.
#[derive(Clone, Copy)]
struct Seen {
    units: u32,
    hex: HexId,
}

/// Steps 8 and 11: each force in the field that sees somebody changes its path as its interaction order says, all from what
/// was reported. The commands whose path changed.
pub fn react(sc: &Scenario, st: &mut State, trek: &Trek, source: Source) -> Vec<CommandId> {
    let ground = Ground::new(sc, st);
    let tops: Vec<CommandId> = st.commands.keys().copied().filter(|id| reacts(st, *id)).collect();
    let mut changed = Vec::new();
    for id in tops {
        let march = march_of(sc, st, trek, id);
        let Some(country) = march.power.country() else { continue };
        let path = new_path(&ground, st, country, &march, source);
        if let Some(path) = path.filter(|path| *path != st.command(id).path) {
            st.command_mut(id).path = path;
            changed.push(id);
        }
    }
    changed
}

/// Whether a command leads a force that reacts: in the field, without a task, not going along with a command above it.
fn reacts(st: &State, id: CommandId) -> bool {
    let it = st.command(id);
    let led = it.parent.is_some_and(|parent| {
        let parent = st.command(parent);
        parent.hex == it.hex && parent.inside.is_none() && it.path.is_empty()
    });
    let busy = it.task.is_some_and(|task| !task.done) || it.battle_order == BattleOrder::Garrison || it.stands_aside;
    let outside = it.inside.is_none() && it.carried_by.is_none() && !it.kind.is_site();
    outside && !busy && !led && !matches!(it.kind, CommandKind::Scouting | CommandKind::Special)
}

/// ST-R11: which of the six it is: the routed retreat, and those that withdraw do not advance.
fn option(st: &State, id: CommandId) -> u8 {
    let it = st.command(id);
    match it.interaction {
        _ if it.routed => 6,
        1 | 2 if it.battle_order == BattleOrder::Withdraw => 6,
        option => option,
    }
}

/// The path that a force takes for what it sees; `None`: as it was.
fn new_path(
    ground: &Ground, st: &State, country: CountryId, march: &MarchingForce, source: Source,
) -> Option<Vec<HexId>> {
    if march.members.iter().all(|id| st.command(*id).units.fighting() == 0) {
        return None;
    }
    let it = st.command(march.top);
    let enemies = seen(ground.sc, st, country, march, source, |power| st.at_war(march.power, power));
    let friends = seen(ground.sc, st, country, march, source, |power| st.friendly(march.power, power));
    if enemies.is_empty() && friends.is_empty() {
        return None;
    }
    let watched = zones::enemy_ring_one(ground.sc, st, march.power, march.naval);
    let heavy = march.members.iter().any(|id| is_heavy(&st.command(*id).units));
    let terms = Terms { naval: march.naval, heavy, zones: Some(&watched), closed: None };
    let towards = |hex: HexId, stop: usize| {
        let way = route(ground, it.hex, hex, &terms)?;
        Some(way.hexes[1..way.hexes.len().saturating_sub(stop).max(1)].to_vec())
    };
    match option(st, march.top) {
        1 => towards(enemies.iter().max_by_key(|seen| (seen.units, std::cmp::Reverse(seen.hex)))?.hex, 0),
        2 => towards(enemies.iter().min_by_key(|seen| (seen.units, seen.hex))?.hex, 0),
        3 => towards(friends.first()?.hex, 0),
        4 if it.path.is_empty() => towards(enemies.first()?.hex, 1),
        5 => towards(friends.first()?.hex, 1),
        6 if !enemies.is_empty() => {
            let impulses = ground.sc.rulings.march.impulses_per_phase as u16;
            let limit = Credit(u16::from(march.allowance?.0) * impulses);
            let home = |hex: HexId| {
                let own = st.sites.values().filter(|site| site.power == march.power && site.size > 0);
                own.map(|site| site.hex.distance(hex)).min().unwrap_or(u32::MAX)
            };
            let far = |hex: HexId| enemies.iter().map(|seen| seen.hex.distance(hex)).min();
            let open = reach(ground, it.hex, limit, &terms).into_iter().map(|(hex, _)| hex);
            let best = open.max_by_key(|hex| (far(*hex), std::cmp::Reverse((home(*hex), *hex))))?;
            towards(best, 0)
        }
        _ => None,
    }
}

/// The forces of some powers that this phase's report shows within a force's own zone, by land or by sea as the force goes;
/// the lowest hex first (reading ST-R11/a).
fn seen(
    sc: &Scenario, st: &State, country: CountryId, march: &MarchingForce, source: Source, of: impl Fn(Power) -> bool,
) -> Vec<Seen> {
    let here = st.command(march.top).hex;
    let radius = sc.rulings.zones.radius.max(0) as u32;
    let reports = st.memory[country.index()].hexes.iter();
    let fresh = reports.filter(|(hex, report)| {
        (report.turn, report.source) == (st.turn, source) && **hex != here && hex.distance(here) <= radius
    });
    fresh
        .flat_map(|(hex, report)| report.forces.iter().map(move |force| (*hex, force)))
        .filter(|(_, force)| force.naval == march.naval && of(force.power))
        .map(|(hex, force)| Seen { units: force.units.unwrap_or(0), hex })
        .collect()
}
