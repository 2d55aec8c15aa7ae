//! What computer players cost: a playout's parts, and a whole campaign of three years without an early end.
//! `cargo bench -p cursus-strategos --bench players`.

use std::sync::Arc;

use divan::{Bencher, black_box};
use kernel::{Dice, GameSeed, GameSystem, Planning, SeatId, Visibility};
use serde_json::Value;
use strategos::Strategos;
use strategos::model::scenario::Scenario;
use strategos::model::shipped;
use strategos::model::state::State;

fn main() {
    divan::main();
}

/// The great scenario, won by nobody before its last week.
fn endless() -> Arc<Scenario> {
    let mut sc = Scenario::clone(&shipped::find("diadochoi-310bc").expect("it is shipped"));
    sc.countries.iter_mut().for_each(|country| country.tax_target = u32::MAX);
    sc.capitals_to_win = usize::MAX;
    Arc::new(sc)
}

fn played(sc: &Scenario, weeks: u32) -> State {
    let seed = GameSeed::from_number(7);
    let mut st = Strategos::start(sc, &Value::Null, &seed).expect("it starts");
    for week in 1..=weeks {
        let seats = Strategos::to_act(sc, &st);
        let orders = |seat| (seat, Strategos::orders(sc, &Strategos::knowledge(sc, &st, seat), &[]));
        let sets: Vec<_> = seats.into_iter().map(orders).collect();
        Strategos::advance(sc, &mut st, &sets, &mut Dice::for_step(&seed, week).quiet());
    }
    st
}

const WEEKS: [u32; 3] = [3, 60, 140];

#[divan::bench(args = WEEKS)]
fn steady_decides_for_a_seat(bencher: Bencher, weeks: u32) {
    let sc = endless();
    let known = Strategos::knowledge(&sc, &played(&sc, weeks), SeatId(0));
    bencher.bench_local(|| black_box(Strategos::orders(&sc, &known, &[])));
}

#[divan::bench(args = WEEKS)]
fn sample_of_a_state(bencher: Bencher, weeks: u32) {
    let sc = endless();
    let known = Strategos::knowledge(&sc, &played(&sc, weeks), SeatId(0));
    bencher.bench_local(|| {
        black_box(Strategos::sample(&sc, &known, &mut Dice::keyed(&GameSeed::from_number(3), "bench").quiet()))
    });
}

#[divan::bench(args = WEEKS)]
fn evaluation_of_a_state(bencher: Bencher, weeks: u32) {
    let sc = endless();
    let st = played(&sc, weeks);
    bencher.bench_local(|| black_box(Strategos::evaluate(&sc, &st)));
}

#[divan::bench(sample_count = 1, sample_size = 1)]
fn campaign_of_156_weeks(bencher: Bencher) {
    let sc = endless();
    bencher.bench_local(|| black_box(played(&sc, 156)));
}
