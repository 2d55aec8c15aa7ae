//! What planning costs: `cargo bench -p cursus-hotw`. All on *The World* for four, at the start of Epoch IV.

use std::sync::Arc;

use divan::{Bencher, black_box};
use hotw::knowledge::Knowledge;
use hotw::model::scenario::{Scenario, shipped};
use hotw::model::state::{Options, Stage, State};
use hotw::orders::Command;
use hotw::rules::{self, Engine};
use hotw::{HistoryOfTheWorld, player};
use kernel::{Dice, GameSeed, Planning, SeatId};

fn main() {
    divan::main();
}

fn steady(sc: &Scenario, known: &State, seat: SeatId) -> Vec<Command> {
    player::order_set(sc, known, seat, &player::Notes::default(), &[])
}

/// One order set of whoever is to act.
fn step(sc: &Scenario, st: &mut State, seed: &GameSeed) {
    let Some(active) = st.active() else { return };
    let seat = SeatId(u16::from(sc.colour(active).seat));
    let mut dice = Dice::for_step(seed, st.step + 1).quiet();
    let known = hotw::knowledge::masked(sc, st, seat);
    let commands = steady(sc, &known, seat);
    let mut game = Engine::quiet(sc, st, &mut dice);
    for command in &commands {
        if game.carry_out(seat, command).is_err() {
            break;
        }
    }
    st.step += 1;
}

/// One step of a playout.
fn habitual(sc: &Scenario, world: &mut State, seed: &GameSeed) {
    let Some(seat) = HistoryOfTheWorld::to_act(sc, world).first().copied() else { return };
    let mut dice = Dice::for_step(seed, world.step + 1).quiet();
    let orders = HistoryOfTheWorld::rollout_policy(sc, world, seat, &mut dice);
    HistoryOfTheWorld::play_on(sc, world, &[(seat, orders)], &mut dice);
}

fn start(sc: &Scenario, seed: &GameSeed) -> State {
    rules::start(sc, Options::default(), &mut Dice::keyed(seed, "start").quiet())
}

/// The first empire's turn of Epoch IV.
fn position() -> (Arc<Scenario>, State, GameSeed) {
    let sc = shipped::find("world-4").expect("a shipped scenario");
    let seed = GameSeed::from_number(1450);
    let mut st = start(&sc, &seed);
    while st.epoch.0 < 4 || !matches!(st.stage, Stage::Turn(_)) {
        step(&sc, &mut st, &seed);
    }
    (sc, st, seed)
}

#[divan::bench]
fn look_up_both_tables(bencher: Bencher) {
    let tables = &shipped::board().tables;
    bencher.bench_local(|| (tables.rigid(black_box(4), black_box(8)), tables.compliant(black_box(15), black_box(11))));
}

#[divan::bench]
fn copy_a_state(bencher: Bencher) {
    let (_, st, _) = position();
    bencher.bench_local(|| st.clone());
}

#[divan::bench]
fn build_a_view(bencher: Bencher) {
    let (sc, st, _) = position();
    bencher.bench_local(|| Knowledge::of(&sc, &st, SeatId(0)).view(&sc, Vec::new()));
}

#[divan::bench]
fn an_empires_turn(bencher: Bencher) {
    let (sc, st, seed) = position();
    let card = st.turn().map(|turn| turn.card);
    bencher.with_inputs(|| st.clone()).bench_local_values(|mut st| {
        while st.turn().map(|turn| turn.card) == card {
            step(&sc, &mut st, &seed);
        }
        st
    });
}

/// The same turn on habits, step by step as in a playout.
#[divan::bench]
fn an_empires_turn_on_habits(bencher: Bencher) {
    let (sc, st, seed) = position();
    let card = st.turn().map(|turn| turn.card);
    bencher.with_inputs(|| st.clone()).bench_local_values(|mut st| {
        while st.turn().map(|turn| turn.card) == card {
            habitual(&sc, &mut st, &seed);
        }
        st
    });
}

/// Three epochs for four players, judged at the end: what a computer player imagines some hundred times a decision.
#[divan::bench]
fn a_playout_of_twelve_empires(bencher: Bencher) {
    let (sc, st, seed) = position();
    let world = HistoryOfTheWorld::sample(&sc, &Knowledge::of(&sc, &st, SeatId(0)), &mut Dice::keyed(&seed, "world"));
    let end = HistoryOfTheWorld::clock(&sc, &world) + 12;
    bencher.with_inputs(|| world.clone()).bench_local_values(|mut world| {
        while HistoryOfTheWorld::clock(&sc, &world) < end && world.stage != Stage::Over {
            habitual(&sc, &mut world, &seed);
        }
        HistoryOfTheWorld::evaluate(&sc, &world)
    });
}

#[divan::bench]
fn imagine_a_world(bencher: Bencher) {
    let (sc, st, seed) = position();
    let view = Knowledge::of(&sc, &st, SeatId(0));
    let mut dice = Dice::keyed(&seed, "world").quiet();
    bencher.bench_local(|| HistoryOfTheWorld::sample(&sc, &view, &mut dice));
}

#[divan::bench]
fn judge_a_world(bencher: Bencher) {
    let (sc, st, _) = position();
    bencher.bench_local(|| HistoryOfTheWorld::evaluate(&sc, &st));
}

#[divan::bench(sample_count = 10)]
fn a_whole_game_on_habits(bencher: Bencher) {
    let sc = shipped::find("world-4").expect("a shipped scenario");
    let seed = GameSeed::from_number(7);
    bencher.with_inputs(|| start(&sc, &seed)).bench_local_values(|mut st| {
        while st.stage != Stage::Over {
            habitual(&sc, &mut st, &seed);
        }
        st
    });
}
