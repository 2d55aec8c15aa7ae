//! Orders at random, of every kind that is possible: a walk through the options.

use kernel::options::{Menu, fill, finished};
use kernel::{Dice, FieldOptions, RuleRef, Stream};
use serde_json::{Value, json};

use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;
use crate::orders::Order;
use crate::orders::check::check_orders;
use crate::orders::options::OrderMenu;

const RULE: RuleRef = RuleRef::new("UM-34");

/// The most orders of a turn.
const MOST_ORDERS: i32 = 14;
/// Of a hundred orders so many are movements at any rate: nothing happens in a war without them.
const MOVEMENTS: i32 = 45;
/// What would ruin every nation in a year if it were ordered as often as all else, and how many of a hundred stand.
const RASH: ([&str; 3], i32) = (["sack_city", "cede_province", "move_capital"], 5);

/// An answer at random.
fn choose(field: &FieldOptions, stream: &mut Stream<'_>) -> Value {
    if field.pointer != "/type" {
        return field.pick(stream, RULE);
    }
    let (rash, stands) = RASH;
    let kind = field.pick(stream, RULE);
    let is_rash = kind.as_str().is_some_and(|kind| rash.contains(&kind));
    if is_rash && stream.range(1, 100, RULE) > stands { field.pick(stream, RULE) } else { kind }
}

/// An order set that the check does not refuse.
pub fn orders(sc: &Scenario, known: &Knowledge, dice: &mut Dice) -> Vec<Order> {
    let mut stream = dice.stream("random_orders", u16::from(known.me.0), known.turn(sc) as u16);
    let mut orders: Vec<Order> = Vec::new();
    for _ in 0..stream.range(0, MOST_ORDERS, RULE) {
        let moves = stream.range(1, 100, RULE) <= MOVEMENTS;
        let begun = if moves { json!({ "type": "move_force" }) } else { json!({}) };
        let options = OrderMenu::new(sc, known, &orders);
        let mut order = begun.clone();
        while let Some(field) = options.next(&order) {
            fill(&mut order, &field.pointer, choose(&field, &mut stream));
        }
        if order != begun {
            orders.push(serde_json::from_value(finished(&order)).expect("options make whole orders"));
        }
    }
    // A later order may have taken away what an earlier one needs.
    loop {
        let verdicts = check_orders(sc, &known.st, known.me, &orders);
        let mut kept = verdicts.iter().map(|verdict| !verdict.is_refused());
        let before = orders.len();
        orders.retain(|_| kept.next().unwrap_or(true));
        if orders.len() == before {
            return orders;
        }
    }
}
