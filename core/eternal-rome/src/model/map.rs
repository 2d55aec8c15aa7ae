//! The grid of the map: neighbours, distances in hexes, names of places, and where hexes lie on the globe (ER-R65).
//!
//! Coordinates are for tests and drawings alone; the rules count in hexes.

use kernel::map::{HEX_DIRECTIONS, Hex};

use crate::model::ids::{COLUMNS, HexId, ROWS};
use crate::model::scenario::Scenario;

/// Column and row of the hex with the axial coordinates (0, 0).
pub const ORIGIN: (i16, i16) = (34, 28);

/// The hex in axial coordinates.
pub fn axial(hex: HexId) -> Hex {
    let r = hex.row() as i16 - ORIGIN.1;
    Hex { q: hex.column() as i16 - ORIGIN.0 - (r - r.rem_euclid(2)) / 2, r }
}

/// The hex at axial coordinates; `None` outside the grid.
pub fn from_axial(hex: Hex) -> Option<HexId> {
    let column = hex.q + (hex.r - hex.r.rem_euclid(2)) / 2 + ORIGIN.0;
    let row = hex.r + ORIGIN.1;
    HexId::new(u16::try_from(column).ok()?, u16::try_from(row).ok()?)
}

/// The neighbour in direction 0..6 (E, NE, NW, W, SW, SE); `None` beyond the rim.
pub fn neighbour(hex: HexId, direction: usize) -> Option<HexId> {
    from_axial(axial(hex).neighbour(direction))
}

/// The neighbours of a hex, by direction from E on; fewer than six at the rim.
pub fn neighbours(hex: HexId) -> impl Iterator<Item = HexId> {
    (0..HEX_DIRECTIONS.len()).filter_map(move |direction| neighbour(hex, direction))
}

/// The direction from a hex to its neighbour; `None` if they do not touch.
pub fn direction(from: HexId, to: HexId) -> Option<usize> {
    (0..HEX_DIRECTIONS.len()).find(|&direction| neighbour(from, direction) == Some(to))
}

/// Distance in hexes, over land and water alike.
pub fn distance(a: HexId, b: HexId) -> u32 {
    axial(a).distance(axial(b))
}

/// What the place is called: its city, else its land or its water.
pub fn place(sc: &Scenario, hex: HexId) -> &str {
    match sc.hex(hex).city {
        Some(city) => sc.city(city).name.as_str(),
        None => sc.names[usize::from(sc.hex_names[hex.index()])].as_str(),
    }
}

/// Centre of a hex on a drawing, in hex widths: x grows to the right and y downward, from the upper left corner of the
/// map.
pub fn centre(hex: HexId) -> (f64, f64) {
    let side = 1.0 / 3f64.sqrt();
    let shift = if hex.row() % 2 == 1 { 1.0 } else { 0.5 };
    (f64::from(hex.column()) + shift, side * (1.0 + 1.5 * f64::from(hex.row())))
}

/// The place of a point of the globe, degrees north and east, on the drawing of [`centre`] (ER-R65).
pub fn project(lat: f64, lon: f64) -> (f64, f64) {
    let cone = Cone::new();
    let angle = cone.n * (lon - CENTRAL_MERIDIAN).to_radians();
    let radius = cone.radius(lat.to_radians());
    let (x, y) = (radius * angle.sin(), cone.radius(CENTRAL_PARALLEL.to_radians()) - radius * angle.cos());
    let (left, top) = centre(HexId::new(ORIGIN.0 as u16, ORIGIN.1 as u16).expect("the origin lies on the map"));
    (left + x / HEX_WIDTH_KM, top - y / HEX_WIDTH_KM)
}

/// The hex that a point of the globe lies in, degrees north and east; `None` outside the map (ER-R65).
pub fn locate(lat: f64, lon: f64) -> Option<HexId> {
    let (x, y) = project(lat, lon);
    let hexes = (0..COLUMNS).flat_map(|column| (0..ROWS).filter_map(move |row| HexId::new(column, row)));
    let far = |hex: &HexId| (centre(*hex).0 - x).powi(2) + (centre(*hex).1 - y).powi(2);
    // A point of a hex is no farther from its centre than a corner.
    hexes.filter(|hex| far(hex) <= 1.0 / 3.0 + 1e-9).min_by(|a, b| far(a).total_cmp(&far(b)))
}

const HEX_WIDTH_KM: f64 = 70.0;
const EARTH_KM: f64 = 6371.0;
const CENTRAL_PARALLEL: f64 = 40.0;
const CENTRAL_MERIDIAN: f64 = 18.0;
const STANDARD_PARALLELS: (f64, f64) = (33.0, 47.0);

/// Lambert's conformal conic projection on a sphere.
struct Cone {
    n: f64,
    factor: f64,
}

impl Cone {
    fn new() -> Self {
        let (south, north) = (STANDARD_PARALLELS.0.to_radians(), STANDARD_PARALLELS.1.to_radians());
        let n = (south.cos() / north.cos()).ln() / (Self::stretch(north) / Self::stretch(south)).ln();
        Self { n, factor: south.cos() * Self::stretch(south).powf(n) / n }
    }

    fn stretch(lat: f64) -> f64 {
        (std::f64::consts::FRAC_PI_4 + lat / 2.0).tan()
    }

    /// Kilometres from the tip of the cone, for a latitude in radians.
    fn radius(&self, lat: f64) -> f64 {
        EARTH_KM * self.factor / Self::stretch(lat).powf(self.n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(id: &str) -> HexId {
        id.parse().unwrap()
    }

    #[test]
    fn places_lie_in_their_hexes() {
        let rows = [(41.89, 12.49, "2824"), (31.20, 29.90, "5043"), (37.94, 27.34, "4531"), (40.0, 18.0, "3428")];
        for (lat, lon, at) in rows {
            assert_eq!(locate(lat, lon), Some(hex(at)), "ER-R65, vector VR-16");
        }
        assert_eq!(locate(0.0, 0.0), None);
        assert_eq!(distance(hex("2824"), hex("5043")), 32, "VR-16");
        let cone = Cone::new();
        assert!((cone.n - 0.6444004559).abs() < 1e-9 && (cone.factor - 1.9290945191).abs() < 1e-9);
    }

    #[test]
    fn neighbours_touch_and_the_rim_has_fewer() {
        for at in ["2824", "2825", "4031"] {
            let here = hex(at);
            for way in 0..6 {
                let there = neighbour(here, way).unwrap();
                assert_eq!((distance(here, there), direction(there, here)), (1, Some((way + 3) % 6)));
            }
        }
        assert_eq!(neighbours(hex("0000")).count(), 2);
        assert_eq!(neighbours(hex("7959")).count(), 2);
        assert_eq!(direction(hex("2824"), hex("2826")), None);
        let all = (0..crate::model::ids::HEXES).map(HexId::at);
        assert!(all.into_iter().all(|hex| from_axial(axial(hex)) == Some(hex)));
    }
}
