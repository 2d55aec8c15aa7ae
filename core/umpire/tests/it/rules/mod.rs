//! Every rule of `docs/rules/umpire.md` as rows of data: `tests/cases/README.md` tells what a row may say.

mod cases;
mod formulas;
mod situation;
mod world;

use std::collections::BTreeSet;

use cases::{BOOK, Case};
use testkit::casebook::Wrong;

/// Feeds a row to its check.
fn check(case: &Case) -> Result<(), Wrong> {
    if case.check == "turn" { situation::play(case).map(|_| ()) } else { formulas::check(case) }
}

testkit::cases! {
    BOOK, check;
    "blockade",
    "bounds",
    "conflict",
    "diplomacy",
    "economy",
    "formulas-conflict",
    "formulas-economy",
    "formulas-foundations",
    "formulas-generals",
    "formulas-movement",
    "formulas-recruitment",
    "frame",
    "generals",
    "intrigue",
    "investment",
    "movement",
    "news",
    "provinces",
    "reports",
    "seams",
    "unrest",
    "winter",
}

/// Section 9 of the rules: forty-one vectors resting on the rulebook and twenty-one on our readings.
#[test]
fn every_worked_vector_is_a_case() {
    let document = BOOK.text("../../docs/rules/umpire.md");
    let ids = document.lines().filter_map(|line| line.strip_prefix("- **UM-V")?.split_once("**").map(|(id, _)| id));
    let rows = BOOK.count_vectors(ids.map(|id| format!("UM-V{id}")));
    assert_eq!(rows.len(), 62);
    let missing: Vec<_> = rows.iter().filter(|(_, count)| **count == 0).collect();
    assert!(missing.is_empty(), "vectors without a row: {missing:?}");
}

/// A purpose that no throw is ever made for would make a row say nothing.
#[test]
fn every_forced_purpose_is_thrown_for() {
    let (mut forced, mut thrown) = (BTreeSet::new(), BTreeSet::new());
    for case in BOOK.all() {
        forced.extend(case.own.force.keys().cloned());
        if case.check == "turn" && !case.own.force.is_empty() {
            thrown.extend(situation::purposes(&case));
        }
    }
    let idle: Vec<_> = forced.difference(&thrown).collect();
    assert!(idle.is_empty(), "rows force throws that are never made: {idle:?}");
}
