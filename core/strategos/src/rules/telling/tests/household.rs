use kernel::Refusal;

use super::*;
use crate::model::state::{Convoy, Spy};
use crate::rules::covert::SpyWeek;
use crate::rules::events::{Befell, Chance};
use crate::rules::journeys::Arrival;
use crate::rules::supply::Fed;
use crate::rules::supply_phase::Attrition;
use crate::rules::trade::{TradeEnd, TradeFate};

/// A trade unit of Lysimachos ends so.
fn trade(it: &mut World, end: TradeFate) {
    let (country, from, to) = (it.country("LYS"), it.city("Kardia"), it.city("Pella"));
    let convoy = Convoy { country, hex: it.before.site(from).hex, from, to, naval: false, route: Vec::new() };
    it.played.report.trade = vec![TradeEnd { convoy, end }];
}

pub fn rows() -> Vec<Row> {
    heard! {
        What::QuarterBegan { .. } => "all", |it| (it.before.turn, it.after.turn) = (Turn(14), Turn(15));
        What::UnitsReady { .. } => "LYS", |it| it.played.opening.ready = vec![(it.city("Kardia"), hoplites())];
        What::ForcesArrived { .. } => "LYS", |it| {
            let (power, to) = (it.power("LYS"), it.city("Sestos"));
            it.played.opening.arrived = vec![Arrival { power, to, units: hoplites(), leaders: Vec::new() }];
        };
        What::CommandRallied { .. } => "LYS", |it| it.played.opening.rallied = vec![it.field("LYS", "Division 1")];
        What::CutOff { .. } => "LYS", |it| {
            let division = it.field("LYS", "Division 1");
            it.after.command_mut(division).out_of_communication = true;
        };
        What::AccountsDrawn { treasury: 777, .. } => "LYS", |it| {
            let lys = it.country("LYS");
            it.after.country_mut(lys).treasury = Talents(777);
        };
        What::TradeArrived { talents: 40, .. } => "LYS", |it| trade(it, TradeFate::Arrived { host: it.power("CAS"), gain: Talents(40), share: Talents(20) });
        What::TradersCame { talents: 20, .. } => "CAS", |it| trade(it, TradeFate::Arrived { host: it.power("CAS"), gain: Talents(40), share: Talents(20) });
        What::TradeLost { by: Some(_), .. } => "LYS", |it| trade(it, TradeFate::Captured { by: it.power("ANT"), gain: Talents(50) });
        What::TradeTaken { .. } => "ANT", |it| trade(it, TradeFate::Captured { by: it.power("ANT"), gain: Talents(50) });
        What::TradeLost { by: None, .. } => "LYS", |it| trade(it, TradeFate::Unwelcome);
        What::UnitsUnpaid { .. } => "LYS", |it| {
            let (lys, division) = (it.country("LYS"), it.field("LYS", "Division 1"));
            it.played.report.accounts[lys.index()].unpaid = vec![(division, hoplites())];
        };
        What::UnitsUnpaid { .. } => "LYS", |it| {
            let (lys, fleet) = (it.country("LYS"), it.field("LYS", "Fleet 1"));
            it.played.report.accounts[lys.index()].unsupplied = vec![(fleet, Units::NONE)];
        };
        What::DivisionStarved { .. } => "LYS", |it| {
            it.played.report.supply.fed = vec![(it.field("LYS", "Division 1"), Fed::Hungry)];
        };
        What::DivisionStarved { .. } => "", |it| {
            it.played.report.supply.fed = vec![(it.field("LYS", "Division 1"), Fed::Forage)];
        };
        What::AttritionSuffered { .. } => "LYS", |it| {
            let (command, rule) = (it.field("LYS", "Division 1"), RuleRef::new("ST-20.4"));
            it.played.report.supply.attrition = vec![Attrition { command, rule, lost: hoplites() }];
        };
        What::ChanceBefell { .. } => "LYS", |it| {
            let (country, site) = (it.country("LYS"), Some(it.city("Kardia")));
            it.played.report.events = vec![Befell { country, chance: Chance::Fire, site, lost: Units::NONE, fallen: None }];
        };
        What::MoraleChanged { .. } => "LYS", |it| {
            let lys = it.country("LYS");
            it.after.country_mut(lys).morale -= 1;
        };
        What::SpyReported { .. } => "ANT", |it| spy(it, SpyWeek::Nothing);
        What::SpyCaught { .. } => "", |it| spy(it, SpyWeek::Nothing);
        What::SpyCaught { .. } => "LYS", spy_caught;
        What::SiteSeen { .. } => "ANT", |it| {
            let (id, ant) = (SiteId(it.sc.cities.len() as u16), it.country("ANT"));
            let site = it.after.site(it.city("Kardia")).clone();
            it.after.sites.insert(id, site);
            let look = crate::model::reports::SiteReport { turn: Turn(2), size: 1, dv: 1, dv_error: 0, inside: None };
            it.after.memory[ant.index()].sites.insert(id, look);
        };
        What::RoadSeen { .. } => "ANT", |it| {
            let ant = it.country("ANT");
            it.after.memory[ant.index()].roads.insert("2318".parse().unwrap());
        };
        What::OrderRefused { .. } => "LYS", |it| {
            it.played.refused = vec![(it.country("LYS"), "march \"Army I\" 2318".into(), Refusal::new("no_way", "ST-R63", "there is no way"))];
        };
    }
}

/// A spy of Antigonos in Kardia has such a week.
fn spy(it: &mut World, week: SpyWeek) {
    it.played.report.spies = vec![(Spy { country: it.country("ANT"), site: it.city("Kardia") }, week)];
}

pub fn spy_caught(it: &mut World) {
    spy(it, SpyWeek::Caught);
}
