//! What happened, empire by empire.

use kernel::{Document, EventRecord};

use super::{Paper, document, epoch};
use crate::knowledge::view::View;
use crate::model::scenario::Scenario;
use crate::text::tell::words::{Words, capital};

pub fn chronicle(sc: &Scenario, view: &View, entries: &[EventRecord]) -> Document {
    let title = format!("Chronicle, {}", epoch(view));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    for (heading, told) in chapters(Words { sc }, entries) {
        paper.heading(3, &heading);
        paper.list(&told);
    }
    if entries.is_empty() {
        paper.paragraph("Nothing has happened since you last looked.");
    }
    document("chronicle", title, paper)
}

/// The events in their order, under the empire that each belongs to, the draft or the setting up.
fn chapters(words: Words, entries: &[EventRecord]) -> Vec<(String, Vec<String>)> {
    let mut chapters: Vec<(String, Vec<String>)> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let standing = chapters.last().map(|(heading, _)| heading.as_str());
        let heading = heading(words, entry)
            .or_else(|| played(words, entry, standing, &entries[at..]))
            .or_else(|| standing.map(str::to_owned))
            .or_else(|| entries[at..].iter().find_map(|entry| heading(words, entry)))
            .unwrap_or_else(|| "All the world".to_owned());
        match chapters.last_mut() {
            Some((last, told)) if *last == heading => told.push(entry.text.clone()),
            _ => chapters.push((heading, vec![entry.text.clone()])),
        }
    }
    chapters
}

/// The chapter that an event opens or goes on with, if it says so itself.
fn heading(words: Words, entry: &EventRecord) -> Option<String> {
    match entry.phase.as_str() {
        "setup" => Some("Before the first epoch".to_owned()),
        "draft" => Some("The draft".to_owned()),
        "end" => Some("The end of the game".to_owned()),
        "standing" => Some("Standing orders".to_owned()),
        _ => {
            let (empire, player) = (entry.data["empire"].as_str()?, entry.data["player"].as_str()?);
            (empire != "remnants").then(|| capital(&words.of(empire, player)))
        }
    }
}

/// The chapter of a card: that of its player's empire, which may be still to come.
fn played(words: Words, entry: &EventRecord, standing: Option<&str>, later: &[EventRecord]) -> Option<String> {
    if entry.kind != "event_played" {
        return None;
    }
    let player = words.player(entry.data["player"].as_str()?);
    let his = |heading: &str| heading.ends_with(&format!("({player})"));
    if standing.is_some_and(his) {
        return None;
    }
    let next = later.iter().find_map(|entry| heading(words, entry));
    next.filter(|heading| his(heading)).or_else(|| Some(format!("The cards of {player}")))
}
