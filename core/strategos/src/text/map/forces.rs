//! What forces a country knows of, by hex: its own commands whole, foreign ones as they were last reported.

use std::collections::BTreeMap;

use super::Drawing;
use crate::model::command::{BattleOrder, Command};
use crate::model::ids::{HexId, Power};
use crate::model::measures::Turn;
use crate::model::reports::{ForceReport, HexReport, Source};
use crate::model::units::UnitClass;
use crate::rules::communication::needs_line;
use crate::text::words::{command_kind, count, units};

/// A counter: the forces of one power in a hex, by land or by sea.
pub struct Counter {
    pub power: Power,
    pub at_sea: bool,
    /// Regiments or squadrons; `None`: not known.
    pub strength: Option<u32>,
    /// What is known of it from where.
    pub from: From,
    /// What it is in words, a part for each command.
    pub told: Vec<String>,
}

/// Where a counter is known from.
pub enum From {
    /// Own commands, the highest first.
    Own { names: Vec<String>, mark: Option<&'static str> },
    /// A report.
    Report { age: u16, level: u8 },
}

/// What is wrong with a command: on its counter, and in words.
type Mark = (&'static str, &'static str);

impl Drawing<'_> {
    /// All forces that are known, by hex: own ones first.
    pub fn counters(&self) -> BTreeMap<HexId, Vec<Counter>> {
        let mut all: BTreeMap<HexId, Vec<Counter>> = BTreeMap::new();
        let own = self.state.commands.values().filter(|it| self.is_own(it.power) && !it.kind.is_site());
        let mut own: Vec<&Command> = own.collect();
        own.sort_by_key(|it| it.kind);
        for it in own {
            let at_sea = it.kind.is_naval() || it.carried_by.is_some() || self.sc.board.is_sea(it.hex);
            add_own(all.entry(it.hex).or_default(), it, at_sea, self.mark(it), self.told_of_own(it));
        }
        for (hex, report) in self.memory().iter().flat_map(|memory| &memory.hexes) {
            for force in report.forces.iter().filter(|force| !self.is_own(force.power)) {
                all.entry(*hex).or_default().push(Counter {
                    power: force.power,
                    at_sea: force.naval,
                    strength: force.units,
                    from: From::Report { age: self.state.turn.since(report.turn), level: report.level },
                    told: vec![self.told_of_force(report, force)],
                });
            }
        }
        all
    }

    /// *Army I: army under Lysimachos, 20 regiments, defends*.
    fn told_of_own(&self, it: &Command) -> String {
        let state = &self.state;
        let mut facts = vec![command_kind(it.kind).to_owned()];
        if let Some(leader) = it.leader.and_then(|leader| state.leaders.get(&leader)) {
            facts.push(format!("under {}", leader.name));
        }
        if !it.units.is_empty() {
            facts.push(units(&it.units));
        }
        if !it.aboard.is_empty() {
            facts.push(format!("aboard: {}", units(&it.aboard)));
        }
        if let Some(fleet) = it.carried_by.and_then(|fleet| state.commands.get(&fleet)) {
            facts.push(format!("aboard {}", fleet.name));
        }
        facts.push(battle_order(it.battle_order).to_owned());
        facts.extend(self.mark(it).map(|(_, words)| words.to_owned()));
        format!("{}: {}", it.name, facts.join(", "))
    }

    /// *Army of Lysimachos, about 20 regiments (±15 %), under Lysimachos; scouts, level 3, 2 weeks ago*.
    fn told_of_force(&self, report: &HexReport, force: &ForceReport) -> String {
        let arm = if force.naval { "naval force" } else { "land force" };
        let what = match force.highest {
            Some(kind) if kind.is_site() => "garrison",
            other => other.map_or(arm, command_kind),
        };
        let mut facts = vec![format!("{what} of {}", self.power_name(force.power))];
        facts.push(match (&force.exact, force.units) {
            (Some(exact), _) => units(exact),
            (None, Some(number)) => {
                let (one, many) = if force.naval { ("squadron", "squadrons") } else { ("regiment", "regiments") };
                format!("about {} (±{} %)", count(number, one, many), report.error)
            }
            (None, None) => "strength unknown".to_owned(),
        });
        if force.exact.is_none() && !force.classes.is_empty() {
            let classes = force.classes.iter().map(|(class, number)| format!("{number} {}", class_name(*class)));
            facts.push(classes.collect::<Vec<_>>().join(", "));
        }
        facts.extend(force.aboard.filter(|aboard| *aboard > 0).map(|aboard| format!("about {aboard} aboard")));
        facts.extend(force.commander.as_ref().map(|name| match force.ma {
            Some(ma) => format!("under {name} (MA {ma})"),
            None => format!("under {name}"),
        }));
        facts.extend(force.order.map(|order| battle_order(order).to_owned()));
        facts.extend(force.came_from.map(|hex| format!("came from {hex}")));
        let source = match report.source {
            Source::FirstPhase | Source::SecondPhase => "scouts",
            Source::Spy => "a spy",
        };
        format!("{}; {source}, class {}, {}", facts.join(", "), report.level, self.age(report.turn))
    }

    fn mark(&self, it: &Command) -> Option<Mark> {
        let cut = it.out_of_communication || self.cut_off.contains(&it.hex) && needs_line(self.sc, it);
        match () {
            () if it.routed => Some(("ROUT", "routed")),
            () if cut => Some(("CUT", "beyond its line of communication")),
            () if it.hungry => Some(("HUNG", "hungry")),
            () => None,
        }
    }

    /// How long ago a report is.
    pub fn age(&self, turn: Turn) -> String {
        match self.state.turn.since(turn) {
            0 => "this week".to_owned(),
            1 => "last week".to_owned(),
            weeks => format!("{weeks} weeks ago"),
        }
    }
}

fn add_own(here: &mut Vec<Counter>, it: &Command, at_sea: bool, mark: Option<Mark>, told: String) {
    let strength = u32::from(if at_sea { it.units.sqds() } else { it.units.regts() });
    let marked = mark.map(|(letters, _)| letters);
    let same = here.iter_mut().find(|counter| counter.at_sea == at_sea);
    let Some(counter) = same else {
        let from = From::Own { names: vec![it.name.to_string()], mark: marked };
        here.push(Counter { power: it.power, at_sea, strength: Some(strength), from, told: vec![told] });
        return;
    };
    counter.strength = counter.strength.map(|sum| sum + strength);
    counter.told.push(told);
    if let From::Own { names, mark } = &mut counter.from {
        names.push(it.name.to_string());
        *mark = mark.or(marked);
    }
}

fn battle_order(order: BattleOrder) -> &'static str {
    match order {
        BattleOrder::Attack => "attacks",
        BattleOrder::Probe => "probes",
        BattleOrder::Defend => "defends",
        BattleOrder::Withdraw => "withdraws",
        BattleOrder::Garrison => "stays behind walls",
    }
}

fn class_name(class: UnitClass) -> &'static str {
    match class {
        UnitClass::Foot => "foot",
        UnitClass::Horse => "horse",
        UnitClass::Elephant => "elephants",
        UnitClass::Train => "trains",
        UnitClass::Ship => "ships",
    }
}
