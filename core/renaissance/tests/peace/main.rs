//! Chapters RN-11 to RN-25 on the state, as rows of data: `tests/cases/README-peace.md` tells what a row may say.

#[path = "../common/mod.rs"]
mod common;

mod acts;
mod found;
mod government;
mod world;

use serde::Deserialize;
use testkit::casebook::{Casebook, Given, Wrong, same};
use toml::Value;

/// These rows have nothing besides what all rows have.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Own {}

/// One row.
pub type Case = testkit::casebook::Case<Own>;

/// All rows.
const BOOK: Casebook<Own> = Casebook::new("renaissance", "Renaissance", env!("CARGO_MANIFEST_DIR"));

/// Builds the world of a row, carries out what it says, and compares what it expects with what is found.
fn check(case: &Case) -> Result<(), Wrong> {
    if case.check != "peace" {
        return Err(format!("there is no check {}", case.check));
    }
    let mut given = Given::new(&case.given);
    let mut world = world::World::of(&mut given)?;
    let acts = given.list("do")?;
    given.finish()?;
    for act in &acts {
        acts::carry_out(&mut world, act)?;
    }
    let faults = renaissance::model::invariants::violations(&world.sc, &world.st);
    if !faults.is_empty() {
        return Err(faults.join("; "));
    }
    let mut found = found::found(&world);
    let expected = case.expect.as_table().ok_or("`expect` should be a table")?;
    found.retain(|key, _| expected.contains_key(key));
    let (found, expected) = (Value::Table(found), Value::Table(expected.clone()));
    if same(&found, &expected) { Ok(()) } else { Err(format!("{found}, not {expected}")) }
}

#[test]
fn persons_in_the_world() {
    BOOK.assert_rows_hold("peace-persons", check);
}

#[test]
fn offices_in_the_world() {
    BOOK.assert_rows_hold("peace-offices", check);
}
