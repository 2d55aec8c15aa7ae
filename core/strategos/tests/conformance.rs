//! The kernel's tests for every room, on both scenarios.

use kernel::Room;
use strategos::Strategos;
use testkit::conformance::{Effort, run};

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
