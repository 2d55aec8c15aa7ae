//! The month as rows of data, and as whole turns: `tests/cases/README-play.md` tells what a row may say.

mod assets;
mod death;
mod orders;
mod upkeep;

use testkit::casebook::{Given, Wrong, shows};

use crate::common::{BOOK, Case};
use toml::Table;

/// Feeds a row to a check; what it names of the results has to be found.
fn compare(case: &Case, check: impl Fn(&mut Given) -> Result<Table, Wrong>) -> Result<(), Wrong> {
    let mut given = Given::new(&case.given);
    let found = check(&mut given)?;
    given.finish()?;
    shows(found, &case.expect)
}

testkit::rows::tests!("upkeep", BOOK, |case| compare(case, upkeep::check));

testkit::rows::tests!("trade-orders", BOOK, |case| compare(case, orders::check));

testkit::rows::tests!("travel", BOOK, |case| compare(case, orders::check));

testkit::rows::tests!("month-orders", BOOK, |case| compare(case, orders::check));
