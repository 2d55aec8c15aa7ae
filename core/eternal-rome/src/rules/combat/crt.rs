//! The combat results table (ER-R14).

use crate::model::scenario::Scenario;

/// Losses in per cent, attacker's and defender's, of strengths in the same unit (quarters, say), at this modified roll.
/// A defence of 0 costs the attacker nothing and the defender all (ER-R14).
pub fn losses(sc: &Scenario, attack: u32, defence: u32, modified: i32) -> (u8, u8) {
    let crt = &sc.constants.crt;
    if defence == 0 {
        return (0, 100);
    }
    let (attack, defence) = (u64::from(attack), u64::from(defence));
    let reached =
        |bound: &crate::model::scenario::Fraction| attack * u64::from(bound.den) >= u64::from(bound.num) * defence;
    let column = crt.lower_bounds.iter().rposition(reached).unwrap_or(0);
    let row = (modified.clamp(crt.row_min, crt.row_max) - crt.row_min) as usize;
    (crt.attacker[row][column], crt.defender[row][column])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scenario::shipped::shipped;

    #[test]
    fn odds_and_roll_find_their_cell() {
        let sc = &shipped()[0];
        let rows = [
            (120, 46, 4, (12, 43)),
            (20, 40, 9, (13, 22)),
            (59, 20, -3, (22, 13)),
            (200, 160, 6, (14, 32)),
            (100, 20, 1, (7, 47)),
            (80, 70, 8, (7, 39)),
            (100, 30, 4, (8, 59)),
            (16, 6, 2, (16, 31)),
            (4, 6, 5, (25, 21)),
        ];
        for (attack, defence, modified, expected) in rows {
            assert_eq!(
                losses(sc, attack, defence, modified),
                expected,
                "{attack}:{defence} at {modified} (VR-7 to VR-13)"
            );
        }
    }
}
