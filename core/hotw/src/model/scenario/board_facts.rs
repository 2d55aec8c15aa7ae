//! What planning knows of a board before any game: the ways into its Lands, and how far each empire gets. Worked out once.

use super::{Board, BorderKind, Empire};
use crate::model::ids::{EmpireId, LandId, Lands, Waters};

/// Certainty, in thousandths.
const MILLE: i32 = 1000;
/// How much of its Strength an empire puts on the board, in per cent, and how surely it takes what is near.
const LANDS_PER_STRENGTH: i32 = 70;
const SURE: i32 = 700;
/// How surely it takes its start Land, in thousandths: all but certainly (HW-22.5).
const START: i32 = 950;

/// A way into a Land.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inward {
    /// Whence.
    pub from: LandId,
    /// Difficult Terrain, straits aside.
    pub difficult: bool,
    /// Across a strait.
    pub strait: bool,
    /// Waters whose fleets bridge the strait.
    pub bridged_by: Waters,
}

/// The facts of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardFacts {
    /// Ways into each Land.
    pub ways: Vec<Vec<Inward>>,
    /// Lands next to each.
    pub near: Vec<Lands>,
    hits: Vec<Vec<(LandId, i32)>>,
}

impl BoardFacts {
    /// The facts of a board, worked out when first asked for.
    pub fn of(board: &Board) -> &Self {
        board.facts.get_or_init(|| Self::draw(board))
    }

    fn draw(board: &Board) -> Self {
        let ways = ways(board);
        let near: Vec<Lands> = ways.iter().map(|ways| ways.iter().map(|way| way.from).collect()).collect();
        let hits = board.empires.iter().map(|empire| hits(board, &near, empire)).collect();
        Self { ways, near, hits }
    }

    /// Lands that an empire overruns, each with the chance in thousandths.
    pub fn hits(&self, empire: EmpireId) -> impl Iterator<Item = (LandId, i32)> {
        self.hits[empire.index()].iter().copied()
    }
}

/// Surer the nearer to the empire's start.
fn hits(board: &Board, near: &[Lands], empire: &Empire) -> Vec<(LandId, i32)> {
    let mut hits = Vec::new();
    let mut reached = Lands::one(empire.start);
    let mut ring = reached;
    let mut left = i32::from(empire.strength) * LANDS_PER_STRENGTH * 10;
    while left > 0 && !ring.is_empty() {
        let size = ring.len() as i32 * MILLE;
        let hit = SURE * left.min(size) / size;
        hits.extend(ring.iter().map(|land| (land, if land == empire.start { START } else { hit })));
        left -= size;
        let mut next = Lands::NONE;
        for land in ring.iter() {
            next = next.or(near[land.index()]);
            for water in board.land(land).coasts.and(empire.navigation).iter() {
                next = next.or(board.water(water).coasts);
            }
        }
        ring = next.without(reached).and(board.usable);
        reached = reached.or(ring);
    }
    hits
}

fn ways(board: &Board) -> Vec<Vec<Inward>> {
    let mut ways: Vec<Vec<Inward>> = vec![Vec::with_capacity(8); board.lands.len()];
    for from in board.usable.iter() {
        for border in board.land(from).borders.iter().filter(|border| board.usable.has(border.to)) {
            if border.kind == BorderKind::BarbarianOnly {
                continue;
            }
            ways[border.to.index()].push(Inward {
                from,
                difficult: border.difficult,
                strait: border.kind == BorderKind::Strait,
                bridged_by: border.bridged_by,
            });
        }
    }
    ways
}
