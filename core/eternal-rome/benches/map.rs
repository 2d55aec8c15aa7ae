//! What planning costs: ways from corner to corner, reach in a month, ranges of interception, loading a scenario.
//! `cargo bench -p cursus-eternal-rome --bench map`.

use std::sync::Arc;

use divan::{Bencher, black_box};
use eternal_rome::model::costs::Terms;
use eternal_rome::model::ids::HexId;
use eternal_rome::model::routes;
use eternal_rome::model::scenario::{Scenario, built_in, load, shipped};
use kernel::map::Mode;

fn main() {
    divan::main();
}

fn world() -> Arc<Scenario> {
    shipped::find("octavius-antonius").expect("a shipped scenario")
}

fn hex(id: &str) -> HexId {
    id.parse().expect("a hex")
}

fn terms(mode: Mode, winter: bool) -> Terms<'static> {
    Terms { mode, winter, barred: &|_| false, no_straits: false }
}

/// Gades to Susa, over the straits of the Hellespont or Gibraltar.
#[divan::bench]
fn march_from_corner_to_corner(bencher: Bencher) {
    let sc = world();
    let (from, to) = (hex("0329"), hex("7434"));
    bencher.bench(|| routes::shortest(&sc, black_box(from), to, &terms(Mode::Land, true)));
}

/// The mouth of the Thames to Phanagoria.
#[divan::bench]
fn voyage_from_corner_to_corner(bencher: Bencher) {
    let sc = world();
    let (from, to) = (hex("1704"), hex("5516"));
    bencher.bench(|| routes::shortest(&sc, black_box(from), to, &terms(Mode::Sea, false)));
}

/// Everything horsemen can reach in a month.
#[divan::bench]
fn month_of_riding(bencher: Bencher) {
    let sc = world();
    bencher.bench(|| routes::reach(&sc, black_box(hex("5226")), 32, &terms(Mode::Land, false)));
}

/// Everything a fleet can reach in a month.
#[divan::bench]
fn month_of_sailing(bencher: Bencher) {
    let sc = world();
    bencher.bench(|| routes::reach(&sc, black_box(hex("3033")), 30, &terms(Mode::Sea, false)));
}

/// Who is near enough to intercept a fleet.
#[divan::bench]
fn range_of_interception(bencher: Bencher) {
    let sc = world();
    bencher.bench(|| routes::approach(&sc, black_box(hex("3730")), 6, &terms(Mode::Sea, false)));
}

/// Reading and checking all files of a scenario and its map.
#[divan::bench]
fn load_the_great_war(bencher: Bencher) {
    let files = built_in::files("octavius-antonius").expect("a shipped scenario");
    bencher.bench(|| load(black_box(&files)));
}
