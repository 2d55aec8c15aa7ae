//! The typed trait that a room implements, and the adapter that erases it.
//!
//! Everything is a function of plain data: state, orders and dice in; state and events out. No clock, no I/O.

use std::{fmt, sync::Arc};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use utoipa::{PartialSchema, ToSchema};

use crate::{
    About, Advance, Answer, Audience, Await, Campaign, Checked, Diagnostic, Dice, Document, Entry, EventRecord,
    Feature, GameSeed, Imagined, MapOptions, Outcome, Parsed, Plannable, Planner, Question, RoomSchemas, RuleRef,
    Ruleset, ScenarioSummary, SeatId, SetupError, Sheet, SnapshotError, Span, Standing, StepMode, Verdict,
    reading::read_orders,
    snapshot::{self, Header},
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

/// An event with its audience.
#[derive(Clone, PartialEq, Debug)]
pub struct News<E> {
    /// Who learns of it.
    pub audience: Audience,
    /// What happened.
    pub event: E,
}

/// What resolving a step brought, typed.
#[derive(Clone, PartialEq, Debug)]
pub struct Resolution<E> {
    /// Events in the order in which they happened.
    pub news: Vec<News<E>>,
    /// The verdicts on the sheets' orders, per sheet in the order given.
    pub verdicts: Vec<Vec<Verdict>>,
}

impl<E> Default for Resolution<E> {
    fn default() -> Self {
        Self { news: Vec::new(), verdicts: Vec::new() }
    }
}

/// A rule system, typed.
pub trait GameSystem: Sized + Send + Sync + 'static {
    /// Static data: map, units, tables.
    type Scenario: Send + Sync + 'static;
    /// All that changes. Plain data, cheap to clone.
    type State: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// An order: a tagged enum of struct variants (`type` names the kind).
    type Order: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + ToSchema + Send + Sync + 'static;
    /// What a seat may see.
    type View: Clone + fmt::Debug + PartialEq + Serialize + ToSchema + Send + Sync + 'static;
    /// What can happen.
    type Event: Clone + fmt::Debug + PartialEq + Serialize + ToSchema + Described;

    /// Format of the snapshots; raised when old ones can no longer be read.
    const SNAPSHOT_VERSION: u16;

    /// The rule system in short.
    fn about(&self) -> &About;
    /// What the fields of events mean: for all fields of a name, or as `Title.field` for one; they become descriptions
    /// in the API document where a field has none of its own.
    fn glossary() -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// All scenarios.
    fn scenarios(&self) -> &[Arc<Self::Scenario>];
    /// A scenario in short.
    fn summary(scenario: &Self::Scenario) -> ScenarioSummary;
    /// Everything static that clients need.
    fn describe(scenario: &Self::Scenario) -> Value;
    /// The state before the first step.
    fn start(scenario: &Self::Scenario, options: &Value, seed: &GameSeed) -> Result<Self::State, SetupError>;

    /// Steps resolved so far.
    fn step(state: &Self::State) -> u32;
    /// The date now, in words.
    fn label(scenario: &Self::Scenario, state: &Self::State) -> String;
    /// What happens with a sheet now.
    fn mode(scenario: &Self::Scenario, state: &Self::State) -> StepMode;
    /// Who is awaited.
    fn awaiting(scenario: &Self::Scenario, state: &Self::State) -> Vec<Await>;
    /// Whether a seat may hand in a sheet though nothing is asked of it: standing orders and policies, in steps where
    /// orders are carried out at once. Provided: no.
    fn takes_standing_orders(_: &Self::Scenario, _: &Self::State, _: SeatId) -> bool {
        false
    }
    /// How it ended, once it has.
    fn outcome(scenario: &Self::Scenario, state: &Self::State) -> Option<Outcome>;
    /// The ranking now.
    fn standings(scenario: &Self::Scenario, state: &Self::State) -> Vec<Standing>;

    /// What a seat may see.
    fn view(scenario: &Self::Scenario, state: &Self::State, seat: SeatId) -> Self::View;
    /// One verdict per order, judged by the view alone.
    fn check(scenario: &Self::Scenario, view: &Self::View, orders: &[Self::Order]) -> Vec<Verdict>;
    /// Resolves a step.
    fn advance(
        scenario: &Self::Scenario, state: &mut Self::State, sheets: &[(SeatId, Vec<Self::Order>)], dice: &mut Dice,
    ) -> Resolution<Self::Event>;
    /// What a missing sheet means.
    fn default_orders(scenario: &Self::Scenario, view: &Self::View) -> Vec<Self::Order>;
    /// Legal orders at random.
    fn random_orders(scenario: &Self::Scenario, view: &Self::View, dice: &mut Dice) -> Vec<Self::Order>;

    /// Reads shorthand: orders with their places in the text, and what was not understood.
    fn parse(scenario: &Self::Scenario, view: &Self::View, text: &str) -> (Vec<(Self::Order, Span)>, Vec<Diagnostic>);
    /// Writes one order as a line of shorthand.
    fn print(scenario: &Self::Scenario, view: &Self::View, order: &Self::Order) -> String;

    /// An event in words.
    fn tell(scenario: &Self::Scenario, event: &Self::Event) -> String;
    /// The place of an event, by name.
    fn place(scenario: &Self::Scenario, event: &Self::Event) -> Option<String>;
    /// Reports for people.
    fn documents(scenario: &Self::Scenario, view: &Self::View, entries: &[EventRecord]) -> Vec<Document>;
    /// The map as the seat sees it.
    fn map_svg(scenario: &Self::Scenario, view: &Self::View, options: &MapOptions) -> String;

    /// Another state that the seat cannot tell from this one: whatever it does not see is changed at random.
    fn shuffle_hidden(scenario: &Self::Scenario, state: &Self::State, seat: SeatId, dice: &mut Dice) -> Self::State;

    /// Id of a scenario. Provided.
    fn scenario_id(scenario: &Self::Scenario) -> String {
        Self::summary(scenario).id
    }
}

/// A room as a [`Ruleset`].
pub struct Room<G: GameSystem> {
    system: Arc<G>,
}

impl<G: GameSystem> Room<G> {
    /// Erases a room.
    pub fn new(system: G) -> Self {
        Self { system: Arc::new(system) }
    }

    fn find(&self, id: &str) -> Option<Arc<G::Scenario>> {
        self.system.scenarios().iter().find(|scenario| G::scenario_id(scenario) == id).cloned()
    }
}

impl<G: Plannable> Ruleset for Room<G> {
    fn about(&self) -> &About {
        self.system.about()
    }

    fn scenarios(&self) -> Vec<ScenarioSummary> {
        self.system.scenarios().iter().map(|scenario| G::summary(scenario)).collect()
    }

    fn scenario(&self, id: &str) -> Option<Value> {
        self.find(id).map(|scenario| G::describe(&scenario))
    }

    fn schemas(&self) -> RoomSchemas {
        let mut components = Vec::new();
        for (name, schema) in [
            (G::Order::name(), G::Order::schema()),
            (G::View::name(), G::View::schema()),
            (G::Event::name(), G::Event::schema()),
        ] {
            components.push((name.into_owned(), schema));
        }
        G::Order::schemas(&mut components);
        G::View::schemas(&mut components);
        G::Event::schemas(&mut components);
        let (order, view, event) = (G::Order::name(), G::View::name(), G::Event::name());
        RoomSchemas { order: order.into(), view: view.into(), event: event.into(), components, glossary: G::glossary() }
    }

    fn start(&self, scenario: &str, options: &Value, seed: &GameSeed) -> Result<Box<dyn Campaign>, SetupError> {
        let found = self.find(scenario).ok_or_else(|| SetupError::UnknownScenario(scenario.to_owned()))?;
        let state = G::start(&found, options, seed)?;
        Ok(Box::new(Table::<G> { system: self.system.clone(), id: scenario.to_owned(), scenario: found, state }))
    }

    fn load(&self, bytes: &[u8]) -> Result<Box<dyn Campaign>, SnapshotError> {
        let (header, rest) = snapshot::header(bytes)?;
        let wanted = &self.system.about().id;
        if header.ruleset != *wanted {
            return Err(SnapshotError::OtherRuleset { wanted: wanted.clone(), found: header.ruleset });
        }
        if header.version != G::SNAPSHOT_VERSION {
            return Err(SnapshotError::OtherVersion { wanted: G::SNAPSHOT_VERSION, found: header.version });
        }
        let scenario = self.find(&header.scenario);
        let scenario = scenario.ok_or_else(|| SnapshotError::UnknownScenario(header.scenario.clone()))?;
        let state = snapshot::body(rest)?;
        Ok(Box::new(Table::<G> { system: self.system.clone(), id: header.scenario, scenario, state }))
    }
}

/// A campaign of a typed room.
struct Table<G: GameSystem> {
    system: Arc<G>,
    id: String,
    scenario: Arc<G::Scenario>,
    state: G::State,
}

impl<G: Plannable> Table<G> {
    fn seen(&self, seat: SeatId) -> G::View {
        G::view(&self.scenario, &self.state, seat)
    }

    fn with(&self, state: G::State) -> Box<dyn Campaign> {
        let (system, scenario) = (self.system.clone(), self.scenario.clone());
        Box::new(Self { system, id: self.id.clone(), scenario, state })
    }

    fn record(&self, news: News<G::Event>) -> Entry {
        let event = &news.event;
        let record = EventRecord {
            kind: event.kind().to_owned(),
            rule: event.rule(),
            phase: event.phase().to_owned(),
            place: G::place(&self.scenario, event),
            text: G::tell(&self.scenario, event),
            data: to_value(event),
        };
        Entry { audience: news.audience, event: record }
    }
}

/// Plain data as JSON.
fn to_value<T: Serialize>(data: &T) -> Value {
    serde_json::to_value(data).expect("plain data has a JSON form")
}

impl<G: Plannable> Campaign for Table<G> {
    fn clone_box(&self) -> Box<dyn Campaign> {
        self.with(self.state.clone())
    }

    fn ruleset_id(&self) -> &str {
        &self.system.about().id
    }

    fn scenario_id(&self) -> &str {
        &self.id
    }

    fn step(&self) -> u32 {
        G::step(&self.state)
    }

    fn label(&self) -> String {
        G::label(&self.scenario, &self.state)
    }

    fn mode(&self) -> StepMode {
        G::mode(&self.scenario, &self.state)
    }

    fn awaiting(&self) -> Vec<Await> {
        G::awaiting(&self.scenario, &self.state)
    }

    fn takes_standing_orders(&self, seat: SeatId) -> bool {
        G::takes_standing_orders(&self.scenario, &self.state, seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.scenario, &self.state)
    }

    fn standings(&self) -> Vec<Standing> {
        G::standings(&self.scenario, &self.state)
    }

    fn view(&self, seat: SeatId) -> Value {
        to_value(&self.seen(seat))
    }

    fn check(&self, seat: SeatId, orders: &Value) -> Checked {
        let (read, mut verdicts) = read_orders(orders, &self.system.about().orders);
        let (indices, read): (Vec<usize>, Vec<G::Order>) = read.into_iter().unzip();
        let judged = G::check(&self.scenario, &self.seen(seat), &read);
        verdicts.extend(judged.into_iter().map(|verdict| renumber(verdict, &indices)));
        verdicts.sort_by_key(|verdict| verdict.index);
        Checked { verdicts, orders: to_value(&read) }
    }

    fn understood(&self, orders: &Value) -> Value {
        let (read, _) = read_orders::<G::Order>(orders, &[]);
        to_value(&read.into_iter().map(|(_, order)| order).collect::<Vec<_>>())
    }

    fn parse(&self, seat: SeatId, text: &str) -> Parsed {
        let (read, diagnostics) = G::parse(&self.scenario, &self.seen(seat), text);
        let (orders, spans): (Vec<G::Order>, Vec<Span>) = read.into_iter().unzip();
        Parsed { orders: to_value(&orders), spans, diagnostics }
    }

    fn print(&self, seat: SeatId, orders: &Value) -> Result<String, Box<Verdict>> {
        let (read, bad) = read_orders(orders, &self.system.about().orders);
        if let Some(verdict) = bad.into_iter().next() {
            return Err(Box::new(verdict));
        }
        let view = self.seen(seat);
        let lines: Vec<String> = read.iter().map(|(_, order)| G::print(&self.scenario, &view, order)).collect();
        Ok(lines.join("\n"))
    }

    fn default_orders(&self, seat: SeatId) -> Value {
        to_value(&G::default_orders(&self.scenario, &self.seen(seat)))
    }

    fn random_orders(&self, seat: SeatId, dice: &mut Dice) -> Value {
        to_value(&G::random_orders(&self.scenario, &self.seen(seat), dice))
    }

    fn advance(&mut self, sheets: &[Sheet], dice: &mut Dice) -> Advance {
        let mut typed = Vec::with_capacity(sheets.len());
        let mut indices = Vec::with_capacity(sheets.len());
        let mut refused = Vec::with_capacity(sheets.len());
        for sheet in sheets {
            let (read, bad) = read_orders(&sheet.orders, &self.system.about().orders);
            let (at, orders): (Vec<usize>, Vec<G::Order>) = read.into_iter().unzip();
            typed.push((sheet.seat, orders));
            indices.push(at);
            refused.push(bad);
        }
        let resolution = G::advance(&self.scenario, &mut self.state, &typed, dice);
        let entries = resolution.news.into_iter().map(|news| self.record(news)).collect();
        let mut judged = resolution.verdicts.into_iter();
        let verdicts = sheets.iter().zip(indices).zip(refused).map(|((sheet, at), bad)| {
            let mut all: Vec<Verdict> =
                judged.next().unwrap_or_default().into_iter().map(|verdict| renumber(verdict, &at)).collect();
            all.extend(bad);
            all.sort_by_key(|verdict| verdict.index);
            (sheet.seat, all)
        });
        Advance { entries, verdicts: verdicts.collect() }
    }

    fn snapshot(&self) -> Vec<u8> {
        let ruleset = self.system.about().id.clone();
        let header = Header { ruleset, version: G::SNAPSHOT_VERSION, scenario: self.id.clone() };
        snapshot::write(&header, &self.state)
    }

    fn documents(&self, seat: SeatId, entries: &[EventRecord]) -> Vec<Document> {
        G::documents(&self.scenario, &self.seen(seat), entries)
    }

    fn map_svg(&self, seat: SeatId, options: &MapOptions) -> String {
        G::map_svg(&self.scenario, &self.seen(seat), options)
    }

    fn planner(&self, seat: SeatId) -> Box<dyn Planner> {
        Box::new(Desk::<G>::new(self.scenario.clone(), seat, self.seen(seat)))
    }

    fn shuffle_hidden(&self, seat: SeatId, dice: &mut Dice) -> Box<dyn Campaign> {
        self.with(G::shuffle_hidden(&self.scenario, &self.state, seat, dice))
    }
}

/// Moves a verdict from its place among the orders understood to its place in the sheet.
fn renumber(verdict: Verdict, indices: &[usize]) -> Verdict {
    let index = indices.get(verdict.index).copied().unwrap_or(verdict.index);
    let old = format!("/orders/{}", verdict.index);
    let tail = verdict.pointer.strip_prefix(&old).unwrap_or_default();
    Verdict { index, pointer: format!("/orders/{index}{tail}"), ..verdict }
}

/// One seat's view with the questions about it, and what the planner noted while they were answered.
struct Desk<G: Plannable> {
    scenario: Arc<G::Scenario>,
    seat: SeatId,
    view: G::View,
    notes: G::Notes,
}

impl<G: Plannable> Desk<G> {
    fn new(scenario: Arc<G::Scenario>, seat: SeatId, view: G::View) -> Self {
        Self { scenario, seat, view, notes: G::Notes::default() }
    }
}

impl<G: Plannable> Planner for Desk<G> {
    fn seat(&self) -> SeatId {
        self.seat
    }

    fn ask(&self, so_far: &[Answer]) -> Option<Question> {
        G::ask_noted(&self.scenario, &self.view, &self.notes, so_far)
    }

    fn sheet(&self, so_far: &[Answer]) -> Value {
        to_value(&G::sheet_noted(&self.scenario, &self.view, &self.notes, so_far))
    }

    fn walk(&self, choose: &mut dyn FnMut(&Question) -> Answer) -> Value {
        to_value(&G::walk(&self.scenario, &self.view, choose))
    }

    fn resumed(&self) -> bool {
        G::resumed(&self.scenario, &self.view)
    }

    fn imagine(&self, dice: &mut Dice) -> Box<dyn Imagined> {
        let world = G::imagine(&self.scenario, &self.view, dice);
        Box::new(Future::<G> { scenario: self.scenario.clone(), world })
    }
}

/// A possible world of a typed room.
struct Future<G: Plannable> {
    scenario: Arc<G::Scenario>,
    world: G::World,
}

impl<G: Plannable> Future<G> {
    fn sheets(
        &self, dice: &mut Dice, mut given: impl FnMut(SeatId) -> Option<Vec<G::Order>>,
    ) -> Vec<(SeatId, Vec<G::Order>)> {
        let mut sheet = |seat: SeatId| {
            let orders = given(seat).unwrap_or_else(|| G::habit(&self.scenario, &self.world, seat, dice));
            (seat, orders)
        };
        G::to_act(&self.scenario, &self.world).into_iter().map(&mut sheet).collect()
    }
}

impl<G: Plannable> Imagined for Future<G> {
    fn clone_box(&self) -> Box<dyn Imagined> {
        Box::new(Self { scenario: self.scenario.clone(), world: self.world.clone() })
    }

    fn planner(&self, seat: SeatId) -> Box<dyn Planner> {
        let view = G::shown(&self.scenario, &self.world, seat);
        Box::new(Desk::<G>::new(self.scenario.clone(), seat, view))
    }

    fn to_act(&self) -> Vec<SeatId> {
        G::to_act(&self.scenario, &self.world)
    }

    fn clock(&self) -> u32 {
        G::clock(&self.scenario, &self.world)
    }

    fn step(&mut self, plans: &[(SeatId, &[Answer])], dice: &mut Dice) {
        let sheets = self.sheets(dice, |seat| {
            let (_, answers) = plans.iter().find(|(planned, _)| *planned == seat)?;
            Some(G::sheet(&self.scenario, &G::shown(&self.scenario, &self.world, seat), answers))
        });
        G::forward(&self.scenario, &mut self.world, &sheets, dice);
    }

    fn step_with(&mut self, sheets: &[Sheet], dice: &mut Dice) {
        let sheets = self.sheets(dice, |seat| {
            let sheet = sheets.iter().find(|sheet| sheet.seat == seat)?;
            Some(read_orders::<G::Order>(&sheet.orders, &[]).0.into_iter().map(|(_, order)| order).collect())
        });
        G::forward(&self.scenario, &mut self.world, &sheets, dice);
    }

    fn worth(&self) -> Vec<u32> {
        G::worth(&self.scenario, &self.world)
    }

    fn features(&self, seat: SeatId) -> Vec<Feature> {
        G::features(&self.scenario, &self.world, seat)
    }

    fn habit(&self, seat: SeatId, dice: &mut Dice) -> Value {
        to_value(&G::habit(&self.scenario, &self.world, seat, dice))
    }

    fn view(&self, seat: SeatId) -> Value {
        to_value(&G::shown(&self.scenario, &self.world, seat))
    }
}
