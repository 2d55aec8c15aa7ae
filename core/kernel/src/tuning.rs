//! What a room sets for its computer players: how much they may search, and what personalities make of its answers.
//!
//! The figures are data of the room, read once. The levels and personalities themselves are above the rooms.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::Choice;

/// What a room sets for its computer players. Playouts are counted, never timed, so that a decision is the same on any
/// machine.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// How far a playout goes, in the room's own clock (turns, months, empires' turns).
    pub horizon: u32,
    /// Most steps in one playout: a watchdog; a playout that comes to it is judged as it stands.
    pub steps: u32,
    /// Determinizations in which plans are sought, in turns; as many more in which they are put to the proof.
    pub determinizations: u32,
    /// Share of the playouts spent on orders that go on where earlier ones stopped, per cent; everything where it is not
    /// given.
    pub resumed_percent: Option<u32>,
    /// The level that advises people.
    #[serde(default)]
    pub adviser: SearchLevel,
    /// What a veteran may spend.
    pub veteran: SearchBudget,
    /// What a master may spend.
    pub master: SearchBudget,
    /// What personalities make of answers.
    pub leanings: Leanings,
}

/// A level that searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchLevel {
    /// Dozens or hundreds of playouts.
    #[default]
    Veteran,
    /// Several times as many.
    Master,
}

/// What one level may spend on a decision.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchBudget {
    /// Playouts per decision.
    pub playouts: u32,
    /// Playouts for a decision that suspends somebody else's move, and for any other single small question.
    pub reaction: u32,
    /// Share of the playouts spent on the strongest rivals' own plans first, per cent.
    pub rivals_percent: u32,
    /// The level's own number of determinizations; the room's where it is not given.
    pub determinizations: Option<u32>,
    /// The level's own share for orders that go on where earlier ones stopped; the room's where it is not given.
    pub resumed_percent: Option<u32>,
}

/// The leanings of each personality. A room whose questions suit none of them says so with an empty list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leanings {
    /// Attacks where others wait.
    pub bold: Vec<Leaning>,
    /// Would rather save than spend.
    pub thrifty: Vec<Leaning>,
    /// Keeps the peace and what it holds.
    pub faithful: Vec<Leaning>,
}

impl Leanings {
    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Leaning> {
        self.bold.iter().chain(&self.thrifty).chain(&self.faithful)
    }
}

/// What becomes of some answers to a kind of question.
#[derive(PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaning {
    /// The kind of question.
    pub topic: String,
    /// Stable keys of the answers; any answer where none are given.
    #[serde(default)]
    pub keys: Vec<String>,
    /// True: only answers that start nothing new. False: only answers that do.
    pub quiet: Option<bool>,
    /// Per cent of questions to which a player that does not search gives such an answer in place of its best guess.
    pub chance: i32,
    /// What a player that searches counts such an answer for, in millionths of the whole.
    pub bonus: i64,
}

impl Leaning {
    /// Whether the leaning is for an answer to a question of its topic.
    pub fn names(&self, choice: &Choice) -> bool {
        self.quiet.is_none_or(|quiet| quiet == choice.quiet)
            && (self.keys.is_empty() || self.keys.contains(&choice.key))
    }
}

impl Tuning {
    /// Reads a room's file.
    ///
    /// # Panics
    ///
    /// If the file is wrong: it is built in, and a test reads it.
    pub fn built_in(file: &str) -> Self {
        toml::from_str(file).unwrap_or_else(|error| panic!("the data of computer players: {error}"))
    }

    /// Kinds of questions and keys of answers that leanings name: what the room must know.
    pub fn words(&self) -> BTreeSet<&str> {
        let named = self.leanings.all().flat_map(|leaning| leaning.keys.iter().chain([&leaning.topic]));
        named.map(String::as_str).collect()
    }
}
