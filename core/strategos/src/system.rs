//! Strategos as a rule system of the kernel. A seat is a country: seat 0 is the first of the scenario.

use std::sync::Arc;

use kernel::{
    About, Answer, Await, AwaitKind, Diagnostic, Dice, Document, EventRecord, Feature, Figure, Gallery, GameSeed,
    GameSystem, MapOptions, MarkedEvents, Menu, Notation, OrderOptions, Outcome, Planning, Question, Resolution,
    ScenarioSummary, SeatId, SeatInfo, SetupError, Span, Standing, StepMode, Telling, Tuning, Verdict, Visibility,
    Weights,
};
use serde_json::Value;

use crate::about;
use crate::knowledge::view::View;
use crate::knowledge::{Knowledge, render, sight};
use crate::model::ids::CountryId;
use crate::model::measures::Turn;
use crate::model::scenario::{CountryRecord, Scenario};
use crate::model::shipped;
use crate::model::state::{EndReason, Ending, State};
use crate::orders::Order;
use crate::orders::carry_out::{CountryOrders, check, play_week};
use crate::orders::options::OrderMenu;
use crate::player;
use crate::rules::event::Event;
use crate::rules::{setup, telling, victory};
use crate::text;

/// The rule system.
pub struct Strategos {
    about: About,
}

impl Default for Strategos {
    fn default() -> Self {
        Self { about: about::about() }
    }
}

/// The country of a seat.
pub fn country_of(seat: SeatId) -> CountryId {
    CountryId::at(seat.index())
}

/// The seat of a country.
pub fn seat_of(country: CountryId) -> SeatId {
    SeatId(country.index() as u16)
}

impl GameSystem for Strategos {
    type Scenario = Scenario;
    type State = State;
    type Order = Order;
    type Event = Event;

    const SNAPSHOT_VERSION: u16 = 1;

    fn about(&self) -> &About {
        &self.about
    }

    fn scenarios(&self) -> &[Arc<Scenario>] {
        shipped::shipped()
    }

    fn scenario_id(sc: &Scenario) -> String {
        sc.id.clone()
    }

    fn summary(sc: &Scenario) -> ScenarioSummary {
        let seat = |country: &CountryRecord| SeatInfo {
            key: country.key.to_string(),
            name: country.name.to_string(),
            description: country.description.clone(),
            colour: country.colour.clone(),
            powers: vec![country.key.to_string()],
        };
        ScenarioSummary {
            id: sc.id.clone(),
            title: sc.title.clone(),
            summary: sc.summary.trim().to_owned(),
            seats: sc.countries.iter().map(seat).collect(),
            begins: sc.date(Turn(1)),
            ends: sc.date(Turn(sc.turn_limit)),
            steps: Some(u32::from(sc.turn_limit)),
        }
    }

    fn describe(sc: &Scenario) -> Value {
        text::describe::scenario(sc)
    }

    fn start(sc: &Scenario, options: &Value, seed: &GameSeed) -> Result<State, SetupError> {
        let wrong =
            |name: &str, reason: &str| SetupError::BadOption { name: name.to_owned(), reason: reason.to_owned() };
        match options {
            Value::Null => {}
            Value::Object(given) => {
                if let Some(name) = given.keys().next() {
                    return Err(wrong(name, "Strategos has no options; all that may vary is in the scenario"));
                }
            }
            _ => return Err(wrong("options", "the options are a JSON object")),
        }
        Ok(setup::start(sc, &mut Dice::keyed(seed, "start").quiet()))
    }

    fn step(st: &State) -> u32 {
        u32::from(st.turn.0) - 1
    }

    fn label(sc: &Scenario, st: &State) -> String {
        let now = if st.ended.is_some() { Turn(st.turn.0 - 1) } else { st.turn };
        sc.date(now)
    }

    fn mode(_: &Scenario, _: &State) -> StepMode {
        StepMode::Sealed
    }

    fn awaiting(sc: &Scenario, st: &State) -> Vec<Await> {
        if st.ended.is_some() {
            return Vec::new();
        }
        let awaits = |country: CountryId| Await {
            seat: seat_of(country),
            powers: vec![sc.country(country).key.to_string()],
            kind: AwaitKind::Orders,
            phase: about::WEEK.into(),
            prompt: format!("Orders for {}", sc.date(st.turn)),
            default: "marches, tasks and battle orders go on, nothing new is begun (ST-R61)".into(),
        };
        sc.country_ids().filter(|country| !st.country(*country).out).map(awaits).collect()
    }

    fn outcome(sc: &Scenario, st: &State) -> Option<Outcome> {
        let ending = st.ended.as_ref()?;
        Some(Outcome { reason: how_it_ended(sc, st, ending), ranking: Self::standings(sc, st) })
    }

    fn standings(sc: &Scenario, st: &State) -> Vec<Standing> {
        let ranking = st.ended.as_ref().map_or_else(|| victory::ranking(sc, st), |ending| ending.ranking.clone());
        let weight = |country: &CountryId| {
            if st.country(*country).out { 0 } else { victory::score(sc, st, *country).max(0) as u64 }
        };
        let shares = kernel::exact::apportion(1_000_000, &ranking.iter().map(weight).collect::<Vec<_>>());
        let line = |((at, country), share): ((usize, &CountryId), u32)| Standing {
            seat: seat_of(*country),
            rank: at as u16 + 1,
            points: victory::score(sc, st, *country),
            share,
            eliminated: st.country(*country).out,
        };
        ranking.iter().enumerate().zip(shares).map(line).collect()
    }

    fn advance(sc: &Scenario, st: &mut State, sets: &[(SeatId, Vec<Order>)], dice: &mut Dice) -> Resolution<Event> {
        let before = st.clone();
        let played = play_week(sc, st, &sets_of(sets), dice);
        let events = telling::of_week(sc, &before, st, &played, dice);
        Resolution { events, verdicts: played.verdicts }
    }
}

fn sets_of(sets: &[(SeatId, Vec<Order>)]) -> Vec<CountryOrders<'_>> {
    sets.iter().map(|(seat, orders)| CountryOrders { country: country_of(*seat), orders }).collect()
}

/// ST-R60 in words.
fn how_it_ended(sc: &Scenario, st: &State, ending: &Ending) -> String {
    let first = &sc.country(ending.ranking[0]).name;
    match ending.reason {
        EndReason::Capitals => {
            let held = victory::capitals_held(sc, st, ending.ranking[0]);
            format!("{first} holds {held} capitals")
        }
        EndReason::Tax => format!("{first} has reached the tax income that wins"),
        EndReason::Date => format!("it was the last week, and {first} stands best"),
        EndReason::LastStanding => format!("{first} alone is left"),
    }
}

impl Visibility for Strategos {
    type Knowledge = Knowledge;
    type View = View;

    fn knowledge(sc: &Scenario, st: &State, seat: SeatId) -> Knowledge {
        sight::knowledge(sc, st, country_of(seat))
    }

    fn view(sc: &Scenario, knowledge: &Knowledge) -> View {
        render::view(sc, knowledge)
    }

    fn check(sc: &Scenario, knowledge: &Knowledge, orders: &[Order]) -> Vec<Verdict> {
        check(sc, &knowledge.state, CountryOrders { country: knowledge.country, orders })
    }

    fn default_orders(sc: &Scenario, knowledge: &Knowledge) -> Vec<Order> {
        player::by_default(sc, knowledge)
    }

    fn random_orders(sc: &Scenario, knowledge: &Knowledge, dice: &mut Dice) -> Vec<Order> {
        player::random(sc, knowledge, dice)
    }
}

impl Notation for Strategos {
    fn parse(sc: &Scenario, knowledge: &Knowledge, text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
        text::shorthand::parse(sc, knowledge, text)
    }

    fn print(sc: &Scenario, knowledge: &Knowledge, order: &Order) -> String {
        text::shorthand::print(sc, knowledge, order)
    }
}

impl Telling for Strategos {
    fn glossary() -> &'static [(&'static str, &'static str)] {
        text::glossary::GLOSSARY
    }

    fn tell(sc: &Scenario, event: &Event) -> String {
        text::events::tell(sc, event)
    }

    fn place(sc: &Scenario, event: &Event) -> Option<String> {
        text::events::place(sc, event)
    }

    fn documents(sc: &Scenario, knowledge: &Knowledge, events: &[EventRecord]) -> Vec<Document> {
        text::papers::documents(sc, knowledge, events)
    }

    fn figures(sc: &Scenario, knowledge: &Knowledge) -> Vec<Figure> {
        text::figures::figures(sc, knowledge)
    }

    const MARKED_EVENTS: MarkedEvents = MarkedEvents {
        moves: &["force_moved"],
        fights: &[
            "battle_fought",
            "battle_heard",
            "assault_made",
            "assault_heard",
            "city_besieged",
            "city_lost",
            "city_won",
            "city_taken",
        ],
    };

    fn map_svg(sc: &Scenario, knowledge: &Knowledge, options: &MapOptions) -> String {
        text::map::map_svg(sc, knowledge, options)
    }
}

impl Gallery for Strategos {
    type Public = State;

    fn public(sc: &Scenario, st: &State) -> State {
        sight::public(sc, st)
    }

    fn public_map_svg(sc: &Scenario, public: &State, options: &MapOptions) -> String {
        text::map::public_map_svg(sc, public, options)
    }

    fn public_figures(sc: &Scenario, public: &State) -> Vec<Figure> {
        text::figures::public(sc, public)
    }
}

impl OrderOptions for Strategos {
    fn menu<'a>(sc: &'a Scenario, knowledge: &'a Knowledge, written: &'a [Order]) -> impl Menu + 'a {
        OrderMenu::new(sc, knowledge, written)
    }
}

#[cfg(feature = "testing")]
impl testkit::Shuffle for Strategos {
    fn shuffle_hidden(sc: &Scenario, st: &State, seat: SeatId, dice: &mut Dice) -> State {
        crate::knowledge::shuffle::hidden(sc, st, country_of(seat), dice)
    }
}

impl Planning for Strategos {
    type Determinization = State;
    type Notes = ();

    fn tuning() -> Option<&'static Tuning> {
        Some(player::tuning())
    }

    fn ask(sc: &Scenario, knowledge: &Knowledge, so_far: &[Answer]) -> Option<Question> {
        player::ask(sc, knowledge, so_far)
    }

    fn orders(sc: &Scenario, knowledge: &Knowledge, so_far: &[Answer]) -> Vec<Order> {
        player::orders(sc, knowledge, so_far)
    }

    fn walk(sc: &Scenario, knowledge: &Knowledge, choose: &mut dyn FnMut(&Question) -> Answer) -> Vec<Order> {
        player::walk(sc, knowledge, choose)
    }

    fn sample(sc: &Scenario, knowledge: &Knowledge, dice: &mut Dice) -> State {
        player::sample(sc, knowledge, dice)
    }

    fn known_in(sc: &Scenario, world: &State, seat: SeatId) -> Knowledge {
        sight::knowledge(sc, world, country_of(seat))
    }

    fn to_act(sc: &Scenario, world: &State) -> Vec<SeatId> {
        Self::awaiting(sc, world).iter().map(|wait| wait.seat).collect()
    }

    fn rollout_policy(sc: &Scenario, world: &State, seat: SeatId, dice: &mut Dice) -> Vec<Order> {
        player::rollout_policy(sc, world, country_of(seat), dice)
    }

    fn play_on(sc: &Scenario, world: &mut State, sets: &[(SeatId, Vec<Order>)], dice: &mut Dice) {
        play_week(sc, world, &sets_of(sets), dice);
    }

    fn clock(_: &Scenario, world: &State) -> u32 {
        u32::from(world.turn.0)
    }

    fn evaluate(sc: &Scenario, world: &State) -> Vec<u32> {
        player::evaluate(sc, world)
    }

    fn weights() -> Option<&'static Weights> {
        Some(player::weights())
    }

    fn terms(sc: &Scenario, st: &State) -> Vec<Vec<i64>> {
        sc.country_ids().map(|country| player::terms(sc, st, country)).collect()
    }

    fn features(sc: &Scenario, world: &State, seat: SeatId) -> Vec<Feature> {
        player::features(sc, world, country_of(seat))
    }
}
