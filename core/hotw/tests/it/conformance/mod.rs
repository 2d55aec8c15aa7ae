//! The kernel's tests for every room, on every scenario.

mod options;

use std::path::Path;

use hotw::HistoryOfTheWorld;
use kernel::Room;
use testkit::conformance::{Effort, leanings_name_what_is_asked, run};

/// In release a thousand random chains of answers for each scenario.
const CHAINS: u32 = if cfg!(debug_assertions) { 1 } else { 200 };
const SHORT: Effort = Effort { campaigns: 1, most_steps: 2_000, every: 5, chains: 2 * CHAINS };
const LONG: Effort = Effort { every: 23, chains: CHAINS, ..SHORT };

fn room() -> Room<HistoryOfTheWorld> {
    Room::new(HistoryOfTheWorld::default()).with_planner()
}

#[test]
fn the_dawn_of_history_conforms() {
    for scenario in ["dawn-3", "dawn-4", "sample-game"] {
        run(&room(), scenario, SHORT);
    }
}

#[test]
fn the_world_for_two_to_four_conforms() {
    for scenario in ["world-2", "world-3", "world-4"] {
        run(&room(), scenario, LONG);
    }
}

#[test]
fn the_world_for_five_and_six_conforms() {
    for scenario in ["world-5", "world-6"] {
        run(&room(), scenario, LONG);
    }
}

#[test]
fn leanings_name_questions_and_answers_of_the_room() {
    let planner = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/player");
    leanings_name_what_is_asked(&Room::new(HistoryOfTheWorld::default()).with_planner(), &planner);
}
