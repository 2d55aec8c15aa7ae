//! Men in a battle, by arm, and how losses fall on them.

use std::ops::{Add, AddAssign, Index, IndexMut, Sub, SubAssign};

use kernel::exact::apportion;
use serde::{Deserialize, Serialize};

use super::exact::Exact;
use crate::model::rulings::War;

/// What a man fights as. The order is that in which losses in proportion are dealt out (RN-R5), garrison first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    /// Heavy cavalry (HC): mounted in the field, on foot in towns and on walls.
    HeavyCavalry,
    /// Light cavalry (LC): auxiliaries mounted for a field battle.
    LightCavalry,
    /// Pikemen (PK).
    Pikemen,
    /// Heavy cavalry without mounts in the field, who fight as pikemen (DH; RN-64.6).
    Dismounted,
    /// Garrison troops (GA), who count as auxiliaries (RN-60.4).
    Garrison,
    /// Auxiliaries on foot (AU).
    Auxiliaries,
    /// Arquebusiers (AQ).
    Arquebusiers,
    /// Archers (AR).
    Archers,
    /// Crew (CR).
    Crew,
    /// Slaves (SL), who are hit at sea but do not fight (RN-R129).
    Slaves,
}

impl Arm {
    /// All, in order.
    pub const ALL: [Self; 10] = [
        Self::HeavyCavalry,
        Self::LightCavalry,
        Self::Pikemen,
        Self::Dismounted,
        Self::Garrison,
        Self::Auxiliaries,
        Self::Arquebusiers,
        Self::Archers,
        Self::Crew,
        Self::Slaves,
    ];

    /// Whether it is cavalry in the field, which may stand in any division (RN-64.2).
    pub const fn is_mounted(self) -> bool {
        matches!(self, Self::HeavyCavalry | Self::LightCavalry)
    }
    /// The abbreviation of the rulebook.
    pub const fn code(self) -> &'static str {
        ["HC", "LC", "PK", "DH", "GA", "AU", "AQ", "AR", "CR", "SL"][self as usize]
    }
}

/// Which of the men a step may hit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// Mounted heavy cavalry.
    HeavyCavalry,
    /// Light cavalry.
    LightCavalry,
    /// Pikemen, dismounted heavy cavalry among them.
    Pikemen,
    /// Auxiliaries, garrison, arquebusiers, archers and crew (OI).
    OtherInfantry,
    /// All who are on foot.
    Infantry,
    /// Everybody.
    All,
}

impl Target {
    /// The arms it means, in the order of RN-R5. Auxiliaries stand for the garrison too.
    const fn arms(self) -> &'static [Arm] {
        use Arm::{Archers, Arquebusiers, Auxiliaries, Crew, Dismounted, HeavyCavalry, LightCavalry, Pikemen, Slaves};
        match self {
            Self::HeavyCavalry => &[HeavyCavalry],
            Self::LightCavalry => &[LightCavalry],
            Self::Pikemen => &[Pikemen, Dismounted],
            Self::OtherInfantry => &[Auxiliaries, Arquebusiers, Archers, Crew],
            Self::Infantry => &[Pikemen, Dismounted, Auxiliaries, Arquebusiers, Archers, Crew],
            Self::All => {
                &[HeavyCavalry, LightCavalry, Pikemen, Dismounted, Auxiliaries, Arquebusiers, Archers, Crew, Slaves]
            }
        }
    }
}

/// Numbers of men by arm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Men([u32; 10]);

impl Men {
    /// None.
    pub const NONE: Self = Self([0; 10]);

    /// So many of each arm named.
    pub fn of(counts: impl IntoIterator<Item = (Arm, u32)>) -> Self {
        counts.into_iter().fold(Self::NONE, |mut men, (arm, count)| {
            men[arm] += count;
            men
        })
    }
    /// By arm, without those of which there are none.
    pub fn iter(&self) -> impl Iterator<Item = (Arm, u32)> + '_ {
        Arm::ALL.into_iter().map(|arm| (arm, self[arm])).filter(|(_, count)| *count > 0)
    }
    /// Everybody, slaves too.
    pub fn all(&self) -> u32 {
        self.0.iter().sum()
    }
    /// Troops, garrison and crew: those whose death counts for morale (RN-R98).
    pub fn fighters(&self) -> u32 {
        self.all() - self[Arm::Slaves]
    }
    /// Whether nobody is left who fights.
    pub fn is_beaten(&self) -> bool {
        self.fighters() == 0
    }
    /// Those on foot in the field.
    pub fn infantry(&self) -> u32 {
        self.count(Target::Infantry)
    }
    /// How many a step may hit.
    pub fn count(&self, target: Target) -> u32 {
        target.arms().iter().map(|arm| self.weight(*arm)).sum()
    }
    /// As many blows as these men strike on land: crew count half (RN-64.16, RN-R113).
    pub fn strength(&self, war: &War) -> Exact {
        let crew = self[Arm::Crew];
        Exact::from(self.fighters() - crew) + Exact::from(crew) * Exact::per_cent(war.crew_land_per_cent)
    }
    /// Auxiliaries and garrison are one type when losses are dealt out (RN-R5).
    fn weight(&self, arm: Arm) -> u32 {
        if arm == Arm::Auxiliaries { self[arm] + self[Arm::Garrison] } else { self[arm] }
    }
    /// Takes so many of an arm, the garrison before the auxiliaries (RN-60.5), and tells whom.
    fn take(&mut self, arm: Arm, count: u32) -> Self {
        let mut lost = Self::NONE;
        let mut left = count;
        let from: &[Arm] = if arm == Arm::Auxiliaries { &[Arm::Garrison, arm] } else { &[arm] };
        for arm in from {
            let taken = left.min(self[*arm]);
            self[*arm] -= taken;
            lost[*arm] += taken;
            left -= taken;
        }
        lost
    }
    /// Loses at most so many of those a step may hit, in proportion by largest remainder (RN-R5). Tells whom.
    ///
    /// Other infantry is lost in proportion too, unless a ruling has auxiliaries, arquebusiers, archers and crew lost one
    /// after another (RN-64.18, RN-R106).
    pub fn lose(&mut self, target: Target, count: u32, war: &War) -> Self {
        let mut lost = self.lose_in_proportion(target, count);
        if !war.crew_loss_proportional {
            let dealt =
                Target::OtherInfantry.arms().iter().fold(Self::NONE, |dealt, arm| dealt + lost.take(*arm, u32::MAX));
            *self += dealt;
            let mut left = dealt.all();
            for arm in Target::OtherInfantry.arms() {
                let taken = self.take(*arm, left);
                left -= taken.all();
                lost += taken;
            }
        }
        lost
    }
    /// The same, always in proportion.
    pub fn lose_in_proportion(&mut self, target: Target, count: u32) -> Self {
        let arms = target.arms();
        let weights: Vec<u64> = arms.iter().map(|arm| u64::from(self.weight(*arm))).collect();
        let shares = apportion(count.min(self.count(target)), &weights);
        arms.iter().zip(shares).fold(Self::NONE, |lost, (arm, share)| lost + self.take(*arm, share))
    }
}

/// The order of losses in towns and on walls (RN-65.5, RN-68.15).
pub const IN_ORDER: [Arm; 7] =
    [Arm::Garrison, Arm::Auxiliaries, Arm::Arquebusiers, Arm::Pikemen, Arm::Archers, Arm::Crew, Arm::HeavyCavalry];

impl Men {
    /// Loses so many in the order of RN-65.5. Tells whom.
    ///
    /// `halved`: casualties that reach the heavy cavalry count half, rounded half up (RN-65.5, RN-R113).
    pub fn lose_in_order(&mut self, count: u32, halved: bool) -> Self {
        let mut lost = Self::NONE;
        let mut left = count;
        for arm in IN_ORDER {
            if halved && arm == Arm::HeavyCavalry {
                left = left.div_ceil(2);
            }
            let taken = left.min(self[arm]);
            self[arm] -= taken;
            lost[arm] = taken;
            left -= taken;
        }
        lost
    }
}

impl Index<Arm> for Men {
    type Output = u32;
    fn index(&self, arm: Arm) -> &u32 {
        &self.0[arm as usize]
    }
}
impl IndexMut<Arm> for Men {
    fn index_mut(&mut self, arm: Arm) -> &mut u32 {
        &mut self.0[arm as usize]
    }
}
impl Add for Men {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}
impl AddAssign for Men {
    fn add_assign(&mut self, other: Self) {
        for arm in Arm::ALL {
            self[arm] += other[arm];
        }
    }
}
/// At least none of each.
impl Sub for Men {
    type Output = Self;
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}
impl SubAssign for Men {
    fn sub_assign(&mut self, other: Self) {
        for arm in Arm::ALL {
            self[arm] = self[arm].saturating_sub(other[arm]);
        }
    }
}
impl std::iter::Sum for Men {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::NONE, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::rulings::Rulings;

    #[test]
    fn a_ruling_may_have_other_infantry_lost_one_after_another() {
        let mut war = Rulings::standard().war;
        let men = Men::of([(Arm::Pikemen, 40), (Arm::Garrison, 5), (Arm::Auxiliaries, 15), (Arm::Crew, 40)]);
        let lost = |war: &War| men.clone().lose(Target::All, 50, war);
        let in_proportion = Men::of([(Arm::Pikemen, 20), (Arm::Garrison, 5), (Arm::Auxiliaries, 5), (Arm::Crew, 20)]);
        assert_eq!(lost(&war), in_proportion, "RN-R106");
        war.crew_loss_proportional = false;
        let one_by_one = Men::of([(Arm::Pikemen, 20), (Arm::Garrison, 5), (Arm::Auxiliaries, 15), (Arm::Crew, 10)]);
        assert_eq!(lost(&war), one_by_one, "RN-64.18");
    }
}
