//! What of the picture never changes, as paths: terrain, coast, straits, rivers, names of lands and waters.

use std::collections::BTreeMap;

use kernel::hexes::{Corner, Edge, Hexes, chains, curves};
use kernel::picture::Point;

use crate::model::board::{Board, Hexside, Terrain};
use crate::model::ids::HexId;

/// Width of a hex on the picture.
pub const HEX: i32 = 40;

/// The land terrains in the order of their paths.
pub const TERRAINS: [(Terrain, &str); 6] = [
    (Terrain::Clear, "clear"),
    (Terrain::Cultivated, "cultivated"),
    (Terrain::Hills, "hills"),
    (Terrain::Forest, "forest"),
    (Terrain::Mountain, "mountain"),
    (Terrain::Desert, "desert"),
];

/// The name of a land or a water.
#[derive(Debug)]
pub struct Named {
    pub name: String,
    pub sea: bool,
    /// Where it is written.
    pub at: Point,
    /// How many hexes bear it.
    pub hexes: usize,
}

/// Paths in the coordinates of the picture.
#[derive(Debug)]
pub struct World {
    pub hexes: Hexes,
    /// By [`TERRAINS`].
    pub terrain: [String; 6],
    pub land: String,
    /// Sides between two hexes of land that only ships pass.
    pub straits: String,
    /// Sides between two hexes of land that nobody passes.
    pub barriers: String,
    /// Sides at the sea that ships do not pass.
    pub bars: String,
    pub rivers: String,
    /// The parts of them that ships use.
    pub navigable: String,
    /// Lands and waters, the greater first.
    pub names: Vec<Named>,
}

/// The middle of a hex on the picture.
pub fn centre(hexes: &Hexes, hex: HexId) -> Point {
    hexes.centre(hex.column(), hex.row())
}

fn corner(hexes: &Hexes, hex: HexId) -> Corner {
    let (x, y) = centre(hexes, hex);
    (x.round() as i32, y.round() as i32)
}

/// Lines between the middles of hexes, with rounded corners.
pub fn curved(hexes: &Hexes, steps: impl IntoIterator<Item = (HexId, HexId)>) -> String {
    curves(steps.into_iter().map(|(a, b)| (corner(hexes, a), corner(hexes, b))))
}

/// Joins hexes that touch into a net without triangles; the sides for which `first` holds are joined before others.
pub fn net(board: &Board, holds: impl Fn(HexId) -> bool, first: impl Fn(&Hexside) -> bool) -> Vec<(HexId, HexId)> {
    let mut sides: Vec<(bool, HexId, HexId)> = Vec::new();
    for hex in board.all().filter(|hex| holds(*hex)) {
        let on = board.hex(hex).sides.iter().flatten();
        let on = on.filter(|side| side.to > hex && (side.land || side.channel) && holds(side.to));
        sides.extend(on.map(|side| (!first(side), hex, side.to)));
    }
    sides.sort_unstable();
    let mut joined: BTreeMap<HexId, Vec<HexId>> = BTreeMap::new();
    let mut steps = Vec::new();
    for (_, a, b) in sides {
        let (to_a, to_b) = (joined.get(&a), joined.get(&b));
        let triangle = to_a.zip(to_b).is_some_and(|(to_a, to_b)| to_a.iter().any(|hex| to_b.contains(hex)));
        if !triangle {
            joined.entry(a).or_default().push(b);
            joined.entry(b).or_default().push(a);
            steps.push((a, b));
        }
    }
    steps
}

impl World {
    pub fn new(board: &Board) -> Self {
        let end = board.all().fold((0, 0), |end, hex| (end.0.max(hex.column()), end.1.max(hex.row())));
        let hexes = Hexes { columns: end.0 + 1, rows: end.1 + 1, width: HEX };
        let id = |column, row| HexId::new(column, row).expect("the picture is no larger than the grid");
        let area =
            |holds: &dyn Fn(Terrain) -> bool| hexes.area(|column, row| holds(board.hex(id(column, row)).terrain));
        let sides = |holds: &dyn Fn(bool, &Hexside) -> bool| {
            chains(hexes.sides(|(column, row), (c, r)| {
                let (a, b) = (id(column, row), id(c, r));
                let shore = board.is_sea(a) || board.is_sea(b);
                board.side(a, b).is_some_and(|side| holds(shore, &side))
            }))
        };
        let (rivers, navigable) = rivers(board, &hexes);
        Self {
            hexes,
            terrain: TERRAINS.map(|(terrain, _)| area(&|there| there == terrain)),
            land: area(&|there| there != Terrain::Sea),
            straits: sides(&|shore, side| !shore && !side.land && side.sea),
            barriers: sides(&|shore, side| !shore && !side.land && !side.ships()),
            bars: sides(&|shore, side| shore && !side.land && !side.ships()),
            rivers: curves(rivers),
            navigable: curves(navigable),
            names: names(board, &hexes),
        }
    }
}

/// Rivers as lines from hex to hex, down to the coast: all of them, and the parts that ships use.
fn rivers(board: &Board, hexes: &Hexes) -> (Vec<Edge>, Vec<Edge>) {
    let steps = net(board, |hex| board.hex(hex).river, |side| side.channel);
    let line = |(a, b): (HexId, HexId)| (corner(hexes, a), corner(hexes, b));
    let channel = |&(a, b): &(HexId, HexId)| board.side(a, b).is_some_and(|side| side.channel);
    let mut all: Vec<Edge> = steps.iter().copied().map(line).collect();
    let mut ships: Vec<Edge> = steps.iter().copied().filter(channel).map(line).collect();
    for hex in board.all().filter(|hex| board.hex(*hex).river) {
        let ends = steps.iter().filter(|(a, b)| *a == hex || *b == hex).count() <= 1;
        let shores = || board.hex(hex).sides.iter().flatten().filter(|side| board.is_sea(side.to));
        let mouths: Vec<&Hexside> = shores().filter(|side| side.channel).collect();
        let by_ship = !mouths.is_empty();
        let other = shores().next().filter(|_| !by_ship && ends);
        for side in mouths.into_iter().chain(other) {
            let ((ax, ay), (bx, by)) = (corner(hexes, hex), corner(hexes, side.to));
            let mouth = ((ax, ay), (i32::midpoint(ax, bx), i32::midpoint(ay, by)));
            all.push(mouth);
            ships.extend(by_ship.then_some(mouth));
        }
    }
    (all, ships)
}

fn names(board: &Board, hexes: &Hexes) -> Vec<Named> {
    let mut groups: BTreeMap<(&str, bool), Vec<(u16, u16)>> = BTreeMap::new();
    for hex in board.all().filter(|hex| !board.name(*hex).is_empty()) {
        groups.entry((board.name(hex), board.is_sea(hex))).or_default().push((hex.column(), hex.row()));
    }
    let named = groups.into_iter().map(|((name, sea), group)| {
        let reach = hexes.reach(name, group.len());
        // A name should run over hexes that bear it.
        let crowd = |column: u16, row: u16| {
            let others = hexes.along(column, row, reach).filter_map(|(column, row)| HexId::new(column, row));
            others.filter(|hex| board.name(*hex) != name || board.is_sea(*hex) != sea).count() as f64
        };
        Named { name: name.to_owned(), sea, at: hexes.name_place(&group, crowd), hexes: group.len() }
    });
    let mut named: Vec<Named> = named.collect();
    named.sort_by(|a, b| (b.hexes, &a.name).cmp(&(a.hexes, &b.name)));
    named
}
