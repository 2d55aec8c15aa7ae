//! Who faces whom: opposite divisions, and flanks (RN-64.23 to RN-64.25, RN-R108).

use super::division::Division;
use super::host::Host;
use crate::model::rulings::War;

/// A division and whom it attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Facing {
    pub from: Division,
    pub target: Division,
    /// By how much morale counts: 1, or more for those who flank.
    pub factor: u32,
    pub flanks: bool,
}

/// Whom each division with men attacks: first those who face somebody, then those who flank (RN-R108).
///
/// `flanked` has the facings by which the enemy flanked in his last half-stage.
pub(super) fn facings(own: &Host, enemy: &Host, flanked: &[Facing], war: &War) -> Vec<Facing> {
    let line = Division::LINE.into_iter().filter(|division| own.has_men(*division));
    let all: Vec<Facing> = line.filter_map(|division| facing(division, enemy, flanked, war)).collect();
    let (flankers, direct): (Vec<Facing>, Vec<Facing>) = all.into_iter().partition(|facing| facing.flanks);
    direct.into_iter().chain(flankers).collect()
}

fn facing(from: Division, enemy: &Host, flanked: &[Facing], war: &War) -> Option<Facing> {
    let opposite = from.opposite();
    if enemy.has_men(opposite) {
        return Some(Facing { from, target: opposite, factor: 1, flanks: false });
    }
    let flankers = flanked.iter().filter(|facing| facing.target == from).map(|facing| facing.from);
    if let Some(target) = largest(flankers, enemy) {
        return Some(Facing { from, target, factor: 1, flanks: false });
    }
    inward(from, enemy).map(|target| Facing { from, target, factor: war.flank_factor, flanks: true })
}

/// The next division of the enemy with men, towards the centre and beyond; the Center takes the larger of its neighbours.
fn inward(from: Division, enemy: &Host) -> Option<Division> {
    use Division::{Center, Left, LeftWing, Right, RightWing};
    let along: &[Division] = match from {
        LeftWing => &[Right, Center, Left, LeftWing],
        Left => &[Center, Left, LeftWing],
        Right => &[Center, Right, RightWing],
        RightWing => &[Left, Center, Right, RightWing],
        // Its own left faces the enemy's right.
        _ => return largest([Right, Left].into_iter(), enemy).or(largest([RightWing, LeftWing].into_iter(), enemy)),
    };
    along.iter().copied().find(|division| enemy.has_men(*division))
}

/// The division with most men, if any has; the first of those that have as many.
fn largest(divisions: impl Iterator<Item = Division>, host: &Host) -> Option<Division> {
    let size = |division: Division| host.at(division).all();
    divisions
        .filter(|division| host.has_men(*division))
        .reduce(|best, it| if size(it) > size(best) { it } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::rulings::Rulings;
    use crate::rules::battle::field::{Arrangement, FieldSide, Guns};
    use crate::rules::battle::men::{Arm, Men};
    use crate::rules::battle::morale::Leader;

    fn host(divisions: &[(Division, u32)]) -> Host {
        let mut arrangement = Arrangement { divisions: [Men::NONE; 6], persona: divisions[0].0 };
        for (division, men) in divisions {
            arrangement.divisions[*division as usize] = Men::of([(Arm::LightCavalry, *men)]);
        }
        Host::new(&FieldSide { leader: Leader::default(), arrangement, guns: Guns::default() })
    }

    /// RN-64.25
    #[test]
    fn who_is_flanked_and_faces_nobody_turns_on_the_flanker_without_his_advantage() {
        let war = Rulings::standard().war;
        // The attacker's left wing has nobody before it and flanks the enemy's centre, whose own opposite is empty.
        let (own, enemy) = (host(&[(Division::LeftWing, 50)]), host(&[(Division::Center, 80)]));
        let flanks = facings(&own, &enemy, &[], &war);
        assert_eq!(flanks.len(), 1);
        assert!(flanks[0].flanks && flanks[0].target == Division::Center && flanks[0].factor == war.flank_factor);
        let answer = facings(&enemy, &own, &flanks, &war);
        let plain = Facing { from: Division::Center, target: Division::LeftWing, factor: 1, flanks: false };
        assert_eq!(answer, [plain]);
        // Who was not flanked would have flanked himself.
        assert!(facings(&enemy, &own, &[], &war)[0].flanks);
    }
}
