//! Every rule of `docs/rules/hotw.md` as rows of data: `tests/cases/README.md` tells what a row may say.

mod cases;
mod chances;
mod documents;
mod formulas;
mod properties;
mod situation;
mod world;

use std::collections::BTreeSet;

use cases::{BOOK, Case};
use testkit::casebook::Wrong;

/// Feeds a row to its check.
fn check(case: &Case) -> Result<(), Wrong> {
    match case.check.as_str() {
        "play" => situation::play(case),
        "win_chance" => chances::check(case),
        _ => formulas::check(case),
    }
}

testkit::cases! {
    BOOK, check;
    "barbarians",
    "board",
    "cards",
    "defence",
    "dice",
    "draft",
    "events",
    "expansion",
    "fleets",
    "lookups",
    "monuments",
    "options",
    "refusals",
    "scoring",
    "sight",
    "tables",
    "turns",
}

/// Section 10 of the rules: forty vectors of the source, twelve of the board game, fifteen resting on rulings.
#[test]
fn every_worked_vector_is_a_case() {
    let rows = BOOK.count_vectors(documents::vectors());
    assert_eq!(rows.len(), 67);
    let missing: Vec<_> = rows.iter().filter(|(_, count)| **count == 0).collect();
    assert!(missing.is_empty(), "vectors without a row: {missing:?}");
}

/// An event that no row brings about would be one that nobody has seen happen.
#[test]
fn every_kind_of_event_happens() {
    let rows = BOOK.all();
    let seen: BTreeSet<&str> = rows.iter().filter(|case| case.check == "play").flat_map(situation::kinds).collect();
    let silent: Vec<_> = hotw::rules::event::EventKind::KINDS.iter().filter(|kind| !seen.contains(*kind)).collect();
    assert!(silent.is_empty(), "no row brings about {silent:?}");
}
