//! Who goes with a command, by land or by sea, and how fast (ST-9.7, ST-10.3, ST-R7).

use std::collections::BTreeSet;

use super::march::{land_allowance, naval_allowance};
use super::pyramid;
use super::trek::Trek;
use crate::model::command::{Command, CommandKind};
use crate::model::ids::{CommandId, Power};
use crate::model::measures::MovePoints;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::Units;

/// A force on the march: its highest command, those that go with it, and what slows it.
pub struct MarchingForce {
    /// The highest command.
    pub top: CommandId,
    /// All that go, the highest included.
    pub members: Vec<CommandId>,
    /// Whose.
    pub power: Power,
    /// Whether it goes by sea.
    pub naval: bool,
    /// What it may march in a week; `None` if it cannot go so.
    pub allowance: Option<MovePoints>,
}

/// ST-9.7: the commands that go where a command goes: those under it in its hex, outside walls, that have no path of their own.
pub fn members(st: &State, top: CommandId) -> Vec<CommandId> {
    let hex = st.command(top).hex;
    let goes = |id: &CommandId| {
        let it = st.command(*id);
        *id == top
            || it.hex == hex
                && it.inside.is_none()
                && it.carried_by.is_none()
                && it.path.is_empty()
                && !it.kind.is_site()
    };
    pyramid::tree(st, top).into_iter().filter(goes).collect()
}

/// ST-9.7, ST-R7: the force that goes with a command.
pub fn march_of(sc: &Scenario, st: &State, trek: &Trek, top: CommandId) -> MarchingForce {
    let it = st.command(top);
    let mut members = members(st, top);
    let naval = goes_by_sea(sc, st, it, &members);
    if it.kind == CommandKind::TaskForce && has_both(st, &members) {
        members = fit_to_go(st, members, naval);
    }
    let mut units = Units::NONE;
    members.iter().for_each(|id| units.join(&st.command(*id).units));
    let kinds: Vec<CommandKind> = members.iter().map(|id| st.command(*id).kind).collect();
    let allowance = if naval {
        let land = kinds.iter().copied().any(is_land);
        (!land).then(|| naval_allowance(&sc.rulings, &trek.season))
    } else {
        land_allowance(sc, &kinds, &units, &trek.season, it.forced)
    };
    MarchingForce { top, members, power: it.power, naval, allowance }
}

/// Whether a type of command never goes to sea but aboard a fleet.
fn is_land(kind: CommandKind) -> bool {
    matches!(kind, CommandKind::Army | CommandKind::Division)
}

/// Whether a force has ships and troops that they do not carry.
fn has_both(st: &State, members: &[CommandId]) -> bool {
    let any = |of: fn(CommandKind) -> bool| members.iter().any(|id| of(st.command(*id).kind));
    any(CommandKind::is_naval) && any(is_land)
}

/// ST-10.3: whether the next step of a force goes over water. A task force goes as whom it leads must go; alone, or with both,
/// it takes ship where there is no land to go on (readings ST-10.3/a, ST-10.3/b).
fn goes_by_sea(sc: &Scenario, st: &State, top: &Command, members: &[CommandId]) -> bool {
    let any = |of: fn(CommandKind) -> bool| members.iter().any(|id| of(st.command(*id).kind));
    let (ships, troops) = (any(CommandKind::is_naval), any(is_land));
    let side = top.path.first().and_then(|next| sc.board.side(top.hex, *next));
    let no_land = side.is_some_and(|side| side.ships() && !side.land);
    let free = top.kind == CommandKind::TaskForce && ships == troops;
    sc.board.is_sea(top.hex) || if free { no_land } else { ships }
}

/// ST-10.3: those who go with a task force that has both: not its armies and divisions by sea, unless they are carried, nor its ships by land;
/// they stay, with what is under them.
fn fit_to_go(st: &State, members: Vec<CommandId>, naval: bool) -> Vec<CommandId> {
    let unfit = |kind: CommandKind| if naval { is_land(kind) } else { kind.is_naval() };
    let mut stay = BTreeSet::new();
    for id in &members {
        let it = st.command(*id);
        if unfit(it.kind) || it.parent.is_some_and(|parent| stay.contains(&parent)) {
            stay.insert(*id);
        }
    }
    members.into_iter().filter(|id| !stay.contains(id)).collect()
}
