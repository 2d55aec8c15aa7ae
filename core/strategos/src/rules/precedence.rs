//! Who comes first where nothing else says so (ST-R65).

use kernel::{Dice, RuleRef};

use crate::model::ids::{CountryId, Power};
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// ST-R65: the countries in a fresh shuffle, the same all through a turn.
pub fn shuffled(sc: &Scenario, st: &State, dice: &mut Dice) -> Vec<CountryId> {
    let mut left: Vec<CountryId> = sc.country_ids().collect();
    let mut stream = dice.stream("battle", st.turn.0, 65);
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        order.push(left.remove(stream.pick(left.len(), RuleRef::new("ST-R65"))));
    }
    order
}

/// Sorts powers: countries as they were shuffled, then free cities by id. Nothing is rolled for fewer than `least`.
pub fn sort(sc: &Scenario, st: &State, powers: &mut [Power], least: usize, dice: &mut Dice) {
    if powers.len() < least {
        return;
    }
    let order = shuffled(sc, st, dice);
    let place =
        |power: Power| power.country().map_or(order.len(), |of| order.iter().position(|it| *it == of).unwrap_or(0));
    powers.sort_by_key(|power| (place(*power), *power));
}
