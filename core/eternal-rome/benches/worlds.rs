//! What search costs: drawing a world, a habit, a step, the worth, and a playout of three months.
//! `cargo bench -p cursus-eternal-rome --bench worlds`.

use divan::{Bencher, black_box};
use eternal_rome::EternalRome;
use eternal_rome::model::scenario::{Scenario, shipped};
use eternal_rome::model::state::State;
use kernel::{Dice, GameSeed, GameSystem, Planning, SeatId};
use serde_json::Value;

const SCENARIOS: [&str; 2] = ["octavius-antonius", "bellum-siculum"];

fn main() {
    divan::main();
}

fn dice() -> Dice {
    Dice::keyed(&GameSeed::from_number(3), "bench").quiet()
}

/// A world in the land movement phase of the third month.
fn world(name: &str) -> (std::sync::Arc<Scenario>, State, SeatId) {
    let sc = shipped::find(name).expect("a shipped scenario");
    let mut st = EternalRome::start(&sc, &Value::Null, &GameSeed::from_number(1)).expect("it starts");
    for step in 0..1_000 {
        let mut dice = Dice::keyed(&GameSeed::from_number(3), &format!("step {step}")).quiet();
        let seat = EternalRome::to_act(&sc, &st)[0];
        if EternalRome::clock(&sc, &st) >= 2 && EternalRome::label(&sc, &st).ends_with("land movement phase") {
            return (sc, st, seat);
        }
        let orders = EternalRome::rollout_policy(&sc, &st, seat, &mut dice);
        EternalRome::play_on(&sc, &mut st, &[(seat, orders)], &mut dice);
    }
    panic!("the third month comes");
}

#[divan::bench(args = SCENARIOS)]
fn view(bencher: Bencher, name: &str) {
    let (sc, st, seat) = world(name);
    bencher.bench(|| EternalRome::known_in(&sc, black_box(&st), seat));
}

#[divan::bench(args = SCENARIOS)]
fn imagine(bencher: Bencher, name: &str) {
    let (sc, st, seat) = world(name);
    let view = EternalRome::known_in(&sc, &st, seat);
    let mut dice = dice();
    bencher.bench_local(|| EternalRome::sample(&sc, black_box(&view), &mut dice));
}

#[divan::bench(args = SCENARIOS)]
fn copy(bencher: Bencher, name: &str) {
    let (_, st, _) = world(name);
    bencher.bench(|| black_box(&st).clone());
}

#[divan::bench(args = SCENARIOS)]
fn habit(bencher: Bencher, name: &str) {
    let (sc, st, seat) = world(name);
    let mut dice = dice();
    bencher.bench_local(|| EternalRome::rollout_policy(&sc, black_box(&st), seat, &mut dice));
}

#[divan::bench(args = SCENARIOS)]
fn forward(bencher: Bencher, name: &str) {
    let (sc, st, seat) = world(name);
    let mut dice = dice();
    let order_set = [(seat, EternalRome::rollout_policy(&sc, &st, seat, &mut dice))];
    bencher.with_inputs(|| st.clone()).bench_local_values(|mut st| {
        EternalRome::play_on(&sc, &mut st, &order_set, &mut dice);
        st
    });
}

#[divan::bench(args = SCENARIOS)]
fn worth(bencher: Bencher, name: &str) {
    let (sc, st, _) = world(name);
    bencher.bench(|| EternalRome::evaluate(&sc, black_box(&st)));
}

/// A copy, three months of habits, the worth.
#[divan::bench(args = SCENARIOS)]
fn playout(bencher: Bencher, name: &str) {
    let (sc, st, _) = world(name);
    let seed = GameSeed::from_number(3);
    let horizon = EternalRome::clock(&sc, &st) + 3;
    let mut steps = 0u64;
    bencher.bench_local(|| {
        let mut st = st.clone();
        while EternalRome::clock(&sc, &st) < horizon
            && let Some(seat) = EternalRome::to_act(&sc, &st).first().copied()
        {
            steps += 1;
            let mut dice = Dice::keyed(&seed, &format!("step {steps}")).quiet();
            let orders = EternalRome::rollout_policy(&sc, &st, seat, &mut dice);
            EternalRome::play_on(&sc, &mut st, &[(seat, orders)], &mut dice);
        }
        EternalRome::evaluate(&sc, &st)
    });
}
