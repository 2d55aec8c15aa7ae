//! Every rule of `docs/rules/eternal-rome.md` as rows of data: `tests/cases/README.md` tells what a row may say.

mod cases;
mod compare;
mod formulas;
mod play;
mod world;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cases::{BOOK, Case};
use testkit::casebook::Wrong;

/// Feeds a row to its check.
fn check(case: &Case) -> Result<(), Wrong> {
    if case.check == "play" { compare::check(case) } else { formulas::check(case) }
}

/// The same; dice that run out of their script panic, and that is the row's fault.
fn guarded(case: &Case) -> Result<(), Wrong> {
    catch_unwind(AssertUnwindSafe(|| check(case))).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        Err(words.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default())
    })
}

testkit::cases! {
    BOOK, guarded;
    "economy",
    "foundations",
    "frame",
    "land",
    "naval",
    "siege",
    "sight",
}

#[test]
fn no_two_readings_have_one_id() {
    let text = BOOK.text("../../docs/rules/eternal-rome.md");
    let (_, readings) = text.split_once("## 9. Readings").expect("section 9");
    let mut seen = BTreeSet::new();
    let ids = readings.split("**").filter(|part| part.starts_with("ER-") && part.contains('/'));
    ids.for_each(|id| assert!(seen.insert(id), "{id} stands there twice"));
    assert!(seen.len() > 40, "{}", seen.len());
}

/// Section 8 of the rules: the worked vectors. Each is a row, or `unit-tested-vectors.txt` names the test that shows it.
#[test]
fn every_worked_vector_is_a_case() {
    let document = BOOK.text("../../docs/rules/eternal-rome.md");
    let ids = document.lines().filter_map(|line| line.strip_prefix("| V")?.split_once(' ').map(|(id, _)| id));
    let ids = ids.filter(|id| id.starts_with('-') || id.starts_with("R-")).map(|id| format!("V{id}"));
    let mut rows = BOOK.count_vectors(ids);
    assert_eq!(rows.len(), 73);
    let elsewhere = BOOK.text("tests/unit-tested-vectors.txt");
    let elsewhere = elsewhere.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'));
    for (id, place) in elsewhere {
        let (file, test) = place.split_once(' ').expect("a file, a blank, the name of a test");
        assert!(BOOK.text(file).contains(&format!("fn {test}(")), "{id}: {file} has no test {test}");
        *rows.get_mut(id).unwrap_or_else(|| panic!("there is no vector {id}")) += 1;
    }
    let missing: Vec<_> = rows.iter().filter(|(_, count)| **count == 0).collect();
    assert!(missing.is_empty(), "vectors without a row: {missing:?}");
}

/// A purpose that no throw is ever made for would make a row say nothing.
#[test]
fn every_rigged_purpose_is_thrown_for() {
    let idle = |case: &Case| {
        let thrown = catch_unwind(AssertUnwindSafe(|| play::run(case).map(|after| after.purposes)));
        let thrown = thrown.ok().and_then(Result::ok).unwrap_or_default();
        let idle: Vec<&String> = case.own.luck.keys().filter(|purpose| !thrown.contains(purpose)).collect();
        (!idle.is_empty()).then(|| format!("{}: {idle:?}", case.title()))
    };
    let rigged = BOOK.all().into_iter().filter(|case| case.check == "play" && !case.own.luck.is_empty());
    let idle: Vec<String> = rigged.filter_map(|case| idle(&case)).collect();
    assert!(idle.is_empty(), "rows rig throws that are never made: {idle:?}");
}
