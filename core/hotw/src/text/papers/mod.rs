//! The papers of a seat: what to do next, the chronicle, the scores, the hand. Made of what the seat knows and of the events
//! it learnt of; nothing else is known here.

mod chronicle;
mod hand;
mod next;
mod scores;

use kernel::paper::Paper;
use kernel::{Document, EventRecord};

use crate::knowledge::Knowledge;
use crate::knowledge::view::View;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders;

/// All papers.
pub fn documents(sc: &Scenario, knowledge: &Knowledge, entries: &[EventRecord]) -> Vec<Document> {
    papers(sc, &knowledge.state, &knowledge.view(sc, orders::may(sc, knowledge)), entries)
}

fn papers(sc: &Scenario, known: &State, view: &View, entries: &[EventRecord]) -> Vec<Document> {
    vec![
        next::next(sc, known, view),
        chronicle::chronicle(sc, view, entries),
        scores::scores(sc, view),
        hand::hand(sc, view),
    ]
}

fn document(kind: &str, title: String, paper: Paper) -> Document {
    let (text, html) = paper.finish(kind);
    Document { kind: kind.to_owned(), title, text, html }
}

/// *Epoch III, 450 BC-300 AD*.
fn epoch(view: &View) -> String {
    format!("Epoch {}, {}", view.epoch.roman(), view.years)
}

#[cfg(test)]
mod tests;
