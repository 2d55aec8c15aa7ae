//! Morale in battle (RN-61): what a stage does to it, when a side retreats, and how many times it counts.

use serde::{Deserialize, Serialize};

use super::exact::Exact;
use crate::model::measures::{Rating, sqrt_half_up};
use crate::model::rulings::War;

/// Who leads a side, in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Leader {
    /// Morale of his force, 0 to 999.
    pub morale: u16,
    /// His feudal rank value, 0 to 200 (RN-19.2).
    pub rank: u16,
    /// His popularity, 0 to 999.
    pub popularity: u16,
    /// His gunnery, 0 to 999.
    pub gunnery: u16,
    /// How many times the morale of his force counts.
    pub factors: MoraleFactors,
}

/// How many times morale counts for inflicting casualties (RN-61.14); 1 unless a rule says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoraleFactors {
    /// For all men of the side: 2 of a Moslem sovereign (RN-61.7) or of a grandmaster against Moslems (RN-22.6).
    pub force: u32,
    /// For those in his own division, instead: 3 of a Moslem sovereign.
    pub own_division: u32,
}

impl MoraleFactors {
    /// Those of a Sunni or Shia sovereign of his bonus city (RN-61.7).
    pub const MOSLEM_SOVEREIGN: Self = Self { force: 2, own_division: 3 };
    /// Those of a grandmaster who fights Sunni or Shia (RN-22.6).
    pub const GRANDMASTER: Self = Self { force: 2, own_division: 2 };
}

impl Default for MoraleFactors {
    fn default() -> Self {
        Self { force: 1, own_division: 1 }
    }
}

/// Morale after a stage: by the root of twice the casualties suffered less those inflicted (RN-61.11, RN-R98).
///
/// Casualties are troops, garrison and crew killed by the enemy in the stage.
pub fn after_stage(morale: u16, suffered: u32, inflicted: u32) -> u16 {
    let balance = i64::from(suffered) * 2 - i64::from(inflicted);
    let change = sqrt_half_up(balance.unsigned_abs()) as i64;
    Rating::new(i64::from(morale) + if balance > 0 { -change } else { change }).get()
}

/// Morale, rank value and a tenth of popularity in tenths of a point (RN-61.12); morale alone when he is dead (RN-61.13).
pub fn score_in_tenths(morale: u16, leader: &Leader, alive: bool) -> u32 {
    let of_his_own = if alive { u32::from(leader.rank) * 10 + u32::from(leader.popularity) } else { 0 };
    u32::from(morale) * 10 + of_his_own
}

/// Whether a score is below the retreat point (RN-61.12).
pub fn is_below_retreat_point(score_in_tenths: u32, war: &War) -> bool {
    i64::from(score_in_tenths) < war.retreat_below * 10
}

/// The morale of men of different morale together, rounded half up (RN-61.8); 0 without men.
pub fn combined(parts: &[(u32, u16)]) -> u16 {
    let men: u64 = parts.iter().map(|(men, _)| u64::from(*men)).sum();
    let points: u64 = parts.iter().map(|(men, morale)| u64::from(*men) * u64::from(*morale)).sum();
    if men == 0 { 0 } else { Exact::new(points, men).half_up() as u16 }
}

/// The morale with which a Confucian's troops go into a battle outside China (RN-61.10, RN-R97).
pub const fn confucian_start(morale: u16) -> u16 {
    morale / 2
}

/// The morale that a Confucian's troops have after it (RN-61.10, RN-R97).
pub fn confucian_end(morale: u16) -> u16 {
    morale.saturating_mul(2).min(Rating::MOST)
}
