//! Whatever an order set says, and however long it is, reading and judging it is a bounded piece of work.

use crate::hostile::{Hostile, campaigns, families};
use catalog::Catalog;
use kernel::bounds::{MOST_NOT_UNDERSTOOD, MOST_ORDERS, MOST_WORDS_IN_ALL, of_orders};
use kernel::{Campaign, SeatId, Value};

/// Bytes of an order set, from what a player may write to beyond every bound.
const LENGTHS: [usize; 4] = [200, 2_000, 20_000, 60_000];
/// One family in so many is tried with the longest order sets.
const EVERY: usize = if cfg!(debug_assertions) { 27 } else { 9 };

/// The lengths that a family is tried at: all, or one after another where it takes long.
fn lengths(family: usize) -> &'static [usize] {
    if cfg!(debug_assertions) { LENGTHS.chunks(1).nth(family % LENGTHS.len()).unwrap_or(&LENGTHS) } else { &LENGTHS }
}

/// What an order set brought: how many values were judged, and how many things were said of them.
fn work(campaign: &dyn Campaign, seat: SeatId, order_set: &Hostile) -> (usize, usize) {
    let orders = match order_set {
        Hostile::Text(text) => {
            let parsed = campaign.parse(seat, text);
            assert_eq!(parsed.orders.len(), parsed.spans.len());
            let judged = judged(campaign, seat, &parsed.orders.to_json());
            return (judged.0, judged.1 + parsed.diagnostics.len());
        }
        Hostile::Json(orders) => orders,
    };
    if let Err(excess) = of_orders(orders) {
        assert!(excess.detail.contains("at most"), "{}", excess.detail);
        return (0, 1);
    }
    judged(campaign, seat, orders)
}

fn judged(campaign: &dyn Campaign, seat: SeatId, orders: &Value) -> (usize, usize) {
    (values(orders), campaign.check(seat, &campaign.read_orders(orders)).len())
}

fn values(orders: &Value) -> usize {
    match orders {
        Value::Array(list) => 1 + list.iter().map(values).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(values).sum::<usize>(),
        _ => 1,
    }
}

#[test]
fn the_work_of_a_hostile_order_set_does_not_grow_with_its_length() {
    std::thread::scope(|scope| {
        for (campaign, seat, orders) in campaigns() {
            scope.spawn(move || {
                for (index, family) in families(&orders).into_iter().enumerate() {
                    for &length in lengths(index) {
                        let (judged, said) = work(&*campaign, seat, &(family.order_set)(length));
                        let at = format!("{}: {} at {length} bytes", campaign.ruleset_id(), family.name);
                        // A word of shorthand may become an object with a handful of values.
                        assert!(judged <= 6 * MOST_WORDS_IN_ALL, "{at}: {judged} values judged");
                        assert!(said <= MOST_ORDERS + MOST_NOT_UNDERSTOOD + 2, "{at}: {said} things said");
                    }
                }
            });
        }
    });
}

#[test]
fn an_order_set_as_long_as_a_body_may_be_is_refused_with_the_bound_it_breaks() {
    for (campaign, seat, orders) in campaigns() {
        // A megabyte of each of a thousand is more than a test needs.
        for family in families(&orders).iter().step_by(EVERY) {
            match (family.order_set)(1 << 20) {
                Hostile::Text(text) => {
                    let parsed = campaign.parse(seat, &text);
                    assert!(parsed.spans.is_empty(), "{}: {} is read", campaign.ruleset_id(), family.name);
                    assert!(parsed.diagnostics[0].detail.contains("at most"), "{:?}", parsed.diagnostics[0]);
                }
                Hostile::Json(order_set) => {
                    assert!(of_orders(&order_set).is_err(), "{}: {} is read", campaign.ruleset_id(), family.name);
                }
            }
        }
    }
}

#[test]
fn what_players_and_computers_write_is_far_from_the_bounds() {
    for ruleset in Catalog::standard().rulesets() {
        for order in &ruleset.about().orders {
            assert!(of_orders(&serde_json::json!([order.example])).is_ok(), "{}", order.kind);
        }
    }
    for (campaign, seat, _) in campaigns() {
        let order_set = campaign.planner(seat).expect("every room plans").orders(&[]).to_json();
        assert!(values(&order_set) * 4 < MOST_WORDS_IN_ALL, "{}: {}", campaign.ruleset_id(), values(&order_set));
    }
}
