//! The dispatch of the week: what matters most first, then by place.

use kernel::paper::Paper;
use kernel::{Document, EventRecord};

use super::{begin, document, outlook};
use crate::knowledge::Knowledge;
use crate::model::measures::Turn;
use crate::model::scenario::Scenario;
use crate::rules::city::base_tax;

/// The parts of the news, in order, with the kinds of event that belong to each; those of a part in the order of its kinds.
const PARTS: [(&str, &[&str]); 6] = [
    (
        "First of all",
        &[
            "campaign_ended",
            "country_out",
            "city_lost",
            "city_won",
            "battle_fought",
            "assault_made",
            "leader_lost",
            "leader_attacked",
            "treaty_broken",
            "enmity_declared",
        ],
    ),
    (
        "At the front",
        &[
            "command_captured",
            "command_lost",
            "command_in_disorder",
            "city_besieged",
            "garrison_starved",
            "city_wavered",
            "siege_reported",
            "siege_lifted",
            "plunder_ended",
            "raid_made",
            "division_starved",
            "attrition_suffered",
            "cut_off",
            "orders_ignored",
            "command_rallied",
            "force_moved",
            "troops_boarded",
            "troops_landed",
            "boarding_failed",
        ],
    ),
    (
        "Cities",
        &[
            "city_raided",
            "units_unpaid",
            "chance_befell",
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
        ],
    ),
    (
        "Court and treaties",
        &[
            "treaty_offered",
            "treaty_concluded",
            "offer_ended",
            "treaty_lapsed",
            "city_ceded",
            "money_sent",
            "leader_failed",
            "leader_escaped",
            "leader_reappointed",
            "leader_came",
            "leader_arrived",
            "leader_recovered",
            "leader_grew",
            "morale_changed",
            "assassin_reported",
            "bribe_answered",
            "bribe_refused",
            "spy_caught",
            "spy_reported",
        ],
    ),
    (
        "The wide world",
        &[
            "war_began",
            "city_taken",
            "battle_heard",
            "assault_heard",
            "garrison_set",
            "alliance_known",
            "dispatch_published",
            "site_seen",
            "road_seen",
            "quarter_began",
            "weather_came",
        ],
    ),
    ("Orders that could not be carried out", &["order_refused"]),
];

/// Kinds that another paper tells.
const ELSEWHERE: [&str; 1] = ["accounts_drawn"];

/// The dispatch.
pub fn dispatch(sc: &Scenario, knowledge: &Knowledge, events: &[EventRecord]) -> Document {
    let (title, mut paper) = begin(sc, knowledge, "Dispatch");
    let st = &knowledge.state;
    let country = st.country(knowledge.country);
    let record = sc.country(knowledge.country);
    paper.facts(&[
        ("Treasury", format!("{} talents", country.treasury.0)),
        ("Country morale", format!("{} of 20", country.morale)),
        ("Base tax", format!("{} talents a week, {} win", base_tax(sc, st, knowledge.country), record.tax_target)),
    ]);
    if events.is_empty() && st.turn == Turn(1) {
        paper.heading(3, "The world");
        paper.paragraph(&sc.about.trim().replace('\n', " "));
        paper.paragraph(&record.description);
    }
    news(&mut paper, events);
    let quiet = events.iter().all(|event| matches!(event.kind.as_str(), "accounts_drawn" | "weather_came"));
    if quiet && st.turn > Turn(1) {
        paper.paragraph("A quiet week.");
    }
    if st.ended.is_none() {
        list(&mut paper, "What is threatened", &outlook::threats(sc, knowledge));
        list(&mut paper, "What comes next", &outlook::next(sc, knowledge));
    }
    document("dispatch", title, paper)
}

fn news(paper: &mut Paper, events: &[EventRecord]) {
    for (heading, kinds) in PARTS {
        let told: Vec<String> = kinds
            .iter()
            .flat_map(|kind| events.iter().filter(move |event| event.kind == *kind))
            .filter(|event| !repeats(event, events))
            .map(|event| event.text.clone())
            .collect();
        list(paper, heading, &told);
    }
    let known = |kind: &str| ELSEWHERE.contains(&kind) || PARTS.iter().any(|(_, kinds)| kinds.contains(&kind));
    let rest: Vec<String> = events.iter().filter(|event| !known(&event.kind)).map(|event| event.text.clone()).collect();
    list(paper, "Also", &rest);
}

/// Whether what all learn of a city was told to this country already, in more detail.
fn repeats(event: &EventRecord, events: &[EventRecord]) -> bool {
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
