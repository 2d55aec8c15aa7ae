//! Order sets: judged when they are handed in, and carried out with their week (section 3, ST-R2, ST-R61, ST-R65).

use kernel::{Dice, Refusal, Verdict};

use super::context::{OrderContext, Pending};
use super::{Order, Step};
use crate::model::ids::CountryId;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::{precedence, turn};

pub use crate::rules::turn::PlayedWeek;

/// The orders that a country handed in for a week. A country that handed in none goes on as it stands (ST-R61).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CountryOrders<'a> {
    /// Whose.
    pub country: CountryId,
    /// What, as the player listed it.
    pub orders: &'a [Order],
}

/// A week from its beginning to its end: steps 1 and 2, what players ordered, steps 5 and 7 to 20.
pub fn play_week(sc: &Scenario, st: &mut State, sets: &[CountryOrders<'_>], dice: &mut Dice) -> PlayedWeek {
    let opening = turn::open(sc, st, dice);
    let (refusals, pending) = carry_out(sc, st, sets, dice);
    let mut verdicts: Vec<Vec<Verdict>> =
        sets.iter().map(|set| (0..set.orders.len()).map(Verdict::accepted).collect()).collect();
    let mut refused = Vec::new();
    for (at, index, refusal) in refusals {
        // What was uncertain when it was handed in has been seen now.
        let refusal = Refusal { uncertain: false, ..refusal };
        verdicts[at][index] = refusal.verdict(index);
        refused.push((sets[at].country, sets[at].orders[index].print(sc), refusal));
    }
    let purses = st.countries.iter().map(|country| country.treasury).collect();
    let report = turn::play(sc, st, &pending.week, dice);
    let Pending { deeds, assassins, bribes, week, .. } = pending;
    PlayedWeek { verdicts, refused, opening, deeds, assassins, bribes, quarter: week.quarter, purses, report }
}

/// ST-R66: the verdicts on an order set before the week is played, on a position as far as its country knows it. Each order is
/// judged after those that are carried out before it, so that all of them share one treasury.
pub fn check(sc: &Scenario, st: &State, set: CountryOrders<'_>) -> Vec<Verdict> {
    let mut dice = Dice::middling().quiet();
    let mut after = opened(sc, st, &mut dice);
    let (refusals, mut pending) = carry_out(sc, &mut after, &[set], &mut dice);
    let mut found: Vec<Option<Refusal>> = vec![None; set.orders.len()];
    for (_, index, refusal) in refusals {
        found[index] = Some(refusal);
    }
    let country = set.country;
    let mut ctx = OrderContext { sc, st: &mut after, country, dice: &mut dice, pending: &mut pending };
    let verdict = |(index, found): (usize, Option<Refusal>)| match found {
        Some(refusal) => refusal.verdict(index),
        None => match set.orders[index].prospects(&mut ctx) {
            Some(prospects) => prospects.verdict(index),
            None => Verdict::accepted(index),
        },
    };
    found.into_iter().enumerate().map(verdict).collect()
}

/// Steps 3, 4 and 6 and the standing orders: step by step, the countries in the order of the week, each country's orders as it
/// listed them. What is refused changes nothing; it is told with the places of the order set and of the order in it.
fn carry_out(
    sc: &Scenario, st: &mut State, sets: &[CountryOrders<'_>], dice: &mut Dice,
) -> (Vec<(usize, usize, Refusal)>, Pending) {
    let mut pending = Pending::default();
    let mut refusals = Vec::new();
    let turns = order_of_countries(sc, st, sets, dice);
    for step in Step::ALL {
        refusals.extend(carry_out_step(sc, (st, &mut pending), sets, &turns, step, dice));
    }
    (refusals, pending)
}

/// A position in which the week has begun.
pub(super) fn opened(sc: &Scenario, st: &State, dice: &mut Dice) -> State {
    let mut after = st.clone();
    turn::open(sc, &mut after, dice);
    after
}

/// One of the steps. `turns` are the places of the order sets in the order of the countries.
pub(super) fn carry_out_step(
    sc: &Scenario, (st, pending): (&mut State, &mut Pending), sets: &[CountryOrders<'_>], turns: &[usize], step: Step,
    dice: &mut Dice,
) -> Vec<(usize, usize, Refusal)> {
    let mut refusals = Vec::new();
    for &at in turns {
        let CountryOrders { country, orders } = sets[at];
        for (index, order) in orders.iter().enumerate().filter(|(_, order)| order.step() == step) {
            let mut ctx = OrderContext { sc, st, country, dice, pending };
            if let Err(refusal) = in_play(&ctx).and_then(|()| order.carry_out(&mut ctx)) {
                refusals.push((at, index, refusal));
            }
        }
    }
    if step == Step::Administration {
        for (country, sum) in pending.remittances.drain(..) {
            st.country_mut(country).treasury += sum;
        }
    }
    refusals
}

/// ST-R64: who is out orders nothing.
pub(super) fn in_play(ctx: &OrderContext<'_>) -> Result<(), Refusal> {
    if ctx.st.country(ctx.country).out {
        return Err(Refusal::new("out", "ST-R64", "your country is out"));
    }
    Ok(())
}

/// ST-R65: a fresh shuffle of the countries in every week.
fn order_of_countries(sc: &Scenario, st: &State, sets: &[CountryOrders<'_>], dice: &mut Dice) -> Vec<usize> {
    let turns = precedence::shuffled(sc, st, dice);
    let mut order: Vec<usize> = (0..sets.len()).collect();
    order.sort_by_key(|at| turns.iter().position(|country| *country == sets[*at].country));
    order
}
