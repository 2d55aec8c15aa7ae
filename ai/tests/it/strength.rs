//! The search is worth its time: twenty pairs of whole games against the player that does not search.
//!
//! In hotw alone. At 63 pairs of 100, as in Umpire, twenty of them tell nothing; in Eternal Rome a pair takes a minute, and a
//! few pairs tell no more. `docs/ai-strength.md` has the matches of these rooms.

use std::thread::available_parallelism;

use ai::arena::{self, Config, Layout};
use ai::{Budget, Level};
use catalog::Catalog;

/// Of twenty: less than one chance in a hundred for players who are equal.
const WANTED: u32 = 16;

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes an hour unoptimised: cargo test --profile proof -p cursus-ai --test it strength"
)]
fn a_veteran_wins_sixteen_of_twenty_pairs_against_a_steady_player() {
    let catalog = Catalog::standard();
    let hotw = catalog.ruleset("hotw").expect("the catalog has the room");
    let config = Config {
        scenario: "world-4".into(),
        player: Level::Veteran.into(),
        opponents: vec![Level::Steady.into()],
        pairs: 20,
        budget: Budget::default(),
        layout: Layout::Halves,
        threads: available_parallelism().map_or(1, usize::from),
        seed: 7,
        seeds: 1,
        sprt: None,
        steps: None,
        adjudicate: None,
    };
    let results = arena::run(hotw.as_ref(), &config, &|_| ()).expect("it plays");
    println!("{}", arena::table(&results));
    let played = &results.matches[0];
    assert_eq!((played.won + played.lost + played.drawn, played.refused), (20, 0));
    assert!(played.won >= WANTED, "{} of 20 pairs, not {WANTED}: {played:?}", played.won);
}
