//! Whether the rules allow an order (ER-1.3), judged before anything happens.
//!
//! Every order is judged on what its seat may know: the state in its [`Knowledge`](crate::knowledge::Knowledge). The verdict when an order is
//! handed in and the verdict when it is carried out come from the same function on the same knowledge, so neither can
//! tell of a hidden force.

use kernel::{Dice, Refusal, RuleRef, SeatId, Verdict};

use super::OrderContext;
use crate::model::frames::Frame;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::Order;
use crate::orders::hints::hinted;
use crate::rules::engine::{Engine, Permission};

/// Finds an order legal and gives the permission to carry it out, or says why not. `st` is what the seat knows.
pub fn judge(sc: &Scenario, st: &State, seat: SeatId, order: &Order) -> Result<Permission, Refusal> {
    if st.ending.is_some() {
        return Err(Refusal::new("over", "ER-R59", "the campaign is over"));
    }
    order.judge(&OrderContext { sc, st, seat })
}

/// The most ways over the map that are searched for the orders of one order set (ER-R66/a).
pub const MOST_WAYS: usize = 100;

/// [`judge`] for the orders of an order set one after the other; `ways` counts those searched so far.
pub fn judge_next(
    sc: &Scenario, st: &State, seat: SeatId, order: &Order, ways: &mut usize,
) -> Result<Permission, Refusal> {
    let wanted = order.ways();
    *ways += wanted;
    if wanted > 0 && *ways > MOST_WAYS {
        let detail = format!("the orders of an order set ask for at most {MOST_WAYS} ways over the map");
        let hint = "name fewer points between, or hand the rest in on another order set";
        return Err(Refusal::new("too_many_ways", "ER-R66", detail).hint(hint));
    }
    judge(sc, st, seat, order)
}

/// [`judge_next`], and the order carried out on what the seat knows. Whether what comes of it is uncertain: a die is rolled
/// or another seat decides.
pub fn simulate(
    sc: &Scenario, known: &mut State, seat: SeatId, order: &Order, ways: &mut usize,
) -> Result<bool, Refusal> {
    let permission = judge_next(sc, known, seat, order, ways)?;
    let asked = open_question(known);
    let mut dice = Dice::middling().quiet();
    let mut engine = Engine::new(sc, known, &mut dice).simulated();
    permission(&mut engine);
    // A question that the order leaves open still waits for an answer that stands behind it.
    if asked.is_none() || open_question(engine.st) != asked {
        engine.run();
    }
    Ok(engine.uncertain)
}

/// How deep the question lies that is open, if one is.
fn open_question(st: &State) -> Option<usize> {
    matches!(st.stack.last(), Some(Frame::Ask(_))).then_some(st.stack.len())
}

/// One verdict per order of an order set, on what its seat knows. The orders are simulated one after another; behind a die
/// or another seat's decision a refusal is only a warning.
pub fn check_orders(sc: &Scenario, mut known: State, seat: SeatId, orders: &[Order]) -> Vec<Verdict> {
    let (mut uncertain, mut ways) = (false, 0);
    let judged = orders.iter().enumerate().map(|(index, order)| {
        // Behind a die or another seat's decision nothing is certain enough to be counted.
        let prospects = if uncertain { None } else { order.prospects(&OrderContext { sc, st: &known, seat }) };
        match simulate(sc, &mut known, seat, order, &mut ways) {
            Ok(more) => {
                uncertain |= more;
                match prospects {
                    Some(words) => Verdict::prospects(index, words, RuleRef::new("ER-17.12")),
                    None => Verdict::accepted(index),
                }
            }
            Err(refusal) => hinted(Refusal { uncertain, ..refusal }.verdict(index)),
        }
    });
    judged.collect()
}

#[cfg(test)]
mod tests {
    use crate::orders::{QueryDistance, Resign};
    use kernel::map::Mode;

    use super::*;
    use crate::model::scenario::shipped::shipped;
    use crate::orders::Season;

    #[test]
    fn an_order_set_asks_for_so_many_ways_and_no_more() {
        let sc = &shipped()[0];
        let places = ["Roma", "Brundisium"].map(str::to_owned);
        let hexes: Vec<String> = places.into_iter().cycle().take(MOST_WAYS / 2 + 1).collect();
        let query = Order::QueryDistance(QueryDistance { hexes, mode: Mode::Land, season: Season::Summer });
        let order_set = [query.clone(), query.clone(), query, Order::Resign(Resign { confirm: false })];
        let verdicts = check_orders(sc, State::start(sc, sc.options), SeatId(0), &order_set);
        let codes: Vec<&str> = verdicts.iter().map(|verdict| verdict.code.as_str()).collect();
        assert_eq!(codes[..3], ["ok", "ok", "too_many_ways"], "{verdicts:?}");
        assert_ne!(codes[3], "too_many_ways", "other orders are judged as ever");
    }
}
