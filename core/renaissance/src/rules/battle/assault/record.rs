//! What an assault leaves behind: each stage, and how it ended.

use serde::{Deserialize, Serialize};

use crate::rules::battle::exact::Exact;
use crate::rules::battle::field::Guns;
use crate::rules::battle::men::Men;
use crate::rules::battle::sides::Sides;

/// An assault from its first stage to its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AssaultRecord {
    /// The men on each wall at the start, after supernumeraries have been shifted (RN-68.4).
    pub start: Sides<Vec<Men>>,
    /// The stages, in order.
    pub stages: Vec<AssaultStage>,
    /// How it ended.
    pub end: AssaultEnd,
    /// Defenders eliminated.
    pub eliminated: u32,
    /// Points of morale that success brought the assaulter (RN-68.20).
    pub bonus: u16,
    /// The assaulters who are left.
    pub assaulters: Men,
    /// Their morale, the bonus included.
    pub morale: u16,
    /// What is left of each defending force, in the order in which they were given.
    pub defenders: Vec<DefenderAfter>,
}

/// How an assault ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AssaultEnd {
    /// All assaulters are dead (RN-68.18).
    Annihilated,
    /// The assaulters withdrew (RN-68.13).
    Repelled,
    /// All defenders are dead (RN-68.19).
    Captured,
    /// The last defenders retreated into their towers (RN-68.22).
    Abandoned,
    /// So many stages were fought that it ends (RN-R112).
    Undecided,
}

impl AssaultEnd {
    /// Whether the assaulter has the fortification now.
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Captured | Self::Abandoned)
    }
}

/// What is left of a defending force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DefenderAfter {
    /// Survivors.
    pub men: Men,
    /// Morale, changed by the change of the common one (RN-68.6).
    pub morale: u16,
    /// Guns that have not burst.
    pub guns: Guns,
    /// Whether guns were fired (RN-12.3).
    pub fired_guns: bool,
    /// Whether its persona died (RN-68.17), unless he was to be spared.
    pub fallen: bool,
    /// Whether it retreated into its tower (RN-68.16).
    pub in_tower: bool,
}

/// A stage of an assault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AssaultStage {
    /// Stage 1: the guns of the defence.
    pub guns: Option<WallGuns>,
    /// Defenders who moved to empty walls at its beginning.
    pub shift: Option<WallShift>,
    /// What happened at each assaulted wall, from stage 2 on.
    pub walls: Vec<WallFight>,
    /// The one man lost to the enemy when nobody else was (RN-R112).
    pub lone_victims: Sides<u32>,
    /// Men lost: attacker and defender are assaulters and defence.
    pub lost: Sides<u32>,
    /// Men left.
    pub left: Sides<u32>,
    /// Morale at its end, of the defence in common.
    pub morale: Sides<u16>,
    /// Score of the assaulters in tenths (RN-61.12).
    pub score_in_tenths: u32,
    /// Defending forces that retreated into their towers after it.
    pub into_tower: Vec<usize>,
}

/// The guns of the defence (RN-68.7).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WallGuns {
    /// Kills of each force before rounding.
    pub raw: Vec<Exact>,
    /// Killed at each wall.
    pub killed: Vec<u32>,
    /// Guns of each force that burst.
    pub burst: Vec<Guns>,
}

/// Defenders who moved to walls without any (RN-68.14).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WallShift {
    /// The walls that had none.
    pub empty: Vec<usize>,
    /// How many stand at each wall now.
    pub defenders: Vec<u32>,
}

/// A stage at a wall (RN-68.8 to RN-68.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WallFight {
    /// 0 to 3 for north, east, south, west.
    pub wall: usize,
    /// Who reached the top in this stage.
    pub up: u32,
    /// Kills of the defence before rounding.
    pub raw_defence: Exact,
    /// Assaulters killed.
    pub assaulters_killed: u32,
    /// Assaulters left on top.
    pub top: u32,
    /// Assaulters left at the foot.
    pub foot: u32,
    /// Kills of those on top before rounding.
    pub raw_assault: Exact,
    /// Defenders killed.
    pub defenders_killed: u32,
    /// Defenders left.
    pub defenders_left: u32,
}
