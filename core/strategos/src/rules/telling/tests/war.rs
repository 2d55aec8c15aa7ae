use super::*;
use crate::model::command::Disorder;
use crate::model::rulings::BattleName;
use crate::rules::battlefield::Retreat;
use crate::rules::battlefield::{BattleReport, Battlefield, Captured, Outcome};
use crate::rules::covert::BribePurpose;
use crate::rules::covert_acts::BribeAttempt;
use crate::rules::embarkation::{Boarded, Boarding, NoBoarding};
use crate::rules::event::CommandLoss;
use crate::rules::occupation::MovedIn;
use crate::rules::plunder::Takings;
use crate::rules::storm::AssaultReport;

pub fn rows() -> Vec<Row> {
    let mut all = commands();
    all.extend(losses());
    all.extend(fights());
    all
}

fn commands() -> Vec<Row> {
    heard! {
        What::CommandRaised { .. } => "LYS", |it| {
            let copy = it.after.command(it.field("LYS", "Division 1")).clone();
            it.after.commands.insert(CommandId(9_000), copy);
        };
        What::CommandDispersed { .. } => "LYS", |it| {
            let (lys, division) = (it.country("LYS"), it.field("LYS", "Division 1"));
            it.after.commands.remove(&division);
            it.played.deeds.dispersed = vec![(lys, division, "Division 1".into(), hoplites())];
        };
        What::ForceMoved { .. } => "LYS", |it| {
            let army = it.field("LYS", "Army I");
            it.after.command_mut(army).hex = "2318".parse().unwrap();
        };
        What::TroopsBoarded { .. } => "LYS", |it| it.boards(false, Ok(()));
        What::TroopsLanded { .. } => "LYS", |it| it.boards(true, Ok(()));
        What::BoardingFailed { .. } => "LYS", |it| it.boards(true, Err(NoBoarding::NoRoom));
        What::CommandInDisorder { .. } => "LYS", |it| it.played.report.failed = vec![it.field("LYS", "Division 1")];
        What::OrdersIgnored { .. } => "LYS", |it| {
            let division = it.field("LYS", "Division 1");
            it.after.command_mut(division).disorder = vec![Disorder::RefusedOrders];
        };
    }
}

fn losses() -> Vec<Row> {
    heard! {
        What::CommandCaptured { .. } => "LYS", captured;
        What::CommandLost { how: CommandLoss::Captured, .. } => "ANT", captured;
        What::CommandLost { how: CommandLoss::Caught, .. } => "ANT", |it| {
            let division = it.field("ANT", "Division 2");
            it.after.commands.remove(&division);
            it.played.report.caught = vec![division];
        };
        What::CommandLost { how: CommandLoss::City, .. } => "ANT", |it| {
            let division = it.field("ANT", "Division 2");
            it.after.commands.remove(&division);
        };
        What::CommandLost { how: CommandLoss::Defected, .. } => "ANT", defects;
        // It changed sides, and was taken from its new master in the same week.
        What::CommandLost { how: CommandLoss::Defected, .. } => "ANT", |it| {
            defects(it);
            captured(it);
            let (lys, ant) = (it.power("LYS"), it.power("ANT"));
            it.played.report.captured.iter_mut().for_each(|each| (each.of, each.by) = (lys, ant));
        };
        // Another command of theirs changed sides; this one fell with its city.
        What::CommandLost { how: CommandLoss::City, .. } => "ANT", |it| {
            defects(it);
            let fleet = it.field("ANT", "Fleet 1");
            it.after.commands.remove(&fleet);
        };
        What::RaidMade { .. } => "LYS", raided;
        What::CityRaided { .. } => "ANT", raided;
    }
}

fn fights() -> Vec<Row> {
    heard! {
        What::BattleFought { won: true, .. } => "LYS", |it| it.battle("2318");
        What::BattleFought { won: false, .. } => "ANT", |it| it.battle("2318");
        What::BattleHeard { .. } => "", |it| it.battle("2318");
        What::BattleHeard { .. } => "CAS", |it| {
            it.kassandros_watches("2318".parse().unwrap());
            it.battle("2318");
        };
        What::AssaultMade { attacking: true, .. } => "ANT", |it| it.assault();
        What::AssaultMade { attacking: false, .. } => "LYS", |it| it.assault();
        What::AssaultHeard { .. } => "", |it| it.assault();
        What::AssaultHeard { .. } => "CAS", |it| {
            it.kassandros_watches(it.before.site(it.city("Sestos")).hex);
            it.assault();
        };
        What::GarrisonSet { .. } => "ANT", |it| {
            it.assault();
            let fallen = super::cities::fallen(it, "Sestos", "LYS", "ANT");
            let assault = &mut it.played.report.assaults[0];
            (assault.fallen, assault.moved_in.units) = (Some(fallen), hoplites());
        };
    }
}

impl World {
    /// Lysimachos' fleet takes troops aboard, or lands them.
    fn boards(&mut self, ashore: bool, end: Result<(), NoBoarding>) {
        let (fleet, hex) = (self.field("LYS", "Fleet 1"), "2318".parse().unwrap());
        let order = Boarding { fleet, hex, ashore, commands: Vec::new(), units: hoplites(), other: None };
        self.played.report.boarded = vec![Boarded { order, end: Some(end) }];
    }

    /// Lysimachos beats Antigonos' men.
    fn battle(&mut self, hex: &str) {
        let side = |power| Outcome {
            powers: vec![power],
            strength: 10,
            lost: hoplites(),
            taken: Units::NONE,
            killed: Vec::new(),
            routed: false,
        };
        self.played.report.battles = vec![BattleReport {
            field: Battlefield { hex: hex.parse().unwrap(), naval: false, counter: 0 },
            result: BattleName::Clear,
            quotient: 150,
            winner: side(self.power("LYS")),
            loser: side(self.power("ANT")),
            retreat: Retreat::Away(Vec::new()),
        }];
    }

    /// Antigonos' men storm Sestos in vain.
    fn assault(&mut self) {
        self.played.report.assaults = vec![AssaultReport {
            site: self.city("Sestos"),
            powers: vec![self.power("ANT")],
            odds: 120,
            repulse: false,
            attackers_lost: hoplites(),
            defenders_lost: hoplites(),
            fallen: None,
            moved_in: MovedIn::default(),
        }];
    }
}

/// Lysimachos captures a division of Antigonos.
fn captured(it: &mut World) {
    let command = it.field("ANT", "Division 2");
    let hex = it.before.command(command).hex;
    it.after.commands.remove(&command);
    let (of, by, name) = (it.power("ANT"), it.power("LYS"), "Division 2".into());
    it.played.report.captured = vec![Captured { command, name, of, by, hex, price: Talents(100), leader: None }];
}

/// A division of Antigonos takes Lysimachos' money and changes sides.
fn defects(it: &mut World) {
    let (from, target) = (it.field("LYS", "Division 1"), it.field("ANT", "Division 2"));
    it.after.command_mut(target).power = it.power("LYS");
    let (purpose, paid) = (BribePurpose::Defect, Talents(100));
    let bribe = BribeAttempt { from, target, purpose, taken: true, paid, told: false, traced: false, fallen: None };
    it.played.bribes = vec![bribe];
}

/// Lysimachos' men raid Pergamon.
fn raided(it: &mut World) {
    let (country, site, talents) = (it.country("LYS"), it.city("Pergamon"), Talents(10));
    it.after.site_mut(site).raided = talents;
    it.played.report.raids = vec![Takings { country, site, talents, raid: true }];
}
