//! What a month costs, and what a family knows and may order, by the size of the world.
//!
//! `cargo bench -p cursus-renaissance`; the slopes over the sizes are to be no steeper than linear.

use std::sync::Arc;

use divan::{Bencher, black_box};
use kernel::options::Menu;
use kernel::{Dice, GameSeed};
use renaissance::knowledge::{Knowledge, render, sight};
use renaissance::model::ids::FamilyId;
use renaissance::model::scenario::Scenario;
use renaissance::model::state::State;
use renaissance::model::{generated, shipped};
use renaissance::orders::Order;
use renaissance::orders::carry_out::{FamilyOrders, play_month};
use renaissance::orders::options::OrderMenu;
use renaissance::player;
use renaissance::rules::setup;

fn main() {
    divan::main();
}

/// Locations and families of generated worlds.
const SIZES: [(usize, usize); 3] = [(1_000, 50), (2_000, 100), (4_000, 200)];

fn world(size: (usize, usize)) -> (Arc<Scenario>, State) {
    let sc = Arc::new(generated::scenario(size.0, size.1));
    let st = setup::start(&sc).0;
    (sc, st)
}

fn italy() -> (Arc<Scenario>, State) {
    let sc = shipped::find("italy-1493").expect("it ships");
    let st = setup::start(&sc).0;
    (sc, st)
}

/// A month in which a family in four hands in orders at random.
#[divan::bench(args = SIZES, sample_count = 20)]
fn month(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    let (sc, st) = world(size);
    let mut dice = Dice::keyed(&GameSeed::from_number(7), "bench").quiet();
    let sets: Vec<(FamilyId, Vec<Order>)> = sc
        .family_ids()
        .step_by(4)
        .map(|family| (family, player::random(&sc, &sight::knowledge(&sc, &st, family), &mut dice)))
        .collect();
    bencher.bench_local(|| {
        let sets: Vec<FamilyOrders<'_>> =
            sets.iter().map(|(family, orders)| FamilyOrders { family: *family, orders }).collect();
        let mut after = st.clone();
        black_box(play_month(&sc, &mut after, &sets, &mut dice.clone()));
    });
}

/// What a family knows, and its view.
#[divan::bench(args = SIZES, sample_count = 50)]
fn view(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    let (sc, st) = world(size);
    bencher.bench_local(|| {
        let known = sight::knowledge(&sc, &st, FamilyId(1));
        black_box(render::view(&sc, &known))
    });
}

/// The order sets of all families, each decided as a computer player does without looking ahead, in a later month of winter.
#[divan::bench(args = SIZES, sample_count = 2)]
fn decisions(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    let (sc, mut st) = world(size);
    let decide = |st: &State| -> Vec<Vec<Order>> {
        sc.family_ids().map(|family| player::orders(&sc, &sight::knowledge(&sc, st, family), &[])).collect()
    };
    for _ in 0..8 {
        let sets = decide(&st);
        let given: Vec<FamilyOrders<'_>> =
            sc.family_ids().map(|family| FamilyOrders { family, orders: &sets[family.index()] }).collect();
        play_month(&sc, &mut st, &given, &mut Dice::middling().quiet());
    }
    bencher.bench_local(|| black_box(decide(&st)));
}

fn known() -> (Arc<Scenario>, Knowledge) {
    let (sc, st) = italy();
    let known = sight::knowledge(&sc, &st, FamilyId(0));
    (sc, known)
}

/// The kinds of order that are open in the Italy of 1493.
#[divan::bench(sample_count = 20)]
fn open_kinds(bencher: Bencher<'_, '_>) {
    let (sc, known) = known();
    bencher.bench_local(|| OrderMenu::new(&sc, &known, &[]).next(&serde_json::json!({})));
}

/// A set of orders at random in the Italy of 1493.
#[divan::bench(sample_count = 20)]
fn random_orders(bencher: Bencher<'_, '_>) {
    let (sc, known) = known();
    let mut number = 0;
    bencher.bench_local(|| {
        number += 1;
        player::random(&sc, &known, &mut Dice::keyed(&GameSeed::from_number(number), "bench").quiet())
    });
}

/// A copy of the state of Italy: what each order that is tried and allowed costs.
#[divan::bench]
fn copy(bencher: Bencher<'_, '_>) {
    let (_, st) = italy();
    bencher.bench_local(|| black_box(st.clone()));
}
