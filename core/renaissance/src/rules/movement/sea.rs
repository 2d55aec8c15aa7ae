//! The ways by water: nodes, the links between them, and what is linked to them (RN-35.12, RN-R56).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::model::distance::{Length, great_circle};
use crate::model::ids::{LocationId, SeaId};
use crate::model::measures::{Miles, Point};
use crate::model::scenario::Scenario;

/// Where ships lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mooring {
    /// In the port of a location.
    Port(LocationId),
    /// In open water.
    Open(Point),
}

impl Mooring {
    /// Its point.
    pub fn point(self, sc: &Scenario) -> Point {
        match self {
            Self::Port(location) => sc.board.location(location).point,
            Self::Open(point) => point,
        }
    }
}

fn node_ids(sc: &Scenario) -> impl Iterator<Item = SeaId> + use<> {
    (0..sc.board.nodes.len()).map(SeaId::at)
}

fn between(sc: &Scenario, a: Point, b: Point) -> Length {
    great_circle(sc.rulings.movement.earth_radius_tenths, a, b)
}

/// The node nearest to a point of open water; its body of water is that of the point.
pub fn nearest_node(sc: &Scenario, point: Point) -> Option<SeaId> {
    node_ids(sc).min_by_key(|node| between(sc, sc.board.node(*node).point, point))
}

/// The nodes that a mooring is linked to, each with its distance.
pub fn links(sc: &Scenario, mooring: Mooring) -> Vec<(SeaId, Length)> {
    let from = mooring.point(sc);
    let linked: Vec<SeaId> = match mooring {
        Mooring::Port(location) => sc.board.location(location).nodes.clone(),
        Mooring::Open(point) => {
            let water = nearest_node(sc, point).map(|node| sc.board.node(node).water);
            let radius = Length::of(Miles(sc.rulings.movement.open_water_link_radius));
            let near = |node: &SeaId| {
                let node = sc.board.node(*node);
                Some(node.water) == water && between(sc, node.point, point) <= radius
            };
            node_ids(sc).filter(near).collect()
        }
    };
    linked.into_iter().map(|node| (node, between(sc, from, sc.board.node(node).point))).collect()
}

/// The nodes of the shortest way from one mooring to another, over the nodes that are prescribed; `None` if there is none.
pub fn route(sc: &Scenario, from: Mooring, via: &[SeaId], to: Mooring) -> Option<Vec<SeaId>> {
    let mut starts = links(sc, from);
    let mut nodes = Vec::new();
    for &stop in via {
        let part = shortest(sc, &starts, &[(stop, Length(0))])?;
        nodes.extend(part);
        starts = sc.board.node(stop).links.iter().map(|it| (*it, link(sc, stop, *it))).collect();
    }
    let ends = links(sc, to);
    match via.last() {
        Some(last) if ends.iter().any(|(node, _)| node == last) => Some(nodes),
        _ => {
            nodes.extend(shortest(sc, &starts, &ends)?);
            Some(nodes)
        }
    }
}

/// The points of a way, from mooring to mooring.
pub fn points(sc: &Scenario, from: Mooring, nodes: &[SeaId], to: Mooring) -> Vec<Point> {
    let between = nodes.iter().map(|node| sc.board.node(*node).point);
    [from.point(sc)].into_iter().chain(between).chain([to.point(sc)]).collect()
}

/// How long a way is.
pub fn length(sc: &Scenario, points: &[Point]) -> Length {
    points.windows(2).map(|leg| between(sc, leg[0], leg[1])).sum()
}

fn link(sc: &Scenario, a: SeaId, b: SeaId) -> Length {
    between(sc, sc.board.node(a).point, sc.board.node(b).point)
}

/// Dijkstra's way from any of several nodes to any of several others, each with a distance before it or behind it; of equal ways
/// that to the lowest node.
fn shortest(sc: &Scenario, starts: &[(SeaId, Length)], ends: &[(SeaId, Length)]) -> Option<Vec<SeaId>> {
    let mut best: Vec<Option<(Length, Option<SeaId>)>> = vec![None; sc.board.nodes.len()];
    let mut queue: BinaryHeap<Reverse<(Length, SeaId, Option<SeaId>)>> =
        starts.iter().map(|(node, length)| Reverse((*length, *node, None))).collect();
    while let Some(Reverse((length, node, before))) = queue.pop() {
        if best[node.index()].is_some() {
            continue;
        }
        best[node.index()] = Some((length, before));
        for &next in &sc.board.node(node).links {
            queue.push(Reverse((length + link(sc, node, next), next, Some(node))));
        }
    }
    let reached = ends.iter().filter_map(|(node, rest)| best[node.index()].map(|(length, _)| (length + *rest, *node)));
    let mut nodes = vec![reached.min()?.1];
    while let Some((_, Some(before))) = nodes.last().and_then(|node| best[node.index()]) {
        nodes.push(before);
    }
    nodes.reverse();
    Some(nodes)
}
