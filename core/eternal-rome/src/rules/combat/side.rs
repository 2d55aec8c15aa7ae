//! A side in a combat: whose morale counts, and whose deed it is (ER-R24, ER-R25).

use crate::model::ids::PowerId;
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// Strengths by power of one side, in quarters.
pub type Shares = Vec<(PowerId, u32)>;

/// Adds strength to a power's share.
pub fn add(shares: &mut Shares, power: PowerId, strength: u32) {
    match shares.iter_mut().find(|(other, _)| *other == power) {
        Some((_, share)) => *share += strength,
        None => shares.push((power, strength)),
    }
}

/// The power with the greatest strength on a side; ties: the higher morale (ER-R25), then the turn order.
pub fn foremost(sc: &Scenario, st: &State, shares: &Shares) -> Option<PowerId> {
    let place = |power: PowerId| sc.turn_order.iter().position(|&major| major == power).unwrap_or(usize::MAX);
    let order = |&&(power, strength): &&(PowerId, u32)| {
        (strength, st.power(power).morale, std::cmp::Reverse((place(power), power)))
    };
    shares.iter().max_by_key(order).map(|&(power, _)| power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{BLU, GRN, RED, land_phase, world};

    #[test]
    fn the_strongest_speaks_for_its_side_and_of_equals_the_one_of_higher_morale() {
        let sc = world();
        let mut st = land_phase(&sc);
        let mut shares = Shares::new();
        for (power, strength) in [(RED, 80), (BLU, 40), (BLU, 40), (GRN, 60)] {
            add(&mut shares, power, strength);
        }
        assert_eq!(foremost(&sc, &st, &shares), Some(RED));
        st.power_mut(BLU).morale += 1;
        assert_eq!(foremost(&sc, &st, &shares), Some(BLU));
    }
}
