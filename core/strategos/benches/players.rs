//! What computer players cost: a decision, a playout and its parts, and a whole campaign of three years.
//! `cargo bench -p cursus-strategos --bench players`.

mod campaign;

use campaign::{WEEKS, endless, played};
use divan::{Bencher, black_box};
use kernel::{Dice, GameSeed, Planning, SeatId, Visibility};
use strategos::Strategos;

fn main() {
    divan::main();
}

fn dice() -> Dice {
    Dice::keyed(&GameSeed::from_number(3), "bench").quiet()
}

/// Of the seats that are asked in a week, one after another.
#[divan::bench(args = WEEKS)]
fn steady_decides_for_a_seat(bencher: Bencher, weeks: u32) {
    let sc = endless();
    let st = played(&sc, weeks);
    let known: Vec<_> =
        Strategos::to_act(&sc, &st).into_iter().map(|seat| Strategos::knowledge(&sc, &st, seat)).collect();
    let mut turns = known.iter().cycle();
    bencher.bench_local(|| black_box(Strategos::orders(&sc, turns.next().expect("a seat acts"), &[])));
}

#[divan::bench(args = WEEKS)]
fn sample_of_a_state(bencher: Bencher, weeks: u32) {
    let sc = endless();
    let known = Strategos::knowledge(&sc, &played(&sc, weeks), SeatId(0));
    bencher.bench_local(|| black_box(Strategos::sample(&sc, &known, &mut dice())));
}

#[divan::bench(args = WEEKS)]
fn evaluation_of_a_state(bencher: Bencher, weeks: u32) {
    let sc = endless();
    let st = played(&sc, weeks);
    bencher.bench_local(|| black_box(Strategos::evaluate(&sc, &st)));
}

/// Everybody plays on by the rollout policy, as far as a playout goes.
#[divan::bench(args = WEEKS)]
fn playout(bencher: Bencher, weeks: u32) {
    let sc = endless();
    let sample = Strategos::sample(&sc, &Strategos::knowledge(&sc, &played(&sc, weeks), SeatId(0)), &mut dice());
    bencher.with_inputs(|| sample.clone()).bench_local_values(|mut world| {
        let mut dice = dice();
        for _ in 0..strategos::player::tuning().horizon {
            let seats = Strategos::to_act(&sc, &world);
            let sets: Vec<_> =
                seats.into_iter().map(|seat| (seat, Strategos::rollout_policy(&sc, &world, seat, &mut dice))).collect();
            Strategos::play_on(&sc, &mut world, &sets, &mut dice);
        }
        Strategos::evaluate(&sc, &world)
    });
}

#[divan::bench(sample_count = 1, sample_size = 1)]
fn campaign_of_156_weeks(bencher: Bencher) {
    let sc = endless();
    bencher.bench_local(|| black_box(played(&sc, 156)));
}
