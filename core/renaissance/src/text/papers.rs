//! What a player reads each month, made from what the family knows and what it learnt, and from nothing else (RN-1.5).
//!
//! | paper | what |
//! |---|---|
//! | newsletter | the news that everybody hears |
//! | printout | what the family's own personae did, and how they stand |
//! | markets | the locations where it has somebody |
//!
//! What helps to plan follows them: [`helps`].

use kernel::paper::{Paper, Table};
use kernel::words::list;
use kernel::{Document, EventRecord};

use super::words::{money, number, plain, things};
use super::{document, helps};
use crate::knowledge::Knowledge;
use crate::knowledge::render;
use crate::knowledge::view::{BandView, LocationView, PersonaView, View};
use crate::model::scenario::Scenario;

/// The papers of a month.
pub fn documents(sc: &Scenario, knowledge: &Knowledge, events: &[EventRecord]) -> Vec<Document> {
    let view = render::view(sc, knowledge);
    let mut all =
        vec![newsletter(sc, &view, events), printout(sc, knowledge, &view, events), markets(sc, knowledge, &view)];
    all.extend(helps::documents(sc, knowledge));
    all
}

/// The news in parts: what is told to everybody, by kind of event.
const NEWS: [(&str, &[&str]); 5] = [
    ("War", &["battle_heard", "siege_began", "siege_ended", "looting_heard", "control_changed"]),
    ("Births and deaths", &["died", "succeeded", "prelate_died", "prelate_placed", "dueled", "challenged"]),
    (
        "Courts and towns",
        &[
            "elevated",
            "position_transferred",
            "magistrate_changed",
            "selection_changed",
            "resigned",
            "collector_appointed",
            "strife_broke_out",
            "road_built",
            "satire_heard",
            "converted",
        ],
    ),
    (
        "Church and elections",
        &[
            "election_announced",
            "elected",
            "office_offered",
            "office_accepted",
            "offer_lapsed",
            "excommunicated",
            "order_founded",
        ],
    ),
    ("The families", &["prestige_published", "campaign_ended"]),
];

fn is_news(kind: &str) -> bool {
    NEWS.iter().any(|(_, kinds)| kinds.contains(&kind))
}

fn newsletter(sc: &Scenario, view: &View, events: &[EventRecord]) -> Document {
    let title = format!("Newsletter, {}", view.date);
    let mut paper = Paper::default();
    paper.heading(2, &title);
    let mut quiet = true;
    for (part, kinds) in NEWS {
        let of_part = |it: &&EventRecord| kinds.contains(&it.kind.as_str()) && !is_told_otherwise(it, events);
        let mut items: Vec<String> = events.iter().filter(of_part).map(|it| it.text.clone()).collect();
        if kinds.contains(&"collector_appointed") {
            items.extend(collections(events));
        }
        if !items.is_empty() {
            quiet = false;
            paper.heading(3, part);
            paper.list(&items);
        }
    }
    if quiet {
        paper.paragraph("Nothing happened of which anybody speaks.");
    }
    prestige_table(&mut paper, events);
    calendar(sc, view, &mut paper);
    document("newsletter", title, paper)
}

/// Whether the newsletter tells an event in another line: collectors together, who is elected magistrate only once.
fn is_told_otherwise(event: &EventRecord, events: &[EventRecord]) -> bool {
    let location = event.data["location"].as_str().unwrap_or_default();
    let elected = |it: &&EventRecord| it.kind == "elected" && it.data["office"] == format!("magistrate of {location}");
    event.kind == "collector_appointed" || event.kind == "magistrate_changed" && events.iter().any(|it| elected(&it))
}

/// Who collects what next month, a line for each due.
fn collections(events: &[EventRecord]) -> Vec<String> {
    let line = |due: &str| {
        let of_it = events.iter().filter(|it| it.kind == "collector_appointed" && it.data["due"] == due);
        let text = |it: &EventRecord, key: &str| it.data[key].as_str().unwrap_or_default().to_owned();
        let all: Vec<String> =
            of_it.map(|it| format!("{} by {}", text(it, "location"), text(it, "collector"))).collect();
        (!all.is_empty())
            .then(|| format!("{} are collected next month in {}.", kernel::words::capital(due), list(&all)))
    };
    ["taxes", "tithes"].into_iter().filter_map(line).collect()
}

/// The table of prestige, in the months in which it is published.
fn prestige_table(paper: &mut Paper, events: &[EventRecord]) {
    let published = events.iter().find(|it| matches!(it.kind.as_str(), "prestige_published" | "campaign_ended"));
    let Some(families) = published.and_then(|event| event.data["families"].as_array()) else { return };
    let mut table = Table::new("Prestige of the families", &["Family", "Points", "Gain in thousandths"]);
    for family in families {
        let text = |key: &str| family[key].as_str().map_or_else(|| family[key].to_string(), str::to_owned);
        table.row([text("family"), text("points"), text("gain")]);
    }
    paper.table(&table);
}

fn calendar(sc: &Scenario, view: &View, paper: &mut Paper) {
    let now = crate::model::calendar::Turn(view.turn);
    paper.heading(3, "This month");
    let mut lines = vec![format!("{}: {}.", sc.date(now), helps::brings(sc.month(now)))];
    for election in view.elections.iter().filter(|it| it.turn == view.turn && !it.office.starts_with("magistrate")) {
        let seat = election.seat.as_ref().map_or_else(String::new, |seat| format!(" at {seat}"));
        lines.push(format!("Election: {}{seat}.", election.office));
    }
    for election in view.elections.iter().filter(|it| it.turn > view.turn) {
        let seat = election.seat.as_ref().map_or_else(String::new, |seat| format!(" at {seat}"));
        let date = sc.date(crate::model::calendar::Turn(election.turn));
        lines.push(format!("{} is vacant; it is elected in {date}{seat}.", election.office));
    }
    paper.list(&lines);
}

fn printout(sc: &Scenario, knowledge: &Knowledge, view: &View, events: &[EventRecord]) -> Document {
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

/// `100 to 499`; `none`.
fn band(band: BandView) -> String {
    match (band.least, band.most) {
        (0, _) => "none".into(),
        (least, Some(most)) if most == least => number(least),
        (least, Some(most)) => format!("{} to {}", number(least), number(most)),
        (least, None) => format!("{} or more", number(least)),
    }
}

fn markets(sc: &Scenario, knowledge: &Knowledge, view: &View) -> Document {
    let title = format!("Towns and markets of the {}, {}", sc.family(knowledge.family).name, view.date);
    let mut paper = Paper::default();
    paper.heading(2, &title);
    for location in &view.locations {
        town(&mut paper, location);
    }
    document("markets", title, paper)
}

fn town(paper: &mut Paper, location: &LocationView) {
    let Some(report) = &location.report else { return };
    paper.heading(3, location.location.as_str());
    let name =
        |name: &Option<crate::model::ids::Name>| name.as_ref().map_or_else(|| "none".to_owned(), ToString::to_string);
    paper.facts(&[
        ("Inhabitants", number(report.population)),
        ("Wealth", report.wealth.to_string()),
        ("Loyalty", report.loyalty.to_string()),
        ("Walls", format!("{} against artillery, {} against assault", report.far, report.fas)),
        ("Garrison", band(report.garrison)),
        ("Tariffs", format!("{}% on imports, {}% on exports", report.import_tariff, report.export_tariff)),
        ("Recruits", number(report.recruits)),
    ]);
    paper.facts(&[
        ("Sovereign", name(&location.sovereign)),
        ("Feudatory", name(&location.feudatory)),
        ("Tenant", name(&location.tenant)),
        ("In control", name(&location.control)),
        ("Magistrate", name(&location.magistrate)),
        ("Bishop", name(&location.bishop)),
    ]);
    for (caption, head, wares) in
        [("The town sells", "Sells", &report.supply), ("The town buys", "Buys", &report.demand)]
    {
        let open: Vec<_> = wares.iter().filter(|ware| ware.units > 0).collect();
        if open.is_empty() {
            continue;
        }
        let mut table = Table::new(caption, &[head, "Units", "Ducats each"]);
        for ware in open {
            table.row([plain(&ware.ware), ware.units.to_string(), ware.price.to_string()]);
        }
        paper.table(&table);
    }
}

#[cfg(test)]
mod tests {
    use kernel::RuleRef;
    use serde_json::json;

    use super::*;
    use crate::knowledge::sight;
    use crate::model::ids::FamilyId;
    use crate::model::shipped;
    use crate::rules::setup;

    fn event(kind: &str, text: &str, data: serde_json::Value) -> EventRecord {
        let (kind, text) = (kind.to_owned(), text.to_owned());
        EventRecord { kind, rule: RuleRef::new("RN-1.1"), phase: "general".into(), place: None, text, data }
    }

    #[test]
    fn the_newsletter_tells_once_what_happened_and_collectors_in_one_line() {
        let sc = shipped::find("romagna-1493").expect("it ships");
        let known = sight::knowledge(&sc, &setup::start(&sc).0, FamilyId(1));
        let collects = |location: &str, collector: &str| {
            event(
                "collector_appointed",
                "long",
                json!({ "due": "taxes", "location": location, "collector": collector }),
            )
        };
        let events = [
            collects("Forli", "A"),
            collects("Imola", "B"),
            event("elected", "C was elected magistrate of Rimini.", json!({ "office": "magistrate of Rimini" })),
            event("magistrate_changed", "C is magistrate.", json!({ "location": "Rimini" })),
            event("magistrate_changed", "D is magistrate.", json!({ "location": "Faenza" })),
            event("gave_to_charity", "E gave.", json!({})),
        ];
        let papers = documents(&sc, &known, &events);
        let kinds: Vec<&str> = papers.iter().map(|paper| paper.kind.as_str()).collect();
        assert_eq!(kinds, ["newsletter", "printout", "markets", "calendar", "trade", "prospects", "families"]);
        let (news, own) = (&papers[0].text, &papers[1].text);
        assert!(news.contains("Taxes are collected next month in Forli by A and Imola by B."), "{news}");
        assert!(
            news.contains("C was elected") && news.contains("D is magistrate") && !news.contains("C is magistrate")
        );
        assert!(!news.contains("E gave") && own.contains("* E gave. (RN-1.1)"), "{own}");
        assert!(own.contains("Guidobaldo Montefeltro (#2)"));
        assert!(papers[2].text.contains("majolica"), "the market of Urbino");
        assert!(!papers[2].text.contains("Florence\n"), "nobody is there to see it");
    }
}
