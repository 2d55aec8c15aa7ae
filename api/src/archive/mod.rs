//! A campaign on record: one JSON document that any installation can read, check and play on.
//!
//! ```text
//! { "format": "cursus-archive", "version": 2,
//!   "ruleset", "ruleset_version", "scenario", "options", "name", "seats": [..],
//!   "commitment":  SHA-256 of the seed, published at the start
//!   "seed":        the seed itself, once the campaign is over
//!   "start":       { "label", "state_hash", "head", "state"? }
//!   "steps":       [ { "number", "label", "sheets": [{"seat", "orders"}], "dice", "state_hash", "head",
//!                      "state"?, "resolved_at"?, "restores"?, "entries": [..] }, .. ]
//!   "outcome":     how it ended, once it has
//!   "agreed":      how it ended, where the players agreed on it }
//! ```
//!
//! `head` is the ledger's hash, see [`crate::ledger`]; `dice` a hash of the step's rolls; `state`, where given, the
//! snapshot in base64. Order sets stand in the order in which the room took them. `docs/archive.md` says the same to
//! players.

use base64::{Engine, prelude::BASE64_STANDARD};
use chrono::{DateTime, Utc};
use kernel::{Addressed, Advance, Campaign, Dice, EventRecord, GameSeed, OrderSet, Outcome, ScenarioSummary, SeatId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::ledger::{self, Blind};

mod play;
#[cfg(test)]
mod tests;
mod verify;

pub use play::{Play, PlayError};
pub use verify::{Compared, Difference, VerifyReport, verify, verify_with};

/// What `format` says.
pub const FORMAT: &str = "cursus-archive";
/// The version that this build writes, and the only one that it reads.
pub const VERSION: u32 = 2;

/// A campaign on record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Archive {
    /// Always `cursus-archive`.
    #[schema(example = "cursus-archive")]
    pub format: String,
    /// Version of the format: 2.
    pub version: u32,
    /// Name of the campaign.
    pub name: String,
    /// Id of the rule system.
    #[schema(example = "umpire")]
    pub ruleset: String,
    /// Version of the rule system that the campaign was played with.
    pub ruleset_version: String,
    /// Id of the scenario.
    #[schema(example = "italia-1450")]
    pub scenario: String,
    /// Options of the rule system as the campaign was started with.
    #[schema(value_type = Object)]
    pub options: Value,
    /// The seats in order: the index is the number that order sets and audiences use.
    pub seats: Vec<ArchivedSeat>,
    /// SHA-256 of the seed, published when the campaign started.
    pub commitment: String,
    /// The seed of all dice, in hexadecimal. Absent while the campaign runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The campaign before its first step.
    pub start: Mark,
    /// The steps in order, from number 1.
    pub steps: Vec<ArchivedStep>,
    /// How it ended, once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// How it ended where the players agreed on an end by a vote, before the rules ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreed: Option<Outcome>,
}

/// Who sat where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ArchivedSeat {
    /// Key of the seat in the scenario.
    #[schema(example = "VEN")]
    pub key: String,
    /// Who held it at the time of the export, in words: a player's name, or a level of the computer player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<String>,
}

/// A state of the campaign, by its hashes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Mark {
    /// The date, in words.
    #[schema(example = "March 1450")]
    pub label: String,
    /// Hash of the snapshot, blinded by the seed.
    pub state_hash: String,
    /// Head of the ledger.
    pub head: String,
    /// The snapshot in base64, at chosen steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// One resolved step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ArchivedStep {
    /// 1 for the first.
    pub number: u32,
    /// The date of the step, in words.
    #[schema(example = "March 1450")]
    pub label: String,
    /// When it was resolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved_at: Option<DateTime<Utc>>,
    /// Where steps are taken back: the campaign stands again as it did after this one. Such a step has neither orders, dice nor
    /// events of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restores: Option<u32>,
    /// The orders, in the order in which the room took them.
    #[serde(rename = "sheets")]
    pub order_sets: Vec<ArchivedOrderSet>,
    /// Hash of the rolls, blinded by the seed.
    pub dice: String,
    /// Hash of the snapshot after the step, blinded by the seed.
    pub state_hash: String,
    /// Head of the ledger after the step.
    pub head: String,
    /// The snapshot after the step in base64, at chosen steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// What happened, and who learnt of it.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub entries: Vec<Addressed<EventRecord>>,
}

/// What one seat handed in, or what was taken in its place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ArchivedOrderSet {
    /// Number of the seat.
    #[schema(value_type = u16)]
    pub seat: SeatId,
    /// Its orders.
    #[schema(value_type = Vec<Object>)]
    pub orders: Value,
}

/// In canonical form; what could not be read is left out.
impl From<&OrderSet> for ArchivedOrderSet {
    fn from(set: &OrderSet) -> Self {
        Self { seat: set.seat, orders: set.orders.to_json() }
    }
}

/// Why a text is not an archive that can be read here.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// Not JSON, or not of this shape.
    #[error("this is not a campaign archive: {0}")]
    Shape(#[from] serde_json::Error),
    /// Some other document.
    #[error("this is not a campaign archive: its format is \"{0}\", where \"{FORMAT}\" was expected")]
    Format(String),
    /// A later version.
    #[error("this archive has version {0}; this build of Cursus reads version {VERSION}")]
    Version(u32),
}

impl Archive {
    /// Reads an archive.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        #[derive(Deserialize)]
        struct Title {
            #[serde(default)]
            format: String,
            #[serde(default)]
            version: u32,
        }
        // The title first: a later version may have another shape.
        let title: Title = serde_json::from_str(text)?;
        must_be_ours(&title.format, title.version)?;
        Ok(serde_json::from_str(text)?)
    }

    /// Whether it says of itself that this build can read it.
    pub fn must_be_ours(&self) -> Result<(), Unreadable> {
        must_be_ours(&self.format, self.version)
    }

    /// Writes it, on one line.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("an archive is plain data") + "\n"
    }

    /// The seed, where it is given and right.
    pub fn game_seed(&self) -> Result<GameSeed, PlayError> {
        let seed = self.seed.as_deref().ok_or(PlayError::SeedSecret)?;
        let seed = GameSeed::from_revealed(seed).ok_or(PlayError::SeedUnreadable)?;
        if seed.commitment() == self.commitment { Ok(seed) } else { Err(PlayError::SeedOther) }
    }
}

/// The ledger before a step.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// Steps on record.
    pub steps: u32,
    /// The last head.
    pub head: &'a str,
}

fn must_be_ours(format: &str, version: u32) -> Result<(), Unreadable> {
    match version {
        _ if format != FORMAT => Err(Unreadable::Format(format.chars().take(40).collect())),
        VERSION => Ok(()),
        other => Err(Unreadable::Version(other)),
    }
}

/// A step as it was resolved, ready for the ledger.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// What it brought.
    pub advance: Advance,
    /// Number of the step: 1 for the first.
    pub number: u32,
    /// The date of the step, in words.
    pub label: String,
    /// The order sets as the ledger holds them.
    pub order_sets: Value,
    /// Hash of the rolls, blinded by the seed.
    pub dice: String,
    /// Snapshot after the step.
    pub state: Vec<u8>,
    /// Hash of the snapshot, blinded by the seed.
    pub state_hash: String,
    /// Head of the ledger after the step.
    pub head: String,
}

/// Resolves a step of a campaign and closes it with its hash. `before` is the ledger so far; `order_sets` are the order
/// sets as they stand on record.
pub fn resolve_step(
    campaign: &mut dyn Campaign, seed: &GameSeed, before: Before<'_>, sets: &[OrderSet],
    order_sets: &[ArchivedOrderSet],
) -> Resolved {
    let Before { steps, head: previous } = before;
    let number = steps + 1;
    let label = campaign.label();
    let mut dice = Dice::for_step(seed, number);
    let advance = campaign.advance(sets, &mut dice);
    let blind = Blind::of(seed, number);
    let dice = blind.dice(&dice.digest());
    let state = campaign.snapshot();
    let order_sets = ledger::order_sets_json(order_sets.iter().map(|order_set| (order_set.seat.0, &order_set.orders)));
    let head = ledger::Step { blind, previous, number, order_sets: &order_sets, dice: &dice, state: &state }.head();
    Resolved { advance, number, label, order_sets, dice, state_hash: blind.state_hash(&state), state, head }
}

/// Takes steps back: `campaign` is how it stood after step `restores`, and `label` the date until now.
pub fn restore_step(
    campaign: &dyn Campaign, seed: &GameSeed, before: Before<'_>, restores: u32, label: String,
) -> Resolved {
    let Before { steps, head: previous } = before;
    let number = steps + 1;
    let (blind, state) = (Blind::of(seed, number), campaign.snapshot());
    let head = ledger::Undo { blind, previous, number, restores, state: &state }.head();
    let (advance, order_sets) = (Advance::default(), Value::Array(Vec::new()));
    let state_hash = blind.state_hash(&state);
    Resolved { advance, number, label, order_sets, dice: String::new(), state_hash, state, head }
}

/// A snapshot as archives hold it.
pub fn pack(state: &[u8]) -> String {
    BASE64_STANDARD.encode(state)
}

/// Reads a packed snapshot.
fn unpack(state: &str) -> Option<Vec<u8>> {
    BASE64_STANDARD.decode(state).ok()
}

/// The scenario of that id in the rule system, in short.
fn find_scenario(ruleset: &dyn kernel::Ruleset, id: &str) -> Option<ScenarioSummary> {
    ruleset.scenarios().into_iter().find(|scenario| scenario.id == id)
}
