//! The engine that carries imagined futures on ranks order sets as the rules do. With habits and the fog, by the end of the month,
//! imagined futures rank order sets as the true campaign does, in campaigns played by habit, and in campaigns between steady
//! players, where the fog is thicker. There only marches count that change something: most do not, for what an order set leaves
//! undone the next one does. The figures stand in `docs/ai-findings.md`.

use std::sync::Arc;

use eternal_rome::EternalRome;
use eternal_rome::model::scenario::{Scenario, shipped};
use eternal_rome::model::state::State;
use kernel::{Dice, GameSeed, GameSystem, Planning, Visibility};
use testkit::ranking::{Onward, Ranking, assert_mean};

const POSITIONS: usize = 30;
/// How well two halves of the futures must agree where luck is to be told from what an order set does.
const AGREEMENT: f64 = 0.5;

/// How a campaign goes on between the positions.
#[derive(Clone, Copy)]
enum Played {
    ByHabit,
    BySteady,
}

/// Eight order sets that differ in four answers at most, to the end of the month.
fn ranking<'a>(sc: &'a Scenario, fog: bool, onward: Onward) -> Ranking<'a, EternalRome> {
    let world = |st: &State, _| st.clone();
    Ranking {
        scenario: sc,
        world,
        order_sets: 8,
        questions: 4,
        lots: 48,
        horizon: 1,
        agreement: AGREEMENT,
        fog,
        onward,
    }
}

fn scenario() -> Arc<Scenario> {
    shipped::find("octavius-antonius").expect("a shipped scenario")
}

/// In thirty positions, `months` apart, of campaigns played so.
fn correlations(ranking: &Ranking<'_, EternalRome>, played: Played, months: u32) -> Vec<f64> {
    let sc = ranking.scenario;
    let mut found: Vec<f64> = Vec::new();
    for game in 0..30 {
        let seed = GameSeed::from_number(500 + game);
        let mut st = EternalRome::start(sc, &serde_json::Value::Null, &seed).expect("it starts");
        let mut looked = 0;
        while st.ending.is_none() && found.len() < POSITIONS {
            let (seat, now) = (EternalRome::to_act(sc, &st)[0], EternalRome::clock(sc, &st));
            let marching = EternalRome::label(sc, &st).ends_with("land movement phase") && st.stack.is_empty();
            if now >= looked && marching {
                let correlation = ranking.correlation(&st, seat);
                looked = now + if correlation.is_some() { months } else { 1 };
                found.extend(correlation);
            }
            let mut dice = Dice::for_step(&seed, st.steps + 1).quiet();
            let orders = match played {
                Played::ByHabit => EternalRome::rollout_policy(sc, &st, seat, &mut dice),
                Played::BySteady => EternalRome::orders(sc, &EternalRome::knowledge(sc, &st, seat), &[]),
            };
            EternalRome::play_on(sc, &mut st, &[(seat, orders)], &mut dice);
        }
    }
    assert_eq!(found.len(), POSITIONS);
    found
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes unoptimised: cargo test --profile proof -p cursus-eternal-rome --test it ranking"
)]
fn imagined_futures_rank_order_sets_as_a_campaign_of_habits_does() {
    assert_mean(&correlations(&ranking(&scenario(), true, Onward::ByHabit), Played::ByHabit, 1), 0.6);
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes unoptimised: cargo test --profile proof -p cursus-eternal-rome --test it ranking"
)]
fn imagined_futures_rank_order_sets_as_a_campaign_of_steady_players_does() {
    assert_mean(&correlations(&ranking(&scenario(), true, Onward::ByHabit), Played::BySteady, 2), 0.6);
}

/// The fast model by itself, twelve order sets in each position, whatever they change: what follows is by habit on both sides.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes unoptimised: cargo test --profile proof -p cursus-eternal-rome --test it ranking"
)]
fn the_fast_model_ranks_order_sets_as_the_rules_do() {
    let sc = scenario();
    let model = Ranking { order_sets: 12, lots: 16, agreement: -1.0, ..ranking(&sc, false, Onward::ByHabit) };
    assert_mean(&correlations(&model, Played::BySteady, 2), 0.9);
}

/// The model and habits: beside first answers by the rules.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes unoptimised: cargo test --profile proof -p cursus-eternal-rome --test it ranking"
)]
fn without_fog_imagined_futures_rank_order_sets_as_steady_players_do() {
    assert_mean(&correlations(&ranking(&scenario(), false, Onward::ByFirstAnswers), Played::BySteady, 2), 0.6);
}
