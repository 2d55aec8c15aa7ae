//! The toys are rooms like any other: they pass the conformance suite.

use kernel::{Room, Ruleset};
use testkit::conformance::{Effort, run};
use testkit::shuffled;
use testkit::toys::{Duel, Sealed};

#[test]
fn the_sealed_toy_conforms() {
    for scenario in ["two-houses", "four-houses"] {
        run(&Room::new(Sealed::default()).with_planner(), scenario, Effort::default());
    }
}

#[test]
fn the_duel_conforms() {
    run(&Room::new(Duel::default()).with_planner(), "field", Effort::default());
}

#[test]
fn a_room_without_a_planner_conforms() {
    run(&Room::new(Duel::default()), "field", Effort::default());
}

#[test]
fn a_snapshot_of_another_room_is_refused() {
    let duel = Room::new(Duel::default()).with_planner();
    let sealed = Room::new(Sealed::default()).with_planner();
    let campaign = duel.start("field", &serde_json::json!({}), &kernel::GameSeed::from_number(1)).unwrap();
    let error = sealed.load(&campaign.snapshot()).err().unwrap();
    assert!(error.to_string().contains("toy-duel"), "{error}");
}

#[test]
fn shuffling_what_a_seat_does_not_see_changes_what_others_see() {
    let duel = Room::new(Duel::default()).with_planner();
    let campaign = duel.start("field", &serde_json::json!({}), &kernel::GameSeed::from_number(1)).unwrap();
    let mut dice = kernel::Dice::keyed(&kernel::GameSeed::from_number(5), "hidden");
    let other = shuffled::<Duel>(campaign.as_ref(), kernel::SeatId(0), &mut dice);
    assert_eq!(other.view(kernel::SeatId(0)), campaign.view(kernel::SeatId(0)));
    assert_ne!(other.view(kernel::SeatId(1)), campaign.view(kernel::SeatId(1)));
}
