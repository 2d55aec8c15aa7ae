//! Chapters RN-11 to RN-25 on the state, as rows of data: `tests/cases/README-peace.md` tells what a row may say.

mod acts;
mod church;
mod found;
mod government;
mod world;

use testkit::casebook::{Given, Wrong, shows};

use crate::common::{BOOK, Case};

/// Builds the world of a row, carries out what it says, and compares what it expects with what is found.
fn check(case: &Case) -> Result<(), Wrong> {
    if case.check == "count" {
        let mut given = Given::new(&case.given);
        let found = church::counted(&mut given)?;
        given.finish()?;
        return shows(found, &case.expect);
    }
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
    let found = found::found(&world);
    shows(found, &case.expect)
}

testkit::rows::tests!("peace-persons", BOOK, check);

testkit::rows::tests!("peace-offices", BOOK, check);

testkit::rows::tests!("peace-church", BOOK, check);
