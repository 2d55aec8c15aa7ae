//! Order sets: judged when they are handed in, and carried out with their month (RN-2, RN-R10, RN-R12).

use kernel::{Dice, Refusal, RuleRef, Verdict, VerdictStatus};

use super::attempt::{attempt, expected_price};
use super::context::{OrderContext, own_persona};
use super::prospects::{self, Prospects};
use super::{Class, Order};
use crate::model::ids::{FamilyId, PersonaId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::conflict::shore;
use crate::rules::deed::Deed;
use crate::rules::month::Month;
use crate::rules::turn;

/// The orders that a family handed in for a month. A family that handed in none does nothing (RN-2.9).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FamilyOrders<'a> {
    /// Whose.
    pub family: FamilyId,
    /// What, as the player listed it.
    pub orders: &'a [Order],
}

/// What a month brought.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayedMonth {
    /// The verdicts on the orders, per order set in the order given.
    pub verdicts: Vec<Vec<Verdict>>,
    /// The order sets in the order in which they were carried out.
    pub queue: Vec<usize>,
    /// Actions that the family of each order set spent (RN-R15).
    pub actions: Vec<u32>,
    /// What the rules forbade: the order set, the place of the order in it, and why.
    pub refused: Vec<(usize, usize, Refusal)>,
    /// What happened in it, in order.
    pub deeds: Vec<Deed>,
    /// What the beginning of the next month brought.
    pub opening: Vec<Deed>,
}

/// A month: orders in the order of receipt (RN-2.2), its end, and the beginning of the next one.
pub fn play_month(sc: &Scenario, st: &mut State, sets: &[FamilyOrders<'_>], dice: &mut Dice) -> PlayedMonth {
    let mut month = Month::begin(st);
    shore::open_fire(sc, st, &mut month);
    let refused = carry_out(sc, st, &mut month, sets, dice);
    let verdicts = verdicts(sets, &refused, |refusal| Refusal { uncertain: false, ..refusal.clone() });
    turn::end(sc, st, &mut month, dice);
    let opening = if st.ended.is_none() { turn::begin(sc, st) } else { Vec::new() };
    let actions = sets.iter().map(|set| month.actions(set.family)).collect();
    PlayedMonth { verdicts, queue: queue(sets), actions, refused, deeds: month.deeds, opening }
}

/// The verdicts on an order set before the month is played, on a position as far as its family knows it: as if it were the
/// first. What a battle would bring is said beside it, and who could not carry what he has is warned.
pub fn check(sc: &Scenario, st: &State, set: FamilyOrders<'_>) -> Vec<Verdict> {
    let mut after = st.clone();
    let mut month = Month::begin(st);
    shore::bind_gunners(st, &mut month);
    let mut dice = Dice::middling().quiet();
    let mut verdicts: Vec<Verdict> = (0..set.orders.len()).map(Verdict::accepted).collect();
    for (index, actor) in sequence(sc, st, set) {
        let outcome = actor.and_then(|actor| {
            let order = &set.orders[index];
            let (st, month, dice) = (&mut after, &mut month, &mut dice);
            let mut ctx = OrderContext { sc, st, month, family: set.family, actor, dice };
            let fight = prospects::of(sc, ctx.st, ctx.month, set.family, actor, order);
            let told = ctx.month.deeds.len();
            attempt(&mut ctx, order)?;
            Ok(fight.map(|it| foretold(index, &it)).or_else(|| overloaded(index, &ctx.month.deeds[told..])))
        });
        match outcome {
            Ok(Some(verdict)) => verdicts[index] = verdict,
            Ok(None) => {}
            Err(refusal) => verdicts[index] = refusal.verdict(index),
        }
    }
    verdicts
}

/// What a battle would bring: a warning where it is likely not won.
fn foretold(index: usize, fight: &Prospects) -> Verdict {
    let status = if fight.is_good() { VerdictStatus::Accepted } else { VerdictStatus::Warning };
    Verdict { status, ..Verdict::prospects(index, fight.in_words(), RuleRef::new("RN-62.9")) }
}

/// A warning to who would use up his move without getting away.
fn overloaded(index: usize, deeds: &[Deed]) -> Option<Verdict> {
    let stays = deeds.iter().any(|deed| matches!(deed, Deed::Overloaded { .. }));
    let reason = "he cannot carry what he has, and would stay outside the walls of where he is";
    stays.then(|| {
        Verdict::warning(index, "overloaded", reason, Some(RuleRef::new("RN-30.7")))
            .hinting("leave something behind, buy horses, or order abandon_excess_cargo as well")
    })
}

fn verdicts(
    sets: &[FamilyOrders<'_>], refused: &[(usize, usize, Refusal)], told: impl Fn(&Refusal) -> Refusal,
) -> Vec<Vec<Verdict>> {
    let mut verdicts: Vec<Vec<Verdict>> =
        sets.iter().map(|set| (0..set.orders.len()).map(Verdict::accepted).collect()).collect();
    for (set, index, refusal) in refused {
        verdicts[*set][*index] = told(refusal).verdict(*index);
    }
    verdicts
}

/// All order sets, family by family, and nothing else of the month. What is refused changes nothing; it is told with the places of
/// the set and of the order.
pub fn carry_out(
    sc: &Scenario, st: &mut State, month: &mut Month, sets: &[FamilyOrders<'_>], dice: &mut Dice,
) -> Vec<(usize, usize, Refusal)> {
    let mut refused = Vec::new();
    for at in queue(sets) {
        let set = sets[at];
        for (index, actor) in sequence(sc, st, set) {
            let order = &set.orders[index];
            let outcome = actor
                .and_then(|actor| attempt(&mut OrderContext { sc, st, month, family: set.family, actor, dice }, order));
            refused.extend(outcome.err().map(|refusal| (at, index, refusal)));
        }
    }
    refused
}

/// The position in which a family's next order would be carried out: one of a class, by a persona, behind those that it has
/// written. What of them is refused is told by the check.
pub(super) fn before(
    sc: &Scenario, known: &State, set: FamilyOrders<'_>, actor: PersonaId, class: Class,
) -> (State, Month) {
    let (mut st, mut month) = (known.clone(), Month::begin(known));
    shore::bind_gunners(known, &mut month);
    let ranks = personae_in_order(sc, known, set);
    let rank = |id: PersonaId| ranks.iter().position(|it| *it == id).unwrap_or(usize::MAX);
    let mut dice = Dice::middling().quiet();
    for (index, by) in sequence(sc, known, set) {
        let order = &set.orders[index];
        let Ok(by) = by else { continue };
        let comes_first = match (order.class(), class) {
            (its, Class::Family) => its == Class::Family,
            (Class::Family, _) => true,
            (its, _) => (rank(by), its) <= (rank(actor), class),
        };
        if comes_first {
            let mut ctx =
                OrderContext { sc, st: &mut st, month: &mut month, family: set.family, actor: by, dice: &mut dice };
            let _ = attempt(&mut ctx, order);
        } else {
            // It has been written: its actions are spoken for.
            month.spend(set.family, expected_price(sc, order));
        }
    }
    (st, month)
}

/// The order sets in the order in which they are carried out: by day, then as they were received (RN-R10).
fn queue(sets: &[FamilyOrders<'_>]) -> Vec<usize> {
    let day = |set: &FamilyOrders<'_>| {
        let named = set.orders.iter().rev().find_map(|order| match order {
            Order::PostponeUntil(order) => Some(order.day),
            _ => None,
        });
        named.unwrap_or(1)
    };
    let mut order: Vec<usize> = (0..sets.len()).collect();
    order.sort_by_key(|at| day(&sets[*at]));
    order
}

/// The orders of a set in the order in which they are carried out: those of the family first, then persona by persona
/// (RN-2.2), those of each by class and then as listed (RN-R12); each with who acts, or why nobody does.
fn sequence(sc: &Scenario, st: &State, set: FamilyOrders<'_>) -> Vec<(usize, Result<PersonaId, Refusal>)> {
    let ranks = personae_in_order(sc, st, set);
    let named = |order: &Order| match order.persona() {
        Some(name) => own_persona(sc, st, set.family, name),
        None => Ok(st.family(set.family).personae[0]),
    };
    let mut all: Vec<_> = set.orders.iter().map(named).enumerate().collect();
    all.sort_by_key(|(index, actor)| {
        let class = set.orders[*index].class();
        let rank = actor.as_ref().ok().and_then(|actor| ranks.iter().position(|id| id == actor));
        if class == Class::Family { (None, class) } else { (Some(rank.unwrap_or(usize::MAX)), class) }
    });
    all
}

/// The personae of a family in the order in which they act.
fn personae_in_order(sc: &Scenario, st: &State, set: FamilyOrders<'_>) -> Vec<PersonaId> {
    let mut ranks: Vec<PersonaId> = Vec::new();
    for order in set.orders {
        if let Order::SetSequence(order) = order {
            ranks = order.personae.iter().filter_map(|name| own_persona(sc, st, set.family, name).ok()).collect();
        }
    }
    ranks.extend(&st.family(set.family).personae);
    ranks
}
