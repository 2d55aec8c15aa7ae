//! A rule system as everybody above the rooms sees it: no type of any room. Views and events are JSON; orders are a
//! handle, [`Orders`], that is made of JSON once.
//!
//! One loop plays every room: read [`Campaign::awaiting`], read [`Campaign::view`], hand in orders, read the events of
//! [`Campaign::advance`].

use std::any::Any;

use serde_json::Value;
use utoipa::openapi::{RefOr, schema::Schema};

use crate::{
    About, Advance, Answer, Await, Diagnostic, Dice, Document, EventRecord, Figure, Filled, GameSeed, KindNow, MapMark,
    MapOptions, NotOffered, OrderSet, Orders, Outcome, Planner, Question, QuickAnswer, ScenarioSummary, SeatId,
    SetupError, SnapshotError, Standing, StepMode, Tuning, Verdict, Weights,
};

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
    /// What the terms of the room's evaluation weigh, if it has any.
    fn weights(&self) -> Option<&'static Weights>;
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
    /// The kinds of order that can begin at one of these places or things of the map; see [`FieldValues::offers`](crate::options::FieldValues::offers).
    fn kinds_at(&self, seat: SeatId, written: &Orders, places: &[String]) -> Vec<String>;
    /// Whole answers to a decision that is asked of the seat now, from what it knows: those for this time first, then those
    /// that hold for longer. Empty where no decision is asked, or where it is answered by orders like any other.
    fn quick_answers(&self, seat: SeatId) -> Vec<QuickAnswer<Value>>;
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
    /// What a map can show of events that the seat learnt of: where forces went, and where there was fighting.
    fn marks_of_events(&self, events: &[EventRecord]) -> Vec<MapMark>;
    /// What a map can show of orders of the seat.
    fn marks_of_orders(&self, seat: SeatId, orders: &Orders) -> Vec<MapMark>;
    /// The map as the seat sees it, as SVG.
    fn map_svg(&self, seat: SeatId, options: &MapOptions) -> String;
    /// Figures worth following from step to step, as the seat knows them.
    fn figures(&self, seat: SeatId) -> Vec<Figure>;
    /// The map as everybody may see it, whether he plays or not, as SVG.
    fn public_map_svg(&self, options: &MapOptions) -> String;
    /// Figures that everybody may know: first that by which one would say who is ahead, with the best first.
    fn public_figures(&self) -> Vec<Figure>;
    /// Questions and legal orders for a computer player, from what the seat knows; `None` when the room has no planner.
    fn planner(&self, seat: SeatId) -> Option<Box<dyn Planner>>;
    /// The terms of the room's evaluation as the campaign really stands, by seat, for fitting its weights: players are
    /// never shown them. Empty when the room has none.
    fn terms(&self) -> Vec<Vec<i64>>;
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
