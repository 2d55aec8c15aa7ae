//! Ships in a battle, by type.

use std::ops::{Add, AddAssign, Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::exact::Exact;
use crate::model::ships::{Ship, ShipFigures};

/// Numbers of ships by type, in the order of [`Ship::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ships([u32; 5]);

impl Ships {
    /// None.
    pub const NONE: Self = Self([0; 5]);

    /// So many of each type named.
    pub fn of(counts: impl IntoIterator<Item = (Ship, u32)>) -> Self {
        counts.into_iter().fold(Self::NONE, |mut ships, (ship, count)| {
            ships[ship] += count;
            ships
        })
    }
    /// By type, without those of which there are none.
    pub fn iter(&self) -> impl Iterator<Item = (Ship, u32)> + '_ {
        Ship::ALL.iter().map(|ship| (*ship, self[*ship])).filter(|(_, count)| *count > 0)
    }
    /// How many there are.
    pub fn count(&self) -> u32 {
        self.0.iter().sum()
    }
    /// A figure of all of them together.
    pub fn total(&self, figure: impl Fn(&ShipFigures) -> u32) -> u32 {
        self.iter().map(|(ship, count)| figure(&ship.figures()).saturating_mul(count)).fold(0, u32::saturating_add)
    }
}

/// Navigation with the crew and rowers there are: less in proportion when some are missing (RN-71.3, RN-R62). A fraction.
pub fn effective_navigation(navigation: u16, ships: &Ships, crew: u32, slaves: u32) -> Exact {
    let (sailors, rowers) = (ships.total(|it| it.crew), ships.total(|it| it.rowers));
    let share =
        |have: u32, need: u32| if have >= need { Exact::whole(1) } else { Exact::new(have.into(), need.into()) };
    let ratio = share(crew, sailors).min(share(crew.saturating_add(slaves), sailors.saturating_add(rowers)));
    Exact::from(u32::from(navigation)) * ratio
}

impl Index<Ship> for Ships {
    type Output = u32;
    fn index(&self, ship: Ship) -> &u32 {
        &self.0[ship.index()]
    }
}
impl IndexMut<Ship> for Ships {
    fn index_mut(&mut self, ship: Ship) -> &mut u32 {
        &mut self.0[ship.index()]
    }
}
impl Add for Ships {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}
impl AddAssign for Ships {
    fn add_assign(&mut self, other: Self) {
        for ship in Ship::ALL {
            self[*ship] += other[*ship];
        }
    }
}
