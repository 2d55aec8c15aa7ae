//! The rollout policy: how a country plays on in a playout: as it does in truth without thinking, by what it knows of that
//! state.

use kernel::{Answer, Dice, Guide, RuleRef};

use super::draft::Draft;
use super::fill_in;
use crate::knowledge::sight;
use crate::model::ids::CountryId;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::Order;

/// Per cent of chance that a week is played in another posture than the usual: rivals do not always do what oneself would.
const DEVIATES: i32 = 20;
/// Postures that a deviation may draw from, beside the first.
const OTHERS: usize = 3;
const RULE: RuleRef = RuleRef::new("plan");

/// The order set of a country: first answers, and another posture now and then.
pub fn rollout_policy(sc: &Scenario, world: &State, country: CountryId, dice: &mut Dice) -> Vec<Order> {
    let mut rng = dice.stream("habit", u16::from(country.0), world.turn.0);
    let posture = if rng.chance(DEVIATES, RULE) { 1 + rng.pick(OTHERS, RULE) as Answer } else { 0 };
    let mut draft = Draft::new(sc, &sight::knowledge(sc, world, country), Guide::Rollout(posture));
    if draft.in_play() {
        fill_in(&mut draft);
    }
    draft.orders
}
