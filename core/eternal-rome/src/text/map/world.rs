//! What of the picture never changes, as paths: terrain, provinces, borders, barriers, straits, names of waters.

use std::collections::BTreeMap;
use std::fmt::Write;

use kernel::hexes::{Edge, Hexes, chains};
use kernel::picture::Point;

use crate::model::ids::{COLUMNS, HexId, ProvinceId, ROWS};
use crate::model::map::project;
use crate::model::scenario::{Hex, LandTerrain, Scenario, SeaTerrain};

/// Width of a hex on the picture.
pub const HEX: i32 = 40;
/// The hexes of the picture.
pub const GRID: Hexes = Hexes { columns: COLUMNS, rows: ROWS, width: HEX };

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

/// The middle of a hex on the picture.
pub fn centre(hex: HexId) -> Point {
    GRID.centre(hex.column(), hex.row())
}

/// A point of the globe on the picture, degrees north and east.
pub fn point(lat: f64, lon: f64) -> Point {
    let (x, y) = project(lat, lon);
    (x * f64::from(HEX), y * f64::from(HEX))
}

impl World {
    pub fn new(sc: &Scenario) -> Self {
        let area = |holds: &dyn Fn(&Hex) -> bool| {
            GRID.area(|column, row| HexId::new(column, row).is_some_and(|hex| holds(sc.hex(hex))))
        };
        let provinces = sc.province_ids().map(|id| area(&|hex| hex.province == Some(id) && hex.land.is_some()));
        let (width, height) = GRID.extent();
        let between = |holds: &dyn Fn(HexId, HexId) -> bool| chains(sides(holds));
        let is_land = |hex: HexId| sc.hex(hex).land.is_some();
        let passes =
            |a: HexId, b: HexId, sea: bool| sc.side(a, b).is_some_and(|side| if sea { side.sea } else { side.land });
        let walls = sides(&|a, b| is_land(a) && is_land(b) && !passes(a, b, false));
        Self {
            width,
            height,
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

/// Hexsides between two hexes for which `holds`, each once.
fn sides(holds: &dyn Fn(HexId, HexId) -> bool) -> Vec<Edge> {
    let hex = |(column, row)| HexId::new(column, row);
    GRID.sides(|one, other| hex(one).zip(hex(other)).is_some_and(|(one, other)| holds(one, other)))
}

fn all_hexes() -> impl Iterator<Item = HexId> {
    (0..COLUMNS).flat_map(|column| (0..ROWS).filter_map(move |row| HexId::new(column, row)))
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

/// Columns and rows of hexes.
fn spots(hexes: &[HexId]) -> Vec<(u16, u16)> {
    hexes.iter().map(|hex| (hex.column(), hex.row())).collect()
}

/// A place near the middle of a province whose cities, with their names to the right of them, leave room for its name.
fn label_place(sc: &Scenario, hexes: &[HexId], name: &str) -> Point {
    let cities: Vec<Point> = sc.cities.iter().map(|city| centre(city.hex)).collect();
    let wide = f64::from(HEX);
    let half = 8.0 * name.chars().count() as f64;
    GRID.name_place(&spots(hexes), |column, row| {
        let at = GRID.centre(column, row);
        let near = |city: &&Point| {
            (city.1 - at.1).abs() < wide * 0.4 && (-half - wide * 1.5..half + wide * 0.3).contains(&(city.0 - at.0))
        };
        1.6 * cities.iter().filter(near).count() as f64
    })
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
    let reach = GRID.reach(name, hexes.len());
    GRID.name_place(&spots(hexes), |column, row| {
        let along = GRID.along(column, row, reach).filter_map(|(column, row)| HexId::new(column, row));
        let land = along.filter(|&hex| sc.hex(hex).land.is_some());
        land.map(|hex| if sc.hex(hex).city.is_some() { 2.0 } else { 1.0 }).sum::<f64>()
    })
}
