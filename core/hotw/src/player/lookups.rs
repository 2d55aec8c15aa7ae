//! Which lookup to make next: its level, its table, its size (HW-3, HW-4, HW-5).

use super::decision::{DecisionContext, MILLE};
use super::expansion::{PlannedExpansion, draw};
use super::forces::PlannedForces;
use super::position::Position;
use crate::model::ids::Defence;
use crate::model::ids::Source;
use crate::model::state::{Career, CombatMode};
use crate::orders::Command;
use crate::orders::{CompliantLookup, Deallocate, RigidLookup};
use crate::rules::{MOST_DEFENDERS, MOST_FORCES};

/// A lookup that could be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lookup {
    /// In words.
    pub words: String,
    /// The order.
    pub command: Command,
}

/// So many forces without anything to do are too many.
const IDLE: i32 = 3;
/// What a third lookup must gain beyond its fee, in thousandths of a VP.
const MARGIN: i32 = 300;

/// What is made of a moment in which a lookup may be made.
pub struct Considered {
    /// The lookups worth considering, best first.
    pub lookups: Vec<Lookup>,
    /// Whether forces would have nothing to do without one.
    pub idle: bool,
}

/// Considers the lookups that may be made now.
pub fn consider(context: &DecisionContext, position: &Position, career: &Career) -> Considered {
    let lookups = lookups(context, position, career);
    let idle = !lookups.is_empty() && are_idle(context, position, career);
    Considered { lookups, idle }
}

/// Whether forces would have nothing to do without a lookup.
fn are_idle(context: &DecisionContext, position: &Position, career: &Career) -> bool {
    let peaceful = draw(context, position, &PlannedForces::new(context.board, career, CombatMode::Tables, 0));
    let used: i32 = peaceful.steps.iter().map(|step| step.price.cost).sum();
    i32::from(career.pool.unallocated) * MILLE - used >= IDLE * MILLE
}

/// The lookups worth considering, best first; none when the forces at hand are to be used as they are.
fn lookups(context: &DecisionContext, position: &Position, career: &Career) -> Vec<Lookup> {
    if career.pool.unallocated == 0 {
        return Vec::new();
    }
    let board = context.board;
    if !context.bias.fights && !are_idle(context, position, career) {
        return Vec::new();
    }
    let left = board.constants.free_lookups.saturating_sub(career.lookups);
    let campaign = if left > 0 {
        draw(context, position, &PlannedForces::new(board, career, CombatMode::Tables, left))
    } else {
        let with = draw(context, position, &PlannedForces::new(board, career, CombatMode::Tables, 1));
        let without = draw(context, position, &PlannedForces::new(board, career, CombatMode::Tables, 0));
        let fee = board.constants.lookup_fee * MILLE;
        if with.worth < without.worth + fee + MARGIN {
            return Vec::new();
        }
        with
    };
    let levels: Vec<usize> = (0..5).rev().filter(|rank| campaign.fights(*rank).next().is_some()).collect();
    let mut found = Vec::new();
    for (at, rank) in levels.iter().enumerate() {
        let others = levels.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, rank)| *rank);
        let reserve: i32 = others.flat_map(|rank| campaign.fights(rank)).map(|step| step.price.cost).sum();
        found.extend(at_level(&campaign, career, *rank, reserve));
    }
    found.truncate(6);
    found
}

/// The lookups possible at a level, the better table first: what the Compliant Table leaves of the forces goes wherever it gains
/// most, the Rigid Table's only where they were meant to go (HW-4, HW-5).
pub fn at_level(campaign: &PlannedExpansion, career: &Career, rank: usize, reserve: i32) -> Vec<Lookup> {
    let defence = Defence::ALL[rank];
    let stock = career.pool.unallocated;
    let (mut lands, mut defenders) = (0u8, 0u8);
    for step in campaign.fights(rank) {
        if defenders + step.defenders > MOST_DEFENDERS || lands >= stock {
            break;
        }
        (lands, defenders) = (lands + 1, defenders + step.defenders);
    }
    let kept = reserve + campaign.walks() as i32 * MILLE;
    let spare = (i32::from(stock) * MILLE - kept + MILLE / 2) / MILLE;
    let forces = spare.clamp(i32::from(lands.max(1)), i32::from(stock)) as u8;
    let compliant = Lookup {
        words: format!("a Compliant lookup with {} forces at {defence}", forces.min(MOST_FORCES)),
        command: Command::CompliantLookup(CompliantLookup { defence, forces: forces.min(MOST_FORCES), naval: false }),
    };
    if lands == 0 {
        return vec![compliant];
    }
    let rigid = Lookup {
        words: format!("a Rigid lookup for {defenders} defenders in {lands} spaces at {defence}"),
        command: Command::RigidLookup(RigidLookup {
            defence,
            lands,
            defenders,
            targets: Vec::new(),
            max_forces: Some(forces),
            naval: false,
        }),
    };
    vec![compliant, rigid]
}

/// What must be put back without a task before a lookup can be made.
pub fn unset(career: &Career) -> Option<Command> {
    let forces = career.pool.walkover;
    (forces > 0).then_some(Command::Deallocate(Deallocate { from: Source::Walkover, forces }))
}
