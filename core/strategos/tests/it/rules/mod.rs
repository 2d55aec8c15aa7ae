//! The rules of `docs/rules/strategos.md` as rows of data: `tests/cases/README.md` tells what a row may say.

mod checks;
mod deeds;
mod people;
mod war;
mod world;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Deserialize;
use testkit::casebook::{Casebook, Wrong};

/// What a row has besides: the steps that are played, and the dice.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Own {
    /// What is ordered before the steps.
    #[serde(default)]
    pub deeds: Vec<toml::Table>,
    /// The steps of a week, in the order in which they are played.
    #[serde(default)]
    pub steps: Vec<String>,
    /// The faces of all dice that are rolled, in their order; none left over.
    pub dice: Option<Vec<i32>>,
    /// Luck instead of `dice`: what every roll for a purpose shows. All others show their middle, a d100 shows 100.
    #[serde(default)]
    pub luck: BTreeMap<String, i32>,
}

/// One row.
pub type Case = testkit::casebook::Case<Own>;

/// All rows.
const BOOK: Casebook<Own> = Casebook::new("strategos", "Strategos", env!("CARGO_MANIFEST_DIR"));

/// Feeds a row to its check; dice that run out of their script panic, and that is the row's fault.
fn check(case: &Case) -> Result<(), Wrong> {
    let run = || if case.check == "play" { world::play(case) } else { checks::check(case) };
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        Err(words.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default())
    })
}

testkit::cases! {
    BOOK, check;
    "administration",
    "assault-and-events",
    "covert-and-scouting",
    "march-and-battle",
    "orders",
    "siege-and-revolt",
    "supply-and-pay",
    "trade-and-sallies",
    "transport",
    "vectors",
    "vectors-rulings",
}

/// Section 9 of the rules: every worked vector is a row.
#[test]
fn every_worked_vector_is_a_case() {
    let document = BOOK.text("../../docs/rules/strategos.md");
    let ids = document.lines().filter_map(|line| line.strip_prefix("{\"id\": \"")?.split_once('"'));
    let rows = BOOK.count_vectors(ids.map(|(id, _)| id.to_owned()));
    assert_eq!(rows.len(), 57);
    let missing: Vec<_> = rows.iter().filter(|(_, count)| **count == 0).collect();
    assert!(missing.is_empty(), "vectors without a row: {missing:?}");
}

#[test]
fn no_reading_or_ruling_has_an_id_twice() {
    let register = BOOK.text("../../docs/rules/strategos-register.txt");
    let mut ids: Vec<&str> = register.lines().filter_map(|line| line.split_once('\t').map(|(id, _)| id)).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), ids.iter().filter(|id| id.starts_with("ST-R")).count()), (count, 67));
}
