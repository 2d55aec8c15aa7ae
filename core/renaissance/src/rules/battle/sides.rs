//! The two sides of a battle.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// Who began the battle, and who was attacked (RN-62.9, RN-R100).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BattleSide {
    /// The initiator.
    Attacker,
    /// Who was attacked.
    Defender,
}

impl BattleSide {
    /// The enemy.
    #[must_use]
    pub const fn enemy(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// One of something for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sides<T> {
    /// The attacker's.
    pub attacker: T,
    /// The defender's.
    pub defender: T,
}

impl<T> Sides<T> {
    /// Made side by side.
    pub fn of(mut each: impl FnMut(BattleSide) -> T) -> Self {
        Self { attacker: each(BattleSide::Attacker), defender: each(BattleSide::Defender) }
    }
}

impl<T> Index<BattleSide> for Sides<T> {
    type Output = T;
    fn index(&self, side: BattleSide) -> &T {
        match side {
            BattleSide::Attacker => &self.attacker,
            BattleSide::Defender => &self.defender,
        }
    }
}
impl<T> IndexMut<BattleSide> for Sides<T> {
    fn index_mut(&mut self, side: BattleSide) -> &mut T {
        match side {
            BattleSide::Attacker => &mut self.attacker,
            BattleSide::Defender => &mut self.defender,
        }
    }
}
