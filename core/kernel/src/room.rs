//! The adapter that erases a room: typed traits below, [`Ruleset`] and [`Campaign`] above.

use std::sync::Arc;

use serde_json::{Map, Value};
use utoipa::{PartialSchema, ToSchema};

use crate::json::to_value;
use crate::options::{KindNow, Menu, begins_at, example, follow};
use crate::planner::SeatPlanner;
use crate::snapshot::{self, Header};
use crate::{
    About, Addressed, Advance, Await, Campaign, Described, Dice, Document, EventRecord, FieldValues, Figure, Filled,
    GameSeed, GameSystem, Hosted, MapMark, MapOptions, NotOffered, OrderInfo, OrderSet, Orders, Outcome, Parsed,
    Planner, Planning, QuickAnswer, RoomSchemas, Ruleset, ScenarioSummary, SeatId, SetupError, SnapshotError, Span,
    Standing, StepMode, Tuning, Verdict, Visibility, Weights,
};

/// A room as a [`Ruleset`].
pub struct Room<G: Visibility> {
    system: Arc<G>,
    player: Option<Player<G>>,
}

/// The computer player of a room, erased.
struct Player<G: Visibility> {
    planner: MakePlanner<G>,
    tuning: Option<&'static Tuning>,
    weights: Option<&'static Weights>,
    terms: fn(&G::Scenario, &G::State) -> Vec<Vec<i64>>,
}

impl<G: Visibility> Clone for Player<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Visibility> Copy for Player<G> {}

/// Makes the planner of a seat from what the seat knows.
type MakePlanner<G> = fn(Arc<<G as GameSystem>::Scenario>, SeatId, <G as Visibility>::Knowledge) -> Box<dyn Planner>;

impl<G: Visibility> Room<G> {
    /// Erases a room that has no planner yet: its computer players hand in default orders.
    pub fn new(system: G) -> Self {
        Self { system: Arc::new(system), player: None }
    }

    /// The same with the room's planner.
    #[must_use]
    pub fn with_planner(self) -> Self
    where
        G: Planning,
    {
        let player =
            Player { planner: SeatPlanner::<G>::boxed, tuning: G::tuning(), weights: G::weights(), terms: G::terms };
        Self { player: Some(player), ..self }
    }

    fn campaign(&self, id: String, scenario: Arc<G::Scenario>, state: G::State) -> TypedCampaign<G> {
        TypedCampaign { system: self.system.clone(), player: self.player, id, scenario, state }
    }

    fn find(&self, id: &str) -> Option<Arc<G::Scenario>> {
        self.system.scenarios().iter().find(|scenario| G::scenario_id(scenario) == id).cloned()
    }
}

impl<G: Hosted> Ruleset for Room<G> {
    fn about(&self) -> &About {
        self.system.about()
    }

    fn scenarios(&self) -> Vec<ScenarioSummary> {
        self.system.scenarios().iter().map(|scenario| G::summary(scenario)).collect()
    }

    fn scenario(&self, id: &str) -> Option<Value> {
        self.find(id).map(|scenario| G::describe(&scenario))
    }

    fn tuning(&self) -> Option<&'static Tuning> {
        self.player.and_then(|player| player.tuning)
    }

    fn weights(&self) -> Option<&'static Weights> {
        self.player.and_then(|player| player.weights)
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
        Ok(Box::new(self.campaign(scenario.to_owned(), found, state)))
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
        Ok(Box::new(self.campaign(header.scenario, scenario, state)))
    }
}

/// A campaign of a typed room.
pub struct TypedCampaign<G: Visibility> {
    system: Arc<G>,
    player: Option<Player<G>>,
    id: String,
    scenario: Arc<G::Scenario>,
    state: G::State,
}

impl<G: Hosted> TypedCampaign<G> {
    fn known(&self, seat: SeatId) -> G::Knowledge {
        G::knowledge(&self.scenario, &self.state, seat)
    }

    /// What is played.
    pub fn scenario(&self) -> &G::Scenario {
        &self.scenario
    }

    /// How it stands.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The same campaign in another state.
    #[must_use]
    pub fn with_state(&self, state: G::State) -> Self {
        let (system, scenario) = (self.system.clone(), self.scenario.clone());
        Self { system, player: self.player, id: self.id.clone(), scenario, state }
    }

    fn record(&self, told: Addressed<G::Event>) -> Addressed<EventRecord> {
        let event = &told.event;
        let record = EventRecord {
            kind: event.kind().to_owned(),
            rule: event.rule(),
            phase: event.phase().to_owned(),
            place: G::place(&self.scenario, event),
            text: G::tell(&self.scenario, event),
            data: to_value(event),
        };
        Addressed { audience: told.audience, event: record }
    }
}

impl<G: Hosted> Campaign for TypedCampaign<G> {
    fn clone_box(&self) -> Box<dyn Campaign> {
        Box::new(self.with_state(self.state.clone()))
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
        to_value(&G::view(&self.scenario, &self.known(seat)))
    }

    fn read_orders(&self, orders: &Value) -> Orders {
        Orders::read::<G::Order>(orders, &self.system.about().orders)
    }

    fn check(&self, seat: SeatId, orders: &Orders) -> Vec<Verdict> {
        orders.verdicts::<G::Order>(G::check(&self.scenario, &self.known(seat), orders.typed()))
    }

    fn parse(&self, seat: SeatId, text: &str) -> Parsed {
        let (read, diagnostics) = G::parse(&self.scenario, &self.known(seat), text);
        let (orders, spans): (Vec<G::Order>, Vec<Span>) = read.into_iter().unzip();
        Parsed { orders: Orders::of(orders), spans, diagnostics }
    }

    fn print(&self, seat: SeatId, orders: &Orders) -> String {
        let knowledge = self.known(seat);
        let line = |order: &G::Order| G::print(&self.scenario, &knowledge, order);
        orders.typed().iter().map(line).collect::<Vec<_>>().join("\n")
    }

    fn options(&self, seat: SeatId, written: &Orders, partial: &Value) -> Result<Filled, Box<NotOffered>> {
        let knowledge = self.known(seat);
        let menu = G::menu(&self.scenario, &knowledge, written.typed());
        follow(partial, |order| menu.next(order))
    }

    fn kinds_now(&self, seat: SeatId, written: &Orders) -> Vec<KindNow> {
        let knowledge = self.known(seat);
        let menu = G::menu(&self.scenario, &knowledge, written.typed());
        let open = menu.next(&Value::Object(Map::new())).map(|question| question.values);
        let open = |kind: &str| match &open {
            Some(FieldValues::OneOf { values }) => values.iter().any(|one| one.value == kind),
            _ => false,
        };
        let example = |kind: &str| {
            let order = example(&menu, kind)?;
            let read = Orders::read::<G::Order>(&Value::from(vec![order.clone()]), &self.system.about().orders);
            Some((order, G::print(&self.scenario, &knowledge, read.typed().first()?)))
        };
        let now = |info: &OrderInfo| {
            let is_open = open(&info.kind);
            KindNow {
                example: is_open.then(|| example(&info.kind)).flatten(),
                closed: (!is_open).then(|| menu.closed(&info.kind)),
                info: info.clone(),
            }
        };
        self.system.about().orders.iter().map(now).collect()
    }

    fn quick_answers(&self, seat: SeatId) -> Vec<QuickAnswer<Value>> {
        let erase = |answer: QuickAnswer<G::Order>| QuickAnswer {
            title: answer.title,
            scope: answer.scope,
            orders: answer.orders.iter().map(to_value).collect(),
        };
        G::quick_answers(&self.scenario, &self.known(seat)).into_iter().map(erase).collect()
    }

    fn kinds_at(&self, seat: SeatId, written: &Orders, places: &[String]) -> Vec<String> {
        let knowledge = self.known(seat);
        let menu = G::menu(&self.scenario, &knowledge, written.typed());
        let types = match menu.next(&Value::Object(Map::new())).map(|question| question.values) {
            Some(FieldValues::OneOf { values }) => values,
            _ => Vec::new(),
        };
        let kinds = types.iter().filter_map(|one| one.value.as_str());
        kinds.filter(|kind| begins_at(&menu, kind, places)).map(str::to_owned).collect()
    }

    fn default_orders(&self, seat: SeatId) -> Orders {
        Orders::of(G::default_orders(&self.scenario, &self.known(seat)))
    }

    fn random_orders(&self, seat: SeatId, dice: &mut Dice) -> Orders {
        Orders::of(G::random_orders(&self.scenario, &self.known(seat), dice))
    }

    fn advance(&mut self, sets: &[OrderSet], dice: &mut Dice) -> Advance {
        let typed: Vec<(SeatId, Vec<G::Order>)> =
            sets.iter().map(|set| (set.seat, set.orders.typed().to_vec())).collect();
        let resolution = G::advance(&self.scenario, &mut self.state, &typed, dice);
        let events = resolution.events.into_iter().map(|told| self.record(told)).collect();
        let mut judged = resolution.verdicts.into_iter();
        let verdicts = |set: &OrderSet| {
            let judged = judged.next().unwrap_or_default();
            (set.seat, set.orders.verdicts::<G::Order>(judged))
        };
        Advance { events, verdicts: sets.iter().map(verdicts).collect() }
    }

    fn snapshot(&self) -> Vec<u8> {
        let ruleset = self.system.about().id.clone();
        let header = Header { ruleset, version: G::SNAPSHOT_VERSION, scenario: self.id.clone() };
        snapshot::write(&header, &self.state)
    }

    fn documents(&self, seat: SeatId, entries: &[EventRecord]) -> Vec<Document> {
        G::documents(&self.scenario, &self.known(seat), entries)
    }

    fn marks_of_events(&self, events: &[EventRecord]) -> Vec<MapMark> {
        G::MARKED_EVENTS.marks(events)
    }

    fn marks_of_orders(&self, seat: SeatId, orders: &Orders) -> Vec<MapMark> {
        let knowledge = self.known(seat);
        let mark = |order: &G::Order| MapMark::of_order(order, G::print(&self.scenario, &knowledge, order));
        orders.typed().iter().map(mark).collect()
    }

    fn map_svg(&self, seat: SeatId, options: &MapOptions) -> String {
        G::map_svg(&self.scenario, &self.known(seat), options)
    }

    fn figures(&self, seat: SeatId) -> Vec<Figure> {
        G::figures(&self.scenario, &self.known(seat))
    }

    fn public_map_svg(&self, options: &MapOptions) -> String {
        G::public_map_svg(&self.scenario, &G::public(&self.scenario, &self.state), options)
    }

    fn public_figures(&self) -> Vec<Figure> {
        G::public_figures(&self.scenario, &G::public(&self.scenario, &self.state))
    }

    fn terms(&self) -> Vec<Vec<i64>> {
        self.player.map(|player| (player.terms)(&self.scenario, &self.state)).unwrap_or_default()
    }

    fn has_planner(&self) -> bool {
        self.player.is_some()
    }

    fn tuning(&self) -> Option<&'static Tuning> {
        self.player.and_then(|player| player.tuning)
    }

    fn planner(&self, seat: SeatId) -> Option<Box<dyn Planner>> {
        self.player.map(|player| (player.planner)(self.scenario.clone(), seat, self.known(seat)))
    }
}
