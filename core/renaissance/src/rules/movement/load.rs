//! What has to be carried and what carries it (RN-30), and what is left behind when that is too little.

use kernel::{RuleRef, Stream};

use crate::model::asset::Asset;
use crate::model::goods::Good;
use crate::model::persona::Assets;
use crate::model::rulings::Movement;
use crate::model::ships::Ship;
use crate::model::troops::Troop;
use crate::rules::deed::Things;

/// Slaves carry a quarter of a unit each (RN-30.4), so loads are counted in quarters.
const QUARTERS: u64 = 4;
/// Units that a horse carries (RN-30.4).
const HORSE: u64 = 2;
const CHANCE: RuleRef = RuleRef::new("RN-R67");
/// How finely a share of what is too much is drawn.
const SHARES: i32 = 10_000;

/// What carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carriage {
    /// Horses and slaves; men and animals walk, and ships are a load (RN-30.4, RN-30.5).
    Land,
    /// Ships; men and animals are a load, too (RN-30.6, RN-37.3).
    Water,
}

/// A load, in quarters of a cargo unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    /// What has to be carried (RN-30.2, RN-30.5).
    pub cargo: u64,
    /// What there is to carry it (RN-30.4, RN-37.1, RN-R65).
    pub capacity: u64,
}

impl Load {
    /// What somebody has to carry, and what he has to carry it with.
    pub fn of(figures: &Movement, assets: &Assets, by: Carriage) -> Self {
        let goods: u64 = burden(assets, by).map(|(asset, count)| weight(asset) * u64::from(count)).sum();
        let crew = match by {
            Carriage::Land if !figures.crew_walk => assets.troops[Troop::Crew],
            _ => 0,
        };
        let capacity = match by {
            Carriage::Land => {
                let (horses, slaves) = (assets.goods.of(Good::Horses), assets.goods.of(Good::Slaves));
                u64::from(horses) * HORSE * QUARTERS + u64::from(slaves)
            }
            Carriage::Water => QUARTERS * capacity(assets),
        };
        Self { cargo: (goods + u64::from(crew)) * QUARTERS, capacity }
    }

    /// By how much it is too much (RN-30.7).
    pub fn excess(self) -> u64 {
        self.cargo.saturating_sub(self.capacity)
    }
}

/// Cargo units that somebody's ships hold.
fn capacity(assets: &Assets) -> u64 {
    let of = |ship: &Ship| u64::from(assets.goods.ships(*ship)) * u64::from(ship.figures().capacity);
    Ship::ALL.iter().map(of).sum()
}

/// All that somebody has in cargo units, walking or carried, without his ships (RN-R71).
pub fn cargo_units(assets: &Assets) -> u64 {
    burden(assets, Carriage::Water).map(|(asset, count)| weight(asset) * u64::from(count)).sum()
}

/// Whether all ships float in so many feet with what is aboard (RN-37.4, RN-37.5, RN-R72).
pub fn floats(assets: &Assets, feet: u32) -> bool {
    let (capacity, load) = (capacity(assets), cargo_units(assets));
    let deepest = Ship::ALL.iter().filter(|ship| assets.goods.ships(**ship) > 0).map(|ship| ship.figures().draft).max();
    deepest.is_none_or(|draft| u64::from(draft) * (capacity + load) <= u64::from(feet) * capacity)
}

/// What has to be carried, with its number.
fn burden(assets: &Assets, by: Carriage) -> impl Iterator<Item = (Asset, u32)> + '_ {
    assets.iter().filter(move |(asset, _)| match (asset, by) {
        (Asset::Ducats, _) | (Asset::Men(_), Carriage::Land) => false,
        (Asset::Men(_), Carriage::Water) => true,
        (Asset::Good(good), Carriage::Land) => !good.walks(),
        (Asset::Good(good), Carriage::Water) => Ship::of_good(*good).is_none(),
    })
}

/// Cargo units of one (RN-30.2).
fn weight(asset: Asset) -> u64 {
    match asset {
        Asset::Ducats => 0,
        Asset::Men(_) => 1,
        Asset::Good(good) => good.weight().into(),
    }
}

/// Leaves things behind at random until the rest can be carried (RN-30.8, RN-R67); what, in the order in which it was left.
/// By land, where crew is what is too much, no goods are left to leave.
pub fn abandon(figures: &Movement, assets: &mut Assets, by: Carriage, dice: &mut Stream<'_>) -> Things {
    let mut left = Things::new();
    loop {
        let excess = Load::of(figures, assets, by).excess();
        let all: Things = burden(assets, by).collect();
        if excess == 0 || all.is_empty() {
            return left;
        }
        let (asset, count) = pick_by_weight(&all, dice);
        let needed = excess.div_ceil(weight(asset) * QUARTERS);
        let most = count.min(u32::try_from(needed).unwrap_or(u32::MAX));
        let share = u64::from(dice.range(1, SHARES, CHANCE).unsigned_abs());
        let shares = u64::from(SHARES.unsigned_abs());
        let part = u32::try_from((share * u64::from(most) * 2 + shares) / (shares * 2)).unwrap_or(most).max(1);
        left.push((asset, assets.take(asset, part)));
    }
}

/// A thing, the heavier all of it is the likelier.
fn pick_by_weight(all: &[(Asset, u32)], dice: &mut Stream<'_>) -> (Asset, u32) {
    let heavy = |&(asset, count): &(Asset, u32)| weight(asset) * u64::from(count);
    let total: u64 = all.iter().map(heavy).sum();
    // Beyond two thousand million units a die shows shares of the whole.
    let faces = i32::try_from(total).unwrap_or(i32::MAX);
    let face = u64::from(dice.range(1, faces, CHANCE).unsigned_abs());
    let at = u128::from(face) * u128::from(total) / u128::from(faces.unsigned_abs());
    let mut sum = 0;
    let found = all.iter().find(|it| {
        sum += u128::from(heavy(it));
        sum >= at
    });
    *found.unwrap_or(&all[all.len() - 1])
}
