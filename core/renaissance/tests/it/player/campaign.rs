//! Whole campaigns in which every family is played without thinking.

use std::collections::BTreeMap;

use kernel::{Dice, GameSeed, RuleRef};
use renaissance::knowledge::sight;
use renaissance::model::scenario::Scenario;
use renaissance::model::state::State;
use renaissance::orders::Order;
use renaissance::orders::carry_out::{FamilyOrders, PlayedMonth, play_month};
use renaissance::player;
use renaissance::rules::setup;

use super::blunder::blunders;
use super::tally::Tally;

/// Who hands in first is drawn.
const RULE: RuleRef = RuleRef::new("received");

/// A campaign as it was played.
#[derive(Default)]
pub struct Played {
    /// What no sensible player would do, each with its month.
    pub blunders: Vec<String>,
    /// Orders by kind.
    pub orders: BTreeMap<&'static str, usize>,
    /// What families kept, lost and did.
    pub tally: Tally,
}

/// A month as it was played.
pub struct PlayedTurn<'a> {
    /// The scenario.
    pub sc: &'a Scenario,
    /// The position before.
    pub before: &'a State,
    /// The position after.
    pub after: &'a State,
    /// The order sets, by family.
    pub sets: &'a [Vec<Order>],
    /// What came of them.
    pub played: &'a PlayedMonth,
}

/// Plays a campaign in which every family is played without thinking.
pub fn play(sc: &Scenario, number: u64, months: u16) -> Played {
    let seed = GameSeed::from_number(number);
    let mut st = setup::start(sc).0;
    let mut told = Played::default();
    let mut empty = BTreeMap::new();
    while st.ended.is_none() && st.turn.0 <= months {
        let before = st.clone();
        let orders = |family| player::orders(sc, &sight::knowledge(sc, &before, family), &[]);
        let sets: Vec<Vec<Order>> = sc.family_ids().map(orders).collect();
        for order in sets.iter().flatten() {
            *told.orders.entry(order.kind()).or_default() += 1;
        }
        let mut given: Vec<FamilyOrders<'_>> =
            sc.family_ids().map(|family| FamilyOrders { family, orders: &sets[family.index()] }).collect();
        // The order of receipt is what makes one campaign differ from another (RN-2.2).
        let mut dice = Dice::keyed(&seed, &format!("received {}", before.turn.0)).quiet();
        let mut stream = dice.stream("received", 0u16, 0u16);
        for at in (1..given.len()).rev() {
            given.swap(at, stream.pick(at + 1, RULE));
        }
        let played = play_month(sc, &mut st, &given, &mut Dice::for_step(&seed, before.turn.0.into()).quiet());
        let turn = PlayedTurn { sc, before: &before, after: &st, sets: &sets, played: &played };
        told.tally.count(&turn);
        let date = sc.date(before.turn);
        told.blunders.extend(blunders(&turn, &mut empty).into_iter().map(|what| format!("{date}: {what}")));
    }
    told
}
