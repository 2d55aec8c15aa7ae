//! Chapters RN-60 to RN-72 as rows of data: `tests/cases/README-war.md` tells what a row may say.

mod assault;
mod field;
mod formulas;
mod given;
mod naval;
mod traces;
mod urban;

use testkit::casebook::{Given, Wrong, shows};

use crate::common::{BOOK, Case};
use toml::{Table, Value};

/// Feeds a row to its check.
fn check(case: &Case) -> Result<(), Wrong> {
    let mut given = Given::new(&case.given);
    let found = find(&case.check, &mut given)?.ok_or_else(|| format!("there is no check {}", case.check))?;
    given.finish()?;
    compare(found, &case.expect)
}

/// What the check of a row finds, if there is such a check.
fn find(check: &str, given: &mut Given) -> Result<Option<Table>, Wrong> {
    for checks in [field::check, urban::check, formulas::check, assault::check, naval::check] {
        if let Some(found) = checks(check, given)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// What is expected has to be found; a trace is compared line by line.
fn compare(mut found: Table, expected: &Value) -> Result<(), Wrong> {
    let mut expected = expected.as_table().cloned().ok_or("`expect` should be a table")?;
    if let Some(trace) = expected.remove("trace") {
        let written = found.remove("trace").unwrap_or_else(|| Value::from(""));
        traces::compare(written.as_str().unwrap_or_default(), trace.as_str().unwrap_or_default())?;
    } else {
        found.remove("trace");
    }
    // A row names what it shows; the rest of a battle is in its trace.
    shows(found, &Value::Table(expected))
}

testkit::rows::tests!("assault", BOOK, check);

testkit::rows::tests!("field-battle", BOOK, check);

testkit::rows::tests!("naval-battle", BOOK, check);

testkit::rows::tests!("siege-and-looting", BOOK, check);

testkit::rows::tests!("urban-battle", BOOK, check);
