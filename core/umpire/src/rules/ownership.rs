//! What happens to a province when it changes hands, by whatever road (UM-2.9, UM-19.16, UM-R12, UM-R82).

use crate::model::combat_orders::{Arm, DefaultAction};
use crate::model::constants::Constants;
use crate::model::ids::{NationId, ProvinceId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::turn::Turn;

/// Loyalty of a capital to its owner (UM-2.9).
pub const HOME: u8 = 3;
/// Loyalty of an original, founded or recaptured province and of a colony (UM-2.9).
pub const LOYAL: u8 = 2;

/// UM-R12: loyalty to a new owner: a province regained by the faction that held it first is loyal again, any other is a
/// captured one. A recaptured capital is no exception.
pub fn loyalty_of_new_owner(constants: &Constants, regained: bool) -> u8 {
    if regained { constants.R12.regained } else { constants.R12.captured }
}

/// UM-R27: the loyalty of a province to a nation that once destroyed its city, although it was its own.
pub fn scarred_loyalty(constants: &Constants, loyalty: u8, scarred: bool, capital: bool) -> u8 {
    let of = &constants.R27;
    match (scarred, capital) {
        (false, _) => loyalty,
        (true, true) => loyalty.min(of.capital_loyalty_cap),
        (true, false) => loyalty.min(of.loyalty_cap),
    }
}

/// Sets the loyalty of a province to its present owner, as far as the scars allow (UM-R27).
pub fn set_loyalty(sc: &Scenario, st: &mut State, place: ProvinceId, loyalty: u8) {
    let owner = st.province(place).owner;
    let capital = owner != sc.ind() && st.nation(owner).capital == place;
    let province = st.province_mut(place);
    province.loyalty = scarred_loyalty(&sc.constants, loyalty, province.scarred.has(owner), capital);
}

/// UM-R12, UM-R27, UM-R82: the province is the new owner's: loyalty anew, siege and revolt forgotten. Units and their
/// standing orders stay as they are, and so do improvements that were paid for. The caller tells of it.
pub fn change_owner(turn: &mut Turn, place: ProvinceId, to: NationId) {
    hand_over(turn.sc, turn.st, place, to);
}

/// The same outside a turn: on a sample.
pub fn hand_over(sc: &Scenario, st: &mut State, place: ProvinceId, to: NationId) {
    let province = st.province_mut(place);
    province.owner = to;
    province.siege = None;
    province.in_revolt_against = None;
    let regained = province.original_owner == to;
    set_loyalty(sc, st, place, loyalty_of_new_owner(&sc.constants, regained));
}

/// Whether the owner has a garrison in a province: army units, or squadrons with Defend orders (section 2).
pub fn garrisoned(sc: &Scenario, st: &State, place: ProvinceId) -> bool {
    let owner = st.province(place).owner;
    st.armies(sc, place, owner) > 0
        || st.fleets(sc, place, owner) > 0
            && st.combat_orders(sc, place, owner, Arm::Sea).default == DefaultAction::Defend
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_province_regained_is_loyal_and_a_captured_one_is_not() {
        let constants = Constants::standard();
        assert_eq!(loyalty_of_new_owner(&constants, true), 2);
        assert_eq!(loyalty_of_new_owner(&constants, false), 1);
    }

    #[test]
    fn scars_cap_loyalty_for_good() {
        let constants = Constants::standard();
        assert_eq!(scarred_loyalty(&constants, 2, true, false), 1);
        assert_eq!(scarred_loyalty(&constants, 3, true, true), 2);
        assert_eq!(scarred_loyalty(&constants, 3, false, true), 3);
    }
}
