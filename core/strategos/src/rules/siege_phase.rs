//! Step 13: blockades and sieges, work at cities, morale tests and surrenders (ST-2, ST-5, ST-6, ST-15, ST-16).

use std::collections::BTreeSet;

use kernel::{Dice, RuleRef};

use super::battle::base;
use super::capture::{Fall, Fallen, fall};
use super::founding::{WorkGroup, devastated, pulled_down};
use super::losses::one_in;
use super::morale::morale_of;
use super::plunder::{Takings, WorkWeek, abandon, plunder, work_week};
use super::siege::{MoraleCauses, Resolve, may_besiege, may_blockade, points_of, resolve, wear, week_of_blockade};
use super::tax::is_spoiled;
use super::{city, morale};
use crate::model::command::{Command, CommandKind, TaskKind};
use crate::model::ids::{CommandId, Power, SiteId};
use crate::model::measures::Talents;
use crate::model::scenario::Scenario;
use crate::model::state::{Blockade, Siege, Site, SiteStatus, Spoils, State};
use crate::model::units::{UnitKind, Units};

const R42: RuleRef = RuleRef::new("ST-R42");

/// What the week brought to cities and forts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SiegeWeek {
    /// Walls that lost points to a siege, with what is left.
    pub worn: Vec<(SiteId, u8)>,
    /// Units that starved inside.
    pub starved: Vec<(SiteId, Units)>,
    /// Cities that lost size, with what is left; 0 is a ruin.
    pub devastated: Vec<(SiteId, u8)>,
    /// Walls pulled down, with what is left.
    pub demolished: Vec<(SiteId, u8)>,
    /// Loot and pillage that came to an end.
    pub worked: Vec<(SiteId, WorkWeek)>,
    /// What they brought.
    pub takings: Vec<Takings>,
    /// Cities that wavered.
    pub wavered: Vec<SiteId>,
    /// Cities that surrendered.
    pub fallen: Vec<Fallen>,
}

/// What the week did before this step.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// Commands that did not stand in their hex for all twelve impulses (ST-R9).
    pub moved: &'a BTreeSet<CommandId>,
    /// Sites that lost a defending unit in an assault (ST-16.4 e).
    pub lost_unit: &'a BTreeSet<SiteId>,
    /// Sites without a garrison whose hex an enemy force entered (ST-16.4 d).
    pub entered: &'a BTreeSet<SiteId>,
}

/// Step 13 for every city and fort, by id.
pub fn siege_phase(sc: &Scenario, st: &mut State, before: &Before, dice: &mut Dice) -> SiegeWeek {
    let mut week = SiegeWeek::default();
    for id in st.sites.keys().copied().collect::<Vec<_>>() {
        let hex = st.site(id).hex;
        if !st.commands_at(hex).any(|(_, command)| !command.kind.is_site()) {
            // Nobody is there who could besiege, work or be feared.
            let site = st.site_mut(id);
            (site.siege, site.blockade, site.waver) = (None, None, 0);
            continue;
        }
        invest(sc, st, id, &mut week, dice);
        work(sc, st, id, before, &mut week);
        test_morale(sc, st, id, before, &mut week, dice);
    }
    week
}

/// The commands before the walls that besiege or blockade, all of powers that are friendly to who has most regiments there.
fn investors(st: &State, id: SiteId, kinds: &[TaskKind]) -> Option<(Power, Vec<CommandId>)> {
    let site = st.site(id);
    let works = |command: &Command| command.task.is_some_and(|task| kinds.contains(&task.kind));
    let able = |command: &Command| command.inside.is_none() && !command.routed && command.disorder.len() < 3;
    let here: Vec<(CommandId, &Command)> = st
        .commands_at(site.hex)
        .filter(|(_, command)| st.at_war(site.power, command.power) && works(command) && able(command))
        .collect();
    let regts_of = |power: Power| -> u16 {
        here.iter().filter(|(_, command)| command.power == power).map(|(_, command)| command.units.regts()).sum()
    };
    let leader = here
        .iter()
        .map(|(_, command)| command.power)
        .max_by_key(|power| (regts_of(*power), std::cmp::Reverse(*power)))?;
    let force = here.iter().filter(|(_, command)| st.friendly(leader, command.power)).map(|(id, _)| *id);
    Some((leader, force.collect()))
}

fn units_of(st: &State, force: &[CommandId]) -> Units {
    let mut all = Units::NONE;
    force.iter().for_each(|id| all.join(&st.command(*id).units));
    all
}

/// Squadrons of a power and its friends at a port: in its hex or the sea next to it; and whether a hostile fleet in the hex,
/// outside or in the port, is stronger (ST-R39).
fn ships_close(sc: &Scenario, st: &State, site: &Site, by: Power) -> (u16, bool) {
    let near = |command: &Command| {
        let next =
            sc.board.side(command.hex, site.hex).is_some_and(|side| side.ships() && sc.board.is_sea(command.hex));
        command.hex == site.hex && command.inside.is_none() || next
    };
    let mut own = Units::NONE;
    let mut foe = Units::NONE;
    for command in st.commands.values().filter(|command| command.units.sqds() > 0) {
        if st.friendly(by, command.power) && near(command) && !command.routed {
            own.join(&command.units.only(UnitKind::is_sqd));
        } else if command.hex == site.hex && st.at_war(by, command.power) {
            foe.join(&command.units.only(UnitKind::is_sqd));
        }
    }
    (own.sqds(), base(&sc.units, &foe, false) > base(&sc.units, &own, false))
}

/// ST-15.5 to ST-15.10, ST-R38, ST-R39: blockade and siege of a site.
fn invest(sc: &Scenario, st: &mut State, id: SiteId, week: &mut SiegeWeek, dice: &mut Dice) {
    let site = st.site(id);
    let force = investors(st, id, &[TaskKind::Blockade, TaskKind::Siege]);
    let relieved = |by: Power| {
        let hostile = |command: &Command| st.at_war(by, command.power) && command.units.regts() > 0;
        let landed = |command: &Command| command.inside.is_none() && command.carried_by.is_none();
        st.commands_at(site.hex).any(|(_, command)| landed(command) && hostile(command))
    };
    let shut = force.as_ref().filter(|(by, force)| {
        let port = site.size > 0 && sc.board.is_harbour(site.hex);
        let (sqds, outmatched) = ships_close(sc, st, site, *by);
        let enough = may_blockade(site.size, port, units_of(st, force).regts(), sqds);
        enough && !(port && outmatched) && !relieved(*by)
    });
    let blockade = shut.map(|(by, _)| Blockade { by: *by, weeks: site.blockade.map_or(0, |old| old.weeks) + 1 });
    let besiegers = investors(st, id, &[TaskKind::Siege]).map(|(by, force)| (by, units_of(st, &force)));
    let besiegers = besiegers.filter(|(_, units)| may_besiege(&sc.rulings, units.regts()));
    let stores = site.stores;
    let inside = city::inside(st, id).fighting();
    let siege = besiegers.map(|(by, units)| {
        let points = site.siege.map_or(0, |old| old.points);
        let (points, dv) = wear(&sc.rulings, points, points_of(&sc.rulings, &sc.units, &units), site.dv_current);
        (Siege { by, points, worn: dv < site.dv_current }, dv)
    });
    let site = st.site_mut(id);
    site.blockade = blockade;
    site.siege = siege.map(|(siege, _)| siege);
    if let Some((siege, dv)) = siege {
        site.dv_current = dv;
        if siege.worn {
            week.worn.push((id, dv));
        }
    }
    // A fort has no Stores: those inside starve from the first week on.
    if blockade.is_some() {
        let (left, starving) = week_of_blockade(&sc.rulings, stores, inside);
        site.stores = left;
        if starving {
            starve(sc, st, id, week, dice);
        }
    }
    let site = st.site_mut(id);
    if site.blockade.is_none() && site.siege.is_none() {
        site.waver = 0;
    }
}

/// ST-20.6: each regiment and squadron inside is lost on 1 in 20.
fn starve(sc: &Scenario, st: &mut State, id: SiteId, week: &mut SiegeWeek, dice: &mut Dice) {
    let inside: Vec<CommandId> =
        st.commands.iter().filter(|(_, command)| command.inside == Some(id)).map(|(id, _)| *id).collect();
    let mut lost = Units::NONE;
    for command in inside {
        let mut stream = dice.stream("attrition", command.0, 6);
        let units = &mut st.command_mut(command).units;
        let odds = sc.rulings.attrition.starvation;
        lost.join(&one_in(units, odds, |kind| !kind.is_train(), RuleRef::new("ST-20.6"), &mut stream));
    }
    if !lost.is_empty() {
        week.starved.push((id, lost));
    }
}

/// The commands of who controls a site that worked there the whole week at a task, as groups (ST-R9).
fn groups(st: &State, id: SiteId, kind: TaskKind, before: &Before) -> Vec<(CommandId, WorkGroup)> {
    let site = st.site(id);
    let works = |command: &Command| command.power == site.power && command.task.is_some_and(|task| task.kind == kind);
    let whole = st.commands_at(site.hex).filter(|(id, command)| {
        works(command) && !before.moved.contains(id) && !command.routed && command.disorder.len() < 3
    });
    let group = |command: &Command| WorkGroup {
        regts: command.units.regts(),
        siege_trains: command.units.count(UnitKind::SiegeTrain),
    };
    whole.map(|(id, command)| (id, group(command))).collect()
}

/// ST-2.7 to ST-2.12, ST-5, ST-6: what the week's work did.
fn work(sc: &Scenario, st: &mut State, id: SiteId, before: &Before, week: &mut SiegeWeek) {
    let beset = st.site(id).beset;
    let of = |kind| -> Vec<WorkGroup> { groups(st, id, kind, before).into_iter().map(|(_, group)| group).collect() };
    let (devastating, demolishing) = (of(TaskKind::Devastate), of(TaskKind::Demolish));
    let size = devastated(&sc.rulings, &devastating, beset).min(st.site(id).size);
    let walls = pulled_down(&sc.rulings, &demolishing).min(st.site(id).dv);
    let site = st.site_mut(id);
    if walls > 0 {
        site.dv -= walls;
        site.dv_current = site.dv_current.saturating_sub(walls);
        week.demolished.push((id, site.dv_current));
    }
    if size > 0 {
        site.size -= size;
        week.devastated.push((id, site.size));
        if site.size == 0 {
            ruin(st, id);
        }
    }
    for kind in [TaskKind::Loot, TaskKind::Pillage] {
        loot(sc, st, id, kind, before, week);
    }
}

/// ST-R35: a city of size 0 is a ruin: what is left of its walls is a fort.
fn ruin(st: &mut State, id: SiteId) {
    let site = st.site_mut(id);
    (site.supply, site.stores, site.shipyard, site.base, site.spoils) = (0, 0, false, false, None);
    let command = site.command;
    st.building.retain(|each| each.site != id);
    st.spies.retain(|spy| spy.site != id);
    st.command_mut(command).kind = CommandKind::Fort;
}

/// ST-5.7 to ST-5.9, ST-6.2 to ST-6.7, ST-R36: a week of looting or pillage.
fn loot(sc: &Scenario, st: &mut State, id: SiteId, kind: TaskKind, before: &Before, week: &mut SiegeWeek) {
    let site = st.site(id);
    let (power, size, beset) = (site.power, site.size, site.beset);
    let Some(country) = power.country().filter(|_| size > 0) else { return };
    let fits = match kind {
        TaskKind::Loot => matches!(site.status, SiteStatus::Owned | SiteStatus::Allied),
        _ => site.status == SiteStatus::Captured,
    };
    let workers = groups(st, id, kind, before);
    let regts: u16 = workers.iter().map(|(_, group)| group.regts).sum();
    let begun = workers.iter().filter_map(|(id, _)| st.command(*id).task).map(|task| task.weeks).max();
    let Some(begun) = begun.filter(|_| fits && regts >= u16::from(size)) else {
        if break_off(st, id, kind) {
            week.worked.push((id, WorkWeek::Spoiled));
        }
        return;
    };
    let outcome = work_week(&sc.rulings, size, begun + 1, beset, false);
    if matches!(outcome, WorkWeek::Done | WorkWeek::Spoiled) {
        let spoiled = is_spoiled(&sc.rulings, site.spoils.as_ref(), st.turn);
        let talents = if outcome == WorkWeek::Done { plunder(&sc.rulings, size, spoiled) } else { Talents(0) };
        st.site_mut(id).spoils = Some(Spoils { pillage: kind == TaskKind::Pillage, by: power, done: st.turn });
        if kind == TaskKind::Loot {
            st.country_mut(country).morale_due += sc.rulings.morale.looted as i8;
        }
        if talents > Talents(0) {
            week.takings.push(Takings { country, site: id, talents, raid: false });
        }
    }
    for (worker, _) in &workers {
        let task = st.command_mut(*worker).task.as_mut().expect("it works");
        task.weeks += 1;
        task.done = outcome != WorkWeek::GoesOn;
    }
    week.worked.push((id, outcome));
}

/// ST-5.7, ST-R36: troops that began looting or pillage, and are too few or in disorder this week, have broken it off.
/// Whether there are any.
fn break_off(st: &mut State, id: SiteId, kind: TaskKind) -> bool {
    let (hex, power) = (st.site(id).hex, st.site(id).power);
    let began = |command: &Command| command.task.is_some_and(|task| task.kind == kind && task.weeks > 0 && !task.done);
    let here = st.commands_at(hex).filter(|(_, command)| command.power == power && began(command));
    let here: Vec<CommandId> = here.map(|(id, _)| id).collect();
    here.iter().for_each(|command| {
        abandon(st, *command);
    });
    !here.is_empty()
}

/// ST-16.4, ST-16.5, ST-R42: a city's one test of the week.
fn test_morale(sc: &Scenario, st: &mut State, id: SiteId, before: &Before, week: &mut SiegeWeek, dice: &mut Dice) {
    let site = st.site(id);
    let causes = MoraleCauses {
        worn: site.siege.is_some_and(|siege| siege.worn),
        blockade_weeks: site.blockade.map_or(0, |blockade| blockade.weeks),
        no_stores: site.stores == 0,
        entered_without_garrison: before.entered.contains(&id),
        lost_unit: before.lost_unit.contains(&id) || week.starved.iter().any(|(starved, _)| *starved == id),
    };
    let Some(strongest) = strongest_enemy(st, id).filter(|_| causes.tests()) else { return };
    let holds = morale::holds(morale_of(sc, st, site.power), dice.stream("morale", id.0, 1).range(1, 20, R42));
    let (loyalty, waver, hold) = (super::leaders::ratings(sc, st, site.command).loy, site.waver, site.orders.hold);
    let outcome = resolve(holds, loyalty, waver, hold, || dice.stream("morale", id.0, 2).range(1, 10, R42));
    match outcome {
        Resolve::Firm => {}
        Resolve::Wavers => {
            st.site_mut(id).waver += 1;
            week.wavered.push(id);
        }
        Resolve::Surrenders => {
            let how = if hold { Fall::Surrender } else { Fall::Free };
            week.fallen.push(fall(sc, st, id, strongest, how, dice));
        }
    }
}

/// ST-R42: the strongest hostile force before the walls, by regiments; of equals the first.
fn strongest_enemy(st: &State, id: SiteId) -> Option<Power> {
    let site = st.site(id);
    let mut regts: std::collections::BTreeMap<Power, u16> = std::collections::BTreeMap::new();
    let hostile = |command: &Command| command.inside.is_none() && st.at_war(site.power, command.power);
    for (_, command) in st.commands_at(site.hex).filter(|(_, command)| hostile(command) && command.units.regts() > 0) {
        *regts.entry(command.power).or_default() += command.units.regts();
    }
    regts.into_iter().max_by_key(|(power, regts)| (*regts, std::cmp::Reverse(*power))).map(|(power, _)| power)
}
