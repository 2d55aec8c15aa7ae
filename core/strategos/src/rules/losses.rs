//! Loss rolls: per cent of many, and one in so many of each (ST-R3, ST-20.10).

use kernel::{RuleRef, Stream};

use crate::model::units::{UnitKind, Units};

const R3: RuleRef = RuleRef::new("ST-R3");

/// ST-R3: the whole units that `percent` of `count` are, and the hundredths of one more.
pub fn split(percent: u32, count: u16) -> (u16, u32) {
    let hundredths = percent * u32::from(count);
    ((hundredths / 100) as u16, hundredths % 100)
}

/// ST-R3: how many are lost: the rest is one more by a d100. Nothing is rolled when it comes out even.
pub fn percent_of(percent: u32, count: u16, dice: &mut Stream<'_>) -> u16 {
    let (whole, rest) = split(percent, count);
    let more = rest > 0 && dice.d100(R3) <= rest as i32;
    (whole + u16::from(more)).min(count)
}

/// Takes `count` units of those that `which` allows, each as likely as any other; what was taken.
pub fn at_random(
    units: &mut Units, count: u16, which: impl Fn(UnitKind) -> bool, rule: RuleRef, dice: &mut Stream<'_>,
) -> Units {
    let mut lost = Units::NONE;
    for _ in 0..count {
        let pool = units.only(&which);
        let total: u16 = pool.iter().map(|(_, count)| count).sum();
        if total == 0 {
            break;
        }
        let mut at = dice.pick(usize::from(total), rule.clone()) as u16;
        for (kind, count) in pool.iter() {
            if at < count {
                units.take(kind, 1);
                lost.add(kind, 1);
                break;
            }
            at -= count;
        }
    }
    lost
}

/// ST-20.10: each unit that `which` allows is lost on 1 of `one_in`; what was taken.
pub fn one_in(
    units: &mut Units, one_in: i32, which: impl Fn(UnitKind) -> bool, rule: RuleRef, dice: &mut Stream<'_>,
) -> Units {
    let mut lost = Units::NONE;
    for (kind, count) in units.only(which).iter() {
        let gone = (0..count).filter(|_| dice.range(1, one_in, rule.clone()) == 1).count() as u16;
        units.take(kind, gone);
        lost.add(kind, gone);
    }
    lost
}
