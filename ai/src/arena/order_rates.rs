//! What players order, and how much more or less of it than those they meet.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::Match;

/// Orders by kind.
pub type Tally = BTreeMap<String, u32>;

/// How often a kind of order is given, of each hundred decisions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OrderRate {
    /// The kind of order.
    pub kind: String,
    /// Orders of the player in a hundred decisions, and of the opponent.
    pub in_a_hundred: [f64; 2],
}

/// Adds the orders of an order set.
pub fn count(tally: &mut Tally, orders: &Value) {
    let kinds = orders.as_array().into_iter().flatten().filter_map(|order| order["type"].as_str());
    for kind in kinds {
        *tally.entry(kind.to_owned()).or_default() += 1;
    }
}

/// The rates of two sides, by their tallies and the number of their decisions.
pub fn rates(tallies: [&Tally; 2], decisions: [f64; 2]) -> Vec<OrderRate> {
    let kinds: BTreeSet<&String> = tallies.iter().flat_map(|tally| tally.keys()).collect();
    let in_a_hundred = |side: usize, kind: &String| {
        let orders = tallies[side].get(kind).copied().unwrap_or(0);
        if decisions[side] > 0.0 { f64::from(orders) * 100.0 / decisions[side] } else { 0.0 }
    };
    kinds
        .into_iter()
        .map(|kind| OrderRate { kind: kind.clone(), in_a_hundred: [0, 1].map(|side| in_a_hundred(side, kind)) })
        .collect()
}

/// The rates of all matches as tables.
pub fn table(matches: &[Match]) -> String {
    let mut text = String::new();
    for Match { player, opponent, rates, .. } in matches {
        let _ = writeln!(
            text,
            "\n| orders in a hundred decisions | {player} | {opponent} | difference |\n|---|---:|---:|---:|"
        );
        for OrderRate { kind, in_a_hundred: [own, other] } in rates {
            let difference =
                if *other > 0.0 { format!("{:+.0} %", (own / other - 1.0) * 100.0) } else { String::new() };
            let _ = writeln!(text, "| {kind} | {own:.1} | {other:.1} | {difference} |");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rates_are_orders_in_a_hundred_decisions() {
        let (mut own, mut other) = (Tally::new(), Tally::new());
        count(&mut own, &json!([{ "type": "raid" }, { "type": "raid" }, { "type": "hold" }]));
        count(&mut other, &json!([{ "type": "hold" }]));
        count(&mut other, &json!("nothing"));
        let found = rates([&own, &other], [4.0, 2.0]);
        let rate = |kind: &str, own, other| OrderRate { kind: kind.into(), in_a_hundred: [own, other] };
        assert_eq!(found, [rate("hold", 25.0, 50.0), rate("raid", 50.0, 0.0)]);
        assert_eq!(rates([&own, &other], [0.0, 0.0])[0].in_a_hundred, [0.0, 0.0]);
    }
}
