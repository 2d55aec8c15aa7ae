//! Units of measure: ratings, points of the globe, miles, and the roundings of the rules.

use std::fmt;

use serde::{Deserialize, Serialize};

pub use kernel::exact::round_half_up;

/// A rating from 0 to 999 (RN-10.3, RN-R7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rating(u16);

impl Rating {
    /// The greatest.
    pub const MOST: u16 = 999;

    /// A rating, cut to the range.
    pub fn new(points: i64) -> Self {
        Self(points.clamp(0, i64::from(Self::MOST)) as u16)
    }
    /// Its points.
    pub const fn get(self) -> u16 {
        self.0
    }
    /// Its points, for arithmetic.
    pub fn points(self) -> i64 {
        i64::from(self.0)
    }
    /// After a change, which is a whole number (RN-R1).
    #[must_use]
    pub fn changed(self, by: i64) -> Self {
        Self::new(self.points().saturating_add(by))
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The square root, rounded half up (RN-R1): that of 20 is 4.
pub fn sqrt_half_up(number: u64) -> u64 {
    let root = number.isqrt();
    root + u64::from(number > root * root + root)
}

/// Miles of 5,280 feet (RN-31.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Miles(pub u32);

impl fmt::Display for Miles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} miles", self.0)
    }
}

/// A point of the globe in hundredths of a degree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Point {
    /// North of the equator; south is negative. -9000 to 9000.
    pub lat: i16,
    /// East of Greenwich; west is negative. -18000 to 18000.
    pub lon: i16,
}

impl Point {
    /// A point; `None` outside the globe.
    pub fn new(lat: i16, lon: i16) -> Option<Self> {
        (lat.abs() <= 9_000 && lon.abs() <= 18_000).then_some(Self { lat, lon })
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |value: i16| {
            let sign = if value < 0 { "-" } else { "" };
            format!("{sign}{}.{:02}", value.unsigned_abs() / 100, value.unsigned_abs() % 100)
        };
        write!(f, "{}, {}", part(self.lat), part(self.lon))
    }
}

/// Units of a good or a class per head of the population, in hundred-thousandths (RN-40.8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BaseQuantity(pub u32);

impl BaseQuantity {
    /// Of 1 unit per head.
    pub const ONE: u64 = 100_000;

    /// The full quantity of a population, rounded down (RN-R73).
    pub fn full(self, population: u32) -> u32 {
        u32::try_from(u64::from(self.0) * u64::from(population) / Self::ONE).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roundings_are_those_of_the_digest() {
        assert_eq!([20, 21, 400, 0, 6, 7].map(sqrt_half_up), [4, 5, 20, 0, 2, 3], "RN-R1");
        assert_eq!(Rating::new(980).changed(30).get(), 999, "RN-V17");
        assert_eq!(Rating::new(60).changed(-100).get(), 0, "RN-V19");
        assert_eq!(BaseQuantity(50_000).full(20_001), 10_000, "RN-R73");
        assert_eq!(Point { lat: -5, lon: 1248 }.to_string(), "-0.05, 12.48");
    }
}
