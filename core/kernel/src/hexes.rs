//! Hex maps as SVG: hexes with a point at the top, in rows of which the odd ones lie half a hex to the right.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::picture::{Point, Window};

/// A corner of a hex, whole units of the picture, so that corners that hexes share are equal.
pub type Corner = (i32, i32);
/// A hexside, from corner to corner.
pub type Edge = (Corner, Corner);

/// From so many pixels of width on a hex has room for its number.
const ROOM: f64 = 44.0;
/// Otherwise every so many columns and rows are numbered along the edges.
const EVERY: u16 = 5;

/// A grid of hexes as it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hexes {
    /// Number of columns.
    pub columns: u16,
    /// Number of rows.
    pub rows: u16,
    /// Width of a hex on the picture.
    pub width: i32,
}

impl Hexes {
    /// The middle of a hex.
    pub fn centre(&self, column: u16, row: u16) -> Point {
        let (side, wide) = (1.0 / 3f64.sqrt(), f64::from(self.width));
        let shift = if row % 2 == 1 { 1.0 } else { 0.5 };
        ((f64::from(column) + shift) * wide, side * (1.0 + 1.5 * f64::from(row)) * wide)
    }

    /// Width and height of all of it.
    pub fn extent(&self) -> Point {
        let wide = f64::from(self.width);
        ((f64::from(self.columns) + 0.5) * wide, (1.5 * f64::from(self.rows) + 0.5) / 3f64.sqrt() * wide)
    }

    /// All columns and rows, column after column.
    pub fn all(&self) -> impl Iterator<Item = (u16, u16)> + use<> {
        let rows = self.rows;
        (0..self.columns).flat_map(move |column| (0..rows).map(move |row| (column, row)))
    }

    /// The neighbour in a direction (E, NE, NW, W, SW, SE); `None` beyond the rim.
    pub fn neighbour(&self, column: u16, row: u16, direction: usize) -> Option<(u16, u16)> {
        let odd = row % 2;
        let column = match direction {
            0 => column.checked_add(1),
            1 | 5 => column.checked_add(odd),
            2 | 4 => (column + odd).checked_sub(1),
            _ => column.checked_sub(1),
        };
        let row = match direction {
            1 | 2 => row.checked_sub(1),
            4 | 5 => row.checked_add(1),
            _ => Some(row),
        };
        column.zip(row).filter(|&(column, row)| column < self.columns && row < self.rows)
    }

    /// The rim of all hexes for which `holds`, as closed curves.
    pub fn area(&self, holds: impl Fn(u16, u16) -> bool) -> String {
        let within = self.all().filter(|&(column, row)| holds(column, row));
        let ends = |&(column, row, direction): &(u16, u16, usize)| {
            !self.neighbour(column, row, direction).is_some_and(|(column, row)| holds(column, row))
        };
        let sides = within.flat_map(|(column, row)| (0..6).map(move |direction| (column, row, direction)));
        outline(sides.filter(ends).map(|(column, row, direction)| self.edge(column, row, direction)))
    }

    /// The sides between two hexes for which `holds`, each once.
    pub fn sides(&self, holds: impl Fn((u16, u16), (u16, u16)) -> bool) -> Vec<Edge> {
        let all = self.all().flat_map(|hex| (0..3).map(move |direction| (hex, direction)));
        let between = |&((column, row), direction): &((u16, u16), usize)| {
            self.neighbour(column, row, direction).is_some_and(|other| holds((column, row), other))
        };
        all.filter(between).map(|((column, row), direction)| self.edge(column, row, direction)).collect()
    }

    /// The hex of a group that is nearest to the middle of them all.
    fn heart(&self, group: &[(u16, u16)]) -> Point {
        let many = group.len().max(1) as f64;
        let centre = |&(column, row): &(u16, u16)| self.centre(column, row);
        let sum = group.iter().map(centre).fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        let middle = (sum.0 / many, sum.1 / many);
        let far = |hex: &(u16, u16)| (centre(hex).0 - middle.0).powi(2) + (centre(hex).1 - middle.1).powi(2);
        group.iter().min_by(|a, b| far(a).total_cmp(&far(b))).map_or(middle, centre)
    }

    /// Where in a group of hexes its name is written: near the middle, and where `crowd`, which tells how much such a name
    /// would cover about a hex, is little.
    pub fn name_place(&self, group: &[(u16, u16)], crowd: impl Fn(u16, u16) -> f64) -> Point {
        let (x, y) = self.heart(group);
        let cost = |&(column, row): &(u16, u16)| {
            let at = self.centre(column, row);
            (at.0 - x).hypot(at.1 - y) + f64::from(self.width) * crowd(column, row)
        };
        let best = group.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
        best.map_or((x, y), |&(column, row)| self.centre(column, row))
    }

    /// How far the name of a group of hexes reaches to each side of its middle, in hexes: greater groups bear larger letters.
    pub fn reach(&self, name: &str, group: usize) -> u16 {
        let half = 4.2 * name.chars().count() as f64 * (1.0 + 0.04 * (group as f64).sqrt());
        (half / f64::from(self.width)).ceil() as u16
    }

    /// The hexes of a row that lie within `reach` of one of them.
    pub fn along(&self, column: u16, row: u16, reach: u16) -> impl Iterator<Item = (u16, u16)> + use<> {
        let last = (column + reach).min(self.columns - 1);
        (column.saturating_sub(reach)..=last).map(move |column| (column, row))
    }

    /// Height of a corner, in steps of a quarter of a hex's height.
    fn level(&self, steps: i32) -> i32 {
        (f64::from(steps) * f64::from(self.width) / 12f64.sqrt()).round() as i32
    }

    /// The hexside in a direction (E, NE, NW, W, SW, SE), clockwise around the hex.
    pub fn edge(&self, column: u16, row: u16, direction: usize) -> Edge {
        let (column, row, width) = (i32::from(column), i32::from(row), self.width);
        let middle = (2 * column + 1 + row % 2) * width / 2;
        let (left, right) = (middle - width / 2, middle + width / 2);
        let [top, upper, lower, bottom] = [0, 1, 3, 4].map(|steps| self.level(3 * row + steps));
        match direction {
            0 => ((right, upper), (right, lower)),
            1 => ((middle, top), (right, upper)),
            2 => ((left, upper), (middle, top)),
            3 => ((left, lower), (left, upper)),
            4 => ((middle, bottom), (left, lower)),
            _ => ((right, lower), (middle, bottom)),
        }
    }

    /// Width, height, and the first two levels of a pattern that repeats with the hexes.
    fn repeat(&self) -> (f64, f64, f64, f64) {
        let (wide, high) = (f64::from(self.width), f64::from(self.width) * 3f64.sqrt());
        (wide, high, high / 6.0, wide / 2.0)
    }

    /// A pattern of all hexsides: one hex of an even row and two halves of an odd one.
    pub fn grid(&self, svg: &mut String, id: &str) {
        let (wide, high, q, h) = self.repeat();
        let _ = writeln!(
            svg,
            "<pattern id=\"{id}\" width=\"{wide}\" height=\"{high:.3}\" patternUnits=\"userSpaceOnUse\">\
             <path d=\"M0 {q:.2}L{h} 0L{wide} {q:.2}V{:.2}L{h} {:.2}L0 {:.2}zM{h} {:.2}V{high:.2}\" fill=\"none\" \
             stroke=\"#4a4235\" stroke-opacity=\"0.22\" stroke-width=\"1\"/></pattern>",
            3.0 * q,
            4.0 * q,
            3.0 * q,
            4.0 * q
        );
    }

    /// A pattern with a sign in the middle of each hex: `mark` is its path from there, in small letters.
    pub fn sign(&self, svg: &mut String, id: &str, mark: &str, style: &str) {
        let (wide, high, q, h) = self.repeat();
        let _ = writeln!(
            svg,
            "<pattern id=\"{id}\" width=\"{wide}\" height=\"{high:.3}\" patternUnits=\"userSpaceOnUse\">\
             <path d=\"M{h} {:.2}{mark}M0 {:.2}{mark}M{wide} {:.2}{mark}\" {style} opacity=\"0.6\"/></pattern>",
            2.0 * q,
            5.0 * q,
            5.0 * q
        );
    }

    /// Numbers of hexes, by which orders and reports name them, column, then row, two digits each: in every hex that `bears`
    /// its number where there is room, else along the edges of the part that is shown. `pixels` is how many pixels of the
    /// picture show a unit of it.
    pub fn numbers(&self, svg: &mut String, window: &Window, pixels: f64, bears: impl Fn(u16, u16) -> bool) {
        if f64::from(self.width) * pixels >= ROOM {
            self.numbers_in_hexes(svg, window, bears);
        } else {
            self.numbers_along_edges(svg, window);
        }
    }

    fn numbers_in_hexes(&self, svg: &mut String, window: &Window, bears: impl Fn(u16, u16) -> bool) {
        let size = 8.5 * window.scale;
        let _ = write!(
            svg,
            "<g class=\"hex-numbers\" data-layer=\"numbers\" font-size=\"{size:.1}\" text-anchor=\"middle\" fill=\"#4a4235\" fill-opacity=\"0.75\">"
        );
        for (column, row) in self.all().filter(|&(column, row)| bears(column, row)) {
            let (x, y) = self.centre(column, row);
            if window.shows((x, y)) {
                let y = y - f64::from(self.width) * 0.28 + size * 0.5;
                let _ = write!(svg, "<text x=\"{x:.0}\" y=\"{y:.0}\">{column:02}{row:02}</text>");
            }
        }
        svg.push_str("</g>\n");
    }

    fn numbers_along_edges(&self, svg: &mut String, window: &Window) {
        let size = 15.0 * window.scale;
        let _ = write!(
            svg,
            "<g class=\"hex-numbers\" data-layer=\"numbers\" font-size=\"{size:.1}\" text-anchor=\"middle\" font-weight=\"700\" fill=\"#4a4235\" \
             stroke=\"#fffdf5\" stroke-width=\"{:.1}\" stroke-opacity=\"0.8\" paint-order=\"stroke\">",
            3.0 * window.scale
        );
        let mut number = |at: Point, number: u16| {
            if window.shows(at) {
                let _ = write!(svg, "<text x=\"{:.0}\" y=\"{:.0}\">{number:02}</text>", at.0, at.1);
            }
        };
        for column in (EVERY..self.columns).step_by(usize::from(EVERY)) {
            let (x, _) = self.centre(column, 0);
            for y in [window.y + size, window.y + window.height - size * 0.4] {
                number((x, y), column);
            }
        }
        for row in (EVERY..self.rows).step_by(usize::from(EVERY)) {
            let (_, y) = self.centre(0, row);
            for x in [window.x + size, window.x + window.width - size] {
                number((x, y + size * 0.35), row);
            }
        }
        svg.push_str("</g>\n");
    }
}

/// The rim of an area as closed curves: all sides of its hexes beyond which the area ends. Three hexes meet in a corner, so
/// that one curve goes on from each.
pub fn outline(rim: impl IntoIterator<Item = Edge>) -> String {
    let mut next: BTreeMap<Corner, Corner> = rim.into_iter().collect();
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

/// Hexsides, or other lines from point to point, joined into lines as long as they go.
pub fn chains(edges: impl IntoIterator<Item = Edge>) -> String {
    let mut path = String::new();
    walks(edges).iter().for_each(|line| draw(&mut path, line));
    path
}

/// The same with rounded corners: the line bends from the middle of one edge to that of the next.
pub fn curves(edges: impl IntoIterator<Item = Edge>) -> String {
    let mut path = String::new();
    walks(edges).iter().for_each(|line| bend(&mut path, line));
    path
}

fn walks(edges: impl IntoIterator<Item = Edge>) -> Vec<Vec<Corner>> {
    let mut ways: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for (a, b) in edges {
        ways.entry(a).or_default().push(b);
        ways.entry(b).or_default().push(a);
    }
    let mut lines = Vec::new();
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
        lines.push(line);
    }
    lines
}

fn bend(path: &mut String, line: &[Corner]) {
    let ([first, .., last], true) = (line, line.len() > 2) else { return draw(path, line) };
    let _ = write!(path, "M{} {}", first.0, first.1);
    for (at, pair) in line.windows(2).enumerate() {
        let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
        let (x, y) = (i32::midpoint(ax, bx), i32::midpoint(ay, by));
        let _ = if at == 0 { write!(path, "L{x} {y}") } else { write!(path, "Q{ax} {ay} {x} {y}") };
    }
    let _ = write!(path, "L{} {}", last.0, last.1);
}

fn draw(path: &mut String, line: &[Corner]) {
    let Some((x, y)) = line.first() else { return };
    let _ = write!(path, "M{x} {y}");
    for pair in line.windows(2) {
        let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let _ = if dx == 0 { write!(path, "v{dy}") } else { write!(path, "l{dx} {dy}") };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEXES: Hexes = Hexes { columns: 4, rows: 3, width: 40 };

    #[test]
    fn hexes_share_their_sides() {
        let (a, b) = (HEXES.edge(1, 0, 0), HEXES.edge(2, 0, 3));
        assert_eq!((a.0, a.1), (b.1, b.0), "the east side of one is the west side of the next");
        let (a, b) = (HEXES.edge(1, 1, 1), HEXES.edge(2, 0, 4));
        assert_eq!((a.0, a.1), (b.1, b.0), "odd rows lie half a hex to the right");
        assert_eq!(HEXES.all().count(), 12);
    }

    #[test]
    fn two_hexes_have_one_rim_without_the_side_between() {
        let sides = |column| (0..6).map(move |direction| (column, direction));
        let rim = sides(0).chain(sides(1)).filter(|side| ![(0, 0), (1, 3)].contains(side));
        let path = outline(rim.map(|(column, direction)| HEXES.edge(column, 0, direction)));
        assert_eq!((path.matches('M').count(), path.matches('z').count()), (1, 1));
        assert_eq!(path.matches('l').count() + path.matches('v').count(), 9, "the last of ten closes it: {path}");
    }

    #[test]
    fn neighbours_see_each_other_and_the_rim_has_none() {
        for (column, row) in HEXES.all() {
            for direction in 0..6 {
                let Some((c, r)) = HEXES.neighbour(column, row, direction) else { continue };
                assert_eq!(HEXES.neighbour(c, r, (direction + 3) % 6), Some((column, row)));
                let (a, b) = (HEXES.edge(column, row, direction), HEXES.edge(c, r, (direction + 3) % 6));
                assert_eq!((a.0, a.1), (b.1, b.0));
            }
        }
        assert_eq!((HEXES.neighbour(0, 0, 4), HEXES.neighbour(3, 1, 5)), (None, None));
    }

    #[test]
    fn an_area_and_what_lies_between_two() {
        let path = HEXES.area(|column, _| column == 0);
        assert_eq!((path.matches('M').count(), path.matches('z').count()), (1, 1));
        assert_eq!(HEXES.sides(|a, b| a.1 == b.1 && a.0.max(b.0) == 1).len(), 3, "one in each row");
    }

    #[test]
    fn a_name_stands_near_the_middle_and_out_of_the_crowd() {
        let group = [(0, 1), (1, 1), (2, 1)];
        assert_eq!(HEXES.name_place(&group, |_, _| 0.0), HEXES.centre(1, 1));
        assert_eq!((HEXES.reach("Ionia", 4), HEXES.reach("Mediterranean", 100)), (1, 2));
        assert!(HEXES.along(1, 2, 2).eq([(0, 2), (1, 2), (2, 2), (3, 2)]));
        assert_eq!(HEXES.name_place(&group, |column, _| if column < 2 { 2.0 } else { 0.0 }), HEXES.centre(2, 1));
    }

    #[test]
    fn lines_are_as_long_as_they_go() {
        assert_eq!(chains([((0, 0), (10, 0)), ((10, 10), (10, 0)), ((50, 0), (60, 0))]), "M0 0l10 0v10M50 0l10 0");
        assert_eq!(curves([((0, 0), (10, 0)), ((10, 10), (10, 0))]), "M0 0L5 0Q10 0 10 5L10 10");
        assert_eq!(curves([((0, 0), (10, 0))]), "M0 0l10 0");
    }

    #[test]
    fn where_hexes_are_small_the_edges_are_numbered() {
        let hexes = Hexes { columns: 12, rows: 12, width: 40 };
        let window = Window::new(hexes.extent(), None, 40.0, |lon, lat| (lon, lat));
        let drawn = |pixels| {
            let mut svg = String::new();
            hexes.numbers(&mut svg, &window, pixels, |column, _| column != 3);
            svg
        };
        assert!(drawn(2.0).contains(">0207</text>") && !drawn(2.0).contains(">0307</text>"));
        assert!(drawn(0.5).contains(">05</text>") && !drawn(0.5).contains(">0207</text>"));
    }
}
