//! What every rule system needs, and nothing else: ids, dice, rule references, exact arithmetic, maps, calendar,
//! verdicts, events and the traits of a room. No game's rules live here.
//!
//! | module | what it holds |
//! |---|---|
//! | [`ids`] | seats, the secret seed of a game, ids of a room's things |
//! | [`mod@names`] | names of things, and ids that carry them |
//! | [`dice`] | named, logged, reproducible chance |
//! | [`rule`] | references to a rulebook's numbered rules |
//! | [`exact`] | arithmetic where a rule rounds |
//! | [`map`] | province graphs and hex grids |
//! | [`marks`] | what is laid over a map on request: movements, fights, orders |
//! | [`calendar`] | turns of the year and their names |
//! | [`verdict`] | what became of an order |
//! | [`refusal`] | why the rules forbid it |
//! | [`event`] | what happened, who learns of it, and the documents made of it |
//! | [`paper`] | the words of a document, as text and as HTML |
//! | [`picture`] | maps as SVG: the part that is shown, colours, legends |
//! | [`system`] | the typed traits that a room implements |
//! | [`Room`] | the adapter that erases them |
//! | [`ruleset`] | the same, erased: all that `ai` and `api` see |
//! | [`about`] | a rule system, a scenario, a step in short |
//! | [`question`] | questions of a plan, and their answers |
//! | [`plan`] | questions and answers: how a computer player thinks about a room |
//! | [`reader`] | their answers, read while an order set is drafted |
//! | [`tuning`] | what a room sets for its computer players: budgets and leanings |
//! | [`weights`] | what the terms of a room's evaluation weigh |
//! | [`scenario`] | reading the files of a scenario |
//! | [`shorthand`] | reading orders as players type them |
//! | [`orders`] | orders above the rooms: typed behind a handle, JSON at the edge |
//! | [`mod@order_schema`] | their schema, made from the list of kinds |
//! | [`options`] | what a seat may order now, field by field |
//! | [`bounds`] | how much an order set may hold |
//! | [`words`] | counts, lists and capitals of sentences |
//! | [`snapshot`] | state to bytes and back |

pub mod about;
pub mod bounds;
pub mod calendar;
pub mod dice;
pub mod event;
pub mod exact;
pub mod hexes;
pub mod ids;
mod json;
pub mod labels;
pub mod map;
pub mod marks;
pub mod names;
pub mod options;
pub mod order_schema;
pub mod orders;
pub mod paper;
pub mod picture;
pub mod plan;
mod planner;
pub mod question;
pub mod reader;
pub mod reading;
pub mod refusal;
mod room;
pub mod rule;
pub mod ruleset;
pub mod scenario;
pub mod shorthand;
pub mod snapshot;
pub mod system;
pub mod tuning;
pub mod verdict;
pub mod weights;
pub mod words;

pub use about::{
    About, Await, AwaitKind, Figure, FigureValue, MapOptions, OptionInfo, OrderInfo, Outcome, PhaseInfo,
    ScenarioSummary, SeatInfo, SetupError, Shape, Standing, StepMode,
};
pub use dice::{Dice, Roll, Stream};
pub use event::{Addressed, Advance, Audience, Document, EventRecord};
pub use ids::{GameSeed, SeatId};
pub use marks::{MapMark, MarkKind, MarkedEvents};
pub use options::{
    AnswerScope, FieldOptions, FieldValues, Filled, Hosted, KindNow, Menu, NotOffered, OptionValue, OrderOptions,
    QuickAnswer,
};
pub use orders::{OrderSet, Orders};
pub use plan::{Determinization, Feature, Planner, Planning, shares};
pub use question::{Answer, Choice, Question, Topic};
pub use reader::{Guide, Reader};
pub use refusal::Refusal;
pub use room::{Room, TypedCampaign};
pub use rule::RuleRef;
pub use ruleset::{Campaign, Parsed, RoomSchemas, Ruleset};
pub use snapshot::SnapshotError;
pub use system::{Described, Gallery, GameSystem, Notation, Resolution, Telling, Visibility};
pub use tuning::{Leaning, SearchLevel, Tuning};
pub use verdict::{Diagnostic, Span, Verdict, VerdictStatus};
pub use weights::{Term, Weights};

/// The JSON value type of the erased interface.
pub use serde_json::Value;
