//! A country's own affairs: units, money, food, chance, morale, spies, orders that were refused.

use super::Scribe;
use crate::model::ids::{CountryId, Power};
use crate::model::measures::Talents;
use crate::model::state::{Appeal, Condition};
use crate::rules::covert::SpyWeek;
use crate::rules::deeds::Answered;
use crate::rules::event::{SpyResult, Wear, What};
use crate::rules::events::Chance;
use crate::rules::supply::Fed;
use crate::rules::trade::{TradeEnd, TradeFate};

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

/// ST-R58: trade units that came to their cities, or did not.
pub fn trade(scribe: &mut Scribe<'_>) {
    for TradeEnd { convoy, end } in &scribe.played.report.trade {
        let (owner, of) = (convoy.country, scribe.key(convoy.country));
        let [from, to] = [convoy.from, convoy.to].map(|site| scribe.site(site));
        match *end {
            TradeFate::Arrived { host, gain, share } => {
                scribe.only(
                    owner,
                    "ST-R58",
                    What::TradeArrived { from: from.clone(), to: to.clone(), talents: gain.0 },
                );
                scribe.to(host, "ST-R58", What::TradersCame { of, from, to, talents: share.0 });
            }
            TradeFate::Captured { by, gain } => {
                let lost = What::TradeLost { from, to, hex: convoy.hex, by: Some(scribe.power(by)) };
                scribe.only(owner, "ST-22.17", lost);
                scribe.to(by, "ST-22.17", What::TradeTaken { of, hex: convoy.hex, talents: gain.0 });
            }
            TradeFate::Unwelcome => {
                scribe.only(owner, "ST-R58", What::TradeLost { from, to, hex: convoy.hex, by: None });
            }
        }
    }
}

/// Step 15: what came in and what was spent. What was spent by orders is what the treasury has less once those of steps 3, 4
/// and 6 are carried out, treaties, gifts and dispatches apart; what came besides after that is from captured commands (ST-R19)
/// or treasure (ST-R57).
fn accounts(scribe: &mut Scribe<'_>, country: CountryId) {
    let Some(week) = scribe.played.report.accounts.get(country.index()) else { return };
    let [before, after] = [scribe.before, scribe.after].map(|state| i64::from(state.country(country).treasury.0));
    let purse = scribe.played.purses.get(country.index()).map_or(before, |purse| i64::from(purse.0));
    let known =
        [week.revenue, week.takings, week.trade, week.prisoners].iter().map(|sum| i64::from(sum.0)).sum::<i64>()
            - i64::from(week.fleets.0)
            - i64::from(week.upkeep.0);
    let (treaties, dispatches, treasure) =
        (given(scribe, country), dispatch_pay(scribe, country), found(scribe, country));
    let what = What::AccountsDrawn {
        before: before as u32,
        taxes: week.revenue.0,
        takings: week.takings.0,
        trade: week.trade.0,
        prisoners: week.prisoners.0,
        captures: after - purse - known - i64::from(treasure),
        treasure,
        treaties,
        dispatches,
        orders: purse - before - treaties - i64::from(dispatches),
        fleets: week.fleets.0,
        upkeep: week.upkeep.0,
        treasury: after as u32,
    };
    scribe.only(country, "ST-3.2", what);
    for (rule, unpaid) in [("ST-20.7", &week.unsupplied), ("ST-R28", &week.unpaid)] {
        for (id, lost) in unpaid {
            scribe.only(country, rule, What::UnitsUnpaid { command: scribe.command(*id), lost: *lost });
        }
    }
}

/// ST-22.12, ST-3.8: what treaties and gifts of money brought, or cost below 0.
fn given(scribe: &Scribe<'_>, country: CountryId) -> i64 {
    let deeds = &scribe.played.deeds;
    let accepted = deeds.answers.iter().filter(|(_, answer)| *answer == Answered::Accepted);
    let of_treaty = |(appeal, _): &(Appeal, Answered)| -> i64 {
        let party = appeal.from == country || appeal.to == Power::Country(country);
        let sum = |condition: &Condition| match condition {
            Condition::Pays { payer, talents } if party => signed(*talents, *payer != country),
            _ => 0,
        };
        appeal.conditions.iter().map(sum).sum()
    };
    let gift = |(from, to, talents): &(CountryId, CountryId, Talents)| {
        if [*from, *to].contains(&country) { signed(*talents, *to == country) } else { 0 }
    };
    accepted.map(of_treaty).sum::<i64>() + deeds.gifts.iter().map(gift).sum::<i64>()
}

fn signed(talents: Talents, comes: bool) -> i64 {
    if comes { i64::from(talents.0) } else { -i64::from(talents.0) }
}

/// ST-3.10: the pay of dispatches.
fn dispatch_pay(scribe: &Scribe<'_>, country: CountryId) -> u32 {
    let paid = scribe.played.deeds.dispatches.iter().filter(|(by, _)| *by == country).count();
    paid as u32 * scribe.sc.rulings.cities.dispatch_pay as u32
}

/// ST-R57: treasure that was found.
fn found(scribe: &Scribe<'_>, country: CountryId) -> u32 {
    let events = scribe.played.report.events.iter();
    let times = events.filter(|befell| befell.country == country && befell.chance == Chance::Treasure).count();
    times as u32 * scribe.sc.rulings.events.treasure as u32
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
        let order = order.clone();
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
