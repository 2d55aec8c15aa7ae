//! Imagined futures rank sheets as the true campaign does, by the end of the month, at one march of every month.

use eternal_rome::EternalRome;
use eternal_rome::scenario::shipped;
use kernel::ranking::{Ranking, assert_mean};
use kernel::{Dice, GameSeed, GameSystem, Plannable};

const POSITIONS: usize = 30;

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes unoptimised: cargo test --release -p cursus-eternal-rome --test ranking"
)]
fn imagined_futures_rank_sheets_as_the_true_campaign_does() {
    let sc = shipped::find("octavius-antonius").expect("a shipped scenario");
    let ranking = Ranking::<EternalRome> {
        scenario: &sc,
        world: |st, _| st.clone(),
        sheets: 8,
        questions: 4,
        lots: 24,
        horizon: 1,
    };
    let mut found: Vec<f64> = Vec::new();
    for game in 0..30 {
        let seed = GameSeed::from_number(500 + game);
        let mut st = EternalRome::start(&sc, &serde_json::Value::Null, &seed).expect("it starts");
        let mut looked = 0;
        while st.ending.is_none() && found.len() < POSITIONS {
            let (seat, now) = (EternalRome::to_act(&sc, &st)[0], EternalRome::clock(&sc, &st));
            let marching = EternalRome::label(&sc, &st).ends_with("land movement phase") && st.stack.is_empty();
            if now >= looked
                && marching
                && let Some(correlation) = ranking.correlation(&st, seat)
            {
                looked = now + 1;
                found.push(correlation);
            }
            let mut dice = Dice::for_step(&seed, st.steps + 1).quiet();
            let orders = EternalRome::habit(&sc, &st, seat, &mut dice);
            EternalRome::forward(&sc, &mut st, &[(seat, orders)], &mut dice);
        }
    }
    assert_eq!(found.len(), POSITIONS);
    assert_mean(&found, 0.6);
}
