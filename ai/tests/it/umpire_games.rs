//! The computer players on the first real room.

use ai::arena::{self, Config, Layout};
use ai::{Budget, Level, Seed, decide};
use catalog::Catalog;
use kernel::{Dice, GameSeed, OrderSet, SeatId};
use serde_json::json;

#[test]
fn every_level_writes_legal_orders_from_what_its_seat_sees() {
    let catalog = Catalog::standard();
    let umpire = catalog.ruleset("umpire").expect("the catalog has the umpire room");
    let (game, seed) = (GameSeed::from_number(11), Seed::from_number(11));
    for scenario in umpire.scenarios() {
        let mut campaign = umpire.start(&scenario.id, &json!({}), &game).expect("it starts without options");
        for step in 0..2u32 {
            let mut order_sets = Vec::new();
            for (number, wait) in campaign.awaiting().into_iter().enumerate() {
                let mut level = Level::ALL[(number + step as usize) % Level::ALL.len()];
                if level.searches() && step > 0 {
                    // Playouts are slow in a debug build, and the first step has searched already.
                    level = Level::Steady;
                }
                let decision = decide(campaign.as_ref(), wait.seat, level, &seed, Budget::of(2));
                assert_eq!(decision.fallback, None, "{level} of {}", wait.seat);
                assert_eq!(decision.reasons.is_empty(), level == Level::Random);
                let orders = campaign.read_orders(&decision.orders);
                let checked = campaign.check(wait.seat, &orders);
                let refused = checked.iter().find(|verdict| verdict.is_refused());
                assert_eq!(refused, None, "{level} of {} at step {step}", wait.seat);
                let mut dice = Dice::keyed(&game, &format!("hidden {step} {}", wait.seat));
                let other = testkit::shuffled::<umpire::Umpire>(campaign.as_ref(), wait.seat, &mut dice);
                assert_eq!(decide(other.as_ref(), wait.seat, level, &seed, Budget::of(2)), decision);
                order_sets.push(OrderSet { seat: wait.seat, orders });
            }
            campaign.advance(&order_sets, &mut Dice::for_step(&game, step + 1));
        }
    }
}

#[test]
fn a_caretaker_declares_no_war() {
    let catalog = Catalog::standard();
    let umpire = catalog.ruleset("umpire").expect("the catalog has the umpire room");
    let campaign = umpire.start("italia-1450", &json!({}), &GameSeed::from_number(12)).expect("it starts");
    for seat in (0..10).map(SeatId) {
        let listed = |value: &kernel::Value| -> Vec<String> {
            serde_json::from_value(value.clone()).expect("a list of nations")
        };
        let now = listed(&campaign.view(seat)["enemies_listed"]);
        let orders = decide(campaign.as_ref(), seat, Level::Caretaker, &Seed::from_number(1), Budget::of(2)).orders;
        let lists =
            orders.as_array().expect("an array of orders").iter().filter(|order| order["type"] == "set_enemies");
        for named in lists.flat_map(|order| listed(&order["nations"])) {
            assert!(now.contains(&named), "the caretaker of {seat} declares war on {named}");
        }
    }
}

#[test]
fn steady_is_ahead_of_random_orders_within_a_year() {
    let catalog = Catalog::standard();
    let umpire = catalog.ruleset("umpire").expect("the catalog has the umpire room");
    let config = Config {
        scenario: "italia-1450".into(),
        player: Level::Steady.into(),
        opponents: vec![Level::Random.into()],
        pairs: 2,
        budget: Budget::of(2),
        layout: Layout::Halves,
        threads: 2,
        seed: 13,
        seeds: 1,
        sprt: None,
        steps: Some(9),
        adjudicate: None,
    };
    let results = arena::run(umpire.as_ref(), &config, &|_| ()).expect("the scenario is known");
    let played = &results.matches[0];
    assert_eq!((played.won, played.refused, played.fallbacks), (2, 0, 0), "{played:?}");
}
