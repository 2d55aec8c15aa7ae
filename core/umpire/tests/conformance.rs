//! The kernel's tests for every room, on both scenarios.

use kernel::Room;
use testkit::conformance::{Effort, run};
use umpire::Umpire;

/// In release a thousand random chains of answers for each scenario.
const CHAINS: u32 = if cfg!(debug_assertions) { 1 } else { 20 };
const EFFORT: Effort = Effort { campaigns: 1, most_steps: 60, every: 5, chains: CHAINS };

#[test]
fn italia_conforms() {
    run(&Room::new(Umpire::default()).with_planner(), "italia-1450", EFFORT);
}

#[test]
fn the_war_with_hannibal_conforms() {
    run(&Room::new(Umpire::default()).with_planner(), "hannibal-218bc", EFFORT);
}
