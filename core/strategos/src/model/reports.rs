//! What a country remembers of what others have: reports of scouts and spies (section 6, ST-19, ST-21, ST-R49, ST-R50).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::command::{BattleOrder, CommandKind};
use super::ids::{CountryId, HexId, Name, Power, SiteId};
use super::measures::Turn;
use super::units::{UnitClass, Units};

/// What a country remembers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Memory {
    /// The last report of a hex: of all that were looked at in the last phase, and of older ones those in which somebody was.
    pub hexes: BTreeMap<HexId, HexReport>,
    /// The last report of a foreign city or fort. Those that players founded are known only by one.
    pub sites: BTreeMap<SiteId, SiteReport>,
    /// Roads built since the start that it has seen.
    pub roads: BTreeSet<HexId>,
    /// What spies told of the morale of other countries.
    pub morale: BTreeMap<CountryId, MoraleReport>,
}

/// Where a report comes from, in the order of the week.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosReportSource, title = "StrategosReportSource")]
pub enum Source {
    /// Scouts, after the first movement phase (step 8).
    FirstPhase,
    /// Scouts, after the second (step 11).
    SecondPhase,
    /// A spy (step 19).
    Spy,
}

/// A look into a hex.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HexReport {
    /// The turn of it.
    pub turn: Turn,
    /// Who tells.
    pub source: Source,
    /// Its level, 1 to 4.
    pub level: u8,
    /// By how many per cent its numbers may be off.
    pub error: u8,
    /// The forces that were seen; none: nobody was seen.
    pub forces: Vec<ForceReport>,
}

/// A force as it is reported: all of a power by land, or all by sea, in a hex. What the level does not tell is `None` or empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ForceReport {
    /// Whose (level 1).
    pub power: Power,
    /// Whether it is at sea or in port (level 1).
    pub naval: bool,
    /// Regiments and squadrons, about (level 2).
    pub units: Option<u32>,
    /// The type of its highest command (level 2).
    pub highest: Option<CommandKind>,
    /// Units of each class, about (level 3).
    pub classes: BTreeMap<UnitClass, u32>,
    /// Units aboard, about (level 3).
    pub aboard: Option<u32>,
    /// Its commander (level 3).
    pub commander: Option<Name>,
    /// The hex that it came from this week (level 3).
    pub came_from: Option<HexId>,
    /// All its units (level 4).
    pub exact: Option<Units>,
    /// The MA of its commander (level 4).
    pub ma: Option<u8>,
    /// Its battle order (level 4).
    pub order: Option<BattleOrder>,
}

/// What is known of a foreign city or fort beyond the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SiteReport {
    /// The turn of the look at its walls.
    pub turn: Turn,
    /// Its size.
    pub size: u8,
    /// Its defence value now.
    pub dv: u8,
    /// By how much that may be off.
    pub dv_error: u8,
    /// What a spy told of what is within.
    pub inside: Option<InsideReport>,
}

/// What a spy told of what is within walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InsideReport {
    /// The turn of it.
    pub turn: Turn,
    /// Regiments and squadrons inside, about.
    pub garrison: u32,
    /// By how many per cent that may be off.
    pub error: u8,
    /// Stores.
    pub stores: u8,
}

/// What a spy in the capital told of a country's morale.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoraleReport {
    /// The turn of it.
    pub turn: Turn,
    /// In a word.
    pub band: MoraleBand,
}

/// Country morale in a word (section 6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosMoraleBand, title = "StrategosMoraleBand")]
pub enum MoraleBand {
    /// Few hold out for such a country.
    Low,
    /// As usual.
    Middle,
    /// It believes in its cause.
    High,
}
