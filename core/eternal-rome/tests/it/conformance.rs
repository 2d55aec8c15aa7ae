//! The kernel's tests for every room, on both scenarios.

use std::path::Path;

use eternal_rome::EternalRome;
use kernel::Room;
use testkit::conformance::{Effort, leanings_name_what_is_asked, run};

/// In release a thousand random chains of answers for each scenario.
const CHAINS: u32 = if cfg!(debug_assertions) { 1 } else { 100 };
/// Every how many steps it is looked at closely.
const EVERY: u32 = if cfg!(debug_assertions) { 160 } else { 40 };
const EFFORT: Effort = Effort { campaigns: 1, most_steps: 10_000, every: EVERY, chains: CHAINS };

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unoptimised: .ci/run plays it in release")]
fn octavius_and_antonius_conform() {
    run(&Room::new(EternalRome::default()).with_planner(), "octavius-antonius", EFFORT);
}

#[test]
fn the_sicilian_war_conforms() {
    run(&Room::new(EternalRome::default()).with_planner(), "bellum-siculum", Effort { every: EVERY / 4, ..EFFORT });
}

#[test]
fn leanings_name_questions_and_answers_of_the_room() {
    let planner = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/player");
    leanings_name_what_is_asked(&Room::new(EternalRome::default()).with_planner(), &planner);
}
