//! Legal orders at random, for tests and as the weakest of opponents: a walk through what may be ordered.

use kernel::options::{Menu, walk};
use kernel::{Dice, FieldOptions, FieldValues, RuleRef, Stream};
use serde_json::Value;

use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;
use crate::orders::{Order, OrderMenu, default, foreseen};

const RULE: RuleRef = RuleRef::new("HW-22.2");
/// The most orders at once.
const MOST: u16 = 3;
/// The chance in per cent that an expansion ends where more could be done.
const ENDS: i32 = 20;

/// One to three legal orders of a seat that is to act, drawn at random; no standing orders.
pub fn orders(sc: &Scenario, knowledge: &Knowledge, dice: &mut Dice) -> Vec<Order> {
    let mut written: Vec<Order> = Vec::new();
    for number in 0..MOST {
        if knowledge.acting(sc).is_none() || !foreseen(sc, knowledge, &written) {
            break;
        }
        let mut stream = dice.stream("random", 0, number);
        let options = OrderMenu::new(sc, knowledge, &written);
        let next = |partial: &Value| options.next(partial);
        let Some(order) = walk(next, |question| choose(question, &mut stream)) else { break };
        written.push(serde_json::from_value(order).expect("a walk through options ends in an order"));
    }
    if written.is_empty() {
        let commands = default::commands(sc, &knowledge.state, knowledge.seat);
        written = commands.iter().map(|command| command.order(sc)).collect();
    }
    written
}

fn choose(question: &FieldOptions, stream: &mut Stream) -> Value {
    let FieldValues::OneOf { values } = &question.values else { return question.pick(stream, RULE) };
    if question.pointer != "/type" {
        return question.pick(stream, RULE);
    }
    let standing = |kind: &&Value| **kind == "set_trade_policy" || **kind == "set_retreat_priority";
    let mut open: Vec<&Value> = values.iter().map(|value| &value.value).filter(|kind| !standing(kind)).collect();
    if open.len() > 1 && !stream.chance(ENDS, RULE) {
        open.retain(|kind| *kind != "end_expansion");
    }
    open[stream.pick(open.len(), RULE)].clone()
}
