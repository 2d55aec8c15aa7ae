//! What hostile order sets cost against their length: `cargo bench -p cursus-catalog`. Each figure is the time for all
//! families of `tests/it/hostile` at one length, with the number of order sets a second beside it.

#[expect(dead_code, reason = "names of families are for the tests that share this file")]
#[path = "../tests/it/hostile/mod.rs"]
mod hostile;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use hostile::{Hostile, campaigns, families};
use kernel::bounds::of_orders;
use kernel::{Campaign, SeatId};

const LENGTHS: [usize; 4] = [1 << 10, 1 << 13, 1 << 16, 1 << 20];

fn main() {
    divan::main();
}

fn judge(campaign: &dyn Campaign, seat: SeatId, order_set: &Hostile) -> usize {
    match order_set {
        Hostile::Text(text) => campaign.check(seat, &campaign.parse(seat, text).orders).len(),
        Hostile::Json(orders) if of_orders(orders).is_ok() => campaign.check(seat, &campaign.read_orders(orders)).len(),
        Hostile::Json(_) => 0,
    }
}

fn all(bencher: Bencher, ruleset: &str, length: usize) {
    let all = campaigns();
    let (campaign, seat, orders) = all.iter().find(|(campaign, ..)| campaign.ruleset_id() == ruleset).expect("a room");
    // A megabyte of each is more than a machine may have: every eighth will do.
    let step = if length > 1 << 17 { 8 } else { 1 };
    let order_sets: Vec<Hostile> =
        families(orders).iter().step_by(step).map(|family| (family.order_set)(length)).collect();
    bencher.counter(ItemsCount::new(order_sets.len())).bench_local(|| {
        for order_set in &order_sets {
            black_box(judge(&**campaign, *seat, order_set));
        }
    });
}

#[divan::bench(args = LENGTHS, sample_count = 5, sample_size = 1)]
fn umpire(bencher: Bencher, length: usize) {
    all(bencher, "umpire", length);
}

#[divan::bench(args = LENGTHS, sample_count = 5, sample_size = 1)]
fn hotw(bencher: Bencher, length: usize) {
    all(bencher, "hotw", length);
}

#[divan::bench(args = LENGTHS, sample_count = 5, sample_size = 1)]
fn eternal_rome(bencher: Bencher, length: usize) {
    all(bencher, "eternal-rome", length);
}

#[divan::bench(args = LENGTHS, sample_count = 5, sample_size = 1)]
fn strategos(bencher: Bencher, length: usize) {
    all(bencher, "strategos", length);
}

#[divan::bench(args = LENGTHS, sample_count = 5, sample_size = 1)]
fn renaissance(bencher: Bencher, length: usize) {
    all(bencher, "renaissance", length);
}
