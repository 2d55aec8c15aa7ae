//! Legal orders at random, of every kind in time: for the floor of the computer players and for tests. They are filled
//! from options ([`OptionContext`]).

use kernel::options::{Met, fill, finished};
use kernel::{Dice, RuleRef, SeatId, Stream};
use serde_json::json;

use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;
use crate::model::state::{Phase, State};
use crate::orders::options::OptionContext;
use crate::orders::{KINDS, Order, judge};
use crate::player;
use crate::rules::decisions;

const RULE: RuleRef = RuleRef::new("ER-1.3");

/// Orders that belong to no phase, and how often one of them is tried among a hundred.
const ANY_TIME: [(&str, i32); 4] = [("set_policy", 40), ("query_distance", 20), ("set_option", 15), ("resign", 5)];
/// Per cent of chance that an order is one of those.
const ASIDE: i32 = 4;
/// No order has more fields that are worth filling at random.
const MOST_FIELDS: usize = 200;
/// Per cent of chance that the phase is ended after the orders.
const ENDS: i32 = 60;

/// An order set that the check accepts: the answer to an open decision, or one to three orders of the phase, and often
/// its end.
pub fn orders(sc: &Scenario, known: &Knowledge, dice: &mut Dice) -> Vec<Order> {
    if known.st.ending.is_some() {
        return Vec::new();
    }
    let (mut st, seat, mut ways) = (known.st.clone(), known.seat, 0);
    let mut rng = dice.stream("random play", seat.0, 0);
    let asked = known.own_ask().map(|ask| decisions::order_for(&ask.question));
    let wanted = if asked.is_some() { 1 } else { 1 + rng.pick(3, RULE) };
    let mut orders = Vec::new();
    for _ in 0..wanted {
        let ask = OptionContext { sc, st: &st, seat, ways: judge::MOST_WAYS.saturating_sub(ways), met: Met::default() };
        let order = match asked {
            Some(kind) => filled(&ask, kind, &mut rng),
            None => one(&ask, &mut rng),
        };
        let Some(order) = order.filter(|order| judge::simulate(sc, &mut st, seat, order, &mut ways).is_ok()) else {
            break;
        };
        orders.push(order);
    }
    let ends = asked.is_none() && (orders.is_empty() || rng.chance(ENDS, RULE));
    if let Some(phase) = st.stage.played().filter(|_| ends && st.stack.is_empty()) {
        orders.extend(end(sc, &st, seat, phase));
    }
    // A seat that is waited for does something, if only what is taken for granted.
    if orders.is_empty() { player::orders(sc, known, &[]) } else { orders }
}

/// The end of the phase, while the seat still acts in it.
fn end(sc: &Scenario, st: &State, seat: SeatId, phase: Phase) -> Option<Order> {
    let end = player::end(sc, st, seat, phase)?;
    judge::judge(sc, st, seat, &end).is_ok().then_some(end)
}

/// An order of some kind that is possible now; none of those that end the phase.
fn one(ask: &OptionContext<'_>, rng: &mut Stream<'_>) -> Option<Order> {
    if rng.chance(ASIDE, RULE) {
        let mut drawn = rng.range(1, ANY_TIME.iter().map(|(_, weight)| weight).sum(), RULE);
        let kind = ANY_TIME.iter().find(|(_, weight)| {
            drawn -= weight;
            drawn <= 0
        });
        return kind.and_then(|(kind, _)| filled(ask, kind, rng));
    }
    let aside = |kind: &str| kind == "end_phase" || ANY_TIME.iter().any(|(other, _)| *other == kind);
    let mut kinds: Vec<&str> = KINDS.iter().copied().filter(|kind| !aside(kind)).collect();
    while !kinds.is_empty() {
        let kind = kinds.swap_remove(rng.pick(kinds.len(), RULE));
        if let Some(order) = filled(ask, kind, rng) {
            return Some(order);
        }
    }
    None
}

/// An order of a kind, filled at random; `None` where none is possible.
fn filled(ask: &OptionContext<'_>, kind: &str, rng: &mut Stream<'_>) -> Option<Order> {
    let mut order = json!({ "type": kind });
    let mut question = ask.next(&order)?;
    for _ in 0..MOST_FIELDS {
        fill(&mut order, &question.pointer, question.pick(rng, RULE));
        match ask.next(&order) {
            Some(next) => question = next,
            None => return serde_json::from_value(finished(&order)).ok(),
        }
    }
    None
}
