//! Chapters RN-40 to RN-53 as rows of data: `tests/cases/README-trade.md` tells what a row may say.

#[path = "../common/mod.rs"]
mod common;
mod crafts;
mod markets;
mod seasons;
mod towns;
mod world;

use serde::Deserialize;
use testkit::casebook::{Casebook, Given, Wrong, same};
use toml::{Table, Value};

/// These rows have nothing besides what all rows have.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Own {}

/// One row.
pub type Case = testkit::casebook::Case<Own>;

/// All rows.
const BOOK: Casebook<Own> = Casebook::new("renaissance", "Renaissance", env!("CARGO_MANIFEST_DIR"));

/// Feeds a row to its check.
fn check(case: &Case) -> Result<(), Wrong> {
    let mut given = Given::new(&case.given);
    let found = find(&case.check, &mut given)?.ok_or_else(|| format!("there is no check {}", case.check))?;
    given.finish()?;
    compare(found, &case.expect)
}

/// What the check of a row finds, if there is such a check.
fn find(check: &str, given: &mut Given) -> Result<Option<Table>, Wrong> {
    for checks in [markets::check, towns::check, crafts::check] {
        if let Some(found) = checks(check, given)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// What is expected has to be found; a row names what it shows.
fn compare(mut found: Table, expected: &Value) -> Result<(), Wrong> {
    let keys = expected.as_table().ok_or("`expect` should be a table")?;
    found.retain(|key, _| keys.contains_key(key));
    let found = Value::Table(found);
    if same(&found, expected) { Ok(()) } else { Err(format!("{found}, not {expected}")) }
}

#[test]
fn crafts() {
    BOOK.assert_rows_hold("crafts", check);
}

#[test]
fn markets() {
    BOOK.assert_rows_hold("markets", check);
}

#[test]
fn towns_that_pay_and_grow() {
    BOOK.assert_rows_hold("towns", check);
}
