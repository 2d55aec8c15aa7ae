//! A rule system as everybody above the rooms sees it: no type of any room. Views and events are JSON; orders are a
//! handle, [`Orders`], that is made of JSON once.
//!
//! One loop plays every room: read [`Campaign::awaiting`], read [`Campaign::view`], hand in orders, read the events of
//! [`Campaign::advance`].

use std::any::Any;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, schema::Schema};

use crate::{
    Advance, Answer, Diagnostic, Dice, Document, EventRecord, Filled, GameSeed, KindNow, NotOffered, OrderSet, Orders,
    Planner, Question, SeatId, SnapshotError, Tuning, Verdict,
};

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
    /// What is asked, in words.
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

/// Shorthand after it was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Parsed {
    /// The orders that were understood.
    pub orders: Orders,
    /// Per order understood: where it stood in the text.
    pub spans: Vec<crate::Span>,
    /// What was not understood.
    pub diagnostics: Vec<Diagnostic>,
}

/// How a map is to be drawn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MapOptions {
    /// Width of the picture in pixels; the room's default when `None`.
    pub width: Option<u32>,
    /// Only this part: west, south, east, north in degrees.
    pub crop: Option<[f64; 4]>,
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

/// The schemas that a room adds to the OpenAPI document. Names begin with the room's, so that rooms do not collide.
#[derive(Clone, Default)]
pub struct RoomSchemas {
    /// Component name of the order union.
    pub order: String,
    /// Component name of the view.
    pub view: String,
    /// Component name of an event's data.
    pub event: String,
    /// All components, those three and whatever they refer to.
    pub components: Vec<(String, RefOr<Schema>)>,
    /// What fields mean that have no description of their own: by name, or as `Title.field`.
    pub glossary: &'static [(&'static str, &'static str)],
}

impl RoomSchemas {
    /// What the names of all components of the room begin with: `Umpire` for `UmpireOrder`.
    pub fn prefix(&self) -> &str {
        self.order.trim_end_matches("Order")
    }
}

/// A rule system.
pub trait Ruleset: Send + Sync {
    /// The rule system in short.
    fn about(&self) -> &About;
    /// Its scenarios.
    fn scenarios(&self) -> Vec<ScenarioSummary>;
    /// Everything static about a scenario that clients need: map, units, calendar, tables.
    fn scenario(&self, id: &str) -> Option<Value>;
    /// What the room sets for its computer players, if it does.
    fn tuning(&self) -> Option<&'static Tuning>;
    /// What the room adds to the OpenAPI document.
    fn schemas(&self) -> RoomSchemas;
    /// Starts a campaign.
    fn start(&self, scenario: &str, options: &Value, seed: &GameSeed) -> Result<Box<dyn Campaign>, SetupError>;
    /// Reads a saved campaign.
    fn load(&self, snapshot: &[u8]) -> Result<Box<dyn Campaign>, SnapshotError>;
}

/// One campaign in memory.
pub trait Campaign: Any + Send + Sync {
    /// A copy that goes its own way.
    fn clone_box(&self) -> Box<dyn Campaign>;
    /// Id of its rule system.
    fn ruleset_id(&self) -> &str;
    /// Id of its scenario.
    fn scenario_id(&self) -> &str;
    /// Steps resolved so far.
    fn step(&self) -> u32;
    /// The date now, in words.
    fn label(&self) -> String;
    /// What happens with an order set now.
    fn mode(&self) -> StepMode;
    /// Who is awaited; empty only when the campaign is over.
    fn awaiting(&self) -> Vec<Await>;
    /// Whether a seat may hand in an order set though nothing is asked of it: standing orders and policies, in steps where
    /// orders are carried out at once.
    fn takes_standing_orders(&self, seat: SeatId) -> bool;
    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The ranking now, by the scenario's reckoning, best first. For the arena and the end of a game: it may tell
    /// more than seats may know.
    fn standings(&self) -> Vec<Standing>;
    /// What a seat may see.
    fn view(&self, seat: SeatId) -> Value;
    /// Reads an array of orders; nothing is judged.
    fn read_orders(&self, orders: &Value) -> Orders;
    /// Judges orders by what the seat knows, so that no verdict can tell what it does not know: a verdict on each order
    /// of the set as it was written, in its order.
    fn check(&self, seat: SeatId, orders: &Orders) -> Vec<Verdict>;
    /// Reads shorthand.
    fn parse(&self, seat: SeatId, text: &str) -> Parsed;
    /// Writes orders as shorthand, a line each.
    fn print(&self, seat: SeatId, orders: &Orders) -> String;
    /// The next field of a partly filled order, and what it may be, from what the seat knows; `written` are the orders
    /// that stand before it.
    ///
    /// # Errors
    ///
    /// An answer in `partial` that is not offered.
    fn options(&self, seat: SeatId, written: &Orders, partial: &Value) -> Result<Filled, Box<NotOffered>>;
    /// Every kind of order as it stands behind the orders written before, from what the seat knows: with an example from this
    /// game, or why it is closed. In the order of [`About::orders`].
    fn kinds_now(&self, seat: SeatId, written: &Orders) -> Vec<KindNow>;
    /// What a missing order set means: the standing policy or the timeout default.
    fn default_orders(&self, seat: SeatId) -> Orders;
    /// Legal orders at random.
    fn random_orders(&self, seat: SeatId, dice: &mut Dice) -> Orders;
    /// Resolves a step with order sets in the order of receipt.
    fn advance(&mut self, sets: &[OrderSet], dice: &mut Dice) -> Advance;
    /// The campaign as bytes.
    fn snapshot(&self) -> Vec<u8>;
    /// Reports for people: the seat's view now, and the events it learnt of in the step before.
    fn documents(&self, seat: SeatId, entries: &[EventRecord]) -> Vec<Document>;
    /// The map as the seat sees it, as SVG.
    fn map_svg(&self, seat: SeatId, options: &MapOptions) -> String;
    /// Questions and legal orders for a computer player, from what the seat knows; `None` when the room has no planner.
    fn planner(&self, seat: SeatId) -> Option<Box<dyn Planner>>;
    /// Whether the room has a planner.
    fn has_planner(&self) -> bool;
    /// What the room sets for its computer players, if it does.
    fn tuning(&self) -> Option<&'static Tuning>;
}

/// Lets a boxed planner be used where a chain of answers is walked to its end.
pub fn chain(planner: &dyn Planner, mut choose: impl FnMut(&Question) -> Answer) -> Vec<(Question, Answer)> {
    let mut answers: Vec<Answer> = Vec::new();
    let mut walked = Vec::new();
    while let Some(question) = planner.ask(&answers) {
        let answer = choose(&question);
        answers.push(answer);
        walked.push((question, answer));
    }
    walked
}
