//! What land forces do this week: who marches where, storms and sieges, how they fight.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::aims::{Aim, FAIR, MATCH, Plan};
use super::draft::Draft;
use super::forces::{Force, forces, headquarters, least_useful, units_of};
use super::garrisons::{SHARES, fills_up, is_low, starves};
use super::odds::{field, storm};
use super::ways::{Marchers, leg, reach_of, shelters};
use crate::model::command::{BattleOrder, CommandKind, TaskKind};
use crate::model::ids::{CommandId, HEXES, HexId, SiteId};
use crate::model::units::{UnitClass, Units};
use crate::orders::{
    Assault, AssaultPhases, DisbandUnits, March, SetBattleOrder, SetInteraction, SetTask, SpecialTransfer,
};
use crate::rules::assault::AssaultForm;
use crate::rules::city::capacity;
use crate::rules::communication::Lines;
use crate::rules::march::is_heavy;

/// Odds at which a city is stormed twice in a week: a failed storm leaves fair odds for the second.
const TWICE: u32 = 260;
/// Follow a friend (ST-R11): it stays where it was sent.
const STAY: u8 = 5;

/// What a group of divisions in one hex does.
struct Deed {
    aim: Option<Aim>,
    starve: bool,
    who: Vec<CommandId>,
    /// Whether a garrison cannot do without it.
    stays: bool,
}

/// Gives every land force its orders for the week.
pub fn march(draft: &mut Draft<'_>, before: &[Force], plans: &[Plan], stay: &BTreeSet<CommandId>) {
    let aim_of = |id: CommandId| {
        let plan = plans.iter().find(|plan| plan.who.iter().any(|at| before[*at].id == id));
        plan.filter(|_| !stay.contains(&id)).map(|plan| (plan.aim, plan.starve))
    };
    leave_trains(draft, before);
    let now = forces(draft);
    let mut groups: BTreeMap<(HexId, Option<(HexId, u16)>), Deed> = BTreeMap::new();
    for force in &now {
        let aim = aim_of(force.id);
        let key = aim.map(|(aim, _)| match aim {
            Aim::Take(site) | Aim::Guard(site) => (draft.st.site(site).hex, site.0),
            Aim::Meet(hex) => (hex, u16::MAX),
        });
        let deed = groups.entry((force.hex, key)).or_insert_with(|| Deed {
            aim: aim.map(|(aim, _)| aim),
            starve: aim.is_some_and(|(_, starve)| starve),
            who: Vec::new(),
            stays: false,
        });
        deed.who.push(force.id);
        deed.stays |= stay.contains(&force.id);
    }
    let mut led: BTreeSet<CommandId> = BTreeSet::new();
    // The greatest group of a hex takes the army along.
    let mut deeds: Vec<Deed> = groups.into_values().collect();
    deeds.sort_by_key(|deed| std::cmp::Reverse(deed.who.len()));
    for deed in deeds {
        act(draft, &now, &deed, &mut led);
    }
    lone_armies(draft, &led);
}

/// Who starves beyond his line, or has nothing left, leaves behind what slows him down: its trains do not get him fed.
fn leave_trains(draft: &mut Draft<'_>, before: &[Force]) {
    for force in before {
        let it = draft.st.command(force.id);
        let (units, empty) = (it.units.only(|kind| kind.class() == UnitClass::Train), it.organic_supply == 0);
        if !units.is_empty() && starves(draft, force.id) && (empty || !draft.in_range(force.hex)) {
            let command = draft.name(force.id);
            draft.give(DisbandUnits { command, units });
        }
    }
}

fn act(draft: &mut Draft<'_>, now: &[Force], deed: &Deed, led: &mut BTreeSet<CommandId>) {
    let group: Vec<&Force> = now.iter().filter(|force| deed.who.contains(&force.id)).collect();
    let hex = group[0].hex;
    let army = deed.who.iter().find_map(|id| headquarters(draft, *id)).filter(|army| led.insert(*army));
    let mut kinds = vec![CommandKind::Division];
    kinds.extend(army.map(|_| CommandKind::Army));
    let units = units_of(&group);
    let marchers = Marchers { hex, kinds, units };
    let strength: u32 = group.iter().map(|force| force.strength).sum();
    let ma = group.iter().map(|force| force.ma).max().unwrap_or(3);
    let closed = closed(draft, strength, ma, deed.aim);
    let goal = match deed.aim {
        Some(Aim::Take(site) | Aim::Guard(site)) => Some(draft.st.site(site).hex),
        Some(Aim::Meet(goal)) => Some(goal),
        None if deed.stays => None,
        None => refuge(draft, &deed.who, (strength, ma)),
    };
    let path = goal.filter(|goal| *goal != hex).map_or(Vec::new(), |goal| way(draft, deed, &marchers, goal, &closed));
    let end = path.last().copied().unwrap_or(hex);
    let target = match deed.aim {
        Some(Aim::Take(site)) if draft.st.site(site).hex == end => Some(site),
        _ => None,
    };
    let order = match deed.aim {
        Some(Aim::Meet(goal)) if goal == end => BattleOrder::Attack,
        Some(Aim::Take(_)) if foe_at(draft, end) > 0 => BattleOrder::Attack,
        None if hunted(draft, hex, strength, ma) => BattleOrder::Withdraw,
        _ => BattleOrder::Defend,
    };
    lead(draft, &deed.who, army, path, order);
    if let Some(site) = target {
        invest(draft, &deed.who, army, site, (units, ma), deed.starve && end == hex);
    }
}

/// The way of a group for the week: to a halt within the line of communication. Who is beyond it, or starves, comes back by any
/// other halt if there is none; who starves does not wait for spring.
fn way(draft: &Draft<'_>, deed: &Deed, marchers: &Marchers, goal: HexId, closed: &[bool]) -> Vec<HexId> {
    let ground = Rc::clone(&draft.ground);
    // Lines that the group itself keeps open close behind it.
    let mut left = draft.st.clone();
    left.commands.retain(|id, _| !deed.who.contains(id));
    let lines = Lines::new(&ground, &left, draft.power());
    let within = |stop| stop == goal || lines.in_range(stop);
    let path = leg(draft, marchers, goal, closed, |stop| shelters(draft, stop) && within(stop));
    let hungry = deed.who.iter().any(|id| starves(draft, *id));
    let cut_off = !lines.in_range(marchers.hex) || deed.who.iter().any(|id| draft.cut_off.contains(id));
    if !path.is_empty() || !(hungry || cut_off) {
        return path;
    }
    leg(draft, marchers, goal, closed, |stop| hungry || shelters(draft, stop))
}

/// Sends a group off: the army leads its own divisions, the others go by themselves.
fn lead(draft: &mut Draft<'_>, who: &[CommandId], army: Option<CommandId>, path: Vec<HexId>, order: BattleOrder) {
    for id in army.iter().chain(who).copied().collect::<Vec<_>>() {
        let follows = army.is_some_and(|army| draft.st.command(id).parent == Some(army) && id != army);
        let path = if follows { Vec::new() } else { path.clone() };
        go(draft, id, path);
        behave(draft, id, order);
    }
}

/// A command's way for the week, if it is another than it has.
fn go(draft: &mut Draft<'_>, id: CommandId, path: Vec<HexId>) {
    let it = draft.st.command(id);
    if it.inside.is_some() || it.path == path && !it.forced {
        return;
    }
    if !path.is_empty() && it.task.is_some() {
        set_task(draft, id, None);
    }
    let command = draft.name(id);
    draft.give(March { command, path, forced: false });
}

/// How a command fights, and that it stays where it is sent.
fn behave(draft: &mut Draft<'_>, id: CommandId, order: BattleOrder) {
    if draft.routed.contains(&id) {
        return;
    }
    let it = draft.st.command(id);
    let (inside, interaction) = (it.inside.is_some(), it.interaction);
    if !inside && it.battle_order != order {
        let command = draft.name(id);
        draft.give(SetBattleOrder { command, order });
    }
    if interaction != STAY {
        let command = draft.name(id);
        draft.give(SetInteraction { command, interaction: STAY });
    }
}

fn set_task(draft: &mut Draft<'_>, id: CommandId, task: Option<TaskKind>) {
    let has = draft.st.command(id).task.filter(|task| !task.done).map(|task| task.kind);
    if has != task && !draft.routed.contains(&id) {
        let command = draft.name(id);
        draft.give(SetTask { command, task });
    }
}

/// Before a city that is to be taken: it is stormed at fair odds, and besieged where it is at war.
fn invest(
    draft: &mut Draft<'_>, who: &[CommandId], army: Option<CommandId>, site: SiteId, force: (Units, u8), starve: bool,
) {
    let promise = storm(draft, &force.0, force.1, site);
    let enemy = draft.st.at_war(draft.power(), draft.st.site(site).power);
    let here = draft.st.command(who[0]).hex == draft.st.site(site).hex;
    if here && enemy && (starve || promise.odds < TWICE) {
        who.iter().for_each(|id| set_task(draft, *id, Some(TaskKind::Siege)));
    }
    if promise.odds < FAIR {
        return;
    }
    // Where nobody has looked inside, the first storm may find more than was thought.
    let sure = promise.odds >= TWICE && (promise.told || draft.st.site(site).power.country().is_none());
    let phase = if sure { AssaultPhases::Both } else { AssaultPhases::Second };
    let garrison = garrison_for(draft, who, site);
    let own: Vec<CommandId> = who
        .iter()
        .copied()
        .filter(|id| {
            let alone = army.is_none_or(|army| draft.st.command(*id).parent != Some(army));
            alone || garrison.is_some_and(|(holder, _)| holder == *id)
        })
        .chain(army)
        .collect();
    for id in own {
        let (command, city) = (draft.name(id), draft.place(site));
        draft.give(Assault { command, city, phase, form: AssaultForm::Storm });
    }
    if let Some((holder, units)) = garrison {
        let (command, city) = (draft.name(holder), draft.place(site));
        draft.give(SpecialTransfer { command, city, commands: Vec::new(), units });
    }
}

/// Who of the greatest division goes in as soon as a city falls, so that it stays quiet in the same week (ST-16.2, ST-23.1);
/// `None` if the division is too small to share. A division out of communication is told so, too: if it storms all the same and
/// does not fit behind the walls whole, nobody goes in otherwise (ST-16.3, ST-R24).
fn garrison_for(draft: &Draft<'_>, who: &[CommandId], site: SiteId) -> Option<(CommandId, Units)> {
    let holder = who.iter().copied().max_by_key(|id| (draft.st.command(*id).units.regts(), std::cmp::Reverse(*id)))?;
    let (units, it) = (draft.st.command(holder).units, draft.st.site(site));
    let size = u16::from(it.size);
    // Some of them will have fallen.
    let count = (size + size.div_ceil(4)).min(capacity(&draft.sc.rulings, it.dv_current));
    (size > 0 && units.regts() >= count + SHARES).then(|| (holder, least_useful(&units, count)))
}

/// Strength of the hostile forces in the field that were reported in a hex.
fn foe_at(draft: &Draft<'_>, hex: HexId) -> u32 {
    let there = draft.outlook.forces.iter().filter(|seen| !seen.naval && seen.hex == hex);
    there.filter(|seen| draft.is_hostile(seen.country)).map(|seen| seen.strength).sum()
}

/// Hexes that a force does not enter: where somebody hostile stands whom it cannot beat.
fn closed(draft: &Draft<'_>, strength: u32, ma: u8, aim: Option<Aim>) -> Vec<bool> {
    let mut closed = vec![false; HEXES];
    for seen in draft.outlook.forces.iter().filter(|seen| !seen.naval && draft.is_hostile(seen.country)) {
        let sought = aim == Some(Aim::Meet(seen.hex));
        if !sought && field(draft, strength, ma, seen.strength) < MATCH {
            closed[seen.hex.index()] = true;
        }
    }
    closed
}

/// Whether somebody much stronger is near.
fn hunted(draft: &Draft<'_>, hex: HexId, strength: u32, ma: u8) -> bool {
    let near = draft.outlook.forces.iter().filter(|seen| !seen.naval && seen.hex.distance(hex) <= 3);
    let foe: u32 = near.filter(|seen| draft.is_hostile(seen.country)).map(|seen| seen.strength).sum();
    foe > 0 && field(draft, strength, ma, foe) < 80
}

/// Where a force without an aim goes: it stays in a city of its own, else goes to the nearest; from a stronger enemy to one
/// farther from him.
fn refuge(draft: &mut Draft<'_>, who: &[CommandId], (strength, ma): (u32, u8)) -> Option<HexId> {
    let hex = draft.st.command(who[0]).hex;
    let low = who.iter().any(|id| is_low(draft, *id));
    let at_home = draft.own_site_at(hex).is_some();
    let hunted = hunted(draft, hex, strength, ma);
    if at_home && !hunted && !low && shelters(draft, hex) {
        return None;
    }
    let foes: Vec<HexId> = draft
        .outlook
        .forces
        .iter()
        .filter(|seen| !seen.naval && draft.is_hostile(seen.country))
        .map(|seen| seen.hex)
        .collect();
    let danger = |to: HexId| u32::from(foes.iter().any(|foe| foe.distance(to) <= 2));
    let heavy = who.iter().any(|id| is_heavy(&draft.st.command(*id).units));
    let cost = reach_of(draft, hex, heavy);
    let own = draft.st.sites.iter().filter(|(id, site)| site.power == draft.power() && fills_up(draft, **id));
    let near = own.map(|(_, site)| site.hex).filter(|to| cost[to.index()] < u16::MAX);
    near.min_by_key(|to| (danger(*to), cost[to.index()], *to)).filter(|to| *to != hex)
}

/// Armies whose divisions are elsewhere go to the nearest of them.
fn lone_armies(draft: &mut Draft<'_>, led: &BTreeSet<CommandId>) {
    let power = draft.power();
    let lone: Vec<(CommandId, HexId)> = draft
        .st
        .commands
        .iter()
        .filter(|(id, it)| it.power == power && it.kind == CommandKind::Army && !led.contains(id))
        .filter(|(_, it)| it.carried_by.is_none())
        .map(|(id, it)| (*id, it.hex))
        .collect();
    for (id, hex) in lone {
        let divisions = draft.st.commands.values().filter(|it| {
            it.power == power && it.kind == CommandKind::Division && it.units.regts() > 0 && it.carried_by.is_none()
        });
        let end = |it: &crate::model::command::Command| it.path.last().copied().unwrap_or(it.hex);
        let Some(to) = divisions.map(end).min_by_key(|to| (to.distance(hex), *to)) else { continue };
        let marchers = Marchers { hex, kinds: vec![CommandKind::Army], units: Units::NONE };
        let closed = closed(draft, 0, 3, None);
        let path =
            if to == hex { Vec::new() } else { leg(draft, &marchers, to, &closed, |stop| shelters(draft, stop)) };
        go(draft, id, path);
        behave(draft, id, BattleOrder::Withdraw);
    }
}

/// Work that is done no longer: a siege of a city that has fallen.
pub fn stop_work(draft: &mut Draft<'_>) {
    let power = draft.power();
    let idle: Vec<CommandId> = draft
        .st
        .commands
        .iter()
        .filter(|(_, it)| it.power == power && it.task.is_some_and(|task| task.kind == TaskKind::Siege))
        .filter(|(_, it)| draft.own_site_at(it.hex).is_some())
        .map(|(id, _)| *id)
        .collect();
    idle.into_iter().for_each(|id| set_task(draft, id, None));
}
