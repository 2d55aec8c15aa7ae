//! What the family's own personae did, and how they stand.

use kernel::paper::{Paper, Table};
use kernel::words::list;
use kernel::{Document, EventRecord};

use super::newsletter::is_news;
use super::{band, document};
use crate::knowledge::Knowledge;
use crate::knowledge::view::{PersonaView, View};
use crate::model::scenario::Scenario;
use crate::text::words::{money, number, plain, things};

pub fn printout(sc: &Scenario, knowledge: &Knowledge, view: &View, events: &[EventRecord]) -> Document {
    let family = &sc.family(knowledge.family).name;
    let title = format!("The {family}, {}", view.date);
    let mut paper = Paper::default();
    paper.heading(2, &title);
    let own: Vec<String> =
        events.iter().filter(|it| !is_news(&it.kind)).map(|it| format!("{} ({})", it.text, it.rule)).collect();
    paper.heading(3, "What happened");
    if own.is_empty() {
        paper.paragraph("Nothing.");
    } else {
        paper.list(&own);
    }
    battles(&mut paper, events);
    for persona in &view.personae {
        sheet(&mut paper, view, persona);
    }
    document("printout", title, paper)
}

/// Battles in which the family had a part, stage by stage.
fn battles(paper: &mut Paper, events: &[EventRecord]) {
    for event in events.iter().filter(|it| it.kind == "battle_fought") {
        paper.heading(3, "Battle report");
        paper.paragraph(&event.text);
        let mut table = Table::new(
            "Stages",
            &["Stage", "Weapon", "Attackers lost", "Defenders lost", "Morale of attackers", "Morale of defenders"],
        );
        for stage in event.data["stages"].as_array().into_iter().flatten() {
            let cell = |key: &str| stage[key].as_str().map_or_else(|| stage[key].to_string(), str::to_owned);
            let weapon = stage["weapon"].as_str().unwrap_or("-").to_owned();
            table.row([
                cell("stage"),
                weapon,
                cell("attackers_lost"),
                cell("defenders_lost"),
                cell("attackers_morale"),
                cell("defenders_morale"),
            ]);
        }
        paper.table(&table);
    }
}

fn sheet(paper: &mut Paper, view: &View, persona: &PersonaView) {
    paper.heading(3, &format!("{} (#{})", persona.name, persona.id));
    let titles: Vec<String> = persona.titles.iter().map(ToString::to_string).chain(persona.offices.clone()).collect();
    let titles = if titles.is_empty() { "none".into() } else { list(&titles) };
    paper.facts(&[
        ("Where", persona.place.words.clone()),
        ("Popularity", persona.popularity.to_string()),
        ("Piety", persona.piety.to_string()),
        ("Morale", persona.morale.to_string()),
        ("Rank", persona.rank.to_string()),
        ("Titles and offices", titles),
    ]);
    let skills: Vec<String> =
        persona.skills.iter().map(|(skill, rating)| format!("{} {rating}", plain(skill))).collect();
    let mut facts = vec![("Money", money(persona.money)), ("Men and goods", things(&persona.things))];
    if !skills.is_empty() {
        facts.push(("Skills", list(&skills)));
    }
    facts.push(("Load", format!("{} of {} units by land", number(persona.load), number(persona.land_capacity))));
    if persona.ship_capacity > 0 {
        let ships = format!("{} units, {} miles without loss", number(persona.ship_capacity), persona.range);
        facts.push(("Ships", ships));
    }
    paper.facts(&facts);
    company(paper, view, persona);
}

/// Who else is where he is.
fn company(paper: &mut Paper, view: &View, persona: &PersonaView) {
    let Some(location) = &persona.place.location else { return };
    let there =
        view.others.iter().filter(|it| it.place.as_ref().is_some_and(|at| at.location.as_ref() == Some(location)));
    let mut table = Table::new("Others there", &["Who", "Family", "Where", "Men", "Ships"]);
    let mut some = false;
    for other in there {
        some = true;
        let strength = other.strength.map_or_else(|| "?".into(), band);
        let inside = other.place.as_ref().is_some_and(|at| at.inside);
        let ships = if other.ships.is_empty() { "-".into() } else { things(&other.ships) };
        let side = if inside { "inside" } else { "outside" };
        table.row([other.name.to_string(), other.family.to_string(), side.to_owned(), strength, ships]);
    }
    if some {
        paper.table(&table);
    }
}
