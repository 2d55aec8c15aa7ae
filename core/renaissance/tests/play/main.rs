//! The month as rows of data, and as whole turns: `tests/cases/README-play.md` tells what a row may say.

mod assets;
#[path = "../common/mod.rs"]
mod common;
mod death;
mod orders;
mod upkeep;

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

/// Feeds a row to a check; what it names of the results has to be found.
fn compare(case: &Case, check: impl Fn(&mut Given) -> Result<Table, Wrong>) -> Result<(), Wrong> {
    let mut given = Given::new(&case.given);
    let mut found = check(&mut given)?;
    given.finish()?;
    let keys = case.expect.as_table().ok_or("`expect` should be a table")?;
    found.retain(|key, _| keys.contains_key(key));
    let found = Value::Table(found);
    if same(&found, &case.expect) { Ok(()) } else { Err(format!("{found}, not {}", case.expect)) }
}

#[test]
fn upkeep() {
    BOOK.assert_rows_hold("upkeep", |case| compare(case, upkeep::check));
}

#[test]
fn trade_and_transfers_as_orders() {
    BOOK.assert_rows_hold("trade-orders", |case| compare(case, orders::check));
}
