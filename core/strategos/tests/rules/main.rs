//! The rules of `docs/rules/strategos.md` as rows of data: `tests/cases/README.md` tells what a row may say.

mod checks;
mod people;
mod war;

use kernel::casebook::{Casebook, Wrong};
use serde::Deserialize;

/// Rows have nothing of their own.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Own {}

/// One row.
pub type Case = kernel::casebook::Case<Own>;

/// All rows.
const BOOK: Casebook<Own> = Casebook::new("strategos", "Strategos", env!("CARGO_MANIFEST_DIR"));

fn check(case: &Case) -> Result<(), Wrong> {
    checks::check(case)
}

kernel::cases! {
    BOOK, check;
    vectors = "vectors",
    vectors_rulings = "vectors-rulings",
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
