//! Plane geometry of the map: projection, and the cells around the provinces' cities.

use kernel::MapOptions;
use kernel::picture::Point;

use crate::model::scenario::Scenario;

const DEFAULT_WIDTH: u32 = 1400;
const MARGIN_DEGREES: f64 = 0.6;
/// Corners of the circle that bounds a lone cell.
const CORNERS: usize = 40;
/// No province reaches farther from its city than so many times a long distance to the next: one that so many per cent of
/// the cities do not exceed.
const REACH_FACTOR: f64 = 1.45;
const REACH_PERCENT: usize = 85;

/// From degrees to pixels: equal steps of longitude and latitude, longitude shortened as at the middle of the map.
#[derive(Clone, Copy, Debug)]
pub struct Projection {
    west: f64,
    north: f64,
    per_lon: f64,
    per_lat: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Projection {
    /// For a scenario and the part of it that is wanted; the drawing begins `top` pixels below the picture's edge.
    pub fn new(sc: &Scenario, options: &MapOptions, top: f64) -> Self {
        let [west, south, east, north] = options.crop.and_then(sensible).unwrap_or_else(|| whole(sc));
        let width = f64::from(options.width.unwrap_or(DEFAULT_WIDTH).clamp(320, 4000));
        let shortened = ((north + south) / 2.0).to_radians().cos().max(0.2);
        let per_lon = width / (east - west);
        let per_lat = per_lon / shortened;
        Self { west, north, per_lon, per_lat, top, width, height: ((north - south) * per_lat).clamp(50.0, 6000.0) }
    }

    pub fn point(&self, lon: f64, lat: f64) -> Point {
        ((lon - self.west) * self.per_lon, self.top + (self.north - lat) * self.per_lat)
    }

    /// Whether a point lies on the picture, or within `margin` pixels of it.
    pub fn shows(&self, (x, y): Point, margin: f64) -> bool {
        (-margin..=self.width + margin).contains(&x)
            && (self.top - margin..=self.top + self.height + margin).contains(&y)
    }

    /// Whether any of a line of degrees may lie on the picture.
    pub fn shows_any(&self, line: &[[f64; 2]]) -> bool {
        let points = line.iter().map(|[lon, lat]| self.point(*lon, *lat));
        let far = (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
        let (left, up, right, down) =
            points.fold(far, |(left, up, right, down), (x, y)| (left.min(x), up.min(y), right.max(x), down.max(y)));
        right >= 0.0 && left <= self.width && down >= self.top && up <= self.top + self.height
    }
}

/// West, south, east, north, if they bound a part of the globe that can be drawn.
fn sensible([west, south, east, north]: [f64; 4]) -> Option<[f64; 4]> {
    let finite = [west, south, east, north].iter().all(|degrees| degrees.is_finite());
    let drawable = finite
        && (0.2..=360.0).contains(&(east - west))
        && (0.2..=170.0).contains(&(north - south))
        && (-85.0..=85.0).contains(&south)
        && (-85.0..=85.0).contains(&north)
        && (-360.0..=360.0).contains(&west);
    // A strip is widened, so that the picture keeps a shape that a screen can hold.
    drawable.then(|| {
        let (least, middle) = ((east - west) / 4.0, (south + north) / 2.0);
        if north - south >= least {
            [west, south, east, north]
        } else {
            [west, middle - least / 2.0, east, middle + least / 2.0]
        }
    })
}

fn whole(sc: &Scenario) -> [f64; 4] {
    let bounds = sc.geography.bounds;
    if let Some(bounds) = sensible(bounds) {
        return bounds;
    }
    let (mut west, mut south, mut east, mut north) = (180.0_f64, 90.0_f64, -180.0_f64, -90.0_f64);
    for info in &sc.provinces {
        (west, east) = (west.min(info.lon), east.max(info.lon));
        (south, north) = (south.min(info.lat), north.max(info.lat));
    }
    [west - MARGIN_DEGREES, south - MARGIN_DEGREES, east + MARGIN_DEGREES, north + MARGIN_DEGREES]
}

/// How far a province reaches from its city, going by the distances between neighbouring cities.
pub fn reach(sites: &[Point]) -> f64 {
    let nearest = |(own, site): (usize, &Point)| {
        let others = sites.iter().enumerate().filter(|(other, _)| *other != own);
        others.map(|(_, other)| distance(*site, *other)).fold(f64::INFINITY, f64::min)
    };
    let mut all: Vec<f64> = sites.iter().enumerate().map(nearest).filter(|far| far.is_finite()).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() * REACH_PERCENT / 100).map_or(60.0, |far| far * REACH_FACTOR)
}

/// The outline that holds a place, or the one that comes nearest to it: a city on a simplified coast may lie just off it.
pub fn ring_of(rings: &[Vec<[f64; 2]>], lon: f64, lat: f64) -> Option<usize> {
    if let Some(inside) = rings.iter().position(|ring| holds(ring, lon, lat)) {
        return Some(inside);
    }
    let far =
        |ring: &Vec<[f64; 2]>| ring.iter().map(|[x, y]| distance((*x, *y), (lon, lat))).fold(f64::INFINITY, f64::min);
    (0..rings.len()).min_by(|one, other| far(&rings[*one]).total_cmp(&far(&rings[*other])))
}

/// Whether a point lies inside a closed outline: a ray from it crosses the outline an odd number of times.
fn holds(ring: &[[f64; 2]], lon: f64, lat: f64) -> bool {
    let sides = ring.iter().zip(ring.iter().cycle().skip(1));
    let crosses = |([x, y], [to_x, to_y]): &(&[f64; 2], &[f64; 2])| {
        (*y > lat) != (*to_y > lat) && lon < x + (to_x - x) * (lat - y) / (to_y - y)
    };
    sides.filter(crosses).count() % 2 == 1
}

/// A convex cell: its corners, each with the neighbour beyond the side that begins there.
pub type Cell = Vec<(Point, Option<usize>)>;

/// The part of the plane nearer to each of the `members` among some sites than to any other of them, and within `reach`.
pub fn cells(sites: &[Point], members: &[usize], reach: f64) -> Vec<Cell> {
    let around = |&(x, y): &Point| -> Cell {
        let corner = |step: usize| {
            let angle = std::f64::consts::TAU * step as f64 / CORNERS as f64;
            ((x + reach * angle.cos(), y + reach * angle.sin()), None)
        };
        (0..CORNERS).map(corner).collect()
    };
    let cell = |&own: &usize| {
        let site = sites[own];
        let near = members.iter().copied().filter(|&other| other != own && distance(site, sites[other]) < 2.0 * reach);
        near.fold(around(&site), |cell, other| cut(&cell, site, sites[other], other))
    };
    members.iter().map(cell).collect()
}

pub fn distance(one: Point, other: Point) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}

/// What of a cell lies nearer to `site` than to `rival`.
fn cut(cell: &Cell, site: Point, rival: Point, index: usize) -> Cell {
    // Positive on the site's side of the line halfway between the two.
    let side = |(x, y): Point| {
        (x - (site.0 + rival.0) / 2.0) * (site.0 - rival.0) + (y - (site.1 + rival.1) / 2.0) * (site.1 - rival.1)
    };
    let mut kept = Cell::with_capacity(cell.len() + 1);
    for (at, &(corner, beyond)) in cell.iter().enumerate() {
        let (next, _) = cell[(at + 1) % cell.len()];
        let (here, there) = (side(corner), side(next));
        let crossing = || {
            let part = here / (here - there);
            (corner.0 + (next.0 - corner.0) * part, corner.1 + (next.1 - corner.1) * part)
        };
        match (here >= 0.0, there >= 0.0) {
            (true, true) => kept.push((corner, beyond)),
            (true, false) => {
                kept.push((corner, beyond));
                kept.push((crossing(), Some(index)));
            }
            (false, true) => kept.push((crossing(), beyond)),
            (false, false) => {}
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cells_meet_halfway_and_know_their_neighbour() {
        let found = cells(&[(0.0, 0.0), (10.0, 0.0)], &[0, 1], 20.0);
        let right = found[0].iter().map(|((x, _), _)| *x).fold(f64::MIN, f64::max);
        assert!((right - 5.0).abs() < 1e-9);
        assert_eq!(found[0].iter().filter(|(_, beyond)| *beyond == Some(1)).count(), 1);
    }

    #[test]
    fn a_city_belongs_to_its_island_or_the_nearest() {
        let island = |x: f64| vec![[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x, 1.0]];
        let rings = [island(0.0), island(5.0)];
        assert_eq!(ring_of(&rings, 5.5, 0.5), Some(1));
        assert_eq!(ring_of(&rings, 1.1, 0.5), Some(0));
        assert_eq!(ring_of(&[], 1.0, 1.0), None);
    }

    #[test]
    fn nonsense_for_a_part_of_the_map_shows_the_whole() {
        let sc = &crate::model::scenario::shipped::shipped()[0];
        let whole = Projection::new(sc, &MapOptions::default(), 0.0);
        for crop in [[f64::NAN; 4], [10.0, 45.0, 9.0, 46.0], [0.0; 4], [f64::INFINITY, 0.0, 1.0, 1.0]] {
            let drawn = Projection::new(sc, &MapOptions { crop: Some(crop), ..MapOptions::default() }, 0.0);
            assert_eq!((drawn.west, drawn.north), (whole.west, whole.north));
        }
    }
}
