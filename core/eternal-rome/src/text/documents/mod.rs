//! The papers of a seat: what to do next, the chronicle, the own forces, the victory conditions. Made of what the seat knows
//! and of the events it learnt of; nothing else is known here.

mod chronicle;
mod examples;
mod forces;
mod next;
#[cfg(test)]
mod tests;
mod victory;

use kernel::paper::Paper;
use kernel::{Document, EventRecord};

use crate::knowledge::Knowledge;
use crate::knowledge::view::View;
use crate::model::scenario::Scenario;

/// All papers.
pub fn documents(sc: &Scenario, known: &Knowledge, entries: &[EventRecord]) -> Vec<Document> {
    let view = &known.view(sc);
    vec![
        next::next(sc, known, view),
        chronicle::chronicle(sc, view, entries),
        forces::forces(sc, known, view),
        victory::victory(sc, view),
    ]
}

fn document(kind: &str, title: String, paper: Paper) -> Document {
    let (text, html) = paper.finish(kind);
    Document { kind: kind.to_owned(), title, text, html }
}

/// *March 32 BC, winter*.
fn date(view: &View) -> String {
    format!("{}, {}", view.date, if view.winter { "winter" } else { "summer" })
}
