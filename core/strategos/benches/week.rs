//! What a week costs on the whole map: knowing, seeing, copying, playing.

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use kernel::{Dice, GameSeed, GameSystem, Planning, SeatId, Visibility};
use serde_json::Value;
use strategos::Strategos;
use strategos::model::scenario::Scenario;
use strategos::model::shipped;
use strategos::model::state::State;
use strategos::orders::Order;

fn main() {
    divan::main();
}

/// A campaign of the computer player's own weeks.
struct Position {
    sc: Arc<Scenario>,
    st: State,
    seed: GameSeed,
}

fn position(weeks: u32) -> Position {
    let sc = shipped::find("diadochoi-310bc").expect("it is shipped");
    let seed = GameSeed::from_number(7);
    let mut st = Strategos::start(&sc, &Value::Null, &seed).expect("it starts");
    for _ in 0..weeks {
        week(&sc, &mut st, &seed);
    }
    Position { sc, st, seed }
}

fn order_sets(sc: &Scenario, st: &State) -> Vec<(SeatId, Vec<Order>)> {
    let seats = Strategos::awaiting(sc, st).into_iter().map(|wait| wait.seat);
    seats.map(|seat| (seat, Strategos::orders(sc, &Strategos::knowledge(sc, st, seat), &[]))).collect()
}

fn week(sc: &Scenario, st: &mut State, seed: &GameSeed) {
    let sets = order_sets(sc, st);
    Strategos::advance(sc, st, &sets, &mut Dice::for_step(seed, Strategos::step(st) + 1).quiet());
}

const WEEKS: [u32; 2] = [3, 40];

#[divan::bench(args = WEEKS)]
fn copy_of_a_state(bencher: Bencher, weeks: u32) {
    let at = position(weeks);
    bencher.bench_local(|| black_box(at.st.clone()));
}

#[divan::bench(args = WEEKS)]
fn knowledge_and_view_of_a_seat(bencher: Bencher, weeks: u32) {
    let at = position(weeks);
    bencher.bench_local(|| {
        let knowledge = Strategos::knowledge(&at.sc, &at.st, SeatId(1));
        black_box(Strategos::view(&at.sc, &knowledge))
    });
}

#[divan::bench(args = WEEKS)]
fn first_answers_of_a_seat(bencher: Bencher, weeks: u32) {
    let at = position(weeks);
    let knowledge = Strategos::knowledge(&at.sc, &at.st, SeatId(1));
    bencher.bench_local(|| black_box(Strategos::orders(&at.sc, &knowledge, &[])));
}

#[divan::bench(args = WEEKS)]
fn week_with_five_order_sets(bencher: Bencher, weeks: u32) {
    let at = position(weeks);
    let sets = order_sets(&at.sc, &at.st);
    bencher.with_inputs(|| (at.st.clone(), Dice::for_step(&at.seed, 99).quiet())).bench_local_refs(|(st, dice)| {
        Strategos::advance(&at.sc, st, &sets, dice);
    });
}
