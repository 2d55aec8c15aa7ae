//! The kernel's tests for every room, on both scenarios.

use eternal_rome::EternalRome;
use kernel::Room;
use testkit::conformance::{Effort, run};

/// In release a thousand random chains of answers for each scenario.
const CHAINS: u32 = if cfg!(debug_assertions) { 1 } else { 100 };
const EFFORT: Effort = Effort { campaigns: 1, most_steps: 10_000, every: 40, chains: CHAINS };

#[test]
fn octavius_and_antonius_conform() {
    run(&Room::new(EternalRome::default()).with_planner(), "octavius-antonius", EFFORT);
}

#[test]
fn the_sicilian_war_conforms() {
    run(&Room::new(EternalRome::default()).with_planner(), "bellum-siculum", Effort { every: 10, ..EFFORT });
}
