//! Chapters RN-40 to RN-53 as rows of data: `tests/cases/README-trade.md` tells what a row may say.

mod crafts;
mod markets;
mod seasons;
mod towns;
mod world;

use testkit::casebook::{Given, Wrong, shows};

use crate::common::{BOOK, Case};
use toml::Table;

/// Feeds a row to its check.
fn check(case: &Case) -> Result<(), Wrong> {
    let mut given = Given::new(&case.given);
    let found = find(&case.check, &mut given)?.ok_or_else(|| format!("there is no check {}", case.check))?;
    given.finish()?;
    shows(found, &case.expect)
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

testkit::rows::tests!("crafts", BOOK, check);

testkit::rows::tests!("markets", BOOK, check);

testkit::rows::tests!("towns", BOOK, check);
