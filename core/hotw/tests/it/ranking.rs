//! Imagined futures rank order sets as the true game does, at the beginning of every third empire's turn.

use hotw::HistoryOfTheWorld as Hotw;
use hotw::model::scenario::shipped;
use hotw::model::state::{Options, Stage};
use hotw::rules;
use kernel::{Dice, GameSeed, Planning};
use testkit::ranking::{Onward, Ranking, assert_mean};

const POSITIONS: usize = 30;

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes unoptimised: .ci/run plays it in release")]
fn imagined_futures_rank_order_sets_as_the_true_game_does() {
    let sc = shipped::find("world-4").expect("a shipped scenario");
    // The seat's own turn and the next empire's.
    let ranking = Ranking::<Hotw> {
        scenario: &sc,
        world: |st, _| st.clone(),
        order_sets: 12,
        questions: 4,
        lots: 8,
        horizon: 2,
        agreement: -1.0,
        fog: true,
        onward: Onward::ByHabit,
    };
    let mut found: Vec<f64> = Vec::new();
    for game in 0.. {
        let seed = GameSeed::from_number(500 + game);
        let mut st = rules::start(&sc, Options::default(), &mut Dice::keyed(&seed, "start").quiet());
        let mut last = 0;
        while st.stage != Stage::Over && found.len() < POSITIONS {
            let (seat, clock) = (Hotw::to_act(&sc, &st)[0], Hotw::clock(&sc, &st));
            if matches!(st.stage, Stage::Turn(_)) && clock >= last + 3 {
                last = clock;
                found.extend(ranking.correlation(&st, seat));
            }
            let mut dice = Dice::for_step(&seed, st.step + 1).quiet();
            let orders = Hotw::rollout_policy(&sc, &st, seat, &mut dice);
            Hotw::play_on(&sc, &mut st, &[(seat, orders)], &mut dice);
        }
        if found.len() == POSITIONS {
            break;
        }
    }
    assert_mean(&found, 0.9);
}
