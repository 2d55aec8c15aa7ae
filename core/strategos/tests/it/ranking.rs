//! Imagined futures rank order sets as the true campaign does, every few weeks of campaigns of steady players.

use std::thread;

use kernel::{Dice, GameSeed, GameSystem, Planning, Visibility};
use serde_json::Value;
use strategos::Strategos;
use strategos::model::shipped::find;
use strategos::player;
use testkit::ranking::{Onward, Ranking, assert_mean};

/// How well two halves of the futures must agree where luck is to be told from what an order set does, as in Umpire.
const AGREEMENT: f64 = 0.5;

fn correlations(scenario: &str, every: u32, positions: usize) -> Vec<f64> {
    let sc = find(scenario).expect("a shipped scenario");
    let ranking = Ranking::<Strategos> {
        scenario: &sc,
        world: |st, _| st.clone(),
        order_sets: 12,
        questions: usize::MAX,
        lots: 32,
        // As far as playouts go.
        horizon: player::tuning().horizon,
        agreement: AGREEMENT,
        fog: true,
        onward: Onward::ByHabit,
    };
    let mut found = Vec::new();
    for number in 0.. {
        let seed = GameSeed::from_number(700 + u64::from(number));
        let mut st = Strategos::start(&sc, &Value::Null, &seed).expect("it starts");
        while st.ended.is_none() && found.len() < positions {
            let seats = Strategos::to_act(&sc, &st);
            let week = Strategos::step(&st) + 1;
            if week % every == 2 {
                let seat = seats[(week / every + number) as usize % seats.len()];
                found.extend(ranking.correlation(&st, seat));
            }
            let sets: Vec<_> = seats
                .into_iter()
                .map(|seat| (seat, Strategos::orders(&sc, &Strategos::knowledge(&sc, &st, seat), &[])))
                .collect();
            Strategos::play_on(&sc, &mut st, &sets, &mut Dice::for_step(&seed, week).quiet());
        }
        if found.len() == positions {
            break;
        }
    }
    found
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes unoptimised: cargo test --profile proof -p cursus-strategos --test it ranking"
)]
fn imagined_futures_rank_order_sets_as_the_true_world_does() {
    let found = thread::scope(|scope| {
        let other = scope.spawn(|| correlations("diadochoi-310bc", 12, 5));
        [correlations("hellespontos-313bc", 4, 15), other.join().expect("no panic")].concat()
    });
    assert_mean(&found, 0.6);
}
