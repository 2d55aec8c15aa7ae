//! What of the picture never changes, as paths: terrain, provinces, borders, barriers, straits, names of waters.

use std::collections::BTreeMap;
use std::fmt::Write;

use kernel::picture::Point;

use crate::model::ids::{COLUMNS, HexId, ProvinceId, ROWS};
use crate::model::map::{neighbour, project};
use crate::model::scenario::{Hex, LandTerrain, Scenario, SeaTerrain};

/// Width of a hex on the picture.
pub const HEX: i32 = 40;

/// The land terrains in the order of their paths.
pub const TERRAINS: [(LandTerrain, &str); 5] = [
    (LandTerrain::Clear, "clear"),
    (LandTerrain::Forest, "forest"),
    (LandTerrain::Marsh, "marsh"),
    (LandTerrain::Desert, "desert"),
    (LandTerrain::Wild, "wild"),
];

/// Paths in the coordinates of the picture.
#[derive(Debug)]
pub struct World {
    pub width: f64,
    pub height: f64,
    /// By [`TERRAINS`].
    pub terrain: [String; 5],
    /// All land.
    pub land: String,
    /// Shallow water.
    pub shallow: String,
    /// Neither land nor sea.
    pub nothing: String,
    /// Land of no province.
    pub closed: String,
    /// By [`ProvinceId`].
    pub provinces: Vec<String>,
    /// Where a province's name stands.
    pub centres: Vec<Point>,
    pub borders: String,
    /// Hexsides that armies cannot cross.
    pub barriers: String,
    /// Peaks along them.
    pub peaks: String,
    /// Hexsides between waters that fleets cannot cross.
    pub bars: String,
    /// From shore to shore.
    pub straits: String,
    /// The part with the provinces in play and some room around: left, top, right, bottom.
    pub theatre: (f64, f64, f64, f64),
    /// Names of waters, with how many hexes bear them.
    pub waters: Vec<(String, Point, usize)>,
}

/// Height of a corner, in steps of a quarter of a hex's height.
fn level(steps: i32) -> i32 {
    (f64::from(steps) * f64::from(HEX) / 12f64.sqrt()).round() as i32
}

/// The middle of a hex on the picture.
pub fn centre(hex: HexId) -> Point {
    let (x, y) = crate::model::map::centre(hex);
    (x * f64::from(HEX), y * f64::from(HEX))
}

/// A point of the globe on the picture, degrees north and east.
pub fn point(lat: f64, lon: f64) -> Point {
    let (x, y) = project(lat, lon);
    (x * f64::from(HEX), y * f64::from(HEX))
}

type Corner = (i32, i32);
type Edge = (Corner, Corner);

/// The hexside in a direction (E, NE, NW, W, SW, SE), clockwise around the hex.
fn edge(hex: HexId, direction: usize) -> Edge {
    let (column, row) = (i32::from(hex.column()), i32::from(hex.row()));
    let middle = (2 * column + 1 + row % 2) * HEX / 2;
    let (left, right) = (middle - HEX / 2, middle + HEX / 2);
    let [top, upper, lower, bottom] = [0, 1, 3, 4].map(|steps| level(3 * row + steps));
    match direction {
        0 => ((right, upper), (right, lower)),
        1 => ((middle, top), (right, upper)),
        2 => ((left, upper), (middle, top)),
        3 => ((left, lower), (left, upper)),
        4 => ((middle, bottom), (left, lower)),
        _ => ((right, lower), (middle, bottom)),
    }
}

impl World {
    pub fn new(sc: &Scenario) -> Self {
        let area = |holds: &dyn Fn(&Hex) -> bool| outline(&|hex| holds(sc.hex(hex)));
        let provinces = sc.province_ids().map(|id| area(&|hex| hex.province == Some(id) && hex.land.is_some()));
        let (width, height) = crate::model::map::extent();
        let between = |holds: &dyn Fn(HexId, HexId) -> bool| chains(sides(holds));
        let is_land = |hex: HexId| sc.hex(hex).land.is_some();
        let passes =
            |a: HexId, b: HexId, sea: bool| sc.side(a, b).is_some_and(|side| if sea { side.sea } else { side.land });
        let walls = sides(&|a, b| is_land(a) && is_land(b) && !passes(a, b, false));
        Self {
            width: width * f64::from(HEX),
            height: height * f64::from(HEX),
            terrain: TERRAINS.map(|(terrain, _)| area(&|hex| hex.land == Some(terrain))),
            land: area(&|hex| hex.land.is_some()),
            shallow: area(&|hex| hex.land.is_none() && hex.sea == Some(SeaTerrain::Coast)),
            nothing: area(&|hex| hex.land.is_none() && hex.sea.is_none()),
            closed: area(&|hex| hex.land.is_some() && !is_open(sc, hex)),
            provinces: provinces.collect(),
            centres: sc.provinces.iter().map(|info| label_place(sc, &info.hexes, info.name.as_str())).collect(),
            borders: between(&|a, b| {
                is_land(a) && is_land(b) && sc.hex(a).province != sc.hex(b).province && passes(a, b, false)
            }),
            peaks: peaks(&walls),
            barriers: chains(walls),
            bars: between(&|a, b| {
                let sea = |hex: HexId| sc.hex(hex).sea.is_some();
                sea(a) && sea(b) && !passes(a, b, true) && !(is_land(a) && is_land(b) && !passes(a, b, false))
            }),
            straits: straits(sc),
            theatre: theatre(sc),
            waters: waters(sc),
        }
    }
}

/// Whether a hex of land belongs to a province that somebody may enter.
fn is_open(sc: &Scenario, hex: &Hex) -> bool {
    hex.province.is_some_and(|id: ProvinceId| sc.province(id).initial.is_some())
}

fn theatre(sc: &Scenario) -> (f64, f64, f64, f64) {
    let open = all_hexes().filter(|&hex| sc.hex(hex).land.is_some() && is_open(sc, sc.hex(hex)));
    let none = (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
    let (left, top, right, bottom) =
        open.map(centre).fold(none, |sum, (x, y)| (sum.0.min(x), sum.1.min(y), sum.2.max(x), sum.3.max(y)));
    let room = 2.5 * f64::from(HEX);
    (left - room, top - room, right + room, bottom + room)
}

fn all_hexes() -> impl Iterator<Item = HexId> {
    (0..COLUMNS).flat_map(|column| (0..ROWS).filter_map(move |row| HexId::new(column, row)))
}

/// The rim of an area, as closed curves. Three hexes meet in a corner, so that one curve goes on from each.
fn outline(holds: &dyn Fn(HexId) -> bool) -> String {
    let mut next: BTreeMap<Corner, Corner> = BTreeMap::new();
    for hex in all_hexes().filter(|hex| holds(*hex)) {
        for direction in 0..6 {
            if !neighbour(hex, direction).is_some_and(holds) {
                let (from, to) = edge(hex, direction);
                next.insert(from, to);
            }
        }
    }
    let mut path = String::new();
    while let Some((&start, _)) = next.first_key_value() {
        let mut line = vec![start];
        let mut here = start;
        while let Some(to) = next.remove(&here) {
            if to == start {
                break;
            }
            line.push(to);
            here = to;
        }
        draw(&mut path, &line);
        path.push('z');
    }
    path
}

/// Hexsides between two hexes, each once.
fn sides(holds: &dyn Fn(HexId, HexId) -> bool) -> Vec<Edge> {
    let mut edges = Vec::new();
    for hex in all_hexes() {
        for direction in 0..3 {
            if let Some(other) = neighbour(hex, direction).filter(|&other| holds(hex, other)) {
                let _ = other;
                edges.push(edge(hex, direction));
            }
        }
    }
    edges
}

/// Hexsides joined into lines as long as they go.
fn chains(edges: Vec<Edge>) -> String {
    let mut ways: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for (a, b) in edges {
        ways.entry(a).or_default().push(b);
        ways.entry(b).or_default().push(a);
    }
    let mut path = String::new();
    loop {
        // Ends first, so that a line is not cut in two.
        let open = ways.iter().find(|(_, to)| to.len() % 2 == 1).or_else(|| ways.iter().find(|(_, to)| !to.is_empty()));
        let Some((&start, _)) = open else { break };
        let mut line = vec![start];
        let mut here = start;
        while let Some(to) = ways.get_mut(&here).and_then(Vec::pop) {
            if let Some(back) = ways.get_mut(&to) {
                back.retain(|other| *other != here);
            }
            line.push(to);
            here = to;
        }
        ways.retain(|_, to| !to.is_empty());
        draw(&mut path, &line);
    }
    path
}

fn draw(path: &mut String, line: &[Corner]) {
    let Some((x, y)) = line.first() else { return };
    let _ = write!(path, "M{x} {y}");
    for pair in line.windows(2) {
        let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let _ = if dx == 0 { write!(path, "v{dy}") } else { write!(path, "l{dx} {dy}") };
    }
}

/// A peak on every hexside that armies cannot cross.
fn peaks(walls: &[Edge]) -> String {
    let mut path = String::new();
    for ((ax, ay), (bx, by)) in walls {
        let _ = write!(path, "M{} {}l8 -15l8 15z", (ax + bx) / 2 - 8, (ay + by) / 2 + 6);
    }
    path
}

fn straits(sc: &Scenario) -> String {
    let mut path = String::new();
    for hex in all_hexes() {
        for side in sc.hex(hex).sides.iter().flatten().filter(|side| side.strait > 0 && side.to > hex) {
            let ((ax, ay), (bx, by)) = (centre(hex), centre(side.to));
            let _ = write!(
                path,
                "M{:.0} {:.0}L{:.0} {:.0}",
                ax + (bx - ax) * 0.25,
                ay + (by - ay) * 0.25,
                ax + (bx - ax) * 0.75,
                ay + (by - ay) * 0.75
            );
        }
    }
    path
}

/// The hex of a group that is nearest to the middle of them all.
fn heart(hexes: &[HexId]) -> Point {
    let many = hexes.len().max(1) as f64;
    let sum = hexes.iter().map(|&hex| centre(hex)).fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let middle = (sum.0 / many, sum.1 / many);
    let far = |hex: &HexId| (centre(*hex).0 - middle.0).powi(2) + (centre(*hex).1 - middle.1).powi(2);
    hexes.iter().min_by(|a, b| far(a).total_cmp(&far(b))).map_or(middle, |&hex| centre(hex))
}

/// A place near the middle of a province whose cities, with their names to the right of them, leave room for its name.
fn label_place(sc: &Scenario, hexes: &[HexId], name: &str) -> Point {
    let (x, y) = heart(hexes);
    let cities: Vec<Point> = sc.cities.iter().map(|city| centre(city.hex)).collect();
    let wide = f64::from(HEX);
    let half = 8.0 * name.chars().count() as f64;
    let crowd = |at: Point| {
        let near = |city: &&Point| {
            (city.1 - at.1).abs() < wide * 0.4 && (-half - wide * 1.5..half + wide * 0.3).contains(&(city.0 - at.0))
        };
        cities.iter().filter(near).count() as f64
    };
    let cost = |hex: &HexId| {
        let at = centre(*hex);
        (at.0 - x).hypot(at.1 - y) + wide * 1.6 * crowd(at)
    };
    hexes.iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).map_or((x, y), |&hex| centre(hex))
}

fn waters(sc: &Scenario) -> Vec<(String, Point, usize)> {
    let mut groups: BTreeMap<u8, Vec<HexId>> = BTreeMap::new();
    for hex in all_hexes().filter(|&hex| sc.hex(hex).land.is_none() && sc.hex(hex).sea.is_some()) {
        groups.entry(sc.hex_names[hex.index()]).or_default().push(hex);
    }
    let named = groups.into_iter().map(|(name, hexes)| {
        let name = sc.names[usize::from(name)].to_string();
        let place = water_place(sc, &hexes, &name);
        (name, place, hexes.len())
    });
    named.collect()
}

/// A place near the middle of a water where its name runs over as little land as may be.
fn water_place(sc: &Scenario, hexes: &[HexId], name: &str) -> Point {
    let (x, y) = heart(hexes);
    let wide = f64::from(HEX);
    let reach = (4.2 * name.chars().count() as f64 * (1.0 + 0.04 * (hexes.len() as f64).sqrt()) / wide).ceil() as i32;
    let on_land = |hex: &HexId| {
        let (column, row) = (i32::from(hex.column()), hex.row());
        let along = (column - reach..=column + reach).filter_map(|column| u16::try_from(column).ok());
        let land = along.filter_map(|column| HexId::new(column, row)).filter(|&hex| sc.hex(hex).land.is_some());
        land.map(|hex| if sc.hex(hex).city.is_some() { 2.0 } else { 1.0 }).sum::<f64>()
    };
    let cost = |hex: &HexId| {
        let at = centre(*hex);
        (at.0 - x).hypot(at.1 - y) + wide * on_land(hex)
    };
    hexes.iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).map_or((x, y), |&hex| centre(hex))
}
