//! Legal orders at random: the floor of the computer players, and food for tests. They are filled from options.

use kernel::options::{Menu, fill, finished};
use kernel::{Dice, RuleRef, Stream, Verdict};

use crate::knowledge::Knowledge;
use crate::model::ids::PersonaId;
use crate::model::scenario::Scenario;
use crate::orders::carry_out::{FamilyOrders, check};
use crate::orders::options::OrderMenu;
use crate::orders::{KINDS, Order};

const RULE: RuleRef = RuleRef::new("RN-2.9");

/// Most orders of a random set.
const MOST: usize = 3;
/// Kinds that are tried for one order: many are not possible in a given month.
const TRIES: usize = 4;
/// No order has more fields that are worth filling at random.
const MOST_FIELDS: usize = 60;

/// Some orders that the check accepts, of every kind in time.
pub fn random(sc: &Scenario, knowledge: &Knowledge, dice: &mut Dice) -> Vec<Order> {
    if knowledge.state.ended.is_some() {
        return Vec::new();
    }
    let mut rng = dice.stream("random play", knowledge.family.0, 0);
    let wanted = 1 + rng.pick(MOST, RULE);
    let mut orders = Vec::new();
    for _ in 0..wanted {
        let order = (0..TRIES).find_map(|_| {
            let kind = KINDS[rng.pick(KINDS.len(), RULE)];
            let own = &knowledge.state.family(knowledge.family).personae;
            let actor = own[rng.pick(own.len(), RULE)];
            filled(sc, knowledge, &orders, (kind, actor), &mut rng)
        });
        let Some(order) = order else { continue };
        orders.push(order);
        // What is carried out earlier in the month may take from an order written before it what that needs.
        let set = FamilyOrders { family: knowledge.family, orders: &orders };
        if check(sc, &knowledge.state, set).iter().any(Verdict::is_refused) {
            orders.pop();
        }
    }
    orders
}

/// An order of a kind by a persona, filled at random; `None` where none is possible.
fn filled(
    sc: &Scenario, knowledge: &Knowledge, written: &[Order], (kind, actor): (&'static str, PersonaId),
    rng: &mut Stream<'_>,
) -> Option<Order> {
    let options = OrderMenu::new(sc, knowledge, written);
    let mut order = options.begun(kind, actor)?;
    for _ in 0..MOST_FIELDS {
        let Some(question) = options.next(&order) else { return serde_json::from_value(finished(&order)).ok() };
        fill(&mut order, &question.pointer, question.pick(rng, RULE));
    }
    None
}
