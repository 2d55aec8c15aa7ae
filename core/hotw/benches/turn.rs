//! What planning costs: `cargo bench -p cursus-hotw`. All on *The World* for four, at the start of Epoch IV.

use std::sync::Arc;

use divan::{Bencher, black_box};
use hotw::command::Command;
use hotw::phases::{self, Game};
use hotw::scenario::{Scenario, shipped};
use hotw::state::{Options, Stage, State};
use hotw::{plans, sight};
use kernel::{Dice, GameSeed, SeatId};

fn main() {
    divan::main();
}

type Planner = fn(&Scenario, &State, SeatId, &mut Dice) -> Vec<Command>;

fn steady(sc: &Scenario, known: &State, seat: SeatId, _: &mut Dice) -> Vec<Command> {
    plans::sheet(sc, known, seat, &[])
}

/// One sheet of whoever is to act.
fn step(sc: &Scenario, st: &mut State, seed: &GameSeed, planner: Planner) {
    let Some(active) = st.active() else { return };
    let seat = SeatId(u16::from(sc.colour(active).seat));
    let mut dice = Dice::for_step(seed, st.step + 1).quiet();
    let known = sight::masked(sc, st, seat);
    let commands = planner(sc, &known, seat, &mut dice);
    let mut game = Game::quiet(sc, st, &mut dice);
    for command in &commands {
        if game.carry_out(seat, command).is_err() {
            break;
        }
    }
    st.step += 1;
}

fn start(sc: &Scenario, seed: &GameSeed) -> State {
    phases::start(sc, Options::default(), &mut Dice::keyed(seed, "start").quiet())
}

/// The first empire's turn of Epoch IV.
fn position() -> (Arc<Scenario>, State, GameSeed) {
    let sc = shipped::find("world-4").expect("a shipped scenario");
    let seed = GameSeed::from_number(1450);
    let mut st = start(&sc, &seed);
    while st.epoch.0 < 4 || !matches!(st.stage, Stage::Turn(_)) {
        step(&sc, &mut st, &seed, steady);
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
    bencher.bench_local(|| sight::view(&sc, &st, SeatId(0)));
}

#[divan::bench]
fn an_empires_turn(bencher: Bencher) {
    let (sc, st, seed) = position();
    let card = st.turn().map(|turn| turn.card);
    bencher.with_inputs(|| st.clone()).bench_local_values(|mut st| {
        while st.turn().map(|turn| turn.card) == card {
            step(&sc, &mut st, &seed, steady);
        }
        st
    });
}

#[divan::bench(sample_count = 10)]
fn a_whole_game_on_habits(bencher: Bencher) {
    let sc = shipped::find("world-4").expect("a shipped scenario");
    let seed = GameSeed::from_number(7);
    bencher.with_inputs(|| start(&sc, &seed)).bench_local_values(|mut st| {
        while st.stage != Stage::Over {
            step(&sc, &mut st, &seed, plans::habit);
        }
        st
    });
}
