//! What the computer's families do, counted over campaigns: they must pass an eye.

use std::collections::BTreeMap;

use kernel::{Dice, GameSeed, OrderSet, Room, Ruleset};
use renaissance::Renaissance;
use serde_json::json;

/// The kinds of orders and of events of a campaign in which every family is played without thinking.
fn played(scenario: &str, seed: u64) -> (BTreeMap<String, usize>, BTreeMap<String, usize>) {
    let room = Room::new(Renaissance::default()).with_planner();
    let seed = GameSeed::from_number(seed);
    let mut campaign = room.start(scenario, &json!({}), &seed).expect("it starts");
    let (mut orders, mut events) = (BTreeMap::new(), BTreeMap::new());
    while campaign.outcome().is_none() {
        let planner = |seat| campaign.planner(seat).expect("there is a planner").orders(&[]);
        let sets: Vec<OrderSet> =
            campaign.awaiting().iter().map(|wait| OrderSet { seat: wait.seat, orders: planner(wait.seat) }).collect();
        for order in sets.iter().flat_map(|set| set.orders.to_json().as_array().cloned().unwrap_or_default()) {
            *orders.entry(order["type"].as_str().expect("a type").to_owned()).or_default() += 1;
        }
        let mut dice = Dice::for_step(&seed, campaign.step() + 1);
        for told in campaign.advance(&sets, &mut dice).events {
            *events.entry(told.event.kind).or_default() += 1;
        }
    }
    (orders, events)
}

#[test]
fn families_without_a_player_mind_their_business() {
    for seed in [5, 6] {
        let (orders, events) = played("romagna-1493", seed);
        for kind in ["buy_goods", "transfer_assets", "move_to", "create_letters", "cast_vote"] {
            assert!(orders.contains_key(kind), "nobody does {kind}: {orders:?}");
        }
        // What they order is done, and nobody sets out with more than he can carry.
        for kind in ["order_failed", "overloaded", "died"] {
            assert!(!events.contains_key(kind), "{kind}: {events:?}");
        }
    }
}
