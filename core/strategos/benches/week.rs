//! What a week costs on the whole map: knowing, seeing, copying, playing.
//! `cargo bench -p cursus-strategos --bench week`.

mod campaign;

use std::hint::black_box;

use campaign::{WEEKS, endless, order_sets, played};
use divan::Bencher;
use kernel::{Dice, GameSeed, GameSystem, SeatId, Visibility};
use strategos::Strategos;

fn main() {
    divan::main();
}

#[divan::bench(args = WEEKS)]
fn copy_of_a_state(bencher: Bencher, weeks: u32) {
    let st = played(&endless(), weeks);
    bencher.bench_local(|| black_box(st.clone()));
}

#[divan::bench(args = WEEKS)]
fn knowledge_and_view_of_a_seat(bencher: Bencher, weeks: u32) {
    let sc = endless();
    let st = played(&sc, weeks);
    bencher.bench_local(|| {
        let knowledge = Strategos::knowledge(&sc, &st, SeatId(1));
        black_box(Strategos::view(&sc, &knowledge))
    });
}

#[divan::bench(args = WEEKS)]
fn week_with_five_order_sets(bencher: Bencher, weeks: u32) {
    let sc = endless();
    let st = played(&sc, weeks);
    let sets = order_sets(&sc, &st);
    let seed = GameSeed::from_number(7);
    bencher.with_inputs(|| (st.clone(), Dice::for_step(&seed, 999).quiet())).bench_local_refs(|(st, dice)| {
        Strategos::advance(&sc, st, &sets, dice);
    });
}
