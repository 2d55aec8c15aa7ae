//! What may come of an order, as far as its country can know: from the public rules, its own forces and what was reported to
//! it, with a range over what was not. Judged when all orders of the set stand; what others do is left out.

use kernel::words::count;
use kernel::{RuleRef, Verdict};

use super::context::OrderContext;
use crate::model::command::TaskKind;
use crate::model::ids::{CommandId, HexId, SiteId};
use crate::model::measures::{Credit, MovePoints};
use crate::model::rulings::Weather;
use crate::model::scenario::Scenario;
use crate::model::state::{SiteStatus, State};
use crate::model::units::Units;
use crate::rules::assault::{
    AssaultForm, AssaultSide, Prospect, attack_strength, defence_strength, modifier, odds, prospect, siege_value,
};
use crate::rules::march::{Ground, Season, arrivals, is_heavy};
use crate::rules::marching_force::{march_of, members};
use crate::rules::revolt::{self, quiet_garrison, rouses};
use crate::rules::siege::{may_besiege, points_of, wear};
use crate::rules::supply::must_be_fed;
use crate::rules::trek::Trek;

/// What may come of an order, in words, and the rule.
pub struct Prospects {
    words: String,
    rule: &'static str,
}

impl Prospects {
    /// As the verdict on an order that nothing speaks against.
    pub(super) fn verdict(self, index: usize) -> Verdict {
        Verdict::prospects(index, self.words, RuleRef::new(self.rule))
    }
}

/// So many weeks ahead are looked at.
const FARTHEST: u16 = 52;

/// ST-R5, ST-R8: when a force reaches the end of its way if the weather stays fine and nothing holds it up, and how long its
/// food lasts.
pub(super) fn of_march(ctx: &OrderContext<'_>, top: CommandId) -> Option<Prospects> {
    let (sc, st) = (ctx.sc, &*ctx.st);
    let path = &st.command(top).path;
    let target = *path.last()?;
    let fine = Season { weather: Weather::Fine, foot: 0, horse: 0 };
    let force = march_of(sc, st, &Trek::new(sc, fine), top);
    let heavy = force.members.iter().any(|id| is_heavy(&st.command(*id).units));
    let ground = Ground::new(sc, st);
    let mut here = st.command(top).hex;
    let mut costs = Vec::new();
    for next in path {
        let side = sc.board.side(here, *next)?;
        let cost = if force.naval { ground.sea_step(&side) } else { ground.land_step(here, &side, heavy) };
        let Some(cost) = cost else {
            let words = format!("goes no further than {here}: the way on is closed to it");
            return Some(Prospects { words, rule: "ST-R5" });
        };
        costs.push(cost);
        here = *next;
    }
    let (first, weeks) = weeks_of(sc, force.allowance?, st.command(top).forced, &costs)?;
    let mut words = match weeks {
        1 => format!("is at {target} this week"),
        _ => {
            let stop = if first == 0 { "where it is".to_owned() } else { place(path, first) };
            format!("is {stop} this week, and at {target} in {weeks} weeks")
        }
    };
    words.push_str(", in fine weather and if nothing holds it up");
    let fed = force.members.iter().map(|id| st.command(*id)).filter(|command| must_be_fed(command));
    if let Some(food) = fed.map(|command| u16::from(command.organic_supply)).min().filter(|food| *food < weeks) {
        words.push_str(&format!("; it carries food for {} only", count(food, "week", "weeks")));
    }
    Some(Prospects { words, rule: "ST-R8" })
}

fn place(path: &[HexId], entered: usize) -> String {
    format!("at {}", path[entered - 1])
}

/// How many hexes are entered in the first week, and in how many weeks all are; none where the force never gets there.
fn weeks_of(sc: &Scenario, allowance: MovePoints, forced: bool, costs: &[Credit]) -> Option<(usize, u16)> {
    let first = arrivals(&sc.rulings, allowance, costs).len();
    // A march is forced for one week (ST-R63).
    let bonus = if forced { sc.rulings.march.forced_bonus as u8 } else { 0 };
    let usual = MovePoints(allowance.0.saturating_sub(bonus).max(1));
    let (mut done, mut weeks) = (first, 1);
    while done < costs.len() {
        let entered = arrivals(&sc.rulings, usual, &costs[done..]).len();
        if entered == 0 || weeks >= FARTHEST {
            return None;
        }
        done += entered;
        weeks += 1;
    }
    Some((first, weeks))
}

/// The walls of a city or fort, as reported: at least and at most.
fn walls(ctx: &OrderContext<'_>, site: SiteId) -> (u8, u8) {
    let dv = ctx.st.site(site).dv_current;
    let error = ctx.st.memory[ctx.country.index()].sites.get(&site).map_or(0, |report| report.dv_error);
    (dv.saturating_sub(error), dv + error)
}

/// What may come of a command's work in a city.
pub(super) fn of_task(ctx: &OrderContext<'_>, command: CommandId, task: TaskKind) -> Option<Prospects> {
    let site = ctx.st.site_at(ctx.st.command(command).hex)?;
    match task {
        TaskKind::Siege => of_siege(ctx, command, site),
        task if rouses(task) => of_rousing(ctx, site),
        _ => None,
    }
}

/// ST-2.13, ST-23.2: how likely a city rises against those who work at it.
fn of_rousing(ctx: &OrderContext<'_>, site: SiteId) -> Option<Prospects> {
    let it = ctx.st.site(site);
    if it.size == 0 || it.power != ctx.power() {
        return None;
    }
    let quiet = quiet_garrison(ctx.st, site);
    let words = match revolt::chance_at(ctx.sc, ctx.st, site) {
        0 => format!("rouses {}, but those within keep it quiet", it.name),
        chance => format!(
            "rouses {}: {chance} in 100 that it rises, each week, with {} within that {} not busy with it",
            it.name,
            count(quiet, "unit", "units"),
            if quiet == 1 { "is" } else { "are" }
        ),
    };
    Some(Prospects { words, rule: "ST-23.2" })
}

/// ST-23.1, ST-23.2: a captured city in which units were left, and too few of them.
pub(super) fn of_leaving(ctx: &OrderContext<'_>, from: CommandId) -> Option<Prospects> {
    let home = ctx.st.command(from).inside?;
    let it = ctx.st.site(home);
    if it.power != ctx.power() || it.status != SiteStatus::Captured {
        return None;
    }
    let stays = quiet_garrison(ctx.st, home);
    let chance = revolt::chance_at(ctx.sc, ctx.st, home);
    let left = count(stays, "unit", "units");
    let words = format!(
        "leaves {}, captured and of size {}, with {left} to keep it quiet: {chance} in 100 that it rises, each week",
        it.name, it.size
    );
    (chance > 0).then_some(Prospects { words, rule: "ST-23.2" })
}

/// ST-15.10, ST-R38: how long the walls stand against the forces of one's own that besiege them.
fn of_siege(ctx: &OrderContext<'_>, command: CommandId, site: SiteId) -> Option<Prospects> {
    let (sc, st) = (ctx.sc, &*ctx.st);
    let hex = st.command(command).hex;
    let besieges = |id: &CommandId| {
        let it = st.command(*id);
        it.power == ctx.power()
            && it.inside.is_none()
            && !it.routed
            && it.task.is_some_and(|task| task.kind == TaskKind::Siege)
    };
    let here: Vec<CommandId> = st.commands_at(hex).map(|(id, _)| id).filter(besieges).collect();
    let units = joined(st, &here);
    let rule = "ST-R38";
    if !may_besiege(&sc.rulings, units.regts()) {
        let least = sc.rulings.siege.least_regts;
        let words = format!("is no siege yet: it takes {least} regiments, and {} are there", units.regts());
        return Some(Prospects { words, rule: "ST-R9" });
    }
    let added = points_of(&sc.rulings, &sc.units, &units);
    let (low, high) = walls(ctx, site);
    // How far a siege has come only the besieged know: less than the next point of the walls takes.
    let begun = st.site(site).siege.is_some_and(|siege| siege.by == ctx.power());
    let spent = if begun { (sc.rulings.siege.points_per_dv as u16 * u16::from(low)).saturating_sub(1) } else { 0 };
    let weeks = |mut dv: u8, mut points: u16| {
        (0..=FARTHEST).find(|_| {
            let down = dv == 0;
            (points, dv) = wear(&sc.rulings, points, added, dv);
            down
        })
    };
    let words = match (weeks(low, spent), weeks(high, 0)) {
        (_, Some(0)) => "finds no walls to wear down".to_owned(),
        (Some(least), Some(most)) => format!(
            "adds {added} points a week: the walls are down after {}, if the force stays as it is",
            if least == most { count(most, "week", "weeks") } else { format!("{least} to {most} weeks") }
        ),
        _ => format!("adds {added} points a week: the walls stand for a year or more"),
    };
    Some(Prospects { words, rule })
}

/// ST-15.3, ST-15.4, ST-R40: what an assault does against walls that nobody mans, and the garrison that turns it into a
/// repulse. Who leads the others, and how many they are, is not known.
pub(super) fn of_assault(
    ctx: &OrderContext<'_>, command: CommandId, site: SiteId, form: AssaultForm,
) -> Option<Prospects> {
    let (sc, st) = (ctx.sc, &*ctx.st);
    let force = members(st, command);
    let units = joined(st, &force);
    if units.fighting() == 0 {
        return None;
    }
    let own = AssaultSide {
        disorder: force.iter().map(|id| st.command(*id).disorder.len()).max().unwrap_or_default() as u32,
        hungry: force.iter().any(|id| st.command(*id).hungry),
        ..AssaultSide::default()
    };
    let attack = attack_strength(siege_value(&sc.units, &units), modifier(&sc.rulings, &own, &AssaultSide::default()));
    let size = st.site(site).size;
    let chance = |dv: u8| match prospect(&sc.rulings, odds(attack, defence_strength(0, size, dv, 0)), form) {
        Prospect::Repulse { .. } => 0,
        Prospect::Chance { needed, .. } => 10 * (11 - needed).clamp(0, 10),
    };
    let (low, high) = walls(ctx, site);
    let (worst, best) = (chance(high), chance(low));
    let chance = if worst == best { best.to_string() } else { format!("{worst} to {best}") };
    // The fewest SV within that leave the attackers weaker than the defenders.
    let repulsed = (0..=attack).find(|inside| defence_strength(*inside, size, high, 0) > attack);
    let mut words =
        format!("strength {attack}, leaders apart: with nobody within it takes the place in {chance} of 100");
    match repulsed {
        Some(0) | None => {}
        Some(inside) => words.push_str(&format!("; against {inside} SV within, or more, it is a bloody repulse")),
    }
    Some(Prospects { words, rule: "ST-R40" })
}

/// The units of commands, with those aboard.
fn joined(st: &State, commands: &[CommandId]) -> Units {
    let mut all = Units::NONE;
    for id in commands {
        all.join(&st.command(*id).units);
        all.join(&st.command(*id).aboard);
    }
    all
}
