//! Cheapest ways over the whole map, by land and by sea (ST-R5, ST-R8).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::march::Ground;
use crate::model::board::Hexside;
use crate::model::ids::{HEXES, HexId};
use crate::model::measures::Credit;

/// How a force goes, and what it avoids.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms<'a> {
    /// By sea; otherwise by land.
    pub naval: bool,
    /// Whether it has trains or elephants.
    pub heavy: bool,
    /// Hexes in ring 1 of an enemy's zone of control, by index: each costs a point more to enter on land (ST-R10).
    pub zones: Option<&'a [bool]>,
    /// Hexes that it will not enter, by index.
    pub closed: Option<&'a [bool]>,
}

/// A way: the hexes from the first to the last, both included, and what entering them costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Route {
    /// The cost of all steps.
    pub cost: Credit,
    /// The hexes.
    pub hexes: Vec<HexId>,
}

/// A place in the search: a hex, and for ships in a coastal hex the water by which they came in; 0 is any.
const WATERS: usize = 4;

struct Search<'a> {
    ground: &'a Ground<'a>,
    terms: &'a Terms<'a>,
    best: Vec<u16>,
    before: Vec<u32>,
    open: BinaryHeap<Reverse<(u16, u32)>>,
}

const FAR: u16 = u16::MAX;

impl<'a> Search<'a> {
    fn new(ground: &'a Ground<'a>, terms: &'a Terms<'a>, from: HexId) -> Self {
        let nodes = HEXES * WATERS;
        let mut search =
            Self { ground, terms, best: vec![FAR; nodes], before: vec![u32::MAX; nodes], open: BinaryHeap::new() };
        let start = from.index() * WATERS;
        search.best[start] = 0;
        search.open.push(Reverse((0, start as u32)));
        search
    }

    /// The next place that is settled, with its cost.
    fn settle(&mut self, limit: u16) -> Option<(usize, u16)> {
        while let Some(Reverse((cost, node))) = self.open.pop() {
            let node = node as usize;
            if self.best[node] < cost || cost > limit {
                continue;
            }
            self.expand(node, cost);
            return Some((node, cost));
        }
        None
    }

    fn expand(&mut self, node: usize, cost: u16) {
        let (ground, terms) = (self.ground, self.terms);
        for (next, step) in steps(ground, terms, node) {
            let total = cost.saturating_add(step);
            if total < self.best[next] {
                self.best[next] = total;
                self.before[next] = node as u32;
                self.open.push(Reverse((total, next as u32)));
            }
        }
    }
}

/// The steps out of a place, with what each costs.
fn steps<'a>(ground: &'a Ground, terms: &'a Terms, node: usize) -> impl Iterator<Item = (usize, u16)> + 'a {
    let (here, water) = (HexId::at(node / WATERS), node % WATERS);
    let open = |side: &&Hexside| terms.closed.is_none_or(|closed| !closed[side.to.index()]);
    let step = move |side: &Hexside| {
        let (cost, enters) = if terms.naval {
            let same = water == 0 || side.channel || usize::from(side.water) == water;
            let cost = ground.sea_step(side).filter(|_| same)?;
            let back = ground.sc.board.side(side.to, here).expect("sides are seen from both ends");
            (cost.0, if back.channel { 0 } else { usize::from(back.water).min(WATERS - 1) })
        } else {
            let march = &ground.sc.rulings.march;
            let watched = terms.zones.is_some_and(|zones| zones[side.to.index()]);
            let more = if watched { (march.zone_cost * march.credit_per_point) as u16 } else { 0 };
            (ground.land_step(here, side, terms.heavy)?.0 + more, 0)
        };
        Some((side.to.index() * WATERS + enters, cost))
    };
    ground.sc.board.hex(here).sides.iter().flatten().filter(open).filter_map(step)
}

/// A step from a place to the next. A place is a hex, and for ships in a coastal hex the water by which they came in; 0 is any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passage {
    /// From here.
    pub from: (HexId, u8),
    /// To here.
    pub to: (HexId, u8),
    /// What it costs.
    pub cost: Credit,
}

/// All steps between the places nearest to a hex, within a cost and up to so many of them.
pub fn passages(ground: &Ground, from: HexId, limit: Credit, most: usize, terms: &Terms) -> Vec<Passage> {
    let mut search = Search::new(ground, terms, from);
    let near: Vec<usize> = std::iter::from_fn(|| search.settle(limit.0)).take(most).map(|(node, _)| node).collect();
    let mut inside = vec![false; HEXES * WATERS];
    near.iter().for_each(|node| inside[*node] = true);
    let place = |node: usize| (HexId::at(node / WATERS), (node % WATERS) as u8);
    let out = |node: usize| steps(ground, terms, node).map(move |(to, cost)| (node, to, cost));
    let within = near.into_iter().flat_map(out).filter(|(_, to, _)| inside[*to]);
    within.map(|(from, to, cost)| Passage { from: place(from), to: place(to), cost: Credit(cost) }).collect()
}

/// The cheapest way from one hex to another; of ways that cost the same always the same one. `None` if there is none.
pub fn route(ground: &Ground, from: HexId, to: HexId, terms: &Terms) -> Option<Route> {
    let mut search = Search::new(ground, terms, from);
    let (mut node, cost) = loop {
        let (node, cost) = search.settle(FAR - 1)?;
        if node / WATERS == to.index() {
            break (node, cost);
        }
    };
    let mut hexes = vec![to];
    while search.before[node] != u32::MAX {
        node = search.before[node] as usize;
        hexes.push(HexId::at(node / WATERS));
    }
    hexes.reverse();
    Some(Route { cost: Credit(cost), hexes })
}

/// Whether a way leads to a hex of a kind.
pub fn leads_to(ground: &Ground, from: HexId, terms: &Terms, wanted: impl Fn(HexId) -> bool) -> bool {
    let mut search = Search::new(ground, terms, from);
    while let Some((node, _)) = search.settle(FAR - 1) {
        if wanted(HexId::at(node / WATERS)) {
            return true;
        }
    }
    false
}

/// All hexes within a cost, with the cost of each, ascending by hex; the hex itself for nothing.
pub fn reach(ground: &Ground, from: HexId, limit: Credit, terms: &Terms) -> Vec<(HexId, Credit)> {
    let mut search = Search::new(ground, terms, from);
    let mut found = vec![FAR; HEXES];
    while let Some((node, cost)) = search.settle(limit.0) {
        let hex = node / WATERS;
        found[hex] = found[hex].min(cost);
    }
    let reached = found.into_iter().enumerate().filter(|(_, cost)| *cost < FAR);
    reached.map(|(hex, cost)| (HexId::at(hex), Credit(cost))).collect()
}

/// What each step of a path costs, the first hex being where the force stands; `None` if a step is barred.
pub fn costs(ground: &Ground, path: &[HexId], terms: &Terms) -> Option<Vec<Credit>> {
    let board = &ground.sc.board;
    let march = &ground.sc.rulings.march;
    let mut all = Vec::new();
    for (at, pair) in path.windows(2).enumerate() {
        let side = board.side(pair[0], pair[1])?;
        if terms.closed.is_some_and(|closed| closed[side.to.index()]) {
            return None;
        }
        if terms.naval {
            let passes = at == 0 || board.ships_pass(path[at - 1], pair[0], pair[1]);
            all.push(ground.sea_step(&side).filter(|_| passes)?);
        } else {
            let step = ground.land_step(pair[0], &side, terms.heavy)?;
            let watched = terms.zones.is_some_and(|zones| zones[side.to.index()]);
            let more = if watched { Credit((march.zone_cost * march.credit_per_point) as u16) } else { Credit(0) };
            all.push(step + more);
        }
    }
    Some(all)
}
