//! The picture of the board, worked out once: outlines of the Lands on a map that gives each Land about the same room,
//! the signs along its borders, where names and pieces stand.

use std::fmt::Write;
use std::sync::OnceLock;

use kernel::picture::Point;
use serde::Deserialize;

use crate::model::ids::LandId;
use crate::model::scenario::{Board, Terrain, shipped};

/// Mountain signs stand so far apart along a border, forests and the Great Wall closer.
const MOUNTAIN_STEP: f64 = 23.0;
const FOREST_STEP: f64 = 21.0;
const WALL_STEP: f64 = 16.0;
/// Lands that do not border on each other are shown as shut off where they touch over such a length.
const CLOSED_FROM: f64 = 45.0;

/// The file as it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    width: f64,
    height: f64,
    /// The Lands on both sides (-1: water), then the first point and the steps from each to the next.
    arcs: Vec<Vec<i32>>,
    lands: Vec<FileLand>,
    waters: Vec<FileWater>,
    areas: Vec<FileArea>,
    /// Ways between Lands that do not touch: two Lands, two points.
    links: Vec<[i32; 6]>,
    /// Outlines of land that belongs to no Land.
    waste: Vec<Vec<i32>>,
    grid: Grid,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileLand {
    id: String,
    at: [f64; 2],
    room: f64,
    /// Arcs one after the other; the complement of a number is the arc backwards.
    rings: Vec<Vec<i32>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileWater {
    id: String,
    at: [f64; 2],
    cells: Vec<Vec<i32>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileArea {
    id: String,
    at: [f64; 2],
}

/// Points of the map for a grid of degrees, row by row from the north-west.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Grid {
    west: f64,
    east: f64,
    south: f64,
    north: f64,
    columns: usize,
    rows: usize,
    points: Vec<i32>,
}

/// Where a Land lies.
pub struct Site {
    /// Outline as path data.
    pub outline: String,
    /// Middle of name and pieces.
    pub at: Point,
    /// How much room there is on either side of it.
    pub room: f64,
}

/// The picture of the board.
pub struct World {
    pub width: f64,
    pub height: f64,
    /// In the order of the board.
    pub lands: Vec<Site>,
    /// In the order of the board: where the name and the fleets stand, and the extent as path data.
    pub waters: Vec<(Point, String)>,
    /// In the order of the board: where the name stands.
    pub areas: Vec<Point>,
    /// Land that belongs to no Land.
    pub waste: String,
    pub coast: String,
    /// Borders within an Area, and those between Areas.
    pub borders: String,
    pub area_borders: String,
    /// Where Lands touch and nobody can cross.
    pub closed: String,
    /// Signs along difficult borders.
    pub mountains: String,
    pub forests: String,
    pub wall: String,
    /// Straits, ways that only Barbarians take, and borders of Lands that do not touch on this map.
    pub straits: String,
    pub raids: String,
    pub roads: String,
    grid: Grid,
}

/// The picture of the shipped board.
pub fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| {
        let file = serde_json::from_str(include_str!("../../../data/map.json")).expect("the shipped map is complete");
        World::new(file, shipped::board())
    })
}

impl World {
    fn new(file: File, board: &Board) -> Self {
        let arcs: Vec<Vec<Point>> = file.arcs.iter().map(|arc| points(&arc[2..])).collect();
        let outline = |rings: &[Vec<i32>]| rings.iter().map(|ring| closed(&stitch(&arcs, ring))).collect::<String>();
        let site = |land: &crate::model::scenario::Land| {
            let drawn = file.lands.iter().find(|drawn| drawn.id == land.id).expect("every Land is on the map");
            Site { outline: outline(&drawn.rings), at: (drawn.at[0], drawn.at[1]), room: drawn.room }
        };
        let water = |water: &crate::model::scenario::Water| {
            let drawn = file.waters.iter().find(|drawn| drawn.id == water.id).expect("every water is on the map");
            let extent = drawn.cells.iter().map(|cell| closed(&points(cell))).collect();
            ((drawn.at[0], drawn.at[1]), extent)
        };
        let area = |area: &crate::model::scenario::Area| {
            let drawn = file.areas.iter().find(|drawn| drawn.id == area.id).expect("every Area is on the map");
            (drawn.at[0], drawn.at[1])
        };
        let mut world = Self {
            width: file.width,
            height: file.height,
            lands: board.lands.iter().map(site).collect(),
            waters: board.waters.iter().map(water).collect(),
            areas: board.areas.iter().map(area).collect(),
            waste: outline(&file.waste),
            coast: String::new(),
            borders: String::new(),
            area_borders: String::new(),
            closed: String::new(),
            mountains: String::new(),
            forests: String::new(),
            wall: String::new(),
            straits: String::new(),
            raids: String::new(),
            roads: String::new(),
            grid: file.grid,
        };
        let land = |number: i32| {
            let id = usize::try_from(number).ok().and_then(|number| file.lands.get(number)).map(|land| &land.id)?;
            board.lands.iter().position(|land| land.id == *id).map(LandId::at)
        };
        for (arc, line) in file.arcs.iter().zip(&arcs) {
            world.arc(board, land(arc[0]), land(arc[1]), line);
        }
        for [one, other, x, y, to_x, to_y] in &file.links {
            if let (Some(one), Some(other)) = (land(*one), land(*other)) {
                world.link(board, one, other, &[(f64::from(*x), f64::from(*y)), (f64::from(*to_x), f64::from(*to_y))]);
            }
        }
        world
    }

    fn arc(&mut self, board: &Board, one: Option<LandId>, other: Option<LandId>, line: &[Point]) {
        let (Some(one), Some(other)) = (one, other) else {
            open(&mut self.coast, line);
            return;
        };
        let Some(border) = board.border(one, other) else {
            // Where four Lands all but meet in a point, two of them touch by a hair.
            let path = if length(line) < CLOSED_FROM { &mut self.borders } else { &mut self.closed };
            open(path, line);
            return;
        };
        let same = board.land(one).area == board.land(other).area;
        open(if same { &mut self.borders } else { &mut self.area_borders }, line);
        match border.terrain {
            Some(Terrain::Mountain) => along(line, MOUNTAIN_STEP, |(x, y)| {
                let _ = write!(self.mountains, "M{:.0} {:.0}l7 -12l7 12z", x - 7.0, y + 5.0);
            }),
            Some(Terrain::Forest) => along(line, FOREST_STEP, |(x, y)| {
                let _ = write!(self.forests, "M{:.0} {y:.0}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z", x - 5.0);
            }),
            Some(Terrain::GreatWall) => along(line, WALL_STEP, |(x, y)| {
                let _ = write!(self.wall, "M{:.0} {:.0}h10v9h-10z", x - 5.0, y - 4.5);
            }),
            None => {}
        }
    }

    fn link(&mut self, board: &Board, one: LandId, other: LandId, line: &[Point]) {
        use crate::model::scenario::BorderKind;
        let path = match board.border(one, other).map(|border| border.kind) {
            Some(BorderKind::Strait) => &mut self.straits,
            Some(BorderKind::BarbarianOnly) => &mut self.raids,
            Some(BorderKind::Land) => &mut self.roads,
            None => return,
        };
        open(path, line);
    }

    /// Where a place given in degrees lies on the map; places beyond its edge are moved to the edge.
    pub fn point(&self, lon: f64, lat: f64) -> Point {
        let grid = &self.grid;
        let across = |share: f64, count: usize| {
            let place = share.clamp(0.0, 1.0) * (count - 1) as f64;
            let cell = (place.floor() as usize).min(count - 2);
            (cell, place - cell as f64)
        };
        let (column, right) = across((lon - grid.west) / (grid.east - grid.west), grid.columns);
        let (row, down) = across((grid.north - lat) / (grid.north - grid.south), grid.rows);
        let node =
            |row: usize, column: usize, part: usize| f64::from(grid.points[2 * (row * grid.columns + column) + part]);
        let between = |part: usize| {
            let upper = node(row, column, part) * (1.0 - right) + node(row, column + 1, part) * right;
            let lower = node(row + 1, column, part) * (1.0 - right) + node(row + 1, column + 1, part) * right;
            upper * (1.0 - down) + lower * down
        };
        (between(0), between(1))
    }
}

/// A first point and steps from each to the next.
fn points(steps: &[i32]) -> Vec<Point> {
    let mut at = (0, 0);
    let step = |step: &[i32]| {
        at = (at.0 + step[0], at.1 + step[1]);
        (f64::from(at.0), f64::from(at.1))
    };
    steps.chunks_exact(2).map(step).collect()
}

/// Arcs one after the other, each but the first without its first point.
fn stitch(arcs: &[Vec<Point>], ring: &[i32]) -> Vec<Point> {
    let mut line: Vec<Point> = Vec::new();
    for &number in ring {
        let back = number < 0;
        let arc = &arcs[(if back { !number } else { number }) as usize];
        let skip = usize::from(!line.is_empty());
        if back {
            line.extend(arc.iter().rev().skip(skip));
        } else {
            line.extend(arc.iter().skip(skip));
        }
    }
    line
}

/// A line as path data.
fn open(path: &mut String, line: &[Point]) {
    let mut last: Option<Point> = None;
    for &(x, y) in line {
        let _ = match last {
            None => write!(path, "M{x} {y}"),
            Some((from_x, from_y)) => write!(path, "l{} {}", x - from_x, y - from_y),
        };
        last = Some((x, y));
    }
}

fn closed(line: &[Point]) -> String {
    let mut path = String::new();
    open(&mut path, line);
    path.push('Z');
    path
}

/// Points along a line, `step` apart, in its middle; one at least.
fn along(line: &[Point], step: f64, mut place: impl FnMut(Point)) {
    let length = length(line);
    let count = (length / step).floor().max(1.0);
    let mut next = (length - (count - 1.0) * step) / 2.0;
    for pair in line.windows(2) {
        let here = distance(pair[0], pair[1]);
        while next <= here && here > 0.0 {
            let share = next / here;
            place((pair[0].0 + (pair[1].0 - pair[0].0) * share, pair[0].1 + (pair[1].1 - pair[0].1) * share));
            next += step;
        }
        next -= here;
    }
}

fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|pair| distance(pair[0], pair[1])).sum()
}

fn distance(one: Point, other: Point) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_evenly_along_a_line() {
        let mut found = Vec::new();
        along(&[(0.0, 0.0), (10.0, 0.0), (10.0, 14.0)], 8.0, |point| found.push(point));
        assert_eq!(found, [(4.0, 0.0), (10.0, 2.0), (10.0, 10.0)]);
        let mut one = 0;
        along(&[(0.0, 0.0), (3.0, 0.0)], 8.0, |_| one += 1);
        assert_eq!(one, 1);
    }

    #[test]
    fn every_border_of_the_board_can_be_seen() {
        let file: File = serde_json::from_str(include_str!("../../../data/map.json")).unwrap();
        let board = shipped::board();
        let id = |number: i32| file.lands[number as usize].id.as_str();
        let known = |number: i32| usize::try_from(number).is_ok_and(|number| number < file.lands.len());
        let inland = file.arcs.iter().filter(|arc| known(arc[0]) && known(arc[1]));
        let mut seen: Vec<(&str, &str)> = inland.map(|arc| (id(arc[0]), id(arc[1]))).collect();
        seen.extend(file.links.iter().map(|link| (id(link[0]), id(link[1]))));
        for land in &board.lands {
            for border in &land.borders {
                let pair = (land.id.as_str(), board.land(border.to).id.as_str());
                assert!(seen.contains(&pair) || seen.contains(&(pair.1, pair.0)), "{pair:?}");
            }
        }
    }

    #[test]
    fn places_lie_where_their_lands_are() {
        let (world, board) = (world(), shipped::board());
        // The names of Barren Lands make room for those of the Areas.
        for (land, site) in board.lands.iter().zip(&world.lands).filter(|(land, _)| !land.barren) {
            let (x, y) = world.point(land.at.0, land.at.1);
            assert!(distance((x, y), site.at) < 300.0, "{}: {x:.0} {y:.0} against {:?}", land.id, site.at);
        }
        assert_eq!(world.point(-500.0, 500.0), world.point(-129.0, 71.5));
    }
}
