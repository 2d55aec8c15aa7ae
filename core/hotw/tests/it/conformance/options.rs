//! What a seat may order now: walks through options end in legal orders, every order of the computer players can be
//! reached, and options tell nothing that the seat does not know.

use std::collections::BTreeSet;
use std::sync::Arc;

use hotw::HistoryOfTheWorld as Hotw;
use hotw::knowledge::Knowledge;
use hotw::model::scenario::{Scenario, shipped};
use hotw::model::state::State;
use hotw::orders::{Order, infos};
use kernel::options::{fill, reach, walk};
use kernel::{
    Dice, FieldOptions, GameSeed, GameSystem, OrderOptions, Planning, RuleRef, SeatId, VerdictStatus, Visibility,
};
use serde_json::{Value, json};
use testkit::Shuffle;

const RULE: RuleRef = RuleRef::new("conformance");

/// Games of all kinds: tables and dice, Fortresses, two colours for a seat.
fn games() -> [(&'static str, Value); 3] {
    [
        ("dawn-4", json!({})),
        ("dawn-3", json!({ "combat_mode": "dice", "fortress": true })),
        ("world-3", json!({ "two_colours": true, "fortress": true })),
    ]
}

/// Plays a game, with a look at each state: at random, or as playouts go in every third step.
fn play(id: &str, options: &Value, number: u64, mut look: impl FnMut(&Arc<Scenario>, &State)) {
    let sc = shipped::find(id).expect("a shipped scenario");
    let seed = GameSeed::from_number(number);
    let mut st = Hotw::start(&sc, options, &seed).expect("the options are known");
    while let Some(wait) = Hotw::awaiting(&sc, &st).first() {
        assert!(st.step < 5_000, "the game does not end");
        look(&sc, &st);
        let known = Knowledge::of(&sc, &st, wait.seat);
        let mut dice = Dice::keyed(&seed, &format!("random {}", st.step)).quiet();
        let orders = match st.step % 3 {
            0 => Hotw::rollout_policy(&sc, &st, wait.seat, &mut dice),
            _ => Hotw::random_orders(&sc, &known, &mut dice),
        };
        let mut dice = Dice::for_step(&seed, st.step + 1);
        Hotw::advance(&sc, &mut st, &[(wait.seat, orders)], &mut dice);
    }
}

fn seats(sc: &Scenario) -> impl Iterator<Item = SeatId> + use<> {
    (0..sc.seats.len()).map(|seat| SeatId(seat as u16))
}

fn read(order: Value) -> Order {
    serde_json::from_value(order.clone()).unwrap_or_else(|error| panic!("{order}: {error}"))
}

/// What was looked over.
#[derive(Default)]
struct Count {
    kinds: BTreeSet<String>,
    walks: u32,
    reached: u32,
    questions: u32,
}

/// A random walk through options ends in an order that check takes, whatever orders stand before it.
fn walks(sc: &Scenario, st: &State, seat: SeatId, count: &mut Count) {
    let known = Knowledge::of(sc, st, seat);
    let mut dice = Dice::keyed(&GameSeed::from_number(u64::from(st.step)), &format!("walks, {}", sc.id)).quiet();
    let mut stream = dice.stream("walk", seat.0, 0);
    let mut written: Vec<Order> = Vec::new();
    for _ in 0..4 {
        let next = |partial: &Value| Hotw::options(sc, &known, &written, partial);
        let answer = |question: &FieldOptions| {
            assert!(!question.prompt.is_empty());
            let answer = question.pick(&mut stream, RULE);
            assert!(question.allows(&answer), "{answer} of {question:?}");
            answer
        };
        let Some(order) = walk(next, answer) else { break };
        count.kinds.insert(order["type"].as_str().expect("a type").to_owned());
        written.push(read(order));
        count.walks += 1;
    }
    let acts = Hotw::to_act(sc, st).contains(&seat);
    assert!(!acts || !written.is_empty(), "{}: {seat} is to act, and nothing is possible", sc.id);
    for (order, verdict) in written.iter().zip(Hotw::check(sc, &known, &written)) {
        assert!(verdict.status != VerdictStatus::Refused, "{}, step {}: {order:?} {verdict:?}", sc.id, st.step);
    }
}

/// Every order that a computer player gives can be reached by options.
fn reaches(sc: &Scenario, st: &State, seat: SeatId, count: &mut Count) {
    let known = Knowledge::of(sc, st, seat);
    let mut dice = Dice::keyed(&GameSeed::from_number(u64::from(st.step)), &format!("players, {}", sc.id)).quiet();
    let mut sets = vec![Hotw::default_orders(sc, &known), Hotw::rollout_policy(sc, st, seat, &mut dice)];
    if st.step.is_multiple_of(10) {
        sets.push(Hotw::orders(sc, &known, &[]));
    }
    for set in sets {
        let verdicts = Hotw::check(sc, &known, &set);
        let taken = verdicts.iter().take_while(|verdict| verdict.status != VerdictStatus::Refused).count();
        for (at, order) in set[..taken].iter().enumerate() {
            let json = serde_json::to_value(order).expect("plain data");
            let next = |partial: &Value| Hotw::options(sc, &known, &set[..at], partial);
            reach(&json, next).unwrap_or_else(|wrong| panic!("{}, step {}, {seat}: {wrong}", sc.id, st.step));
            count.reached += 1;
        }
    }
}

/// Two states that look alike to a seat have the same options.
fn hidden(sc: &Scenario, st: &State, seat: SeatId, count: &mut Count) {
    let mut dice = Dice::keyed(&GameSeed::from_number(u64::from(st.step)), &format!("hidden, {}", sc.id)).quiet();
    let other = Hotw::shuffle_hidden(sc, st, seat, &mut dice);
    let [known, same] = [st, &other].map(|st| Hotw::knowledge(sc, st, seat));
    let mut stream = dice.stream("walk", seat.0, 0);
    let mut partial = json!({});
    loop {
        let question = Hotw::options(sc, &known, &[], &partial);
        assert_eq!(Hotw::options(sc, &same, &[], &partial), question, "{}, step {}: {partial}", sc.id, st.step);
        let Some(question) = question else { break };
        let answer = question.pick(&mut stream, RULE);
        fill(&mut partial, &question.pointer, answer);
        count.questions += 1;
    }
}

fn look_over(id: &str, options: &Value) -> Count {
    let mut count = Count::default();
    for number in [21, 22] {
        play(id, options, number, |sc, st| {
            let acting = Hotw::to_act(sc, st);
            for seat in seats(sc) {
                if acting.contains(&seat) || st.step % 17 == 0 {
                    walks(sc, st, seat, &mut count);
                }
                if acting.contains(&seat) && st.step % 2 == 0 {
                    reaches(sc, st, seat, &mut count);
                }
                if st.step % 4 == 0 {
                    hidden(sc, st, seat, &mut count);
                }
            }
        });
    }
    count
}

#[test]
fn options_are_legal_complete_and_blind_to_what_is_hidden() {
    let games = games();
    let counts: Vec<Count> = std::thread::scope(|scope| {
        let threads: Vec<_> = games.iter().map(|(id, options)| scope.spawn(move || look_over(id, options))).collect();
        threads.into_iter().map(|thread| thread.join().expect("nothing is wrong")).collect()
    });
    let sum = |of: fn(&Count) -> u32| counts.iter().map(of).sum::<u32>();
    let numbers = [sum(|count| count.walks), sum(|count| count.reached), sum(|count| count.questions)];
    assert!(numbers.iter().all(|number| *number > 500), "{numbers:?} walks, orders reached, questions");
    let walked: BTreeSet<&String> = counts.iter().flat_map(|count| &count.kinds).collect();
    let missing: Vec<String> =
        infos().into_iter().map(|info| info.kind).filter(|kind| !walked.contains(kind)).collect();
    assert_eq!(missing, [""; 0], "kinds that no walk came to");
}
