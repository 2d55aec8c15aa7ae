//! Money in hundredths of a ducat, never below nothing.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// Hundredths of a ducat. The rules give and take whole ducats (RN-R2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Money(u64);

impl Money {
    /// None.
    pub const NONE: Self = Self(0);

    /// So many ducats.
    pub const fn ducats(count: u64) -> Self {
        Self(count.saturating_mul(100))
    }
    /// So many hundredths.
    pub const fn hundredths(count: u64) -> Self {
        Self(count)
    }
    /// The whole ducats in it.
    pub const fn whole(self) -> u64 {
        self.0 / 100
    }
    /// All of it in hundredths.
    pub const fn in_hundredths(self) -> u64 {
        self.0
    }
    /// What is left after paying; `None` if it is not enough.
    pub fn less(self, price: Self) -> Option<Self> {
        self.0.checked_sub(price.0).map(Self)
    }
    /// So many times as much.
    #[must_use]
    pub const fn times(self, count: u64) -> Self {
        Self(self.0.saturating_mul(count))
    }
    /// A share of it that is received: rounded down to whole ducats (RN-R2).
    #[must_use]
    pub fn share_received(self, numerator: u64, denominator: u64) -> Self {
        let scaled = u128::from(self.0) * u128::from(numerator) / (u128::from(denominator) * 100);
        Self::ducats(u64::try_from(scaled).unwrap_or(u64::MAX))
    }
    /// A share of it that is paid: rounded up to whole ducats (RN-R2).
    #[must_use]
    pub fn share_paid(self, numerator: u64, denominator: u64) -> Self {
        let scaled = (u128::from(self.0) * u128::from(numerator)).div_ceil(u128::from(denominator) * 100);
        Self::ducats(u64::try_from(scaled).unwrap_or(u64::MAX))
    }
}

impl Add for Money {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}
impl AddAssign for Money {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
impl Sum for Money {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::NONE, Add::add)
    }
}
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 % 100 {
            0 => write!(f, "{} ducats", self.whole()),
            cents => write!(f, "{}.{cents:02} ducats", self.whole()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_lost_when_received_and_paid_in_full() {
        assert_eq!(Money::ducats(333).share_received(7, 100), Money::ducats(23));
        assert_eq!(Money::ducats(333).share_paid(7, 100), Money::ducats(24));
        assert_eq!(Money::ducats(200).share_paid(8, 100), Money::ducats(16));
        assert_eq!(Money::ducats(10).less(Money::hundredths(1_001)), None);
        assert_eq!(Money::hundredths(1_234).to_string(), "12.34 ducats");
    }
}
