//! The map: terrain, rivers, roads at the start, and what passes each side of each hex (ST-R4, ST-R5).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use kernel::scenario::{Checked, Files, read, text_of, wrong};
use serde::{Deserialize, Serialize};

use super::ids::{COLUMNS, HEXES, HexId, ROWS};

/// What a hex is made of (ST-24.4, ST-R5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Open land.
    Clear,
    /// Open land under the plough.
    Cultivated,
    /// Hills.
    Hills,
    /// Forest.
    Forest,
    /// Mountain.
    Mountain,
    /// Desert.
    Desert,
    /// Water.
    Sea,
}

impl Terrain {
    /// Whether ring 2 of a zone of control stops here (ST-R10).
    pub fn blocks_zone(self) -> bool {
        matches!(self, Self::Hills | Self::Forest | Self::Mountain)
    }
}

/// A hex of the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hex {
    /// What it is made of.
    pub terrain: Terrain,
    /// Whether a river runs in it.
    pub river: bool,
    /// Whether ships use that river.
    pub navigable: bool,
    /// Whether it has a road at the start.
    pub road: bool,
    /// Its sides in the order E, NE, NW, W, SW, SE; `None` beyond the rim or the frame.
    pub sides: [Option<Hexside>; 6],
    name: u16,
}

/// What a hex has of itself, without its sides: read for the whole map several times a week.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Soil {
    /// What it is made of.
    pub terrain: Terrain,
    /// Whether a river runs in it.
    pub river: bool,
    /// Whether it has a road at the start.
    pub road: bool,
}

/// A side of a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hexside {
    /// The neighbour.
    pub to: HexId,
    /// Whether land forces pass.
    pub land: bool,
    /// Whether ships pass over open water.
    pub sea: bool,
    /// Whether ships pass on a navigable river.
    pub channel: bool,
    /// Which water lies at this side of a coastal hex; compare within one hex only. 0 for all sides of a hex on one water.
    pub water: u8,
}

impl Hexside {
    /// Whether ships pass, over open water or on a river.
    pub fn ships(&self) -> bool {
        self.sea || self.channel
    }
}

/// The map of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    hexes: Vec<Hex>,
    soils: Vec<Soil>,
    names: Vec<String>,
    frame: Frame,
    /// Where hexes lie on the globe.
    pub projection: Projection,
}

/// The part of the map that a scenario plays on: columns from 00 and rows from 00.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// Columns.
    pub columns: u16,
    /// Rows.
    pub rows: u16,
}

impl Frame {
    /// The whole grid.
    pub const WHOLE: Self = Self { columns: COLUMNS, rows: ROWS };

    /// Whether a hex is within.
    pub fn has(self, hex: HexId) -> bool {
        hex.column() < self.columns && hex.row() < self.rows
    }
}

/// Where hexes lie on the globe (section 8.2). Coordinates are for tests and drawings; the rules count in hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Projection {
    /// Latitude of row 00, thousandths of a degree.
    pub north: i32,
    /// Longitude of column 00, thousandths of a degree.
    pub west: i32,
    /// Metres to a degree of latitude.
    pub metres_per_lat: i32,
    /// Metres to a degree of longitude.
    pub metres_per_lon: i32,
    /// Metres from the middle of a hex to the middle of its neighbour.
    pub metres_per_hex: i32,
}

impl Projection {
    /// The hex that a place lies in, degrees north and east; `None` outside the grid (section 8.2).
    pub fn locate(&self, lat: f64, lon: f64) -> Option<HexId> {
        let size = f64::from(self.metres_per_hex);
        let x = (lon - f64::from(self.west) / 1000.0) * f64::from(self.metres_per_lon);
        let y = (f64::from(self.north) / 1000.0 - lat) * f64::from(self.metres_per_lat);
        let side = size / 3f64.sqrt();
        let (q, r) = ((3f64.sqrt() / 3.0 * x - y / 3.0) / side, (2.0 / 3.0 * y) / side);
        let (mut rq, mut rr, rs) = (q.round(), r.round(), (-q - r).round());
        let (dq, dr, ds) = ((rq - q).abs(), (rr - r).abs(), (rs + q + r).abs());
        if dq > dr && dq > ds {
            rq = -rr - rs;
        } else if dr > ds {
            rr = -rq - rs;
        }
        HexId::from_axial(kernel::map::Hex { q: rq as i16, r: rr as i16 })
    }
}

impl Board {
    /// A hex.
    pub fn hex(&self, hex: HexId) -> &Hex {
        &self.hexes[hex.index()]
    }
    /// What hexes have of themselves, by index.
    pub fn soils(&self) -> &[Soil] {
        &self.soils
    }
    /// Whether a hex belongs to the part of the map that is played on.
    pub fn in_frame(&self, hex: HexId) -> bool {
        self.frame.has(hex)
    }
    /// All hexes that are played on, ascending.
    pub fn all(&self) -> impl Iterator<Item = HexId> + '_ {
        HexId::all().filter(|hex| self.in_frame(*hex))
    }
    /// What the land or the water of a hex is called; empty if it has no name.
    pub fn name(&self, hex: HexId) -> &str {
        &self.names[usize::from(self.hex(hex).name)]
    }
    /// The side of a hex towards its neighbour; `None` if they do not touch, or the frame ends there.
    pub fn side(&self, from: HexId, to: HexId) -> Option<Hexside> {
        self.hex(from).sides[from.direction_to(to)?]
    }
    /// The neighbours of a hex within the frame.
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.hex(hex).sides.iter().flatten().map(|side| side.to)
    }
    /// Whether a land hex has sea at a side (ST-R5).
    pub fn is_coastal(&self, hex: HexId) -> bool {
        let hex = self.hex(hex);
        hex.terrain != Terrain::Sea && hex.sides.iter().flatten().any(|side| side.sea)
    }
    /// Whether a city here is a port: at the coast, or on the navigable part of a river (ST-1.11).
    pub fn is_harbour(&self, hex: HexId) -> bool {
        self.hex(hex).navigable || self.is_coastal(hex)
    }
    /// Whether ships may be here: sea, coast or navigable river.
    pub fn floats(&self, hex: HexId) -> bool {
        self.hex(hex).terrain == Terrain::Sea || self.is_harbour(hex)
    }
    /// Whether a hex is sea all over.
    pub fn is_sea(&self, hex: HexId) -> bool {
        self.hex(hex).terrain == Terrain::Sea
    }
    /// Whether ships that came from `before` into `here` may go on to `next`: within a coastal hex only along one water; a
    /// river joins what it flows into (ST-R5).
    pub fn ships_pass(&self, before: HexId, here: HexId, next: HexId) -> bool {
        let (Some(back), Some(on)) = (self.side(here, before), self.side(here, next)) else { return false };
        on.ships() && (self.is_sea(here) || back.channel || on.channel || back.water == on.water)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    id: String,
    columns: u16,
    rows: u16,
    projection: Projection,
    names: BTreeMap<String, String>,
    rivers: BTreeMap<String, Vec<String>>,
    roads: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SidesFile {
    no_land: Vec<String>,
    sea: Vec<String>,
    no_sea: Vec<String>,
    navigable: BTreeMap<String, Vec<String>>,
    waters: BTreeMap<String, [String; 6]>,
}

macro_rules! map {
    ($id:literal: $($name:literal),* $(,)?) => {
        Files::from([$((
            concat!("maps/", $id, "/", $name),
            include_str!(concat!("../../data/maps/", $id, "/", $name)),
        )),*])
    };
}

/// The map that is shipped, whole, read once; `None` if there is none of that id.
pub fn shipped(id: &str) -> Option<Arc<Board>> {
    static WHOLE: OnceLock<Arc<Board>> = OnceLock::new();
    (id == "anatolike").then(|| {
        let files = || map!("anatolike": "map.toml", "terrain.txt", "names.txt", "hexsides.toml");
        WHOLE.get_or_init(|| Arc::new(load("anatolike", &files()).expect("it ships complete"))).clone()
    })
}

/// Reads the files of a map, `maps/ID/NAME`.
pub fn load(id: &str, files: &Files) -> Checked<Board> {
    let path = |name: &str| format!("maps/{id}/{name}");
    let (main, sides) = (path("map.toml"), path("hexsides.toml"));
    let map: MapFile = read(files, &main)?;
    if map.id != id {
        return Err(wrong(&main, "id", format!("should be {id}, the name of its folder")));
    }
    if (map.columns, map.rows) != (COLUMNS, ROWS) {
        return Err(wrong(&main, "columns", format!("a map has {COLUMNS} columns and {ROWS} rows (ST-R4)")));
    }
    let mut names = vec![String::new()];
    let mut codes = BTreeMap::from([("..", 0)]);
    for (code, name) in &map.names {
        codes.insert(code, names.len() as u16);
        names.push(name.clone());
    }
    let (terrain_file, names_file) = (path("terrain.txt"), path("names.txt"));
    let terrain = drawn(&terrain_file, text_of(files, &terrain_file)?, 1, |letters| match letters {
        "." => Some(Terrain::Clear),
        "c" => Some(Terrain::Cultivated),
        "h" => Some(Terrain::Hills),
        "f" => Some(Terrain::Forest),
        "m" => Some(Terrain::Mountain),
        "d" => Some(Terrain::Desert),
        "~" => Some(Terrain::Sea),
        _ => None,
    })?;
    let called = drawn(&names_file, text_of(files, &names_file)?, 2, |letters| codes.get(letters).copied())?;
    let listed = |lists: &BTreeMap<String, Vec<String>>| -> Checked<BTreeSet<HexId>> {
        let hexes = lists.iter().flat_map(|(name, list)| list.iter().map(move |hex| (name, hex)));
        hexes.map(|(name, hex)| hex.parse().map_err(|reason: String| wrong(&main, name, reason))).collect()
    };
    let (rivers, roads) = (listed(&map.rivers)?, listed(&map.roads)?);
    let soils: Vec<Soil> = (terrain.into_iter().zip(HexId::all()))
        .map(|(terrain, hex)| Soil { terrain, river: rivers.contains(&hex), road: roads.contains(&hex) })
        .collect();
    let hexes = soils.iter().zip(called).map(|(soil, name)| {
        let Soil { terrain, river, road } = *soil;
        Hex { terrain, river, navigable: false, road, sides: [None; 6], name }
    });
    let mut board = Board { hexes: hexes.collect(), soils, names, frame: Frame::WHOLE, projection: map.projection };
    join(&mut board, &sides, read(files, &sides)?)?;
    if let Some(hex) = rivers.union(&roads).find(|hex| board.is_sea(**hex)) {
        return Err(wrong(&main, hex.to_string(), "rivers and roads are on land"));
    }
    Ok(board)
}

/// The letters of a drawing, `width` for each hex, in the order of the hexes.
fn drawn<T: Clone>(file: &str, text: &str, width: usize, read: impl Fn(&str) -> Option<T>) -> Checked<Vec<T>> {
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() != usize::from(ROWS) {
        return Err(wrong(file, "the file", format!("has {} lines, not {ROWS}", lines.len())));
    }
    let mut all = vec![None; HEXES];
    for (row, line) in (0..ROWS).zip(lines) {
        let place = || format!("line {}", row + 1);
        if line.len() != usize::from(COLUMNS) * width || !line.is_ascii() {
            return Err(wrong(file, place(), format!("should have {COLUMNS} hexes of {width} letters")));
        }
        for column in 0..COLUMNS {
            let from = usize::from(column) * width;
            let letters = &line[from..from + width];
            let hex = HexId::new(column, row).expect("it is on the grid");
            let unknown = || wrong(file, place(), format!("nothing is written “{letters}”"));
            all[hex.index()] = Some(read(letters).ok_or_else(unknown)?);
        }
    }
    Ok(all.into_iter().map(|each| each.expect("every hex has its letters")).collect())
}

/// Joins the hexes by their sides.
fn join(board: &mut Board, file: &str, sides: SidesFile) -> Checked<()> {
    for hex in HexId::all() {
        for direction in 0..6 {
            let side = hex.neighbour(direction).map(|to| {
                let seas = [hex, to].into_iter().filter(|hex| board.is_sea(*hex)).count();
                Hexside { to, land: seas == 0, sea: seas > 0, channel: false, water: 0 }
            });
            board.hexes[hex.index()].sides[direction] = side;
        }
    }
    let both = |board: &mut Board, key: &str, pair: &str, set: &dyn Fn(&mut Hexside)| -> Checked<(HexId, HexId)> {
        let hexes = pair.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let found = hexes.and_then(|(a, b): (HexId, HexId)| Some((a, b, a.direction_to(b)?)));
        let Some((a, b, direction)) = found else {
            return Err(wrong(
                file,
                key,
                format!("“{pair}” is no side: write two hexes that touch, such as 1129-1228"),
            ));
        };
        for (hex, direction) in [(a, direction), (b, (direction + 3) % 6)] {
            set(board.hexes[hex.index()].sides[direction].as_mut().expect("they touch"));
        }
        Ok((a, b))
    };
    for pair in &sides.no_land {
        both(board, "no_land", pair, &|side| side.land = false)?;
    }
    for pair in &sides.sea {
        both(board, "sea", pair, &|side| side.sea = true)?;
    }
    for pair in &sides.no_sea {
        both(board, "no_sea", pair, &|side| side.sea = false)?;
    }
    for (river, pairs) in &sides.navigable {
        for pair in pairs {
            let (a, b) = both(board, river, pair, &|side| side.channel = true)?;
            for hex in [a, b].into_iter().filter(|hex| !board.is_sea(*hex)).collect::<Vec<_>>() {
                let hex = &mut board.hexes[hex.index()];
                if !hex.river {
                    return Err(wrong(file, river, format!("“{pair}” is no part of a river")));
                }
                hex.navigable = true;
            }
        }
    }
    for (hex, waters) in &sides.waters {
        let id: HexId = hex.parse().map_err(|reason: String| wrong(file, "waters", reason))?;
        let mut known: Vec<&str> = Vec::new();
        for (side, name) in board.hexes[id.index()].sides.iter_mut().zip(waters) {
            let Some(side) = side.as_mut().filter(|side| side.sea) else {
                if name.is_empty() {
                    continue;
                }
                return Err(wrong(file, hex.as_str(), format!("there is no {name} at a side without sea")));
            };
            let at = known.iter().position(|water| *water == name).unwrap_or(known.len());
            if at == known.len() {
                known.push(name);
            }
            side.water = at as u8 + 1;
        }
    }
    Ok(())
}

/// The part of a map that a scenario plays on: beyond the frame there is nothing.
pub fn cut(board: &Board, frame: Frame) -> Board {
    let mut board = board.clone();
    board.frame = frame;
    for at in 0..HEXES {
        let outside = !frame.has(HexId::at(at));
        for side in &mut board.hexes[at].sides {
            if outside || side.is_some_and(|side| !frame.has(side.to)) {
                *side = None;
            }
        }
    }
    board
}
