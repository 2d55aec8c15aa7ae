//! The kernel's tests for every room, on both scenarios.

use std::path::Path;

use kernel::Room;
use strategos::Strategos;
use testkit::conformance::{Effort, leanings_name_what_is_asked, run};

/// In release more random chains of answers, and closer looks.
const EFFORT: Effort = if cfg!(debug_assertions) {
    Effort { campaigns: 1, most_steps: 200, every: 8, chains: 1 }
} else {
    Effort { campaigns: 1, most_steps: 200, every: 2, chains: 20 }
};

#[test]
fn the_straits_conform() {
    run(&Room::new(Strategos::default()).with_planner(), "hellespontos-313bc", EFFORT);
}

#[test]
fn the_diadochoi_conform() {
    let every = EFFORT.every * 8;
    run(&Room::new(Strategos::default()).with_planner(), "diadochoi-310bc", Effort { every, ..EFFORT });
}

#[test]
fn leanings_name_questions_and_answers_of_the_room() {
    let planner = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/player");
    leanings_name_what_is_asked(&Room::new(Strategos::default()).with_planner(), &planner);
}
