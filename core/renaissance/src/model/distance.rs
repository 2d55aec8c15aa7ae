//! Distances on the sphere (RN-R55), in whole numbers only, so that every machine finds the same.
//!
//! Sines are a table for every hundredth of a degree, made once by the series of the sine in 60 binary places. A length is
//! found to a millionth of a mile.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::measures::{Miles, Point, round_half_up};

/// A length in millionths of a mile: legs of routes and roads are summed before they are rounded (RN-R56, RN-R70).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Length(pub u64);

/// Millionths in a mile.
const MILLION: i64 = 1_000_000;

impl Length {
    /// So many miles.
    pub const fn of(miles: Miles) -> Self {
        Self(miles.0 as u64 * MILLION as u64)
    }
    /// In whole miles, half up (RN-R55).
    pub fn miles(self) -> Miles {
        Miles(round_half_up(self.0 as i64, MILLION) as u32)
    }
    /// To two decimals, half up: the effective length of a road (RN-R70).
    #[must_use]
    pub fn hundredths(self) -> Self {
        Self(round_half_up(self.0 as i64, MILLION / 100) as u64 * (MILLION / 100) as u64)
    }
}

impl Add for Length {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}
impl Sum for Length {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self(0), Add::add)
    }
}
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cents = round_half_up(self.0 as i64, MILLION / 100);
        write!(f, "{}.{:02} miles", cents / 100, cents % 100)
    }
}

/// Binary places of sines.
const PLACES: u32 = 60;
/// 1 with that many places.
const ONE: i128 = 1 << PLACES;
/// Half a turn.
const PI: i128 = 3_622_009_729_038_561_421;
/// Hundredths of a degree in a quarter of a turn.
const QUARTER: i32 = 9_000;

/// Sines of 0 to 90 degrees.
static SINES: LazyLock<Vec<i128>> = LazyLock::new(|| (0..=QUARTER).map(|angle| series(radians(angle))).collect());

/// Hundredths of a degree as an arc of the circle of radius [`ONE`].
fn radians(hundredths: i32) -> i128 {
    PI * i128::from(hundredths) / i128::from(2 * QUARTER)
}

fn times(a: i128, b: i128) -> i128 {
    (a * b) >> PLACES
}

/// The sine of an arc of at most a quarter of a turn: x - x^3/3! + x^5/5! - ...
fn series(arc: i128) -> i128 {
    let square = times(arc, arc);
    let (mut term, mut sum, mut n) = (arc, arc, 1);
    while term != 0 {
        term = -(times(term.abs(), square) / ((n + 1) * (n + 2))) * term.signum();
        sum += term;
        n += 2;
    }
    sum
}

/// The sine of any angle in hundredths of a degree.
fn sine(angle: i32) -> i128 {
    let turned = angle.rem_euclid(4 * QUARTER);
    match (turned / QUARTER, turned % QUARTER) {
        (0, rest) => SINES[rest as usize],
        (1, rest) => SINES[(QUARTER - rest) as usize],
        (2, rest) => -SINES[rest as usize],
        (_, rest) => -SINES[(QUARTER - rest) as usize],
    }
}

fn cosine(angle: i32) -> i128 {
    sine(angle + QUARTER)
}

fn root(square: i128) -> i128 {
    ((square.max(0) as u128) << PLACES).isqrt() as i128
}

/// Half the angle between two points, as an arc: asin of the root of the haversine.
fn half_angle(a: Point, b: Point) -> i128 {
    let (lat_a, lat_b) = (i32::from(a.lat), i32::from(b.lat));
    let haversine = |angle: i32| (ONE - cosine(angle)) / 2;
    let across = times(times(cosine(lat_a), cosine(lat_b)), haversine(i32::from(b.lon) - i32::from(a.lon)));
    let square = (haversine(lat_b - lat_a) + across).clamp(0, ONE);
    let (sine, cosine) = (root(square), root(ONE - square));
    // From the next lower sine of the table it is less than a hundredth of a degree: two terms of asin are enough.
    let step = (SINES.partition_point(|it| *it <= sine) - 1) as i32;
    let rest = times(sine, self::cosine(step)) - times(cosine, self::sine(step));
    radians(step) + rest + times(times(rest, rest), rest) / 6
}

/// The great circle between two points on a sphere whose radius is so many tenths of a mile (RN-R55).
pub fn great_circle(radius_tenths: u32, a: Point, b: Point) -> Length {
    let millionths = half_angle(a, b) * (2 * i128::from(radius_tenths) * i128::from(MILLION / 10));
    Length(((millionths + ONE / 2) >> PLACES) as u64)
}

/// A point as a vector of length 1 with 40 binary places.
fn vector(point: Point) -> [i128; 3] {
    let (lat, lon) = (i32::from(point.lat), i32::from(point.lon));
    let cut = |value: i128| value >> (PLACES - 40);
    [cut(times(cosine(lat), cosine(lon))), cut(times(cosine(lat), sine(lon))), cut(sine(lat))]
}

fn dot(a: [i128; 3], b: [i128; 3]) -> i128 {
    (0..3).map(|i| (a[i] * b[i]) >> 40).sum()
}

fn cross(a: [i128; 3], b: [i128; 3]) -> [i128; 3] {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| (a[i] * b[j] - a[j] * b[i]) >> 40)
}

/// Whether the great circle from one point to another passes within so many miles of a third (RN-R60).
pub fn passes_within(radius_tenths: u32, (from, to): (Point, Point), point: Point, miles: Miles) -> bool {
    let near = |end: Point| great_circle(radius_tenths, end, point) <= Length::of(miles);
    if near(from) || near(to) {
        return true;
    }
    let (a, b, p) = (vector(from), vector(to), vector(point));
    let normal = cross(a, b);
    if dot(cross(normal, a), p) < 0 || dot(cross(b, normal), p) < 0 {
        return false; // the nearest point of the circle is not between the two
    }
    let arc = i128::from(miles.0) * 10 * ONE / i128::from(radius_tenths);
    let off = dot(normal, p).abs() << (PLACES - 40);
    let length = ((normal.iter().map(|it| it * it).sum::<i128>() as u128).isqrt() as i128) << (PLACES - 40);
    off <= times(series(arc.min(PI / 2)), length)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RADIUS: u32 = 39_588;

    fn at(lat: i16, lon: i16) -> Point {
        Point::new(lat, lon).unwrap()
    }

    #[test]
    fn towns_are_as_far_apart_as_the_digest_says() {
        let (florence, rome) = (at(4377, 1126), at(4190, 1248));
        let (milan, genoa) = (at(4546, 919), at(4441, 893));
        assert_eq!(great_circle(RADIUS, florence, rome).miles(), Miles(143), "RN-VR10");
        assert_eq!(great_circle(RADIUS, milan, genoa).miles(), Miles(74), "RN-VR10");
        assert_eq!(great_circle(RADIUS, rome, rome), Length(0));
        let antipodes = great_circle(RADIUS, at(0, 0), at(0, 18_000));
        assert_eq!(antipodes.to_string(), "12436.94 miles", "half the circumference");
    }

    #[test]
    fn lengths_are_those_of_the_formula_to_a_millionth() {
        let mut number = 1_u32;
        let mut draw = |range: i32| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((number >> 8) as i32).rem_euclid(2 * range + 1) - range
        };
        for _ in 0..5_000 {
            let mut point = || at(draw(9_000) as i16, draw(18_000) as i16);
            let (a, b) = (point(), point());
            let radians = |hundredths: i16| (f64::from(hundredths) / 100.0).to_radians();
            let (lat_a, lat_b) = (radians(a.lat), radians(b.lat));
            let sine = ((lat_b - lat_a) / 2.0).sin();
            let across = ((radians(b.lon) - radians(a.lon)) / 2.0).sin();
            let square = sine * sine + lat_a.cos() * lat_b.cos() * across * across;
            let wanted = 2.0 * 3_958.8 * square.sqrt().atan2((1.0 - square).sqrt());
            let found = great_circle(RADIUS, a, b).0 as f64 / 1e6;
            assert!((found - wanted).abs() < 2e-6, "{a} to {b}: {found}, not {wanted}");
            assert_eq!(great_circle(RADIUS, b, a), great_circle(RADIUS, a, b));
        }
    }

    #[test]
    fn a_route_passes_what_lies_beside_it() {
        let (genoa, rome) = (at(4441, 893), at(4190, 1248));
        let passes = |point| passes_within(RADIUS, (genoa, rome), point, Miles(15));
        assert!(passes(at(4325, 1062)), "beside its middle");
        assert!(!passes(at(4377, 1126)), "Florence is 45 miles off");
        assert!(passes(at(4176, 1229)), "Ostia is beside its end");
        assert!(!passes(at(4120, 1330)), "beyond its end");
        assert!(!passes(at(4550, 730)), "before its beginning");
    }

    #[test]
    fn roads_are_kept_to_two_decimals() {
        assert_eq!(Length(95_004_999).hundredths(), Length(95_000_000));
        assert_eq!(Length(95_005_000).hundredths(), Length(95_010_000));
        assert_eq!((Length(142_499_999).miles(), Length(142_500_000).miles()), (Miles(142), Miles(143)));
    }
}
