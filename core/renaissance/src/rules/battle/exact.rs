//! Exact fractions: the shooters and fighters of a step stay fractional, and only kills are rounded (RN-R5).

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};

use serde::{Deserialize, Serialize};

/// A fraction of 0 or more, in lowest terms.
///
/// Battles keep far below the limits: at most 10^7 men, and denominators that divide 10^8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Exact {
    numerator: u64,
    denominator: u64,
}

impl Exact {
    /// Nothing.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };

    /// A whole number.
    pub const fn whole(number: u64) -> Self {
        Self { numerator: number, denominator: 1 }
    }
    /// `numerator / denominator`. Panics when the denominator is 0.
    pub fn new(numerator: u64, denominator: u64) -> Self {
        Self::reduced(u128::from(numerator), u128::from(denominator))
    }
    fn reduced(numerator: u128, denominator: u128) -> Self {
        assert!(denominator > 0, "a fraction wants a denominator");
        let divisor = gcd(numerator, denominator);
        let part = |number: u128| u64::try_from(number / divisor).unwrap_or(u64::MAX);
        Self { numerator: part(numerator), denominator: part(denominator) }
    }
    /// So many hundredths.
    pub fn per_cent(number: u32) -> Self {
        Self::new(number.into(), 100)
    }
    /// Above the line, in lowest terms.
    pub const fn numerator(self) -> u64 {
        self.numerator
    }
    /// Below the line, in lowest terms.
    pub const fn denominator(self) -> u64 {
        self.denominator
    }
    /// Whether it is nothing.
    pub const fn is_zero(self) -> bool {
        self.numerator == 0
    }
    /// Rounded half up to a whole number (RN-R5).
    pub fn half_up(self) -> u32 {
        let (above, below) = (u128::from(self.numerator), u128::from(self.denominator));
        u32::try_from((above * 2 + below) / (below * 2)).unwrap_or(u32::MAX)
    }
    /// Rounded up.
    pub fn ceil(self) -> u32 {
        u32::try_from(self.numerator.div_ceil(self.denominator)).unwrap_or(u32::MAX)
    }
    /// Rounded down.
    pub fn floor(self) -> u32 {
        u32::try_from(self.numerator / self.denominator).unwrap_or(u32::MAX)
    }
}

fn gcd(mut one: u128, mut other: u128) -> u128 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one.max(1)
}

impl From<u32> for Exact {
    fn from(number: u32) -> Self {
        Self::whole(u64::from(number))
    }
}

impl Add for Exact {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (a, b) = (u128::from(self.numerator), u128::from(self.denominator));
        let (c, d) = (u128::from(other.numerator), u128::from(other.denominator));
        Self::reduced(a * d + c * b, b * d)
    }
}

/// What is left over, at least nothing.
impl Sub for Exact {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        let (a, b) = (u128::from(self.numerator), u128::from(self.denominator));
        let (c, d) = (u128::from(other.numerator), u128::from(other.denominator));
        Self::reduced((a * d).saturating_sub(c * b), b * d)
    }
}

impl Mul for Exact {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let above = u128::from(self.numerator) * u128::from(other.numerator);
        Self::reduced(above, u128::from(self.denominator) * u128::from(other.denominator))
    }
}

/// Panics when the divisor is nothing.
impl Div for Exact {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let above = u128::from(self.numerator) * u128::from(other.denominator);
        Self::reduced(above, u128::from(self.denominator) * u128::from(other.numerator))
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = u128::from(self.numerator) * u128::from(other.denominator);
        left.cmp(&(u128::from(other.numerator) * u128::from(self.denominator)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact_and_round_half_up() {
        let third = Exact::new(4, 12);
        assert_eq!((third.numerator(), third.denominator()), (1, 3));
        assert_eq!((third + third) * Exact::whole(3), Exact::whole(2));
        assert_eq!(Exact::whole(1) / third - Exact::new(1, 2), Exact::new(5, 2));
        assert_eq!(third - Exact::whole(1), Exact::ZERO);
        assert_eq!([Exact::new(5, 2), Exact::new(49, 100), Exact::new(1, 2)].map(Exact::half_up), [3, 0, 1]);
        assert_eq!((Exact::new(5, 2).floor(), Exact::new(5, 2).ceil(), Exact::whole(2).ceil()), (2, 3, 2));
        assert!(third < Exact::new(34, 100) && third > Exact::new(33, 100));
    }
}
