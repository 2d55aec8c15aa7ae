//! What a rule system, a scenario and a step are in short: plain data that everybody above the rooms may read.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{MapMark, SeatId};

/// How a rule system is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Order sets from all seats, sealed until all are in, then one resolution.
    Sealed,
    /// One seat acts at a time; orders are carried out at once; others may be asked for decisions.
    Sequential,
}

/// What happens with an order set at the present step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepMode {
    /// Order sets wait until every awaited seat is ready or the deadline comes; then the step is resolved.
    Sealed,
    /// An order set is carried out as soon as it arrives; its events come back with the answer.
    Immediate,
}

/// Why a seat is awaited: for its order set of the turn (`orders`), for its phase, in which it acts as often as it likes
/// until it ends it (`phase`), or for a decision that suspends somebody else's move (`decision`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AwaitKind {
    /// Its order set for the turn.
    Orders,
    /// Its phase: it acts, as often as it likes, until it ends the phase.
    Phase,
    /// A decision that suspends somebody else's move.
    Decision,
}

/// One seat that the campaign waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Await {
    /// The seat.
    pub seat: SeatId,
    /// The powers it acts for now.
    pub powers: Vec<String>,
    /// What is asked of it.
    pub kind: AwaitKind,
    /// Phase of the sequence of play.
    pub phase: String,
    /// What is asked, in words, for the seat alone: nobody else is shown it.
    pub prompt: String,
    /// What is taken as its answer when the deadline passes, in words.
    pub default: String,
}

/// A rule system in short.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct About {
    /// Id, such as `umpire`.
    #[schema(example = "umpire")]
    pub id: String,
    /// Name for people.
    pub title: String,
    /// Version of the rules engine; a game keeps the one it was started with.
    pub version: String,
    /// What sort of game it is, in a few sentences.
    pub summary: String,
    /// How it is played.
    pub shape: Shape,
    /// Prefix of its rule ids, such as `UM`.
    pub rule_prefix: String,
    /// The sequence of play.
    pub phases: Vec<PhaseInfo>,
    /// The orders it knows.
    pub orders: Vec<OrderInfo>,
    /// The options that a creator may set, beside the scenario.
    pub options: Vec<OptionInfo>,
}

/// One phase of the sequence of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PhaseInfo {
    /// Id as it stands in events, such as `P11`.
    pub id: String,
    /// Name for people.
    pub name: String,
}

/// One kind of order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OrderInfo {
    /// The value of the order's `type` field.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it does, in a sentence.
    pub summary: String,
    /// Phase in which it is carried out.
    pub phase: String,
    /// The rules behind it.
    pub rules: Vec<String>,
    /// An example as JSON.
    #[schema(value_type = Object)]
    pub example: Value,
    /// The same as shorthand.
    pub shorthand: String,
}

impl OrderInfo {
    /// An order with an example, whose `type` is the order's.
    pub fn new(summary: &str, phase: &str, rules: &[&str], example: Value, shorthand: &str) -> Self {
        Self {
            kind: example["type"].as_str().unwrap_or_default().to_owned(),
            summary: summary.into(),
            phase: phase.into(),
            rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
            example,
            shorthand: shorthand.into(),
        }
    }
}

/// One option of a rule system.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OptionInfo {
    /// Name of the option.
    pub name: String,
    /// What it changes.
    pub summary: String,
    /// JSON Schema of its value.
    #[schema(value_type = Object)]
    pub schema: Value,
    /// Value when nothing is said, of whatever type the option has.
    #[schema(value_type = Value)]
    pub default: Value,
}

/// A scenario in short.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ScenarioSummary {
    /// Id, such as `italia-1450`.
    #[schema(example = "italia-1450")]
    pub id: String,
    /// Name for people.
    pub title: String,
    /// What it is about, in a few sentences.
    pub summary: String,
    /// The places for players, in order: the index is the [`SeatId`].
    pub seats: Vec<SeatInfo>,
    /// Date of the first step, in words.
    pub begins: String,
    /// Date of the last step, in words.
    pub ends: String,
    /// Number of steps from first to last, where that is known beforehand.
    pub steps: Option<u32>,
}

/// One place for a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SeatInfo {
    /// Short key, unique within the scenario: the seat's name in paths.
    #[schema(example = "VEN")]
    pub key: String,
    /// Name for people.
    pub name: String,
    /// What to expect when playing it.
    pub description: String,
    /// Colour on maps, `#rrggbb`.
    pub colour: String,
    /// The powers it plays at the start.
    pub powers: Vec<String>,
}

/// How a campaign ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Outcome {
    /// Why it ended, in words.
    pub reason: String,
    /// All seats, best first.
    pub ranking: Vec<Standing>,
}

/// One line of a ranking.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Standing {
    /// The seat.
    pub seat: SeatId,
    /// 1 for the best.
    pub rank: u16,
    /// Points by the scenario's reckoning.
    pub points: i64,
    /// Share of the whole in millionths; all shares sum to a million (or are all 0).
    pub share: u32,
    /// Whether the seat is out of the game.
    pub eliminated: bool,
}

/// A figure worth following from step to step, as a seat knows it: one value for each of some powers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Figure {
    /// What is counted, such as `Treasury`.
    pub title: String,
    /// In what, such as `talents`; empty for plain numbers.
    pub unit: String,
    /// For whom, in the order of the scenario.
    pub values: Vec<FigureValue>,
}

/// A figure of a power.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct FigureValue {
    /// Name of the power.
    pub of: String,
    /// Whether the seat plays it.
    pub own: bool,
    /// How much.
    pub value: i64,
}

impl Figure {
    /// A figure of several powers: name, whether it is the seat's own, value.
    pub fn of_all(title: &str, unit: &str, values: impl IntoIterator<Item = (impl ToString, bool, i64)>) -> Self {
        let value = |(of, own, value): (_, bool, i64)| FigureValue { of: ToString::to_string(&of), own, value };
        Self { title: title.into(), unit: unit.into(), values: values.into_iter().map(value).collect() }
    }

    /// The same with the highest value first.
    #[must_use]
    pub fn highest_first(mut self) -> Self {
        self.values.sort_by_key(|one| Reverse(one.value));
        self
    }

    /// A figure of the seat's own power alone.
    pub fn own(title: &str, unit: &str, of: impl ToString, value: i64) -> Self {
        Self::of_all(title, unit, [(of, true, value)])
    }
}

/// How a map is to be drawn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MapOptions {
    /// Width of the picture in pixels; the room's default when `None`.
    pub width: Option<u32>,
    /// Only this part: west, south, east, north in degrees.
    pub crop: Option<[f64; 4]>,
    /// What is laid over it.
    pub marks: Vec<MapMark>,
}

/// A room could not start a campaign.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// No such scenario.
    #[error("there is no scenario {0} in this rule system")]
    UnknownScenario(String),
    /// An option is wrong.
    #[error("option {name}: {reason}")]
    BadOption {
        /// Name of the option.
        name: String,
        /// What is wrong, and what would be right.
        reason: String,
    },
}
