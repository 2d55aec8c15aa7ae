//! Men under arms.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::codes::coded;

coded! {
    /// The types of men whom a persona leads. Garrison troops belong to a location, light cavalry are auxiliaries mounted
    /// in a battle, and slaves are goods.
    Troop {
        /// Heavy cavalry (HC).
        HeavyCavalry = "heavy_cavalry",
        /// Pikemen (PK).
        Pikemen = "pikemen",
        /// Archers (AR).
        Archers = "archers",
        /// Arquebusiers (AQ).
        Arquebusiers = "arquebusiers",
        /// Auxiliaries (AU).
        Auxiliaries = "auxiliaries",
        /// Crew (CR): sailors, who count as troops only where the rules say *troops and crew*.
        Crew = "crew",
    }
}

/// Numbers of men by type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Troops([u32; 6]);

impl Troops {
    /// None.
    pub const NONE: Self = Self([0; 6]);

    /// Troops without crew (RN-R31).
    pub fn soldiers(&self) -> u32 {
        self.men() - self[Troop::Crew]
    }
    /// Troops and crew.
    pub fn men(&self) -> u32 {
        self.0.iter().sum()
    }
    /// By type.
    pub fn iter(&self) -> impl Iterator<Item = (Troop, u32)> + '_ {
        Troop::ALL.iter().map(|troop| (*troop, self[*troop]))
    }
}

impl Index<Troop> for Troops {
    type Output = u32;
    fn index(&self, troop: Troop) -> &u32 {
        &self.0[troop.index()]
    }
}
impl IndexMut<Troop> for Troops {
    fn index_mut(&mut self, troop: Troop) -> &mut u32 {
        &mut self.0[troop.index()]
    }
}
