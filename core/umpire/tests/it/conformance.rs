//! The kernel's tests for every room, on both scenarios, and what the options of orders promise.

use std::collections::BTreeMap;
use std::path::Path;

use kernel::options::{fill, reach, walk};
use kernel::{Dice, GameSeed, GameSystem, OrderOptions, Planning, Room, RuleRef, SeatId, Visibility};
use serde_json::{Map, Value};
use testkit::Shuffle;
use testkit::conformance::{Effort, leanings_name_what_is_asked, run};
use umpire::Umpire;
use umpire::model::scenario::{Scenario, shipped};
use umpire::model::state::State;
use umpire::orders::Order;

/// In release a thousand random chains of answers for each scenario.
const CHAINS: u32 = if cfg!(debug_assertions) { 1 } else { 20 };
/// Every how many turns it is looked at closely.
const CLOSELY: u32 = if cfg!(debug_assertions) { 20 } else { 5 };
const EFFORT: Effort = Effort { campaigns: 1, most_steps: 60, every: CLOSELY, chains: CHAINS };
/// Every how many turns the options are looked at: no divisor of a year of either scenario.
const EVERY: u32 = if cfg!(debug_assertions) { 5 } else { 1 };
const TEST: RuleRef = RuleRef::new("test");

#[test]
fn italia_conforms() {
    run(&Room::new(Umpire::default()).with_planner(), "italia-1450", EFFORT);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unoptimised: .ci/run plays it in release")]
fn the_war_with_hannibal_conforms() {
    run(&Room::new(Umpire::default()).with_planner(), "hannibal-218bc", EFFORT);
}

/// Plays a whole campaign; `write` gives the orders of each seat.
fn play(sc: &Scenario, number: u64, mut write: impl FnMut(&State, SeatId, &mut Dice) -> Vec<Order>) -> State {
    let seed = GameSeed::from_number(number);
    let mut st = Umpire::start(sc, &Value::Null, &seed).unwrap();
    let mut chance = Dice::keyed(&seed, "options").quiet();
    while Umpire::outcome(sc, &st).is_none() {
        let seats: Vec<SeatId> = Umpire::awaiting(sc, &st).into_iter().map(|one| one.seat).collect();
        let sets: Vec<(SeatId, Vec<Order>)> =
            seats.into_iter().map(|seat| (seat, write(&st, seat, &mut chance))).collect();
        let mut dice = Dice::for_step(&seed, Umpire::step(&st)).quiet();
        Umpire::advance(sc, &mut st, &sets, &mut dice);
    }
    st
}

#[test]
fn whoever_walks_through_options_writes_an_order_that_is_not_refused() {
    let mut kinds = BTreeMap::<String, u32>::new();
    for sc in shipped::shipped() {
        play(sc, 11, |st, seat, chance| {
            let known = Umpire::knowledge(sc, st, seat);
            let written = if st.turn % 4 == 0 {
                Umpire::random_orders(sc, &known, chance)
            } else {
                Umpire::orders(sc, &known, &[])
            };
            if st.turn % EVERY == 0 {
                let mut stream = chance.stream("walks", seat.0, st.turn as u16);
                for before in [0, written.len() / 2, written.len()].repeat(3) {
                    let walked = walk(
                        |partial| Umpire::options(sc, &known, &written[..before], partial),
                        |field| field.pick(&mut stream, TEST),
                    );
                    let Some(json) = walked else { continue };
                    let order: Order =
                        serde_json::from_value(json.clone()).unwrap_or_else(|why| panic!("{json}: {why}"));
                    let set: Vec<Order> = written[..before].iter().cloned().chain([order]).collect();
                    let verdict = Umpire::check(sc, &known, &set).pop().unwrap();
                    assert!(!verdict.is_refused(), "turn {}, {}: {json}: {verdict:?}", st.turn, sc.party(known.me));
                    *kinds.entry(json["type"].as_str().unwrap().to_owned()).or_default() += 1;
                }
            }
            written
        });
    }
    assert!(kinds.values().sum::<u32>() >= 800 && kinds.len() >= 20, "walks came to {kinds:?} alone");
}

#[test]
fn every_order_of_the_computer_player_can_be_reached_by_options() {
    for sc in shipped::shipped() {
        play(sc, 12, |st, seat, chance| {
            let known = Umpire::knowledge(sc, st, seat);
            let mut stream = chance.stream("answers", seat.0, st.turn as u16);
            let mut answers = Vec::new();
            while st.turn % 3 == 0
                && let Some(question) = Umpire::ask(sc, &known, &answers)
            {
                answers.push(stream.pick(question.answers.len(), TEST) as kernel::Answer);
            }
            let orders = Umpire::orders(sc, &known, &answers);
            if st.turn % EVERY < 2 {
                for (before, order) in orders.iter().enumerate() {
                    let json = serde_json::to_value(order).unwrap();
                    reach(&json, |partial| Umpire::options(sc, &known, &orders[..before], partial))
                        .unwrap_or_else(|why| panic!("turn {}, {}: {why}", st.turn, sc.party(known.me)));
                }
            }
            orders
        });
    }
}

#[test]
fn options_tell_nothing_that_is_hidden() {
    for sc in shipped::shipped() {
        play(sc, 13, |st, seat, chance| {
            let known = Umpire::knowledge(sc, st, seat);
            let orders = Umpire::orders(sc, &known, &[]);
            if st.turn % 5 == 0 {
                let other = Umpire::knowledge(sc, &Umpire::shuffle_hidden(sc, st, seat, chance), seat);
                let mut stream = chance.stream("walks", seat.0, st.turn as u16);
                let mut partial = Value::Object(Map::new());
                while let Some(field) = Umpire::options(sc, &known, &orders, &partial) {
                    assert_eq!(Umpire::options(sc, &other, &orders, &partial), Some(field.clone()), "{partial}");
                    let answer = field.pick(&mut stream, TEST);
                    fill(&mut partial, &field.pointer, answer);
                }
                assert_eq!(Umpire::options(sc, &other, &orders, &partial), None, "{partial}");
            }
            orders
        });
    }
}

#[test]
fn leanings_name_questions_and_answers_of_the_room() {
    let planner = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/player");
    leanings_name_what_is_asked(&Room::new(Umpire::default()).with_planner(), &planner);
}
