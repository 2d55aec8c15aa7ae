//! What a campaign costs: seeing, believing, copying, ordering, months of play at random and by the computer player.

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use eternal_rome::EternalRome;
use eternal_rome::model::scenario::{Scenario, shipped};
use eternal_rome::model::state::State;
use eternal_rome::orders::Order;
use eternal_rome::orders::SetPolicy;
use kernel::{Dice, GameSeed, GameSystem, Planning, SeatId, Visibility};

fn main() {
    divan::main();
}

/// A campaign some months old.
struct Position {
    sc: Arc<Scenario>,
    st: State,
    seed: GameSeed,
}

/// Months from the start of the great war that are played by the computer on both sides.
const MONTHS: i16 = 6;

/// Plays so many months with the computer player in the seats that it gets; the others let their phases pass.
fn play_steadily(sc: &Scenario, st: &mut State, seed: &GameSeed, months: i16, plays: impl Fn(SeatId) -> bool) {
    let last = st.month.plus(months);
    while st.month < last && st.ending.is_none() {
        let seat = EternalRome::awaiting(sc, st)[0].seat;
        let known = EternalRome::knowledge(sc, st, seat);
        let order_set = match plays(seat) {
            true => EternalRome::orders(sc, &known, &[]),
            false => EternalRome::default_orders(sc, &known),
        };
        let step = st.steps + 1;
        EternalRome::advance(sc, st, &[(seat, order_set)], &mut Dice::for_step(seed, step).quiet());
    }
}

/// The war as it stands after some months of computer players: they decide alike whatever the random player does.
fn position() -> Position {
    let sc = shipped::find("octavius-antonius").expect("it is shipped");
    let seed = GameSeed::from_number(7);
    let mut st = EternalRome::start(&sc, &serde_json::Value::Null, &seed).expect("it starts");
    play_steadily(&sc, &mut st, &seed, MONTHS, |_| true);
    Position { sc, st, seed }
}

/// Plays so many months at random, and counts the orders.
fn play(sc: &Scenario, st: &mut State, seed: &GameSeed, months: i16) -> usize {
    let last = st.month.plus(months);
    let mut orders = 0;
    while st.month < last && st.ending.is_none() {
        let (seat, order_set) = next(sc, st, seed);
        orders += order_set.len();
        let step = st.steps + 1;
        EternalRome::advance(sc, st, &[(seat, order_set)], &mut Dice::for_step(seed, step).quiet());
    }
    orders
}

fn next(sc: &Scenario, st: &State, seed: &GameSeed) -> (SeatId, Vec<Order>) {
    let seat = EternalRome::awaiting(sc, st)[0].seat;
    let known = EternalRome::knowledge(sc, st, seat);
    let mut dice = Dice::keyed(seed, &format!("bench {}", st.steps));
    (seat, EternalRome::random_orders(sc, &known, &mut dice))
}

#[divan::bench]
fn knowledge_of_a_seat(bencher: Bencher) {
    let at = position();
    bencher.bench_local(|| black_box(EternalRome::knowledge(&at.sc, &at.st, SeatId(1))));
}

#[divan::bench]
fn view_of_a_seat(bencher: Bencher) {
    let at = position();
    let known = EternalRome::knowledge(&at.sc, &at.st, SeatId(1));
    bencher.bench_local(|| black_box(EternalRome::view(&at.sc, &known)));
}

#[divan::bench]
fn clone_the_state(bencher: Bencher) {
    let at = position();
    bencher.bench_local(|| black_box(at.st.clone()));
}

#[divan::bench]
fn carry_out_an_order_set_of_ten_policies(bencher: Bencher) {
    let at = position();
    let seat = EternalRome::awaiting(&at.sc, &at.st)[0].seat;
    let known = EternalRome::knowledge(&at.sc, &at.st, seat);
    let power = EternalRome::view(&at.sc, &known).powers[0].to_string();
    let order = Order::SetPolicy(SetPolicy {
        power,
        force: None,
        intercept: None,
        respond_attack: None,
        retreat_to: None,
        season: Some(true),
        set_up: None,
    });
    let order_sets = [(seat, vec![order; 10])];
    bencher.with_inputs(|| at.st.clone()).bench_local_values(|mut st| {
        EternalRome::advance(&at.sc, &mut st, &order_sets, &mut Dice::middling().quiet());
        black_box(st)
    });
}

#[divan::bench]
fn a_month_at_random(bencher: Bencher) {
    let at = position();
    bencher.with_inputs(|| at.st.clone()).bench_local_values(|mut st| {
        black_box(play(&at.sc, &mut st, &at.seed, 1));
        black_box(st)
    });
}

#[divan::bench]
fn decide_an_order_set(bencher: Bencher) {
    let at = position();
    let seat = EternalRome::awaiting(&at.sc, &at.st)[0].seat;
    let known = EternalRome::knowledge(&at.sc, &at.st, seat);
    bencher.bench_local(|| black_box(EternalRome::orders(&at.sc, &known, &[])));
}

#[divan::bench]
fn a_steady_month_for_one_power(bencher: Bencher) {
    let at = position();
    bencher.with_inputs(|| at.st.clone()).bench_local_values(|mut st| {
        play_steadily(&at.sc, &mut st, &at.seed, 1, |seat| seat == SeatId(0));
        black_box(st)
    });
}

#[divan::bench]
fn months_of_computer_players(bencher: Bencher) {
    let at = position();
    let bencher = bencher.counter(ItemsCount::new(MONTHS as u32)).with_inputs(|| at.st.clone());
    bencher.bench_local_values(|mut st| {
        play_steadily(&at.sc, &mut st, &at.seed, MONTHS, |_| true);
        black_box(st)
    });
}
