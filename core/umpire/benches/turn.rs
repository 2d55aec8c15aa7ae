//! What a turn costs: resolving it, showing it, copying it, deciding it. `cargo bench -p cursus-umpire`.
//!
//! All on *Italia 1450* in its twelfth turn, ten nations played by the heuristic.

use std::sync::Arc;

use divan::{Bencher, black_box};
use kernel::{Dice, GameSeed, GameSystem, Planning, SeatId, Telling, Visibility};
use umpire::Umpire;
use umpire::model::scenario::{Scenario, shipped};
use umpire::model::state::State;
use umpire::orders::Order;
use umpire::player::Determinization;

fn main() {
    divan::main();
}

/// A campaign under way, and the order sets for its next turn.
struct Position {
    sc: Arc<Scenario>,
    st: State,
    order_sets: Vec<(SeatId, Vec<Order>)>,
    seed: GameSeed,
}

fn order_sets(sc: &Scenario, st: &State) -> Vec<(SeatId, Vec<Order>)> {
    let seats = Umpire::awaiting(sc, st).into_iter().map(|wait| wait.seat);
    seats.map(|seat| (seat, Umpire::orders(sc, &Umpire::knowledge(sc, st, seat), &[]))).collect()
}

fn position() -> Position {
    let sc = shipped::find("italia-1450").expect("a shipped scenario");
    let seed = GameSeed::from_number(1450);
    let mut st = State::start(&sc, &seed);
    for step in 1..12 {
        let orders = order_sets(&sc, &st);
        Umpire::advance(&sc, &mut st, &orders, &mut Dice::for_step(&seed, step));
    }
    Position { order_sets: order_sets(&sc, &st), sc, st, seed }
}

#[divan::bench]
fn resolve_a_turn(bencher: Bencher) {
    let at = position();
    bencher.with_inputs(|| (at.st.clone(), Dice::for_step(&at.seed, 12))).bench_local_values(|(mut st, mut dice)| {
        let resolution = Umpire::advance(&at.sc, &mut st, &at.order_sets, &mut dice);
        black_box((st, resolution));
    });
}

#[divan::bench]
fn know_ten_seats(bencher: Bencher) {
    let at = position();
    bencher.bench_local(|| {
        for seat in 0..10 {
            black_box(Umpire::knowledge(&at.sc, &at.st, SeatId(seat)));
        }
    });
}

#[divan::bench]
fn view_one_seat(bencher: Bencher) {
    let at = position();
    let known = Umpire::knowledge(&at.sc, &at.st, SeatId(1));
    bencher.bench_local(|| black_box(Umpire::view(&at.sc, &known)));
}

#[divan::bench]
fn clone_the_state(bencher: Bencher) {
    let at = position();
    bencher.bench_local(|| black_box(at.st.clone()));
}

#[divan::bench(args = [0, 1, 4, 8])]
fn decide_one_seat(bencher: Bencher, seat: u16) {
    let at = position();
    let known = Umpire::knowledge(&at.sc, &at.st, SeatId(seat));
    bencher.bench_local(|| black_box(Umpire::orders(&at.sc, &known, &[])));
}

#[divan::bench]
fn check_one_order_set(bencher: Bencher) {
    let at = position();
    let known = Umpire::knowledge(&at.sc, &at.st, SeatId(1));
    let (_, orders) = &at.order_sets[1];
    bencher.bench_local(|| black_box(Umpire::check(&at.sc, &known, orders)));
}

#[divan::bench]
fn draw_the_map(bencher: Bencher) {
    let at = position();
    let known = Umpire::knowledge(&at.sc, &at.st, SeatId(1));
    bencher.bench_local(|| black_box(Umpire::map_svg(&at.sc, &known, &kernel::MapOptions::default())));
}

/// A world as Venice imagines it.
fn world(at: &Position) -> Determinization {
    let known = Umpire::knowledge(&at.sc, &at.st, SeatId(1));
    Umpire::sample(&at.sc, &known, &mut Dice::keyed(&at.seed, "world").quiet())
}

fn habits(sc: &Scenario, world: &Determinization, dice: &mut Dice) -> Vec<(SeatId, Vec<Order>)> {
    let seats = Umpire::to_act(sc, world).into_iter();
    seats.map(|seat| (seat, Umpire::rollout_policy(sc, world, seat, dice))).collect()
}

#[divan::bench]
fn imagine_a_world(bencher: Bencher) {
    let at = position();
    let known = Umpire::knowledge(&at.sc, &at.st, SeatId(1));
    let mut dice = Dice::keyed(&at.seed, "world").quiet();
    bencher.bench_local(|| black_box(Umpire::sample(&at.sc, &known, &mut dice)));
}

#[divan::bench]
fn ten_habits(bencher: Bencher) {
    let at = position();
    let world = world(&at);
    let mut dice = Dice::keyed(&at.seed, "habits").quiet();
    bencher.bench_local(|| black_box(habits(&at.sc, &world, &mut dice)));
}

#[divan::bench]
fn forward_a_turn(bencher: Bencher) {
    let at = position();
    let world = world(&at);
    let mut dice = Dice::keyed(&at.seed, "forward").quiet();
    let order_sets = habits(&at.sc, &world, &mut dice);
    bencher.with_inputs(|| world.clone()).bench_local_values(|mut world| {
        Umpire::play_on(&at.sc, &mut world, &order_sets, &mut dice);
        world
    });
}

#[divan::bench]
fn clone_a_world(bencher: Bencher) {
    let at = position();
    let world = world(&at);
    bencher.bench_local(|| black_box(world.clone()));
}

#[divan::bench]
fn worth_of_a_world(bencher: Bencher) {
    let at = position();
    let world = world(&at);
    bencher.bench_local(|| black_box(Umpire::evaluate(&at.sc, &world)));
}

/// Four turns of ten habits, and what came of it.
#[divan::bench]
fn playout_of_four_turns(bencher: Bencher) {
    let at = position();
    let first = world(&at);
    let mut lot = 0u64;
    bencher.bench_local(|| {
        lot += 1;
        let mut world = first.clone();
        for turn in 0..4 {
            let mut dice = Dice::keyed(&GameSeed::from_number(lot), &format!("turn {turn}")).quiet();
            let order_sets = habits(&at.sc, &world, &mut dice);
            Umpire::play_on(&at.sc, &mut world, &order_sets, &mut dice);
        }
        black_box(Umpire::evaluate(&at.sc, &world))
    });
}
