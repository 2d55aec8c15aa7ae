//! What a field battle leaves behind: each stage, and how it ended.

use serde::{Deserialize, Serialize};

use super::arrangement::Arrangement;
use super::division::Division;
use super::guns::Guns;
use crate::rules::battle::exact::Exact;
use crate::rules::battle::men::{Arm, Men, Target};
use crate::rules::battle::sides::{BattleSide, Sides};

/// A field battle from its first stage to its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FieldRecord {
    /// How the sides stood.
    pub start: Sides<Arrangement>,
    /// The stages, in order.
    pub stages: Vec<FieldStage>,
    /// How it ended.
    pub end: BattleEnd,
    /// The retreat stage, if a side retreated.
    pub pursuit: Option<Pursuit>,
    /// What is left of each side.
    pub after: Sides<FieldAfter>,
}

/// How a battle ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BattleEnd {
    /// A side has no men left (RN-64.26).
    Eliminated(BattleSide),
    /// A side is below its retreat point (RN-61.12).
    Retreated(BattleSide),
    /// So many stages were fought that the battle ends (RN-R112).
    Undecided,
}

impl BattleEnd {
    /// Who lost.
    pub const fn loser(self) -> Option<BattleSide> {
        match self {
            Self::Eliminated(side) | Self::Retreated(side) => Some(side),
            Self::Undecided => None,
        }
    }
}

/// What is left of a side after a field battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FieldAfter {
    /// Survivors, after the pursuit. Light cavalry are auxiliaries again.
    pub men: Men,
    /// Guns neither destroyed nor burst.
    pub guns: Guns,
    /// Morale.
    pub morale: u16,
    /// Whether the persona's division was lost, so that he died (RN-64.27) unless he was to be spared (RN-62.7).
    pub fallen: bool,
    /// Whether guns were fired (RN-12.3).
    pub fired_guns: bool,
}

/// What a stage is fought with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldWeapon {
    /// Stage 1: guns.
    Guns,
    /// Stage 2: archers.
    Archers,
    /// Stage 3: arquebusiers.
    Arquebusiers,
    /// Stage 4 and all later ones: hand to hand.
    Melee,
}

/// A stage: the defence inflicts, then the attackers (RN-64.7).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FieldStage {
    /// From 1.
    pub number: u32,
    /// What it is fought with.
    pub weapon: FieldWeapon,
    /// Morale at its beginning.
    pub morale: Sides<u16>,
    /// What each side did.
    pub halves: Sides<HalfStage>,
    /// The one man lost to the enemy when nobody else was (RN-R112).
    pub lone_victims: Sides<u32>,
    /// Men lost in it.
    pub lost: Sides<u32>,
    /// Morale at its end.
    pub morale_after: Sides<u16>,
    /// Morale, rank and popularity against the retreat point, at its end, in tenths (RN-61.12).
    pub score_in_tenths: Sides<u32>,
}

/// What a side did in its half of a stage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HalfStage {
    /// Reserves that went forward before.
    pub advances: Vec<Advance>,
    /// What it did, in order.
    pub acts: Vec<FieldAct>,
    /// Enemies killed.
    pub kills: u32,
    /// Whether the enemy's persona fell.
    pub persona_falls: bool,
    /// What is left of the enemy.
    pub enemy_left: Men,
}

/// Reserves that go forward into a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Advance {
    /// The gap.
    pub to: Division,
    /// How many men.
    pub men: u32,
}

/// One thing that a side does in a half-stage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldAct {
    /// Guns fire at guns (RN-64.8).
    GunsAtGuns {
        /// How many fire, in cannons.
        fired: Exact,
        /// What they destroy.
        destroyed: Guns,
    },
    /// Guns of the firing side that burst (RN-64.10).
    Burst(Guns),
    /// Guns fire at a division (RN-64.9).
    GunsAtMen {
        /// How many fire, in cannons.
        fired: Exact,
        /// At whom.
        target: Division,
        /// Who stood there.
        present: Men,
        /// Step by step.
        steps: Vec<FireResult>,
    },
    /// A division's archers or arquebusiers shoot at another (RN-64.12, RN-64.14).
    Volley {
        /// Archers or arquebusiers.
        arm: Arm,
        /// Whose.
        from: Division,
        /// How many.
        shooters: u32,
        /// Morale with all factors.
        morale: u32,
        /// At whom.
        target: Division,
        /// Who stood there.
        present: Men,
        /// Step by step.
        steps: Vec<FireResult>,
    },
    /// A division fights another hand to hand in a part of the stage (RN-64.15).
    Melee {
        /// The part: 0 to 3 for A to D.
        part: usize,
        /// Whose.
        from: Division,
        /// Against whom.
        target: Division,
        /// 2 for those who flank, or 1.
        factor: u32,
        /// Target by target.
        blows: Vec<Blow>,
    },
}

/// A step of fire at a division.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FireResult {
    /// Which step of the table, from 0.
    pub step: usize,
    /// Who is hit.
    pub target: Target,
    /// No more fire than would kill so many.
    pub cap: Exact,
    /// Shooters or guns used.
    pub used: Exact,
    /// Killed.
    pub killed: u32,
}

/// What a group inflicts on a class of men hand to hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blow {
    /// Who is hit.
    pub target: Target,
    /// How many of them there are.
    pub present: u32,
    /// Fighters.
    pub fighters: Exact,
    /// Kills per fighter.
    pub rate: Exact,
    /// Kills before rounding, at most those present.
    pub raw: Exact,
    /// Killed.
    pub killed: u32,
}

/// The retreat stage (RN-64.28, RN-R109).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pursuit {
    /// The victor's heavy cavalry.
    pub heavy_cavalry: u32,
    /// His light cavalry.
    pub light_cavalry: u32,
    /// His morale with factors.
    pub morale: u32,
    /// Those who retreat.
    pub mass: Men,
    /// Target by target.
    pub blows: Vec<Blow>,
    /// Killed.
    pub kills: u32,
    /// The share of guns, goods and ducats that is captured (RN-64.30).
    pub share: Exact,
    /// Who escapes.
    pub left: Men,
}
