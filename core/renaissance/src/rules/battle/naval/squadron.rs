//! The divisions of a fleet, and what they can carry (RN-71.1, RN-71.13).

use kernel::exact::apportion;
use serde::{Deserialize, Serialize};

use crate::model::ships::Ship;
use crate::rules::battle::exact::Exact;
use crate::rules::battle::men::{Arm, Men};
use crate::rules::battle::ships::Ships;

/// A division of a fleet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FleetDivision {
    /// The left (L), against the enemy's right.
    Left,
    /// The middle (C).
    Center,
    /// The right (R).
    Right,
    /// Behind the line.
    Reserve,
}

use FleetDivision::{Center, Left, Reserve, Right};

impl FleetDivision {
    /// The keys in orders, in the order of [`FleetDivision::ALL`].
    pub const KEYS: [&'static str; 4] = ["left", "center", "right", "reserve"];
    /// All four.
    pub const ALL: [Self; 4] = [Left, Center, Right, Reserve];
    /// Those that fight.
    pub const LINE: [Self; 3] = [Left, Center, Right];
    /// The order in which remainders are dealt out (RN-R127).
    pub const SHARES: [Self; 4] = [Center, Left, Right, Reserve];

    /// The enemy's division opposite (RN-71.4).
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Left => Right,
            Right => Left,
            other => other,
        }
    }
    /// The abbreviation of the rulebook.
    pub const fn code(self) -> &'static str {
        ["L", "C", "R", "Reserve"][self as usize]
    }
}

/// A good aboard: so many units of so much cargo each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CargoLot {
    /// Units.
    pub units: u32,
    /// Cargo that a unit takes.
    pub cargo: u32,
}

/// Ships and what is aboard.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Squadron {
    /// Ships by type.
    pub ships: Ships,
    /// Troops, crew and slaves.
    pub men: Men,
    /// Cannons, which are silent at sea.
    pub cannons: u32,
    /// Falconets.
    pub falconets: u32,
    /// Trade goods, horses among them; of every squadron of a fleet in the same order.
    pub goods: Vec<CargoLot>,
}

/// Cargo that a cannon takes (RN-30.2).
const CANNON_CARGO: u32 = 40;

impl Squadron {
    /// Cargo that its ships carry.
    pub fn capacity(&self) -> u32 {
        self.ships.total(|it| it.capacity)
    }
    /// How many falconets its ships can fire: 5 a galley, 3 a roundship, 1 a caravel, 1 a galliot (RN-71.5).
    pub fn mounts(&self) -> u32 {
        mounts(&self.ships)
    }
    /// Cargo aboard.
    pub fn load(&self) -> u64 {
        let goods: u64 = self.goods.iter().map(|lot| u64::from(lot.units) * u64::from(lot.cargo)).sum();
        let guns = u64::from(self.cannons) * u64::from(CANNON_CARGO) + u64::from(self.falconets);
        u64::from(self.men.all()) + guns + goods
    }

    /// Adds another squadron to it.
    pub fn join(&mut self, other: Self) {
        self.ships += other.ships;
        self.men += other.men;
        self.cannons += other.cannons;
        self.falconets += other.falconets;
        let lots = self.goods.len().max(other.goods.len());
        self.goods.resize(lots, CargoLot::default());
        for (own, theirs) in self.goods.iter_mut().zip(other.goods) {
            own.units += theirs.units;
            own.cargo = own.cargo.max(theirs.cargo);
        }
    }

    /// Splits it by ships: men, goods and cannons in proportion to capacity, falconets to mounts, remainders to the first
    /// (RN-R127).
    pub fn split(&self, parts: &[Ships]) -> Vec<Self> {
        let capacities: Vec<u64> = parts.iter().map(|ships| u64::from(ships.total(|it| it.capacity))).collect();
        let places: Vec<u64> = parts.iter().map(|ships| u64::from(mounts(ships))).collect();
        let places = if places.iter().sum::<u64>() == 0 { capacities.clone() } else { places };
        let mut squadrons: Vec<Self> = parts.iter().map(|ships| Self { ships: *ships, ..Self::default() }).collect();
        for (arm, count) in self.men.iter() {
            for (squadron, share) in squadrons.iter_mut().zip(apportion(count, &capacities)) {
                squadron.men[arm] = share;
            }
        }
        for (squadron, share) in squadrons.iter_mut().zip(apportion(self.cannons, &capacities)) {
            squadron.cannons = share;
        }
        for (squadron, share) in squadrons.iter_mut().zip(apportion(self.falconets, &places)) {
            squadron.falconets = share;
        }
        for lot in &self.goods {
            for (squadron, units) in squadrons.iter_mut().zip(apportion(lot.units, &capacities)) {
                squadron.goods.push(CargoLot { units, cargo: lot.cargo });
            }
        }
        squadrons
    }

    /// Sinks so many ships: galleys, galliots, roundships, caravels, barques (RN-71.8), and adjusts the cargo. Ships sunk,
    /// and troops and crew drowned.
    pub fn sink(&mut self, count: u32) -> (Ships, u32) {
        let mut left = count;
        let mut sunk = Ships::NONE;
        for ship in [Ship::Galley, Ship::Galliot, Ship::Roundship, Ship::Caravel, Ship::Barque] {
            let lost = left.min(self.ships[ship]);
            self.ships[ship] -= lost;
            sunk[ship] = lost;
            left -= lost;
        }
        let before = self.men.fighters();
        self.adjust_cargo();
        (sunk, before - self.men.fighters())
    }

    /// Loses what exceeds its capacity, in the order of RN-71.13; everything without ships (RN-R128).
    pub fn adjust_cargo(&mut self) {
        if self.ships.count() == 0 {
            *self =
                Self { goods: self.goods.iter().map(|lot| CargoLot { units: 0, ..*lot }).collect(), ..Self::default() };
            return;
        }
        let capacity = u64::from(self.capacity());
        let over = |it: &Self| u32::try_from(it.load().saturating_sub(capacity)).unwrap_or(u32::MAX);
        let rowers = self.ships.total(|it| it.rowers);
        let spare = self.men[Arm::Slaves].saturating_sub(rowers);
        self.men[Arm::Slaves] -= spare.min(over(self));
        self.jettison(over(self));
        self.men[Arm::Auxiliaries] -= self.men[Arm::Auxiliaries].min(over(self));
        let at_the_oars = rowers.saturating_sub(self.men[Arm::Slaves]);
        let needed = self.ships.total(|it| it.crew) + at_the_oars;
        let spare = self.men[Arm::Crew].saturating_sub(needed);
        self.men[Arm::Crew] -= spare.min(over(self));
        self.cannons -= self.cannons.min(over(self).div_ceil(CANNON_CARGO));
        for arm in [Arm::Pikemen, Arm::Arquebusiers, Arm::Archers, Arm::HeavyCavalry] {
            self.men[arm] -= self.men[arm].min(over(self));
        }
    }

    /// Trade goods, falconets among them, go overboard in proportion, each rounded up (RN-R128).
    fn jettison(&mut self, excess: u32) {
        let falconets = u64::from(self.falconets);
        let all = falconets + self.goods.iter().map(|lot| u64::from(lot.units) * u64::from(lot.cargo)).sum::<u64>();
        if excess == 0 || all == 0 {
            return;
        }
        let share = Exact::new(u64::from(excess).min(all), all);
        self.falconets -= (Exact::from(self.falconets) * share).ceil();
        for lot in &mut self.goods {
            lot.units -= (Exact::from(lot.units) * share).ceil();
        }
    }
}

fn mounts(ships: &Ships) -> u32 {
    ships[Ship::Galley] * 5 + ships[Ship::Roundship] * 3 + ships[Ship::Caravel] + ships[Ship::Galliot]
}

/// A fleet in its divisions: as wished, if that is all its ships and legal, or equal quarters of each type (RN-71.1,
/// RN-R127). In the order of [`FleetDivision::ALL`].
pub fn arrange(fleet: &Squadron, wish: Option<&[Ships; 4]>) -> [Squadron; 4] {
    let wished = wish.filter(|wish| is_legal(&fleet.ships, wish));
    let mut parts = wished.copied().unwrap_or_default();
    if wished.is_none() {
        for (ship, count) in fleet.ships.iter() {
            for (division, share) in FleetDivision::SHARES.into_iter().zip(apportion(count, &[1; 4])) {
                parts[division as usize][ship] = share;
            }
        }
    }
    let in_order = FleetDivision::SHARES.map(|division| parts[division as usize]);
    let mut squadrons: [Squadron; 4] = Default::default();
    for (division, squadron) in FleetDivision::SHARES.into_iter().zip(fleet.split(&in_order)) {
        squadrons[division as usize] = squadron;
    }
    squadrons
}

/// Whether an arrangement is of exactly these ships, with a fifth of them at least in L, C and R each (RN-71.1).
pub fn is_legal(fleet: &Ships, wish: &[Ships; 4]) -> bool {
    let all = wish.iter().copied().fold(Ships::NONE, |all, ships| all + ships);
    let fifth = |division: FleetDivision| wish[division as usize].count().saturating_mul(5) >= fleet.count();
    all == *fleet && FleetDivision::LINE.into_iter().all(fifth)
}
