//! What has to be carried by land and what carries it (RN-30), and what is left behind when that is too little.

use kernel::{RuleRef, Stream};

use crate::model::goods::Good;
use crate::model::persona::Assets;
use crate::model::rulings::Movement;
use crate::model::troops::Troop;

/// Slaves carry a quarter of a unit each (RN-30.4), so loads are counted in quarters.
const QUARTERS: u64 = 4;
/// Units that a horse carries (RN-30.4).
const HORSE: u64 = 2;
const CHANCE: RuleRef = RuleRef::new("RN-R67");
/// How finely a share of what is too much is drawn.
const SHARES: i32 = 10_000;

/// A load by land, in quarters of a cargo unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    /// What has to be carried (RN-30.2, RN-30.5).
    pub cargo: u64,
    /// What horses and slaves can carry (RN-30.4, RN-R65).
    pub capacity: u64,
}

impl Load {
    /// What somebody has to carry by land, ships and all.
    pub fn by_land(figures: &Movement, assets: &Assets) -> Self {
        let goods: u64 = carried(assets).map(|(good, count)| u64::from(good.weight()) * u64::from(count)).sum();
        let crew = if figures.crew_walk { 0 } else { assets.troops[Troop::Crew] };
        let (horses, slaves) = (assets.goods.of(Good::Horses), assets.goods.of(Good::Slaves));
        Self {
            cargo: (goods + u64::from(crew)) * QUARTERS,
            capacity: u64::from(horses) * HORSE * QUARTERS + u64::from(slaves),
        }
    }

    /// By how much it is too much (RN-30.7).
    pub fn excess(self) -> u64 {
        self.cargo.saturating_sub(self.capacity)
    }
}

/// The goods that do not walk, with their number.
fn carried(assets: &Assets) -> impl Iterator<Item = (Good, u32)> + '_ {
    assets.goods.iter().filter(|(good, _)| !good.walks())
}

/// Leaves goods behind at random until the rest can be carried (RN-30.8, RN-R67); what, in the order in which it was left.
/// Where men are what is too much, no goods are left to leave.
pub fn abandon(figures: &Movement, assets: &mut Assets, dice: &mut Stream<'_>) -> Vec<(Good, u32)> {
    let mut left = Vec::new();
    loop {
        let excess = Load::by_land(figures, assets).excess();
        let goods: Vec<(Good, u32)> = carried(assets).collect();
        if excess == 0 || goods.is_empty() {
            return left;
        }
        let (good, count) = pick_by_weight(&goods, dice);
        let needed = excess.div_ceil(u64::from(good.weight()) * QUARTERS);
        let most = count.min(u32::try_from(needed).unwrap_or(u32::MAX));
        let share = u64::from(dice.range(1, SHARES, CHANCE).unsigned_abs());
        let shares = u64::from(SHARES.unsigned_abs());
        let part = u32::try_from((share * u64::from(most) * 2 + shares) / (shares * 2)).unwrap_or(most).max(1);
        left.push((good, assets.goods.take(good, part)));
    }
}

/// A good, the heavier all of it is the likelier.
fn pick_by_weight(goods: &[(Good, u32)], dice: &mut Stream<'_>) -> (Good, u32) {
    let weight = |&(good, count): &(Good, u32)| u64::from(good.weight()) * u64::from(count);
    let total: u64 = goods.iter().map(weight).sum();
    // Beyond two thousand million units a die shows shares of the whole.
    let faces = i32::try_from(total).unwrap_or(i32::MAX);
    let face = u64::from(dice.range(1, faces, CHANCE).unsigned_abs());
    let at = u128::from(face) * u128::from(total) / u128::from(faces.unsigned_abs());
    let mut sum = 0;
    let found = goods.iter().find(|it| {
        sum += u128::from(weight(it));
        sum >= at
    });
    *found.unwrap_or(&goods[goods.len() - 1])
}
