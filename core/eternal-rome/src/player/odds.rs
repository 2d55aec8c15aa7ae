//! What a fight is likely to bring, over the six faces of the die (ER-17.12, ER-R14).

use crate::model::scenario::Scenario;
use crate::rules::combat::crt;

/// What is to be expected of a fight. Strengths in quarters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Prospect {
    /// Chance that the city falls, or the field is won, per cent.
    pub won: u32,
    /// Strength lost by the attacker.
    pub own: u32,
    /// Strength lost by the defender.
    pub foe: u32,
}

impl Prospect {
    /// Whether nobody would fight so: it cannot be won, and costs more than it takes.
    pub fn is_hopeless(&self) -> bool {
        self.won == 0 && self.foe * 4 < self.own * 3
    }
}

/// Whether a force stands no chance whatever the dice say: it is less than a third of what it fights.
pub fn is_outclassed(own: u32, foe: u32) -> bool {
    own * 3 < foe
}

/// A legion's strength in quarters, the usual unit of loss.
const UNIT: u32 = 80;
/// Months that a city may be stormed in a row.
const ASSAULTS: u32 = 3;

/// A battle in the open.
pub fn field(sc: &Scenario, attack: u32, defence: u32, modifier: i32) -> Prospect {
    over_faces(sc, attack, defence, modifier, |own, foe| (foe > own, attack * own / 100, defence * foe / 100))
}

/// An assault on a city with `inside` in it, which counts `times` over (ER-17.9 to ER-17.11).
pub fn assault(sc: &Scenario, attack: u32, inside: u32, times: u32, fort: u32, modifier: i32) -> Prospect {
    let defence = inside * times + fort;
    over_faces(sc, attack, defence, modifier, |own, foe| {
        let left = inside * (100 - foe.min(100)) / 100;
        // Losses come in whole units (ER-R15), so what is less than half a unit goes too.
        let emptied = left * 2 <= inside.min(UNIT);
        (foe > own && emptied, worn(attack, own), inside - left)
    })
}

/// Assaults month after month, three at most, with the losses to be expected of each: `won` is 100 when the city falls.
pub fn assaults(sc: &Scenario, attack: u32, inside: u32, times: u32, fort: u32, modifier: i32) -> Prospect {
    let (mut attackers, mut garrison) = (attack, inside);
    for _ in 0..ASSAULTS {
        let one = assault(sc, attackers, garrison, times, fort, modifier);
        attackers = attackers.saturating_sub(one.own);
        garrison = garrison.saturating_sub(one.foe);
        if garrison * 2 <= inside.min(UNIT) && attackers > 0 {
            return Prospect { won: 100, own: attack - attackers, foe: inside };
        }
    }
    Prospect { won: 0, own: attack - attackers, foe: inside - garrison }
}

/// Small losses to strong units round down to nothing (ER-R15).
fn worn(strength: u32, percent: u32) -> u32 {
    let lost = strength * percent / 100;
    if lost * 2 < UNIT.min(strength) { 0 } else { lost }
}

fn over_faces(
    sc: &Scenario, attack: u32, defence: u32, modifier: i32, of: impl Fn(u32, u32) -> (bool, u32, u32),
) -> Prospect {
    let mut sum = Prospect::default();
    if attack == 0 {
        return sum;
    }
    for face in 1..=6 {
        let (own, foe) = crt::losses(sc, attack, defence, face + modifier);
        let (won, lost, taken) = of(u32::from(own), u32::from(foe));
        sum.won += u32::from(won) * 100;
        sum.own += lost;
        sum.foe += taken;
    }
    Prospect { won: sum.won / 6, own: sum.own / 6, foe: sum.foe / 6 }
}
