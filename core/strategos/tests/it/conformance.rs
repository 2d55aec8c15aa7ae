//! The kernel's tests for every room, on both scenarios.

use std::path::Path;

use kernel::Room;
use strategos::Strategos;
use testkit::conformance::{Effort, leanings_name_what_is_asked, look_alike, run};

/// In release more random chains of answers, and closer looks.
const EFFORT: Effort = if cfg!(debug_assertions) {
    Effort { campaigns: 1, most_steps: 200, every: 25, chains: 1 }
} else {
    Effort { campaigns: 1, most_steps: 200, every: 2, chains: 20 }
};

#[test]
fn the_straits_conform() {
    run(&Room::new(Strategos::default()).with_planner(), "hellespontos-313bc", EFFORT);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unoptimised: .ci/run plays it in release")]
fn the_diadochoi_conform() {
    let every = EFFORT.every * 8;
    run(&Room::new(Strategos::default()).with_planner(), "diadochoi-310bc", Effort { every, ..EFFORT });
}

/// Pairs of states that look alike to a seat; the great map costs more.
const PAIRS: u32 = if cfg!(debug_assertions) { 4 } else { 400 };

#[test]
fn states_that_look_alike_answer_alike() {
    let room = Room::new(Strategos::default()).with_planner();
    look_alike(&room, "hellespontos-313bc", 2_000, PAIRS);
    look_alike(&room, "diadochoi-310bc", 2_001, PAIRS.div_ceil(20));
}

#[test]
#[ignore = "takes an hour: cargo test --profile proof -p cursus-strategos --test it conformance -- --ignored"]
fn a_hundred_thousand_states_that_look_alike_answer_alike() {
    let part = |scenario: &'static str, seed: u64, pairs: u32| {
        std::thread::spawn(move || look_alike(&Room::new(Strategos::default()).with_planner(), scenario, seed, pairs))
    };
    let parts = [
        part("hellespontos-313bc", 3_000, 48_000),
        part("hellespontos-313bc", 4_001, 48_000),
        part("diadochoi-310bc", 5_000, 2_000),
        part("diadochoi-310bc", 6_001, 2_000),
    ];
    parts.into_iter().for_each(|part| part.join().expect("the states answer alike"));
}

#[test]
fn leanings_name_questions_and_answers_of_the_room() {
    let planner = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/player");
    leanings_name_what_is_asked(&Room::new(Strategos::default()).with_planner(), &planner);
}
