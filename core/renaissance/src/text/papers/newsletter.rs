//! The news that everybody hears.

use kernel::paper::{Paper, Table};
use kernel::words::list;
use kernel::{Document, EventRecord};

use super::{calendar::brings, document};
use crate::knowledge::view::View;
use crate::model::calendar::Turn;
use crate::model::scenario::Scenario;

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

/// Whether a kind of event is news.
pub fn is_news(kind: &str) -> bool {
    NEWS.iter().any(|(_, kinds)| kinds.contains(&kind))
}

pub fn newsletter(sc: &Scenario, view: &View, events: &[EventRecord]) -> Document {
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
    let now = Turn(view.turn);
    paper.heading(3, "This month");
    let mut lines = vec![format!("{}: {}.", sc.date(now), brings(sc.month(now)))];
    for election in view.elections.iter().filter(|it| it.turn == view.turn && !it.office.starts_with("magistrate")) {
        let seat = election.seat.as_ref().map_or_else(String::new, |seat| format!(" at {seat}"));
        lines.push(format!("Election: {}{seat}.", election.office));
    }
    for election in view.elections.iter().filter(|it| it.turn > view.turn) {
        let seat = election.seat.as_ref().map_or_else(String::new, |seat| format!(" at {seat}"));
        let date = sc.date(Turn(election.turn));
        lines.push(format!("{} is vacant; it is elected in {date}{seat}.", election.office));
    }
    paper.list(&lines);
}
