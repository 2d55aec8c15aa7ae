//! Conflicts on the state as rows of data (RN-60 to RN-72): `tests/cases/README-conflict.md` tells what a row may say.

mod acts;
mod found;
mod world;

use testkit::casebook::{Given, Wrong, shows};

use crate::common::{BOOK, Case};

/// Builds the world of a row, carries out what it says, and compares what it expects with what is found.
fn check(case: &Case) -> Result<(), Wrong> {
    if case.check != "conflict" {
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
    let found = found::found(&world);
    shows(found, &case.expect)
}

testkit::rows::tests!("conflict-field", BOOK, check);

testkit::rows::tests!("conflict-urban", BOOK, check);

testkit::rows::tests!("conflict-assault", BOOK, check);

testkit::rows::tests!("conflict-siege", BOOK, check);

testkit::rows::tests!("conflict-interception", BOOK, check);

testkit::rows::tests!("conflict-sea", BOOK, check);
