//! What a naval battle leaves behind.

use serde::{Deserialize, Serialize};

use super::squadron::{FleetDivision, Squadron};
use crate::rules::battle::exact::Exact;
use crate::rules::battle::field::BattleEnd;
use crate::rules::battle::men::Men;
use crate::rules::battle::ships::Ships;
use crate::rules::battle::sides::{BattleSide, Sides};

/// A naval battle from its first stage to its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NavalRecord {
    /// Who acts first (RN-71.2).
    pub initiative: BattleSide,
    /// Navigation with the crew and rowers there are (RN-71.3).
    pub navigation: Sides<Exact>,
    /// The stages, in order.
    pub stages: Vec<NavalStage>,
    /// How it ended; who retreats breaks off (RN-71.12).
    pub end: BattleEnd,
    /// What is left of each side.
    pub after: Sides<FleetAfter>,
}

/// What is left of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FleetAfter {
    /// Its own ships and what is aboard.
    pub fleet: Squadron,
    /// What it captured from the enemy (RN-71.14).
    pub prizes: Squadron,
    /// Morale.
    pub morale: u16,
    /// Whether the owner's division lost all its ships, so that he died, unless he was to be spared (RN-R131).
    pub fallen: bool,
    /// Whether falconets were fired (RN-12.3).
    pub fired_guns: bool,
}

/// What men are killed with at sea.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NavalWeapon {
    /// Stage 1.
    Falconets,
    /// Stage 4.
    Archers,
    /// Stage 5.
    Arquebusiers,
    /// Stage 6 and later ones: all troops and crew.
    Melee,
}

/// A stage of a naval battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NavalStage {
    /// What happened, in order.
    pub acts: Vec<NavalAct>,
    /// Troops and crew lost.
    pub lost: Sides<u32>,
    /// Morale at its end.
    pub morale: Sides<u16>,
    /// Morale, rank and popularity, in tenths (RN-61.12).
    pub score_in_tenths: Sides<u32>,
    /// Ships at its end.
    pub ships: Sides<Ships>,
    /// Men at its end.
    pub men: Sides<Men>,
}

/// One thing that happens in a stage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NavalAct {
    /// The Reserve takes the place of divisions without ships (RN-71.15).
    ReserveForward {
        /// Whose.
        side: BattleSide,
        /// Where to.
        to: Vec<FleetDivision>,
    },
    /// A division kills men of another.
    Kill {
        /// Whose.
        side: BattleSide,
        /// With what.
        weapon: NavalWeapon,
        /// Whose division.
        from: FleetDivision,
        /// Whom it hits.
        to: FleetDivision,
        /// How many falconets, archers, arquebusiers or men.
        count: u32,
        /// Kills before rounding.
        raw: Exact,
        /// 2 for those who flank, or 1.
        factor: u32,
        /// Killed, slaves included.
        killed: u32,
        /// Troops and crew among them.
        fighters: u32,
    },
    /// Falconets of a side burst.
    FalconetsBurst {
        /// Whose.
        side: BattleSide,
        /// How many were fired.
        fired: u32,
        /// How many burst.
        burst: u32,
    },
    /// Galleys ram.
    Ram {
        /// Whose.
        side: BattleSide,
        /// Whose division.
        from: FleetDivision,
        /// Whom it rams.
        to: FleetDivision,
        /// How many galleys.
        galleys: u32,
        /// Ships before rounding.
        raw: Exact,
        /// 2 for those who flank, or 1.
        factor: u32,
        /// Ships sunk.
        sunk: Ships,
        /// Troops and crew drowned when the cargo was adjusted.
        drowned: u32,
        /// Ships left there.
        ships_left: Ships,
        /// Men left there.
        men_left: Men,
    },
    /// The ships of a division without troops and crew are captured (RN-71.14).
    Captured {
        /// Who lost them.
        side: BattleSide,
        /// The division.
        division: FleetDivision,
        /// The ships.
        ships: Ships,
    },
    /// The owner's division has lost all its ships (RN-R131).
    OwnerFalls {
        /// Whose.
        side: BattleSide,
    },
    /// A man is killed, as nobody else was lost (RN-R112).
    LoneVictim {
        /// Whose.
        side: BattleSide,
    },
}
