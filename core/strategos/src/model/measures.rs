//! Units of measure: numbers that cannot be mixed up.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// Money in whole talents, never below nothing (ST-3.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Talents(pub u32);

impl Talents {
    /// What is left after paying; `None` if it is not enough.
    pub fn less(self, price: Self) -> Option<Self> {
        self.0.checked_sub(price.0).map(Self)
    }
    /// So many times as much.
    #[must_use]
    pub fn times(self, count: u32) -> Self {
        Self(self.0.saturating_mul(count))
    }
    /// Half, rounded down (ST-R3).
    #[must_use]
    pub fn half(self) -> Self {
        Self(self.0 / 2)
    }
}

impl Add for Talents {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}
impl AddAssign for Talents {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
impl Sum for Talents {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self(0), Add::add)
    }
}
impl fmt::Display for Talents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tlts", self.0)
    }
}

/// Movement points: what a force has for a week.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MovePoints(pub u8);

/// Twelfths of a movement point: a force gains its movement points in credit each of the twelve impulses, and a hex of cost
/// c takes 12 c (ST-R8). Half a point along a road is 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Credit(pub u16);

impl Add for Credit {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

/// A turn of one week, from 1 (ST-24.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Turn(pub u16);

impl Turn {
    /// So many weeks later.
    #[must_use]
    pub fn later(self, weeks: u16) -> Self {
        Self(self.0.saturating_add(weeks))
    }
    /// Weeks since an earlier turn; 0 if it is not earlier.
    pub fn since(self, earlier: Self) -> u16 {
        self.0.saturating_sub(earlier.0)
    }
}

/// A quarter of the year (ST-24.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quarter {
    /// The first (ST-R1).
    Spring,
    /// The second.
    Summer,
    /// The third.
    Autumn,
    /// The one in which taxes are halved (ST-3.3).
    Winter,
}

impl Quarter {
    /// In their order.
    pub const ALL: [Self; 4] = [Self::Spring, Self::Summer, Self::Autumn, Self::Winter];

    /// As an index into lists by quarter.
    pub fn index(self) -> usize {
        self as usize
    }
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Spring => "spring",
            Self::Summer => "summer",
            Self::Autumn => "autumn",
            Self::Winter => "winter",
        }
    }
    /// Whether it is the winter quarter.
    pub fn is_winter(self) -> bool {
        self == Self::Winter
    }
}

/// A leader's three abilities, each 1 to 9 (ST-7.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratings {
    /// Military ability (ST-7.8).
    pub ma: u8,
    /// Loyalty (ST-7.10).
    pub loy: u8,
    /// Special ability (ST-7.11).
    pub sa: u8,
}

impl fmt::Display for Ratings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.ma, self.loy, self.sa)
    }
}
