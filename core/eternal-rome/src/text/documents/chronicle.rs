//! What happened, phase by phase.

use kernel::{Document, EventRecord};

use super::{Paper, date, document};
use crate::knowledge::view::View;
use crate::model::ids::HexId;
use crate::model::scenario::Scenario;
use crate::text::events::words::Words;

pub fn chronicle(sc: &Scenario, view: &View, entries: &[EventRecord]) -> Document {
    let title = format!("Chronicle, {}", date(view));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    for (heading, told) in chapters(Words { sc }, entries) {
        if let Some(heading) = heading {
            paper.heading(3, &heading);
        }
        if !told.is_empty() {
            paper.list(&told);
        }
    }
    if entries.is_empty() {
        paper.paragraph("Nothing has happened since you last looked.");
    }
    document("chronicle", title, paper)
}

type Chapter = (Option<String>, Vec<String>);

/// The events in their order, under the month and the phase in which they happened. Phases without news are left out.
fn chapters(words: Words, entries: &[EventRecord]) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = vec![(None, Vec::new())];
    let mut march: Option<March> = None;
    for entry in entries {
        let heading = match entry.kind.as_str() {
            "month_began" => Some(entry.text.clone()),
            "phase_began" => Some(entry.text.trim_end_matches(" begins.").to_owned()),
            _ => None,
        };
        let (_, told) = chapters.last_mut().expect("there is always one");
        if let Some(heading) = heading {
            march = None;
            chapters.push((Some(heading), Vec::new()));
            continue;
        }
        if entry.kind == "phase_ended" {
            continue;
        }
        let step = March::of(entry);
        match (&mut march, &step) {
            (Some(way), Some(step)) if way.goes_on(step) => {
                (way.to, way.steps) = (step.to, way.steps + 1);
                told.pop();
                told.push(way.words(words));
            }
            _ => {
                told.push(entry.text.clone());
                march = step;
            }
        }
    }
    let month = |heading: &Option<String>| heading.as_ref().is_some_and(|heading| heading.ends_with("month."));
    chapters.retain(|(heading, told)| !told.is_empty() || month(heading));
    chapters
}

/// The steps of one force on its way, told as one.
struct March {
    who: String,
    verb: &'static str,
    from: HexId,
    to: HexId,
    steps: u32,
}

impl March {
    fn of(entry: &EventRecord) -> Option<Self> {
        let (verb, force) = match entry.kind.as_str() {
            "army_moved" => ("marches", "army"),
            "fleet_moved" => ("sails", "fleet"),
            _ => return None,
        };
        let hex = |key: &str| entry.data[key].as_str()?.parse().ok();
        let name = entry.data[force].as_str();
        let who = name.map_or_else(|| entry.text.split(&format!(" {verb} ")).next(), Some)?;
        Some(Self { who: who.to_owned(), verb, from: hex("from")?, to: hex("to")?, steps: 1 })
    }

    fn goes_on(&self, step: &Self) -> bool {
        (&self.who, self.verb, self.to) == (&step.who, step.verb, step.from)
    }

    fn words(&self, words: Words) -> String {
        let (from, to) = (words.place(self.from), words.place(self.to));
        format!("{} {} from {from} to {to}, {} hexes.", self.who, self.verb, self.steps)
    }
}
