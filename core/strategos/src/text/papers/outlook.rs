//! What is threatened, and what comes next.

use super::{cities, own, rule, sightings};
use crate::knowledge::Knowledge;
use crate::model::command::CommandKind;
use crate::model::ids::SiteId;
use crate::model::measures::Turn;
use crate::model::scenario::Scenario;
use crate::model::state::{Site, SiteStatus};
use crate::rules::leaders::has_failed;
use crate::rules::{city, revolt, siege};
use crate::text::words::{count, list, place, power as named, treaty, units};

/// What is threatened: cities that may rise, foreign forces near cities, divisions without food.
pub fn threats(sc: &Scenario, knowledge: &Knowledge) -> Vec<String> {
    let mut all = sightings::near(sc, knowledge);
    all.extend(beset(sc, knowledge));
    all.extend(restless(sc, knowledge));
    all.extend(hungry(sc, knowledge));
    all
}

/// Cities that will starve, and when (ST-R39).
fn beset(sc: &Scenario, knowledge: &Knowledge) -> Vec<String> {
    let st = &knowledge.state;
    let told = |(id, site): (SiteId, &Site)| {
        site.blockade?;
        let inside = city::inside(st, id);
        let eats = siege::eaten(&sc.rulings, inside.fighting());
        let lasts = u16::from(site.stores.div_ceil(eats.max(1)));
        let fate = match lasts {
            0 => "its Stores are gone: one unit inside in twenty is lost each week, and it tests its morale".to_owned(),
            weeks => format!("its Stores last {}, at {eats} a week", count(weeks, "week more", "weeks more")),
        };
        Some(format!("{} is cut off: {fate}. {}", site.name, rule("ST-R39")))
    };
    cities(knowledge).filter_map(told).collect()
}

/// Cities that roll for revolt this week as they stand, with the chance.
fn restless(sc: &Scenario, knowledge: &Knowledge) -> Vec<String> {
    let st = &knowledge.state;
    let told = |(id, site): (SiteId, &Site)| {
        if revolt::reasons(sc, st, id).is_empty() {
            return None;
        }
        let garrison = revolt::quiet_garrison(st, id);
        let chance = revolt::chance_at(sc, st, id);
        let why = if site.status == SiteStatus::Captured { "captured" } else { "ill-used" };
        (chance > 0).then(|| {
            format!(
                "{} may rise: {chance} in 100 this week. It is {why}, of size {}, with {} inside. {}",
                site.name,
                site.size,
                count(garrison, "unit", "units"),
                rule("ST-23.2")
            )
        })
    };
    cities(knowledge).filter_map(told).collect()
}

/// Divisions that have little food left, or are cut off.
fn hungry(sc: &Scenario, knowledge: &Knowledge) -> Vec<String> {
    let power = own(knowledge);
    let divisions = knowledge.state.commands.values();
    let divisions = divisions.filter(|it| {
        it.power == power && it.kind == CommandKind::Division && it.units.regts() > 0 && it.carried_by.is_none()
    });
    divisions
        .filter(|it| it.organic_supply <= 1)
        .map(|it| {
            let food = match it.organic_supply {
                0 => "has no food of its own left: each week without forage it may lose one regiment in ten".to_owned(),
                weeks => format!("has food for {} only", count(weeks, "week", "weeks")),
            };
            format!("{} at {} {food}. {}", it.name, place(sc, it.hex), rule("ST-20.1"))
        })
        .collect()
}

/// What comes next: offers, treaties that end, who is to be given a post, what arrives, and the calendar.
pub fn next(sc: &Scenario, knowledge: &Knowledge) -> Vec<String> {
    let mut all = court(sc, knowledge);
    all.extend(arrivals(sc, knowledge));
    all.extend(calendar(sc, knowledge));
    all
}

fn court(sc: &Scenario, knowledge: &Knowledge) -> Vec<String> {
    let (st, power) = (&knowledge.state, own(knowledge));
    let mut all = Vec::new();
    for (id, appeal) in st.appeals.iter().filter(|(_, appeal)| appeal.to == power) {
        let from = &sc.country(appeal.from).name;
        all.push(format!(
            "{from} offers {}: “treaty accept {number}” or “treaty reject {number}” this week, or it is void.",
            treaty(appeal.standing),
            number = id.0
        ));
    }
    for relation in st.relations.iter().filter(|relation| [relation.a, relation.b].contains(&knowledge.country)) {
        let Some(until) = relation.until.filter(|until| until.since(st.turn) <= 3) else { continue };
        let other = if relation.a == knowledge.country { relation.b } else { relation.a };
        let kind = treaty(relation.standing).split_once(' ').map_or("treaty", |(_, kind)| kind);
        let when = match until.since(st.turn) {
            0 => "at the end of this week".to_owned(),
            weeks => format!("in {}", count(weeks + 1, "week", "weeks")),
        };
        all.push(format!("The {kind} with {} ends {when}.", sc.country(other).name));
    }
    for leader in st.leaders.values().filter(|leader| has_failed(leader, st.turn) && leader.post.is_none()) {
        all.push(format!("{} has failed and lost his command: give him one, or he is given the nearest.", leader.name));
    }
    let idle: Vec<String> = st
        .leaders
        .values()
        .filter(|leader| leader.power == power && leader.post.is_none() && !has_failed(leader, st.turn))
        .map(|leader| leader.name.to_string())
        .collect();
    match idle.len() {
        0 => {}
        1..=4 => all.push(format!("Without a command: {}.", list(&idle))),
        many => all.push(format!("{many} leaders are without a command: see the list of leaders.")),
    }
    all
}

fn arrivals(sc: &Scenario, knowledge: &Knowledge) -> Vec<String> {
    let st = &knowledge.state;
    let soon = |turn: Turn| turn.since(st.turn) <= 1;
    let mut all = Vec::new();
    for each in st.building.iter().filter(|each| soon(each.ready)) {
        let site = st.sites.get(&each.site).map_or("a city", |site| site.name.as_str());
        let ready = crate::model::units::Units::of(each.kind, each.count);
        all.push(format!("Due {} at {site}: {}.", due(st.turn, each.ready), units(&ready)));
    }
    for journey in st.journeys.iter().filter(|journey| soon(journey.arrives) && !journey.units.is_empty()) {
        let site = st.sites.get(&journey.to).map_or("a city", |site| site.name.as_str());
        all.push(format!("Due {} at {site}: {}.", due(st.turn, journey.arrives), units(&journey.units)));
    }
    for relation in st.relations.iter().filter(|relation| !relation.breaking.is_empty()) {
        let other = if relation.a == knowledge.country { relation.b } else { relation.a };
        all.push(format!("Your treaty with {} ends with this week.", named(sc, &sc.country(other).key)));
    }
    all
}

fn due(now: Turn, ready: Turn) -> &'static str {
    if ready.since(now) == 0 { "this week" } else { "next week" }
}

fn calendar(sc: &Scenario, knowledge: &Knowledge) -> Vec<String> {
    let turn = knowledge.state.turn;
    let left = sc.weeks_per_quarter() - sc.week_of_quarter(turn);
    let mut all = Vec::new();
    let next = sc.quarter(turn.later(left + 1));
    if left == 0 {
        all.push(format!(
            "This is the last week of {}: one leader may be dismissed and replaced, leaders beyond the number of commands are \
             lost, and the tax income is looked at that wins.",
            sc.quarter(turn).name()
        ));
    } else if left <= 3 || next.is_winter() && left <= 6 {
        let taxes = if next.is_winter() { " Then taxes are halved for a quarter." } else { "" };
        all.push(format!(
            "{} begins in {}.{taxes}",
            crate::text::words::capital(next.name()),
            count(left + 1, "week", "weeks")
        ));
    }
    if sc.turn_limit.saturating_sub(turn.0) <= 8 {
        let weeks = sc.turn_limit.saturating_sub(turn.0);
        all.push(match weeks {
            0 => "This is the last week of the campaign.".to_owned(),
            weeks => format!("The campaign ends after {} more.", count(weeks, "week", "weeks")),
        });
    }
    all
}
