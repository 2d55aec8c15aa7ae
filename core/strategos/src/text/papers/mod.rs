//! What a player reads: made from what the country knows and what it learnt of the week, and from nothing else.
//!
//! | file | paper |
//! |---|---|
//! | `dispatch.rs` | the news of the week |
//! | `outlook.rs`, `sightings.rs` | in it what is threatened, what comes next, and what scouts and spies saw |
//! | `commands.rs` | the state of the commands and cities |
//! | `leaders.rs` | the leaders |
//! | `treasury.rs` | the accounts of the week, and a forecast |
//! | `treaties.rs` | treaties and offers |
//! | `victory.rs` | what wins, how the country stands to it, and what is known of the others |

mod commands;
mod dispatch;
mod leaders;
mod outlook;
mod sightings;
#[cfg(test)]
mod tests;
mod treasury;
mod treaties;
mod victory;

use kernel::paper::Paper;
use kernel::{Document, EventRecord};

use crate::knowledge::Knowledge;
use crate::model::ids::{Power, SiteId};
use crate::model::scenario::Scenario;
use crate::model::state::Site;

/// The papers of a week, from what the country knows now and what it learnt of the week before.
pub fn documents(sc: &Scenario, knowledge: &Knowledge, events: &[EventRecord]) -> Vec<Document> {
    vec![
        dispatch::dispatch(sc, knowledge, events),
        commands::commands(sc, knowledge),
        leaders::leaders(sc, knowledge),
        treasury::treasury(sc, knowledge, events),
        treaties::treaties(sc, knowledge),
        victory::victory(sc, knowledge),
    ]
}

fn document(kind: &str, title: String, paper: Paper) -> Document {
    let (text, html) = paper.finish(kind);
    Document { kind: kind.to_owned(), title, text, html }
}

/// A paper with its title: what it is, and for which week.
fn begin(sc: &Scenario, knowledge: &Knowledge, what: &str) -> (String, Paper) {
    let title = format!("{what} of {}, {}", sc.country(knowledge.country).name, sc.date(knowledge.state.turn));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    (title, paper)
}

/// The power of who knows.
fn own(knowledge: &Knowledge) -> Power {
    Power::Country(knowledge.country)
}

/// The cities and forts of the country whose paper it is.
fn cities(knowledge: &Knowledge) -> impl Iterator<Item = (SiteId, &Site)> {
    let power = own(knowledge);
    knowledge.state.sites.iter().filter(move |(_, site)| site.power == power).map(|(id, site)| (*id, site))
}

/// A rule as papers name it: what is our ruling says so.
fn rule(id: &str) -> String {
    if id.starts_with("ST-R") { format!("(ruling {id})") } else { format!("(rule {id})") }
}
