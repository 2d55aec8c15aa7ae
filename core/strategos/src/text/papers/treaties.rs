//! The book of treaties: how the country stands to others, and what offers await an answer.

use kernel::Document;
use kernel::paper::Table;

use super::{begin, document, own, rule};
use crate::knowledge::Knowledge;
use crate::model::ids::{AppealId, CountryId, Power};
use crate::model::measures::Turn;
use crate::model::scenario::Scenario;
use crate::model::state::{Appeal, Condition, Relation, Standing};
use crate::text::words::{capital, count, list, treaty};

/// An offer with its number.
type Offer<'a> = (&'a AppealId, &'a Appeal);

/// The book of treaties.
pub fn treaties(sc: &Scenario, knowledge: &Knowledge) -> Document {
    let (title, mut paper) = begin(sc, knowledge, "Treaties");
    let st = &knowledge.state;
    let (to_us, by_us): (Vec<Offer<'_>>, Vec<Offer<'_>>) =
        st.appeals.iter().partition(|(_, appeal)| appeal.to == own(knowledge));
    if !to_us.is_empty() {
        paper.heading(3, "Offers to you");
        let told: Vec<String> = to_us.iter().map(|(id, appeal)| offered(sc, knowledge, **id, appeal)).collect();
        paper.list(&told);
        paper.paragraph(&format!("An offer that is not answered with this week's orders is void. {}", rule("ST-R55")));
    }
    if !by_us.is_empty() {
        paper.heading(3, "Offers of yours");
        let told = |(_, appeal): &Offer<'_>| {
            let to = power(sc, knowledge, appeal.to);
            format!(
                "{} to {to} for {}{}; the answer comes with the report of {}.",
                capital(treaty(appeal.standing)),
                weeks(appeal.weeks),
                terms(sc, knowledge, appeal),
                sc.date(st.turn)
            )
        };
        paper.list(&by_us.iter().map(told).collect::<Vec<_>>());
    }
    paper.heading(3, "How you stand");
    let mut table = Table::new("How you stand to other countries", &["Country", "Standing", "Until", "What it means"]);
    for other in sc.country_ids().filter(|other| *other != knowledge.country) {
        let Some(relation) = st.relation(knowledge.country, other) else { continue };
        let until = relation.until.map_or_else(|| "-".to_owned(), |until| sc.date(until));
        let out = st.country(other).out;
        let (standing, means) = if out { ("out", "gone") } else { meaning(relation) };
        table.row([sc.country(other).name.to_string(), standing.to_owned(), until, means.to_owned()]);
    }
    paper.table(&table);
    let most = sc.rulings.treaties.appeals_a_turn;
    paper.paragraph(&format!(
        "A week allows {most} offers of treaties. {} While a treaty binds, breaking it shakes your cities; letting it run out \
         does not. {}",
        rule("ST-22.11"),
        rule("ST-22.4")
    ));
    let free: Vec<String> = st
        .free_city_enemies
        .iter()
        .filter(|(site, enemies)| {
            enemies.contains(&knowledge.country)
                && st.sites.get(site).is_some_and(|it| it.power == Power::FreeCity(**site))
        })
        .filter_map(|(site, _)| st.sites.get(site).map(|site| site.name.to_string()))
        .collect();
    if !free.is_empty() {
        paper.paragraph(&format!("Free cities at war with you: {}.", list(&free)));
    }
    let strangers: Vec<String> = st.relations.iter().filter_map(|relation| public(sc, knowledge, relation)).collect();
    if !strangers.is_empty() {
        paper.heading(3, "Others");
        paper.list(&strangers);
        paper.paragraph("Non-aggression treaties of others are not known.");
    }
    document("treaties", title, paper)
}

fn weeks(weeks: u8) -> String {
    count(weeks, "week", "weeks")
}

fn power(sc: &Scenario, knowledge: &Knowledge, power: Power) -> String {
    match power {
        Power::Country(country) => sc.country(country).name.to_string(),
        Power::FreeCity(site) => {
            knowledge.state.sites.get(&site).map_or_else(|| "a free city".to_owned(), |site| site.name.to_string())
        }
    }
}

/// What the sides give: *; you pay 200 talents*.
fn terms(sc: &Scenario, knowledge: &Knowledge, appeal: &Appeal) -> String {
    let who = |party: CountryId, you: &str, he: &str| {
        if party == knowledge.country { format!("you {you}") } else { format!("{} {he}", sc.country(party).name) }
    };
    let term = |condition: &Condition| match *condition {
        Condition::Pays { payer, talents } => format!("{} {} talents", who(payer, "pay", "pays"), talents.0),
        Condition::Cedes { giver, city } => {
            let city = knowledge.state.sites.get(&city).map_or("a city", |site| site.name.as_str());
            format!("{} {city}", who(giver, "cede", "cedes"))
        }
    };
    let all: Vec<String> = appeal.conditions.iter().map(term).collect();
    if all.is_empty() { String::new() } else { format!("; {}", list(&all)) }
}

/// An offer, and what an answer does.
fn offered(sc: &Scenario, knowledge: &Knowledge, id: AppealId, appeal: &Appeal) -> String {
    let turn = knowledge.state.turn;
    let last = Turn(turn.0 + u16::from(appeal.weeks).saturating_sub(1));
    let does = if appeal.conditions.is_empty() { "" } else { " and the terms are carried out at once" };
    let war = knowledge.state.between(own(knowledge), Power::Country(appeal.from)) == Standing::Enemy;
    let peace = if war { "; the war is over" } else { "" };
    format!(
        "{} offers {} for {}{}. With “treaty accept {id}” it binds at once, until {}{peace}{does}; with “treaty reject {id}” all \
         stays as it is.",
        sc.country(appeal.from).name,
        treaty(appeal.standing),
        weeks(appeal.weeks),
        terms(sc, knowledge, appeal),
        sc.date(last),
        id = id.0
    )
}

fn meaning(relation: &Relation) -> (&'static str, &'static str) {
    let breaking = !relation.breaking.is_empty();
    match relation.standing {
        Standing::Enemy => ("enemy", "war until a treaty is signed"),
        Standing::Neutral => ("neutral", "forces ordered to attack fight each other when they meet"),
        Standing::NonAggression if breaking => ("non-aggression", "you break it at the end of this week"),
        Standing::Alliance if breaking => ("alliance", "you break it at the end of this week"),
        Standing::NonAggression => ("non-aggression", "neither attacks without a special order"),
        Standing::Alliance => ("alliance", "you may use each other's cities and fight side by side"),
    }
}

/// What is public of two others.
fn public(sc: &Scenario, knowledge: &Knowledge, relation: &Relation) -> Option<String> {
    let st = &knowledge.state;
    let two = [relation.a, relation.b];
    if two.contains(&knowledge.country) || two.iter().any(|country| st.country(*country).out) {
        return None;
    }
    let [a, b] = two.map(|country| &sc.country(country).name);
    match relation.standing {
        Standing::Enemy => Some(format!("{a} and {b} are at war.")),
        Standing::Alliance => Some(format!("{a} and {b} are allies.")),
        Standing::Neutral | Standing::NonAggression => None,
    }
}
