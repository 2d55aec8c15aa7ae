//! What a turn costs: resolving it, showing it, copying it, deciding it. `cargo bench -p cursus-umpire`.
//!
//! All on *Italia 1450* in its twelfth turn, ten nations played by the heuristic.

use std::sync::Arc;

use divan::{Bencher, black_box};
use kernel::{Dice, GameSeed, GameSystem, Plannable, SeatId};
use umpire::Umpire;
use umpire::belief::believe;
use umpire::orders::Order;
use umpire::scenario::{Scenario, shipped};
use umpire::state::State;

fn main() {
    divan::main();
}

/// A campaign under way, and the sheets for its next turn.
struct Position {
    sc: Arc<Scenario>,
    st: State,
    sheets: Vec<(SeatId, Vec<Order>)>,
    seed: GameSeed,
}

fn sheets(sc: &Scenario, st: &State) -> Vec<(SeatId, Vec<Order>)> {
    let seats = Umpire::awaiting(sc, st).into_iter().map(|wait| wait.seat);
    seats.map(|seat| (seat, Umpire::sheet(sc, &Umpire::view(sc, st, seat), &[]))).collect()
}

fn position() -> Position {
    let sc = shipped::find("italia-1450").expect("a shipped scenario");
    let seed = GameSeed::from_number(1450);
    let mut st = State::start(&sc, &seed);
    for step in 1..12 {
        let orders = sheets(&sc, &st);
        Umpire::advance(&sc, &mut st, &orders, &mut Dice::for_step(&seed, step));
    }
    Position { sheets: sheets(&sc, &st), sc, st, seed }
}

#[divan::bench]
fn resolve_a_turn(bencher: Bencher) {
    let at = position();
    bencher.with_inputs(|| (at.st.clone(), Dice::for_step(&at.seed, 12))).bench_local_values(|(mut st, mut dice)| {
        let resolution = Umpire::advance(&at.sc, &mut st, &at.sheets, &mut dice);
        black_box((st, resolution));
    });
}

#[divan::bench]
fn build_ten_views(bencher: Bencher) {
    let at = position();
    bencher.bench_local(|| {
        for seat in 0..10 {
            black_box(Umpire::view(&at.sc, &at.st, SeatId(seat)));
        }
    });
}

#[divan::bench]
fn clone_the_state(bencher: Bencher) {
    let at = position();
    bencher.bench_local(|| black_box(at.st.clone()));
}

#[divan::bench]
fn believe_one_view(bencher: Bencher) {
    let at = position();
    let view = Umpire::view(&at.sc, &at.st, SeatId(1));
    bencher.bench_local(|| black_box(believe(&at.sc, &view)));
}

#[divan::bench(args = [0, 1, 4, 8])]
fn decide_one_seat(bencher: Bencher, seat: u16) {
    let at = position();
    let view = Umpire::view(&at.sc, &at.st, SeatId(seat));
    bencher.bench_local(|| black_box(Umpire::sheet(&at.sc, &view, &[])));
}

#[divan::bench]
fn check_one_sheet(bencher: Bencher) {
    let at = position();
    let view = Umpire::view(&at.sc, &at.st, SeatId(1));
    let (_, orders) = &at.sheets[1];
    bencher.bench_local(|| black_box(Umpire::check(&at.sc, &view, orders)));
}

#[divan::bench]
fn draw_the_map(bencher: Bencher) {
    let at = position();
    let view = Umpire::view(&at.sc, &at.st, SeatId(1));
    bencher.bench_local(|| black_box(Umpire::map_svg(&at.sc, &view, &kernel::MapOptions::default())));
}
