//! The words of a battle: where it is fought, by whom, and what came of it (ST-R14 to ST-R20).

use crate::model::ids::{CommandId, HexId, LeaderId, Name, Power};
use crate::model::measures::Talents;
use crate::model::rulings::BattleName;
use crate::model::units::Units;

/// Where and how a battle is fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battlefield {
    /// The hex.
    pub hex: HexId,
    /// At sea, or on a river.
    pub naval: bool,
    /// Tells several battles of a hex and turn apart.
    pub counter: u16,
}

/// One side: its powers, the first with most units, and its commands in the hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// The powers, that with most units first.
    pub powers: Vec<Power>,
    /// All their commands that take part, ascending.
    pub commands: Vec<CommandId>,
    /// Whether they were in the hex before the others.
    pub first: bool,
    /// Whether their orders sought the battle.
    pub sought: bool,
}

/// What a battle did to a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The side's powers.
    pub powers: Vec<Power>,
    /// Its strength (ST-R14).
    pub strength: u32,
    /// What it lost, prisoners and captured ships included.
    pub lost: Units,
    /// What of that the other side took.
    pub taken: Units,
    /// Its leaders who were killed.
    pub killed: Vec<LeaderId>,
    /// Whether it was routed.
    pub routed: bool,
}

/// A battle that was fought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleReport {
    /// Where.
    pub field: Battlefield,
    /// The row of the table.
    pub result: BattleName,
    /// 100 times the winner's strength by the loser's.
    pub quotient: u32,
    /// Who won.
    pub winner: Outcome,
    /// Who lost.
    pub loser: Outcome,
    /// Where the loser went; nowhere if nothing is left of him.
    pub retreat: Retreat,
}

/// A command that was captured (ST-R19).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Captured {
    /// Which.
    pub command: CommandId,
    /// Its name.
    pub name: Name,
    /// Whose it was.
    pub of: Power,
    /// By whom.
    pub by: Power,
    /// Where.
    pub hex: HexId,
    /// What the captor gains.
    pub price: Talents,
    /// Its leader, and whether he got away.
    pub leader: Option<(LeaderId, bool)>,
}

/// How a retreat ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Retreat {
    /// The hexes it went.
    Away(Vec<HexId>),
    /// Back within the walls that it came out of (ST-R12).
    Walls,
    /// There was no way out: half of what was left was taken, the rest dispersed.
    Trapped {
        /// What was taken.
        taken: Units,
        /// The commands that were taken with it.
        captured: Vec<Captured>,
    },
}
