//! Playouts a second, with the search around them, one thread: a veteran's decisions in the main scenario of each
//! room, on positions between players who are `steady`, with the server's allocator.
//! `cargo bench -p cursus-ai --bench playouts`.

use ai::arena::steady_step;
use ai::{Budget, Level, Seed, decide};
use catalog::Catalog;
use divan::Bencher;
use divan::counter::ItemsCount;
use kernel::{Campaign, Dice, GameSeed, SeatId};
use serde_json::json;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// Where decisions are taken: each with the seat that acts.
type Positions = Vec<(Box<dyn Campaign>, SeatId)>;

/// So many positions, one every so many steps.
fn positions(ruleset: &str, scenario: &str, every: u32, count: usize) -> Positions {
    let catalog = Catalog::standard();
    let room = catalog.ruleset(ruleset).expect("the catalog has the room");
    let (game, seed) = (GameSeed::from_number(29), Seed::from_number(29));
    let mut campaign = room.start(scenario, &json!({}), &game).expect("it starts");
    let mut found: Positions = Vec::new();
    while found.len() < count {
        let step = campaign.step();
        if step % every == every - 1 {
            let awaited = campaign.awaiting();
            found.push((campaign.clone_box(), awaited[found.len() % awaited.len()].seat));
        }
        steady_step(campaign.as_mut(), &seed, &mut Dice::for_step(&game, step + 1).quiet());
    }
    found
}

fn measure(bencher: Bencher, positions: &Positions) {
    let seed = Seed::from_number(31);
    let find_plan = || -> u32 {
        let decisions = positions
            .iter()
            .map(|(campaign, seat)| decide(campaign.as_ref(), *seat, Level::Veteran, &seed, Budget::default()));
        decisions.map(|decision| decision.playouts).sum()
    };
    bencher.counter(ItemsCount::new(find_plan())).bench_local(find_plan);
}

/// Four turns of the first sixteen, four turns ahead.
#[divan::bench(sample_count = 10)]
fn umpire_italia_1450(bencher: Bencher) {
    measure(bencher, &positions("umpire", "italia-1450", 4, 4));
}

/// Thirteen of the steps of a game, to the end of the empire's turn and three more ahead.
#[divan::bench(sample_count = 10)]
fn hotw_world_4(bencher: Bencher) {
    measure(bencher, &positions("hotw", "world-4", 8, 13));
}

/// Twelve of the first sixty steps, to the end of the next month.
#[divan::bench(sample_count = 10)]
fn eternal_rome_the_first_months(bencher: Bencher) {
    measure(bencher, &positions("eternal-rome", "octavius-antonius", 5, 12));
}

/// Fifteen of the first three hundred steps, four months or so, to the end of the next.
#[divan::bench(sample_count = 10)]
fn eternal_rome_four_months(bencher: Bencher) {
    measure(bencher, &positions("eternal-rome", "octavius-antonius", 20, 15));
}
