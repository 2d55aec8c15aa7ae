//! Revolt: when a city rolls, and how likely it rises (ST-23, ST-R36, ST-R45).

use kernel::{Dice, RuleRef};

use super::capture::{Fall, Fallen, fall};
use super::tax::is_spoiled;
use crate::model::command::{Command, TaskKind};
use crate::model::ids::{Power, SiteId};
use crate::model::rulings::Rulings;
use crate::model::scenario::Scenario;
use crate::model::state::{SiteStatus, State};

/// ST-23.2: the chance in per cent that a city rises: 10 for each unit that its garrison lacks of its size.
pub fn chance(rulings: &Rulings, size: u8, garrison: u16) -> u32 {
    let missing = u32::from(u16::from(size).saturating_sub(garrison));
    (missing * rulings.cities.revolt_per_missing as u32).min(100)
}

/// ST-23.2, ST-R9: the regiments and squadrons inside a city that keep it quiet: not those that loot, pillage, devastate or
/// pull walls down.
pub fn quiet_garrison(st: &State, id: SiteId) -> u16 {
    let inside = st.commands.values().filter(|command| command.inside == Some(id));
    inside
        .filter(|command| !command.task.is_some_and(|task| rouses(task.kind)))
        .map(|command| command.units.fighting())
        .sum()
}

/// ST-23.2: the chance in per cent that a city rises, with those who are inside it now.
pub fn chance_at(sc: &Scenario, st: &State, id: SiteId) -> u32 {
    chance(&sc.rulings, st.site(id).size, quiet_garrison(st, id))
}

/// ST-2.13, ST-23.1: whether a city rolls for revolt while a command works so at it.
pub fn rouses(task: TaskKind) -> bool {
    matches!(task, TaskKind::Loot | TaskKind::Pillage | TaskKind::Devastate | TaskKind::Demolish)
}

/// Why a city rolls for revolt this week. One roll a week, however many reasons (ST-R36).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// It is being looted, pillaged, devastated, or its walls pulled down (ST-2.13, ST-23.1).
    Work,
    /// It was looted in the last five weeks (ST-5.2).
    Looted,
    /// It was pillaged in the last ten weeks, and who did it is inside (ST-6.3).
    Pillaged,
    /// It was captured and its garrison is too small (ST-23.1).
    UnderGarrisoned,
}

/// ST-23.1, ST-2.13, ST-5.2, ST-6.3: the reasons for which a city rolls this week.
pub fn reasons(sc: &Scenario, st: &State, id: SiteId) -> Vec<Reason> {
    let site = st.site(id);
    let mut reasons = Vec::new();
    if site.size == 0 {
        return reasons;
    }
    let here = st.commands_at(site.hex).filter(|(_, command)| command.power == site.power);
    if here.filter_map(|(_, command)| command.task).any(|task| rouses(task.kind)) {
        reasons.push(Reason::Work);
    }
    if let Some(spoils) = site.spoils.filter(|spoils| is_spoiled(&sc.rulings, Some(spoils), st.turn)) {
        let occupied = st
            .commands
            .values()
            .any(|command| command.inside == Some(id) && command.power == spoils.by && command.units.fighting() > 0);
        if spoils.pillage && occupied {
            reasons.push(Reason::Pillaged);
        }
        if !spoils.pillage && st.turn.since(spoils.done) <= sc.rulings.cities.loot_revolt_weeks as u16 {
            reasons.push(Reason::Looted);
        }
    }
    if site.status == SiteStatus::Captured && quiet_garrison(st, id) < u16::from(site.size) {
        reasons.push(Reason::UnderGarrisoned);
    }
    reasons
}

/// ST-23.4, ST-R45: to whom a city falls that rises: to who had it before if he is still in play and a d10 says so, else to
/// nobody.
pub fn falls_to(rulings: &Rulings, id: SiteId, previous: Option<Power>, in_play: bool, d10: i32) -> Power {
    match previous {
        Some(previous) if in_play && d10 <= rulings.cities.retake_up_to => previous,
        _ => Power::FreeCity(id),
    }
}

/// Step 14: every city that has a reason rolls once; those that rise, with what became of them. A failed check of step 18 rolls
/// by [`roll`] at once (ST-R55).
pub fn revolt_phase(sc: &Scenario, st: &mut State, dice: &mut Dice) -> Vec<Fallen> {
    let due: Vec<SiteId> = st.sites.keys().copied().filter(|id| !reasons(sc, st, *id).is_empty()).collect();
    due.into_iter().filter_map(|id| roll(sc, st, id, 0, dice)).collect()
}

/// ST-23.2 to ST-23.4, ST-R45: a city rolls, and if it rises its garrison is eliminated and it falls to who had it before, or
/// to nobody. `counter` tells the rolls of one week apart.
pub fn roll(sc: &Scenario, st: &mut State, id: SiteId, counter: u16, dice: &mut Dice) -> Option<Fallen> {
    let site = st.site(id);
    let chance = chance_at(sc, st, id);
    if matches!(site.power, Power::FreeCity(_)) || chance == 0 {
        return None;
    }
    let previous = site.previous.map(|(power, _)| power);
    let mut stream = dice.stream("revolt", id.0, counter);
    if !stream.chance(chance as i32, RuleRef::new("ST-23.2")) {
        return None;
    }
    let in_play = previous.and_then(Power::country).is_none_or(|country| !st.country(country).out);
    let to = match previous {
        Some(_) => falls_to(&sc.rulings, id, previous, in_play, stream.range(1, 10, RuleRef::new("ST-R45"))),
        None => Power::FreeCity(id),
    };
    let (hex, power) = (site.hex, site.power);
    let mut fallen = fall(sc, st, id, to, Fall::Revolt, dice);
    let loots = |it: &&mut Command| it.power == power && it.task.is_some_and(|task| task.kind == TaskKind::Loot);
    for looters in st.commands.values_mut().filter(|it| it.hex == hex).filter(loots) {
        // ST-5.3: who loots dies with the garrison, before the walls too.
        fallen.lost.join(&std::mem::take(&mut looters.units));
        (looters.train_points, looters.task) = (Vec::new(), None);
    }
    Some(fallen)
}
