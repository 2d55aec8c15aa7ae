//! Step 16: divisions are fed, and attrition takes its share (ST-20, ST-R25, ST-R53, ST-R63).

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Dice, RuleRef};

use super::communication::Lines;
use super::losses::one_in;
use super::march::Ground;
use super::supply::{Fed, feed, feeding, must_be_fed, note_foraging};
use super::{attrition, loads};
use crate::model::command::{CommandKind, Disorder};
use crate::model::ids::{CommandId, Power};
use crate::model::rulings::Weather;
use crate::model::scenario::Scenario;
use crate::model::state::{RainRun, State};
use crate::model::units::{UnitKind, Units};

/// What the week was like for those who are to be fed.
#[derive(Clone, Copy, Debug)]
pub struct Week<'a> {
    /// Movement points that a command did not spend; none for those that are not here.
    pub unspent: &'a BTreeMap<CommandId, u8>,
    /// Commands that were inside, or in the hex of, a friendly city for all twelve impulses (ST-R53).
    pub at_city: &'a BTreeSet<CommandId>,
    /// Fleets that spent an impulse in an all-sea hex (ST-R53).
    pub at_sea: &'a BTreeSet<CommandId>,
    /// Fleets whose supply was not paid this week (ST-R27).
    pub unsupplied: &'a BTreeSet<CommandId>,
    /// Fleets that found no harbour because of enemies (ST-20.8).
    pub no_harbour: &'a BTreeSet<CommandId>,
    /// The weather.
    pub weather: Weather,
    /// The rain, this week included.
    pub rain: RainRun,
}

/// A loss by attrition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attrition {
    /// Whose.
    pub command: CommandId,
    /// The rule.
    pub rule: RuleRef,
    /// What was lost.
    pub lost: Units,
}

/// What step 16 did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SupplyWeek {
    /// How each division was fed.
    pub fed: Vec<(CommandId, Fed)>,
    /// What attrition took.
    pub attrition: Vec<Attrition>,
}

/// Step 16 for everybody, by id.
pub fn supply_phase(sc: &Scenario, st: &mut State, week: &Week, dice: &mut Dice) -> SupplyWeek {
    let mut all = SupplyWeek::default();
    let ground = Ground::new(sc, st);
    let mut lines: BTreeMap<Power, Lines> = BTreeMap::new();
    let hungry: Vec<CommandId> = st.commands.iter().filter(|(_, it)| must_be_fed(it)).map(|(id, _)| *id).collect();
    for id in hungry {
        let power = st.command(id).power;
        let of_power = lines.entry(power).or_insert_with(|| Lines::new(&ground, st, power));
        let unspent = week.unspent.get(&id).copied().unwrap_or_default();
        let fed = feeding(sc, st, of_power, id, unspent);
        feed(sc, st, id, fed); // At once: a point of a train feeds one division.
        all.fed.push((id, fed));
    }
    let foragers: Vec<CommandId> = all.fed.iter().filter(|(_, fed)| *fed == Fed::Forage).map(|(id, _)| *id).collect();
    note_foraging(sc, st, &foragers);
    for (id, fed) in all.fed.clone() {
        if fed == Fed::Hungry {
            st.command_mut(id).disorder.push(Disorder::Hunger);
            wear(st, id, Cause::regts(sc.rulings.attrition.hunger, "ST-20.1", 0), &mut all, dice);
        }
    }
    for id in st.commands.keys().copied().collect::<Vec<_>>() {
        on_the_march(sc, st, id, week, &mut all, dice);
        at_sea(sc, st, id, week, &mut all, dice);
    }
    all
}

/// A cause of attrition: one in so many of whom, by which rule. `counter` tells the causes of one week apart.
struct Cause {
    one_in: i32,
    whom: fn(UnitKind) -> bool,
    rule: &'static str,
    counter: u16,
}

impl Cause {
    fn regts(one_in: i32, rule: &'static str, counter: u16) -> Self {
        Self { one_in, whom: UnitKind::is_regt, rule, counter }
    }
    fn sqds(one_in: i32, rule: &'static str, counter: u16) -> Self {
        Self { one_in, whom: UnitKind::is_sqd, rule, counter }
    }
}

/// ST-20.10: each unit that rolls it is destroyed. Whether any was.
fn wear(st: &mut State, id: CommandId, cause: Cause, all: &mut SupplyWeek, dice: &mut Dice) -> bool {
    let mut stream = dice.stream("attrition", id.0, cause.counter);
    let rule = RuleRef::new(cause.rule);
    let command = st.command_mut(id);
    let lost = one_in(&mut command.units, cause.one_in, cause.whom, rule.clone(), &mut stream);
    let any = !lost.is_empty();
    if any {
        all.attrition.push(Attrition { command: id, rule, lost });
    }
    any
}

/// ST-20.2 to ST-20.4, ST-R63: forced marches and rain.
fn on_the_march(sc: &Scenario, st: &mut State, id: CommandId, week: &Week, all: &mut SupplyWeek, dice: &mut Dice) {
    let command = st.command_mut(id);
    command.forced_weeks = attrition::forced_weeks(command.forced_weeks, command.forced);
    command.forced = false;
    if let Some(one_in) = attrition::forced_march(&sc.rulings, command.forced_weeks) {
        let rule = if command.forced_weeks == 1 { "ST-20.2" } else { "ST-20.3" };
        wear(st, id, Cause::regts(one_in, rule, 1), all, dice);
    }
    let sheltered = {
        let command = st.command(id);
        let fort = command.inside.is_some_and(|site| st.site(site).size == 0);
        fort || command.carried_by.is_some() || week.at_city.contains(&id)
    };
    if let Some(one_in) = attrition::rain(&sc.rulings, week.rain, sheltered)
        && wear(st, id, Cause::regts(one_in, "ST-20.4", 2), all, dice)
    {
        st.command_mut(id).disorder.push(Disorder::Rain);
    }
}

/// ST-20.8, ST-20.9, ST-R62: fleets in storms, without a harbour, and those aboard a fleet without supply.
fn at_sea(sc: &Scenario, st: &mut State, id: CommandId, week: &Week, all: &mut SupplyWeek, dice: &mut Dice) {
    if st.command(id).kind != CommandKind::Fleet {
        return;
    }
    if let Some(one_in) = attrition::storm(&sc.rulings, week.weather, week.at_sea.contains(&id))
        && wear(st, id, Cause::sqds(one_in, "ST-20.9", 3), all, dice)
    {
        st.command_mut(id).disorder.push(Disorder::Storm);
    }
    if week.no_harbour.contains(&id) {
        wear(st, id, Cause::sqds(sc.rulings.attrition.no_harbour, "ST-20.8", 4), all, dice);
    }
    if week.unsupplied.contains(&id) {
        let mut stream = dice.stream("attrition", id.0, 10);
        let rule = RuleRef::new("ST-R62");
        let odds = sc.rulings.attrition.unfed_aboard;
        let lost = one_in(&mut st.command_mut(id).aboard, odds, UnitKind::is_regt, rule.clone(), &mut stream);
        if !lost.is_empty() {
            all.attrition.push(Attrition { command: id, rule, lost });
        }
        let carried: Vec<CommandId> =
            st.commands.iter().filter(|(_, it)| it.carried_by == Some(id)).map(|(id, _)| *id).collect();
        for land in carried {
            wear(st, land, Cause::regts(odds, "ST-R62", 11), all, dice);
        }
    }
    loads::shed_load(sc, st, id, dice);
}
