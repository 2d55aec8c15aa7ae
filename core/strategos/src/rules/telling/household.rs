//! A country's own affairs: units, money, food, chance, morale, spies, orders that were refused.

use super::Scribe;
use crate::model::ids::{CountryId, Power};
use crate::rules::covert::SpyWeek;
use crate::rules::event::{SpyResult, Wear, What};
use crate::rules::supply::Fed;

/// Steps 1 and 2: the quarter, units, arrivals, rallies, commands that are cut off.
pub fn week_begins(scribe: &mut Scribe<'_>) {
    let (sc, turn, opening) = (scribe.sc, scribe.before.turn, &scribe.played.opening);
    if sc.opens_quarter(turn) {
        let quarter = sc.quarter(turn);
        let what = What::QuarterBegan { quarter: quarter.name().to_owned(), winter: quarter.is_winter() };
        scribe.all("ST-24.2", what);
    }
    for (site, units) in &opening.ready {
        let Some(power) = scribe.before.sites.get(site).map(|site| site.power) else { continue };
        scribe.to(power, "ST-R29", What::UnitsReady { city: scribe.site(*site), units: *units });
    }
    for each in &opening.arrived {
        let leaders = each.leaders.iter().map(|leader| scribe.leader(*leader)).collect();
        let what = What::ForcesArrived { city: scribe.site(each.to), units: each.units, leaders };
        scribe.to(each.power, "ST-R48", what);
    }
    for id in &opening.rallied {
        if let Some(power) = scribe.first(*id).map(|it| it.power) {
            scribe.to(power, "ST-R16", What::CommandRallied { command: scribe.command(*id) });
        }
    }
    for (id, it) in &scribe.after.commands {
        let was = scribe.before.commands.get(id).is_some_and(|was| was.out_of_communication);
        if it.out_of_communication && !was {
            scribe.to(it.power, "ST-R24", What::CutOff { command: it.name.clone() });
        }
    }
}

/// Steps 15 to 17.
pub fn money_and_food(scribe: &mut Scribe<'_>) {
    for country in scribe.sc.country_ids() {
        accounts(scribe, country);
    }
    let report = &scribe.played.report;
    for (id, fed) in &report.supply.fed {
        if let Some(it) = scribe.known_command(*id).filter(|_| *fed == Fed::Hungry) {
            let (power, command, hex) = (it.power, it.name.clone(), it.hex);
            scribe.to(power, "ST-20.1", What::DivisionStarved { command, hex });
        }
    }
    for each in &report.supply.attrition {
        let cause = match each.rule.as_str() {
            "ST-20.1" => Wear::Hunger,
            "ST-20.2" | "ST-20.3" => Wear::ForcedMarch,
            "ST-20.4" => Wear::Rain,
            "ST-20.8" => Wear::NoHarbour,
            "ST-20.9" => Wear::Storm,
            _ => Wear::Aboard,
        };
        if let Some(power) = scribe.known_command(each.command).map(|it| it.power) {
            let what = What::AttritionSuffered { command: scribe.command(each.command), cause, lost: each.lost };
            scribe.to(power, "ST-20.10", what);
        }
    }
    for befell in &report.events {
        let (chance, lost) = (befell.chance, befell.lost);
        let city = befell.site.map(|site| scribe.site(site));
        scribe.only(befell.country, "ST-R57", What::ChanceBefell { chance, city, lost });
    }
}

/// Step 15: what came in and what was spent. Orders are those of steps 3, 4 and 6, treaty money and the pay of dispatches
/// included; other is what came or went besides: captured commands, treasure.
fn accounts(scribe: &mut Scribe<'_>, country: CountryId) {
    let Some(week) = scribe.played.report.accounts.get(country.index()) else { return };
    let [before, after] = [scribe.before, scribe.after].map(|state| i64::from(state.country(country).treasury.0));
    let purse = scribe.played.purses.get(country.index()).map_or(before, |purse| i64::from(purse.0));
    let known = [week.revenue, week.takings, week.prisoners].iter().map(|sum| i64::from(sum.0)).sum::<i64>()
        - i64::from(week.fleets.0)
        - i64::from(week.upkeep.0);
    let what = What::AccountsDrawn {
        before: before as u32,
        taxes: week.revenue.0,
        takings: week.takings.0,
        prisoners: week.prisoners.0,
        orders: purse - before,
        fleets: week.fleets.0,
        upkeep: week.upkeep.0,
        other: after - purse - known,
        treasury: after as u32,
    };
    scribe.only(country, "ST-3.2", what);
    for (id, lost) in week.unsupplied.iter().chain(&week.unpaid) {
        scribe.only(country, "ST-R28", What::UnitsUnpaid { command: scribe.command(*id), lost: *lost });
    }
}

/// Step 18: country morale.
pub fn morale(scribe: &mut Scribe<'_>) {
    for country in scribe.sc.country_ids() {
        let [from, to] = [scribe.before, scribe.after].map(|state| state.country(country).morale);
        if from != to {
            scribe.only(country, "ST-R54", What::MoraleChanged { from, to });
        }
    }
}

/// Step 19: spies, what was seen for the first time, orders that were refused.
pub fn reports(scribe: &mut Scribe<'_>) {
    let played = scribe.played;
    for (spy, week) in &played.report.spies {
        let city = scribe.site(spy.site);
        let result = match week {
            SpyWeek::Report { error } if *error <= scribe.sc.rulings.covert.good_error => SpyResult::Good,
            SpyWeek::Report { .. } => SpyResult::Poor,
            SpyWeek::Nothing => SpyResult::Nothing,
            SpyWeek::Caught => SpyResult::Caught,
        };
        if let (SpyResult::Caught, Some(power)) = (result, scribe.after.sites.get(&spy.site).map(|site| site.power)) {
            let of = scribe.key(spy.country);
            scribe.to(power, "ST-R50", What::SpyCaught { city: city.clone(), of });
        }
        scribe.only(spy.country, "ST-21.3", What::SpyReported { city, result });
    }
    for country in scribe.sc.country_ids() {
        first_sights(scribe, country);
    }
    for (country, order, refusal) in &played.refused {
        let order = (*order).to_owned();
        let detail = match &refusal.hint {
            Some(hint) => format!("{}; {hint}", refusal.detail),
            None => refusal.detail.clone(),
        };
        let event =
            crate::rules::event::Event { rule: refusal.rule.clone(), what: What::OrderRefused { order, detail } };
        let audience = kernel::Audience::only(super::seat(*country));
        scribe.told.push(kernel::Addressed { audience, event });
    }
}

/// Section 6: cities and forts that others built, and new roads, when they are seen for the first time.
fn first_sights(scribe: &mut Scribe<'_>, country: CountryId) {
    let (then, now) = (&scribe.before.memory[country.index()], &scribe.after.memory[country.index()]);
    let new =
        |site: &crate::model::ids::SiteId| site.index() >= scribe.sc.cities.len() && !then.sites.contains_key(site);
    for id in now.sites.keys().filter(|id| new(id)) {
        let Some(site) = scribe.after.sites.get(id).filter(|site| site.power != Power::Country(country)) else {
            continue;
        };
        let what = What::SiteSeen { site: site.name.clone(), hex: site.hex, fort: site.size == 0 };
        scribe.only(country, "ST-19.4", what);
    }
    for hex in now.roads.difference(&then.roads) {
        scribe.only(country, "ST-12.5", What::RoadSeen { hex: *hex });
    }
}
