//! The kernel's tests for every room, on both scenarios.

use std::path::Path;

use kernel::Room;
use renaissance::Renaissance;
use testkit::conformance::{Effort, leanings_name_what_is_asked, look_alike, run};

/// In release closer looks.
const EFFORT: Effort = if cfg!(debug_assertions) {
    Effort { campaigns: 1, most_steps: 200, every: 6, chains: 1 }
} else {
    Effort { campaigns: 1, most_steps: 200, every: 1, chains: 10 }
};

#[test]
fn romagna_conforms() {
    run(&Room::new(Renaissance::default()).with_planner(), "romagna-1493", EFFORT);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unoptimised: .ci/run plays it in release")]
fn italy_conforms() {
    let every = EFFORT.every * 30;
    run(&Room::new(Renaissance::default()).with_planner(), "italy-1493", Effort { every, ..EFFORT });
}

/// Pairs of states that look alike to a seat; the great map costs more.
const PAIRS: u32 = if cfg!(debug_assertions) { 10 } else { 400 };

#[test]
fn states_that_look_alike_answer_alike() {
    let room = Room::new(Renaissance::default()).with_planner();
    look_alike(&room, "romagna-1493", 2_000, PAIRS);
    look_alike(&room, "italy-1493", 2_001, PAIRS / 10);
}

#[test]
fn leanings_name_questions_and_answers_of_the_room() {
    let planner = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/player");
    leanings_name_what_is_asked(&Room::new(Renaissance::default()).with_planner(), &planner);
}
