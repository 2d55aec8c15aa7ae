//! Maps: province graphs with typed routes, and hex grids whose hexsides carry separate land and sea edges.

use std::collections::BinaryHeap;
use std::{cmp::Reverse, ops::Add};

use serde::{Deserialize, Serialize};

/// By land or by sea.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Over land.
    Land,
    /// Over water.
    Sea,
}

/// One way along a route: where it leads, and which route it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The neighbour.
    pub to: u16,
    /// Index into the list the graph was built from.
    pub route: u32,
}

/// A graph of places joined by symmetric routes of two modes; neighbours in ascending order.
#[derive(Clone, Debug)]
pub struct ProvinceGraph {
    starts: [Vec<u32>; 2],
    steps: [Vec<Step>; 2],
}

impl ProvinceGraph {
    /// Builds the graph of `places` places from routes `(a, b, mode)`; the index of a route is its place in the list.
    pub fn new(places: usize, routes: &[(u16, u16, Mode)]) -> Self {
        let mut lists: [Vec<Vec<Step>>; 2] = [vec![Vec::new(); places], vec![Vec::new(); places]];
        for (index, &(a, b, mode)) in routes.iter().enumerate() {
            let route = index as u32;
            lists[mode as usize][usize::from(a)].push(Step { to: b, route });
            lists[mode as usize][usize::from(b)].push(Step { to: a, route });
        }
        let flatten = |lists: Vec<Vec<Step>>| {
            let mut starts = vec![0];
            let mut steps = Vec::new();
            for mut list in lists {
                list.sort_by_key(|step| step.to);
                steps.extend(list);
                starts.push(steps.len() as u32);
            }
            (starts, steps)
        };
        let [land, sea] = lists;
        let ((land_starts, land_steps), (sea_starts, sea_steps)) = (flatten(land), flatten(sea));
        Self { starts: [land_starts, sea_starts], steps: [land_steps, sea_steps] }
    }

    /// The ways out of `place` by `mode`, in ascending order of the neighbour.
    pub fn steps(&self, place: u16, mode: Mode) -> &[Step] {
        let starts = &self.starts[mode as usize];
        let range = starts[usize::from(place)] as usize..starts[usize::from(place) + 1] as usize;
        &self.steps[mode as usize][range]
    }

    /// The route from `a` to `b` by `mode`, if there is one.
    pub fn route(&self, a: u16, b: u16, mode: Mode) -> Option<u32> {
        let steps = self.steps(a, mode);
        steps.binary_search_by_key(&b, |step| step.to).ok().map(|at| steps[at].route)
    }

    /// Number of places.
    pub fn places(&self) -> usize {
        self.starts[0].len() - 1
    }

    /// Least costs from `from` by `mode`, at most `legs` legs. `cost` gives the price of a step, or `None` where the
    /// way is barred. Entry `i` is the least cost, the number of legs and the place before `i`.
    pub fn reach<C>(
        &self, from: u16, mode: Mode, legs: u32, mut cost: impl FnMut(u16, Step) -> Option<C>,
    ) -> Vec<Option<Reached<C>>>
    where
        C: Copy + Ord + Add<Output = C> + Default,
    {
        // Layer by layer, since a dearer way with fewer legs may lead on where the cheapest may not.
        let mut best: Vec<Option<Reached<C>>> = vec![None; self.places()];
        best[usize::from(from)] = Some(Reached { cost: C::default(), legs: 0, before: from });
        let mut layer = vec![(from, C::default())];
        for leg in 1..=legs {
            let mut next: Vec<(u16, C)> = Vec::new();
            for (place, spent) in layer {
                for &step in self.steps(place, mode) {
                    let Some(price) = cost(place, step) else { continue };
                    let total = spent + price;
                    let entry = &mut best[usize::from(step.to)];
                    if entry.is_none_or(|known| total < known.cost) {
                        *entry = Some(Reached { cost: total, legs: leg, before: place });
                        next.push((step.to, total));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        best
    }
}

/// How a place was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reached<C> {
    /// Cost of the whole way.
    pub cost: C,
    /// Number of legs.
    pub legs: u32,
    /// The place before it on the way; the start itself for the start.
    pub before: u16,
}

/// A hex in axial coordinates, pointy top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Hex {
    /// Column axis.
    pub q: i16,
    /// Row axis, growing southward.
    pub r: i16,
}

/// The axial steps E, NE, NW, W, SW, SE.
pub const HEX_DIRECTIONS: [(i16, i16); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

impl Hex {
    /// The neighbour in direction 0..6 (E, NE, NW, W, SW, SE).
    pub fn neighbour(self, direction: usize) -> Self {
        let (dq, dr) = HEX_DIRECTIONS[direction % 6];
        Self { q: self.q + dq, r: self.r + dr }
    }

    /// Distance in hexes.
    pub fn distance(self, other: Self) -> u32 {
        let (dq, dr) = (i32::from(self.q - other.q), i32::from(self.r - other.r));
        ((dq.abs() + dr.abs() + (dq + dr).abs()) / 2) as u32
    }
}

/// What a hexside lets through: a cost per mode, `None` where it is barred.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Hexside {
    /// Cost for land movement.
    pub land: Option<u16>,
    /// Cost for sea movement.
    pub sea: Option<u16>,
}

/// A rectangular hex grid in rows that grow southward, odd rows shifted right by half a hex.
#[derive(Clone, Debug)]
pub struct HexGrid {
    columns: u16,
    rows: u16,
    origin: (i16, i16),
    sides: Vec<[Hexside; 6]>,
}

impl HexGrid {
    /// An empty grid. `origin` is the (column, row) of the hex (0, 0); all hexsides are barred until set.
    pub fn new(columns: u16, rows: u16, origin: (i16, i16)) -> Self {
        let sides = vec![[Hexside::default(); 6]; usize::from(columns) * usize::from(rows)];
        Self { columns, rows, origin, sides }
    }

    /// The hex at a column and row.
    pub fn hex(&self, column: u16, row: u16) -> Hex {
        let r = row as i16 - self.origin.1;
        Hex { q: column as i16 - self.origin.0 - (r - r.rem_euclid(2)) / 2, r }
    }

    /// The index of a hex within the grid, `None` outside it.
    pub fn index(&self, hex: Hex) -> Option<usize> {
        let column = hex.q + (hex.r - hex.r.rem_euclid(2)) / 2 + self.origin.0;
        let row = hex.r + self.origin.1;
        let inside = (0..self.columns as i16).contains(&column) && (0..self.rows as i16).contains(&row);
        inside.then(|| row as usize * usize::from(self.columns) + column as usize)
    }

    /// Sets what the side of `hex` towards `direction` lets through, on both sides of it.
    pub fn set_side(&mut self, hex: Hex, direction: usize, side: Hexside) {
        if let Some(index) = self.index(hex) {
            self.sides[index][direction % 6] = side;
        }
        if let Some(index) = self.index(hex.neighbour(direction)) {
            self.sides[index][(direction + 3) % 6] = side;
        }
    }

    /// What the side of `hex` towards `direction` lets through; nothing outside the grid.
    pub fn side(&self, hex: Hex, direction: usize) -> Hexside {
        self.index(hex).map_or_else(Hexside::default, |index| self.sides[index][direction % 6])
    }

    /// The cheapest way from `from` to `to` by `mode`, both ends included, with its cost. Ties: fewer turns of the
    /// search, then lower direction, so always the same way.
    pub fn path(&self, from: Hex, to: Hex, mode: Mode) -> Option<(u32, Vec<Hex>)> {
        let (start, goal) = (self.index(from)?, self.index(to)?);
        let mut best: Vec<Option<(u32, Hex)>> = vec![None; self.sides.len()];
        best[start] = Some((0, from));
        let mut open = BinaryHeap::from([Reverse((0u32, from))]);
        while let Some(Reverse((cost, hex))) = open.pop() {
            let index = self.index(hex)?;
            if index == goal {
                break;
            }
            if best[index].is_some_and(|(known, _)| known < cost) {
                continue;
            }
            for direction in 0..6 {
                let side = self.sides[index][direction];
                let price = match mode {
                    Mode::Land => side.land,
                    Mode::Sea => side.sea,
                };
                let next = hex.neighbour(direction);
                let (Some(price), Some(at)) = (price, self.index(next)) else { continue };
                let total = cost + u32::from(price);
                if best[at].is_none_or(|(known, _)| total < known) {
                    best[at] = Some((total, hex));
                    open.push(Reverse((total, next)));
                }
            }
        }
        let (cost, _) = best[goal]?;
        let mut way = vec![to];
        let mut here = to;
        while here != from {
            here = best[self.index(here)?]?.1;
            way.push(here);
        }
        way.reverse();
        Some((cost, way))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn land_and_sea_are_separate_in_a_province_graph() {
        let graph = ProvinceGraph::new(4, &[(0, 1, Mode::Land), (1, 2, Mode::Land), (0, 2, Mode::Sea)]);
        assert_eq!(graph.route(1, 0, Mode::Land), Some(0));
        assert_eq!(graph.route(0, 2, Mode::Land), None);
        assert_eq!(graph.route(2, 0, Mode::Sea), Some(2));
        assert!(graph.steps(3, Mode::Land).is_empty());
    }

    #[test]
    fn reach_finds_least_cost_within_its_legs() {
        let costs = [5u32, 1, 1, 1];
        let routes = [(0, 3, Mode::Land), (0, 1, Mode::Land), (1, 2, Mode::Land), (2, 3, Mode::Land)];
        let graph = ProvinceGraph::new(4, &routes);
        let far = |legs| graph.reach(0, Mode::Land, legs, |_, step| Some(costs[step.route as usize]))[3];
        assert_eq!(far(1), Some(Reached { cost: 5, legs: 1, before: 0 }));
        assert_eq!(far(3), Some(Reached { cost: 3, legs: 3, before: 2 }));
        let barred = graph.reach(0, Mode::Land, 3, |_, step| (step.route == 1).then_some(1u32));
        assert_eq!(barred[3], None);
    }

    #[test]
    fn hexes_number_and_measure_as_their_map_does() {
        let grid = HexGrid::new(80, 60, (34, 28));
        let roma = grid.hex(28, 24);
        let alexandria = grid.hex(50, 43);
        assert_eq!(roma, Hex { q: -4, r: -4 });
        assert_eq!(roma.distance(alexandria), 32);
        assert_eq!(grid.index(roma), Some(24 * 80 + 28));
        assert_eq!(grid.index(Hex { q: 500, r: 0 }), None);
    }

    #[test]
    fn a_path_keeps_to_its_mode_and_goes_round_barred_sides() {
        let mut grid = HexGrid::new(5, 3, (0, 0));
        for row in 0..3 {
            for column in 0..5 {
                for direction in 0..3 {
                    grid.set_side(grid.hex(column, row), direction, Hexside { land: Some(2), sea: None });
                }
            }
        }
        let (a, b) = (grid.hex(0, 1), grid.hex(2, 1));
        assert_eq!(grid.path(a, b, Mode::Land).unwrap().0, 4);
        grid.set_side(a, 0, Hexside::default());
        let (cost, way) = grid.path(a, b, Mode::Land).unwrap();
        assert_eq!((cost, way.len(), way[0], way[3]), (6, 4, a, b));
        assert_eq!(grid.path(a, b, Mode::Sea), None);
    }
}
