//! Artillery of a side.

use serde::{Deserialize, Serialize};

use crate::rules::battle::exact::Exact;
use crate::rules::battle::numbers;

/// Pieces of artillery.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Guns {
    /// Cannons.
    pub cannons: u32,
    /// Falconets.
    pub falconets: u32,
}

impl Guns {
    /// In falconets, ten to a cannon (RN-64.8).
    pub fn in_falconets(self) -> u64 {
        u64::from(self.cannons) * numbers::FALCONETS_A_CANNON + u64::from(self.falconets)
    }
    /// In cannons.
    pub fn in_cannons(self) -> Exact {
        Exact::new(self.in_falconets(), numbers::FALCONETS_A_CANNON)
    }
    /// Without some of them.
    #[must_use]
    pub fn without(self, lost: Self) -> Self {
        Self {
            cannons: self.cannons.saturating_sub(lost.cannons),
            falconets: self.falconets.saturating_sub(lost.falconets),
        }
    }
}
