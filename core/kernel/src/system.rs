//! The typed traits that a room implements, one for each thing that a room does; [`Planning`](crate::Planning) is one more.
//!
//! Everything is a function of plain data: state, orders and dice in; state and events out. No clock, no I/O.

use std::{fmt, sync::Arc};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use utoipa::ToSchema;

use crate::orders::PlainOrder;
use crate::{
    About, Addressed, Await, Diagnostic, Dice, Document, EventRecord, Figure, GameSeed, MapOptions, MarkedEvents,
    Outcome, RuleRef, ScenarioSummary, SeatId, SetupError, Span, Standing, StepMode, Verdict,
};

/// What every event of a room can say of itself.
pub trait Described {
    /// Kind in snake_case.
    fn kind(&self) -> &'static str;
    /// The rule that made it happen.
    fn rule(&self) -> RuleRef;
    /// Phase of the sequence of play.
    fn phase(&self) -> &'static str;
}

/// What resolving a step brought, typed.
#[derive(Clone, PartialEq, Debug)]
pub struct Resolution<E> {
    /// Events in the order in which they happened.
    pub events: Vec<Addressed<E>>,
    /// The verdicts on the orders, per order set in the order given.
    pub verdicts: Vec<Vec<Verdict>>,
}

impl<E> Default for Resolution<E> {
    fn default() -> Self {
        Self { events: Vec::new(), verdicts: Vec::new() }
    }
}

/// The rules: how a campaign starts, goes on and ends.
pub trait GameSystem: Sized + Send + Sync + 'static {
    /// Static data: map, units, tables.
    type Scenario: Send + Sync + 'static;
    /// All that changes. Plain data, cheap to clone.
    type State: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// An order: a tagged enum of struct variants (`type` names the kind).
    type Order: PlainOrder + ToSchema;
    /// What can happen.
    type Event: Clone + fmt::Debug + PartialEq + Serialize + ToSchema + Described;

    /// Format of the snapshots; raised when old ones can no longer be read.
    const SNAPSHOT_VERSION: u16;

    /// The rule system in short.
    fn about(&self) -> &About;
    /// All scenarios.
    fn scenarios(&self) -> &[Arc<Self::Scenario>];
    /// A scenario in short.
    fn summary(scenario: &Self::Scenario) -> ScenarioSummary;
    /// Everything static that clients need.
    fn describe(scenario: &Self::Scenario) -> Value;
    /// The state before the first step.
    ///
    /// # Errors
    ///
    /// When an option is unknown or has a value that it may not have.
    fn start(scenario: &Self::Scenario, options: &Value, seed: &GameSeed) -> Result<Self::State, SetupError>;

    /// Steps resolved so far.
    fn step(state: &Self::State) -> u32;
    /// The date now, in words.
    fn label(scenario: &Self::Scenario, state: &Self::State) -> String;
    /// What happens with an order set now.
    fn mode(scenario: &Self::Scenario, state: &Self::State) -> StepMode;
    /// Who is awaited.
    fn awaiting(scenario: &Self::Scenario, state: &Self::State) -> Vec<Await>;
    /// Whether a seat may hand in orders though nothing is asked of it: standing orders and policies, in steps where
    /// orders are carried out at once. Provided: no.
    fn takes_standing_orders(_: &Self::Scenario, _: &Self::State, _: SeatId) -> bool {
        false
    }
    /// How it ended, once it has.
    fn outcome(scenario: &Self::Scenario, state: &Self::State) -> Option<Outcome>;
    /// The ranking now.
    fn standings(scenario: &Self::Scenario, state: &Self::State) -> Vec<Standing>;
    /// Resolves a step with order sets in the order of receipt.
    fn advance(
        scenario: &Self::Scenario, state: &mut Self::State, sets: &[(SeatId, Vec<Self::Order>)], dice: &mut Dice,
    ) -> Resolution<Self::Event>;

    /// Id of a scenario. Provided.
    fn scenario_id(scenario: &Self::Scenario) -> String {
        Self::summary(scenario).id
    }
}

/// What a seat knows, and what follows from that alone: nothing here looks at the state again.
pub trait Visibility: GameSystem {
    /// All that a seat knows, as the rules' own functions take it.
    type Knowledge: Clone + fmt::Debug + PartialEq + Send + Sync + 'static;
    /// The same for the wire.
    type View: Clone + fmt::Debug + PartialEq + Serialize + ToSchema + Send + Sync + 'static;

    /// What a seat knows.
    fn knowledge(scenario: &Self::Scenario, state: &Self::State, seat: SeatId) -> Self::Knowledge;
    /// What the seat is shown of it.
    fn view(scenario: &Self::Scenario, knowledge: &Self::Knowledge) -> Self::View;
    /// One verdict per order, judged by what the seat knows.
    fn check(scenario: &Self::Scenario, knowledge: &Self::Knowledge, orders: &[Self::Order]) -> Vec<Verdict>;
    /// What a missing order set means.
    fn default_orders(scenario: &Self::Scenario, knowledge: &Self::Knowledge) -> Vec<Self::Order>;
    /// Legal orders at random.
    fn random_orders(scenario: &Self::Scenario, knowledge: &Self::Knowledge, dice: &mut Dice) -> Vec<Self::Order>;
}

/// What everybody may know, whether he plays or not: for those who only watch.
pub trait Gallery: GameSystem {
    /// What is public. No seat learns from it what it does not know.
    type Public: Clone + fmt::Debug + PartialEq + Send + Sync + 'static;

    /// What is public of a state.
    fn public(scenario: &Self::Scenario, state: &Self::State) -> Self::Public;
    /// The map as everybody may see it, with the marks that are asked for.
    fn public_map_svg(scenario: &Self::Scenario, public: &Self::Public, options: &MapOptions) -> String;
    /// Public figures of the powers: first that by which one would say who is ahead, with the best first.
    fn public_figures(scenario: &Self::Scenario, public: &Self::Public) -> Vec<Figure>;
}

/// Orders as players type them.
pub trait Notation: Visibility {
    /// Reads shorthand: orders with their places in the text, and what was not understood.
    fn parse(
        scenario: &Self::Scenario, knowledge: &Self::Knowledge, text: &str,
    ) -> (Vec<(Self::Order, Span)>, Vec<Diagnostic>);
    /// Writes one order as a line of shorthand.
    fn print(scenario: &Self::Scenario, knowledge: &Self::Knowledge, order: &Self::Order) -> String;
}

/// A campaign in words and pictures.
pub trait Telling: Visibility {
    /// An event in words.
    fn tell(scenario: &Self::Scenario, event: &Self::Event) -> String;
    /// The place of an event, by name.
    fn place(scenario: &Self::Scenario, event: &Self::Event) -> Option<String>;
    /// Reports for people, from what the seat knows now and the events it learnt of in the step before.
    fn documents(scenario: &Self::Scenario, knowledge: &Self::Knowledge, events: &[EventRecord]) -> Vec<Document>;
    /// The kinds of event that can be laid over the map. Provided: none.
    const MARKED_EVENTS: MarkedEvents = MarkedEvents { moves: &[], fights: &[] };
    /// The map as the seat sees it, with the marks that are asked for.
    fn map_svg(scenario: &Self::Scenario, knowledge: &Self::Knowledge, options: &MapOptions) -> String;
    /// Figures worth following from step to step, the most important first. Provided: none.
    fn figures(_: &Self::Scenario, _: &Self::Knowledge) -> Vec<Figure> {
        Vec::new()
    }
    /// What the fields of events mean: for all fields of a name, or as `Title.field` for one; they become descriptions
    /// in the API document where a field has none of its own. Provided: nothing.
    fn glossary() -> &'static [(&'static str, &'static str)] {
        &[]
    }
}
