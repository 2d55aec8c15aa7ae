//! P4: morale (UM-14, UM-R19, UM-R44).

use kernel::exact::round_half_up;

use super::taxes;
use crate::model::constants::Constants;
use crate::model::ids::{NationId, Rp};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::turn::Turn;

/// UM-R19: how far the pay is in arrears, as a fraction: what is owed over one taxation turn's pay, at most 1.
pub fn arrears_ratio(treasury: Rp, upkeep: Rp) -> (i64, i64) {
    let (owed, pay) = (-treasury.in_tenths(), upkeep.in_tenths());
    if owed <= 0 || pay <= 0 { (0, 1) } else { (owed.min(pay), pay) }
}

/// UM-R44: morale from arrears, the loss of the capital, the shock of a commander-in-chief's death and lost face.
pub fn morale(constants: &Constants, arrears: (i64, i64), capital_lost: bool, shock: i64, face: i64) -> i64 {
    let of = &constants.R44;
    let unpaid = round_half_up(of.arrears * arrears.0, arrears.1);
    let capital = if capital_lost { of.capital_lost } else { 0 };
    (of.full - unpaid - capital - shock - face).max(of.floor)
}

/// UM-14.2, UM-24.1: whether the capital of a civilised nation is in enemy hands: the Independents' or an enemy's.
pub fn capital_lost(sc: &Scenario, st: &State, nation: NationId) -> bool {
    sc.is_civilised(nation) && st.enemies(sc, nation, st.province(st.nation(nation).capital).owner)
}

/// UM-R19: how far a faction is behind with its pay; tribal nations and the Independents never are.
pub fn arrears(sc: &Scenario, st: &State, faction: NationId) -> (i64, i64) {
    if !sc.is_civilised(faction) || st.nation(faction).treasury >= Rp::ZERO {
        return (0, 1);
    }
    arrears_ratio(st.nation(faction).treasury, taxes::upkeep(sc, st, faction))
}

/// Morale of a faction's troops this turn.
pub fn of(sc: &Scenario, st: &State, faction: NationId) -> i64 {
    if faction == sc.ind() { sc.constants.R44.independents } else { st.nation(faction).morale }
}

/// P4: the morale of the turn. Shock and lost face count in full the first time and then fade (UM-R29, UM-R44).
pub fn calculate(turn: &mut Turn) {
    let sc = turn.sc;
    for nation in sc.nation_ids() {
        let (owed, lost) = (arrears(sc, turn.st, nation), capital_lost(sc, turn.st, nation));
        let now = turn.st.nation_mut(nation);
        now.morale = morale(&sc.constants, owed, lost, now.shock, now.face);
        now.shock = (now.shock - sc.constants.R29.fade_per_turn).max(0);
        now.face = (now.face - sc.constants.R44.face_fade).max(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrears_lower_morale_by_their_share_of_the_pay() {
        let constants = Constants::standard();
        let small = arrears_ratio(Rp::tenths(-45), Rp::tenths(185));
        assert_eq!(small, (45, 185));
        assert_eq!(morale(&constants, small, false, 0, 0), 90);
        let ruin = arrears_ratio(Rp::whole(-20), Rp::whole(20));
        assert_eq!(morale(&constants, ruin, true, 15, 0), 40);
        assert_eq!(arrears_ratio(Rp::whole(-20), Rp::ZERO), (0, 1));
    }
}
