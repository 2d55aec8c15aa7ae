//! The dispatch of the week: what matters most first.

use kernel::paper::Paper;
use kernel::{Document, EventRecord};

use super::{begin, document, outlook, sightings};
use crate::knowledge::Knowledge;
use crate::model::measures::Turn;
use crate::model::scenario::Scenario;
use crate::rules::city::base_tax;
use crate::text::words;

/// The parts of the news, with the kinds of event that belong to each; within a part they stand in the order of the week.
const PARTS: [(&str, &[&str]); 9] = [
    (
        "First of all",
        &[
            "campaign_ended",
            "country_out",
            "battle_fought",
            "assault_made",
            "garrison_set",
            "city_lost",
            "city_won",
            "command_captured",
            "command_lost",
            "leader_lost",
            "leader_escaped",
            "leader_attacked",
            "treaty_broken",
            "enmity_declared",
        ],
    ),
    ("Orders that could not be carried out", &["order_refused"]),
    (
        "At the front",
        &[
            "city_besieged",
            "garrison_starved",
            "city_wavered",
            "siege_reported",
            "siege_lifted",
            "plunder_ended",
            "raid_made",
            "command_in_disorder",
            "division_starved",
            "attrition_suffered",
            "cut_off",
            "orders_ignored",
            "command_rallied",
        ],
    ),
    ("Marches", &["force_moved", "troops_boarded", "troops_landed", "boarding_failed"]),
    (
        "At home",
        &[
            "city_raided",
            "trade_arrived",
            "traders_came",
            "trade_taken",
            "trade_lost",
            "units_unpaid",
            "chance_befell",
            "morale_changed",
            "city_devastated",
            "walls_pulled_down",
            "city_founded",
            "city_grew",
            "walls_raised",
            "fort_built",
            "base_set",
            "city_settled",
            "units_ready",
            "forces_arrived",
            "command_raised",
            "command_dispersed",
            "leader_failed",
            "leader_reappointed",
            "leader_came",
            "leader_arrived",
            "leader_recovered",
            "leader_grew",
        ],
    ),
    ("Treaties", &["treaty_offered", "treaty_concluded", "offer_ended", "treaty_lapsed", "city_ceded", "money_sent"]),
    ("Secret acts", &["assassin_reported", "bribe_answered", "bribe_refused", "spy_caught", "spy_reported"]),
    (
        "The wide world",
        &[
            "quarter_began",
            "weather_came",
            "war_began",
            "city_taken",
            "battle_heard",
            "assault_heard",
            "alliance_known",
            "site_seen",
            "road_seen",
        ],
    ),
    ("What others write", &["dispatch_published"]),
];

/// Kinds that another paper tells.
const ELSEWHERE: [&str; 1] = ["accounts_drawn"];

/// The dispatch.
pub fn dispatch(sc: &Scenario, knowledge: &Knowledge, events: &[EventRecord]) -> Document {
    let (title, mut paper) = begin(sc, knowledge, "Dispatch");
    let st = &knowledge.state;
    let country = st.country(knowledge.country);
    let record = sc.country(knowledge.country);
    let tax = base_tax(sc, st, knowledge.country);
    paper.facts(&[
        ("Treasury", format!("{} talents", country.treasury.0)),
        ("Country morale", format!("{} of 20", country.morale)),
        ("Base tax", format!("{tax} a week, to win {}", record.tax_target)),
    ]);
    if events.is_empty() && st.turn == Turn(1) {
        paper.heading(3, "The world");
        paper.paragraph(&sc.about.trim().replace('\n', " "));
        paper.paragraph(&record.description);
    } else if st.turn > Turn(1) {
        let last = sc.date(Turn(st.turn.0 - 1));
        let now =
            if st.ended.is_some() { String::new() } else { format!(" Orders are awaited for {}.", sc.date(st.turn)) };
        paper.paragraph(&format!("What happened in {last}.{now}"));
    }
    news(&mut paper, record.key.as_str(), events);
    let quiet = events.iter().all(|event| matches!(event.kind.as_str(), "accounts_drawn" | "weather_came"));
    if quiet && st.turn > Turn(1) {
        paper.paragraph("A quiet week.");
    }
    if st.ended.is_none() {
        list(&mut paper, "What is threatened", &outlook::threats(sc, knowledge));
        list(&mut paper, "What scouts and spies saw", &sightings::elsewhere(sc, knowledge));
        list(&mut paper, "What comes next", &outlook::next(sc, knowledge));
    }
    document("dispatch", title, paper)
}

fn news(paper: &mut Paper, own: &str, events: &[EventRecord]) {
    let fresh = |event: &&EventRecord| !repeats(event, own, events);
    for (heading, kinds) in PARTS {
        let part: Vec<&EventRecord> =
            events.iter().filter(|event| kinds.contains(&event.kind.as_str())).filter(fresh).collect();
        list(paper, heading, &worded(&part));
    }
    let known = |kind: &str| ELSEWHERE.contains(&kind) || PARTS.iter().any(|(_, kinds)| kinds.contains(&kind));
    let rest: Vec<String> = events.iter().filter(|event| !known(&event.kind)).map(|event| event.text.clone()).collect();
    list(paper, "Also", &rest);
}

/// Cities that grow, from this many on, are told in one line.
const MANY: usize = 3;

/// The events in words; many cities that grow in one line.
fn worded(part: &[&EventRecord]) -> Vec<String> {
    let grown: Vec<&&EventRecord> = part.iter().filter(|event| event.kind == "city_grew").collect();
    let mut told = Vec::new();
    for event in part {
        if event.kind != "city_grew" || grown.len() < MANY {
            told.push(event.text.clone());
        } else if std::ptr::eq(*event, *grown[0]) {
            let city = |event: &&&EventRecord| {
                format!("{} to {}", event.data["city"].as_str().unwrap_or_default(), event.data["size"])
            };
            let cities: Vec<String> = grown.iter().map(city).collect();
            told.push(format!("{} cities grow by a size: {}.", grown.len(), words::list(&cities)));
        }
    }
    told
}

/// Whether an event is told to this country already, in more detail, or is its own dispatch.
fn repeats(event: &EventRecord, own: &str, events: &[EventRecord]) -> bool {
    let told = |other: &EventRecord| match event.kind.as_str() {
        "city_taken" => {
            matches!(other.kind.as_str(), "city_lost" | "city_won" | "city_ceded")
                && other.data["city"] == event.data["city"]
        }
        "war_began" => {
            let pair = [&other.data["by"], &other.data["against"]];
            let two = event.data["between"].as_array();
            other.kind == "enmity_declared" && two.is_some_and(|two| two.iter().all(|one| pair.contains(&one)))
        }
        "dispatch_published" => event.data["by"] == own,
        _ => false,
    };
    events.iter().any(told)
}

fn list(paper: &mut Paper, heading: &str, told: &[String]) {
    if !told.is_empty() {
        paper.heading(3, heading);
        paper.list(told);
    }
}

#[cfg(test)]
pub(super) fn has_a_part(kind: &str) -> bool {
    ELSEWHERE.contains(&kind) || PARTS.iter().any(|(_, kinds)| kinds.contains(&kind))
}
