//! The room as the kernel sees it.

use std::sync::Arc;

use kernel::{
    About, Addressed, Answer, Audience, Await, AwaitKind, Diagnostic, Dice, Document, EventRecord, Feature, Figure,
    Gallery, GameSeed, GameSystem, MapOptions, MarkedEvents, Menu, Notation, OrderOptions, Outcome, Planning, Question,
    Refusal, Resolution, ScenarioSummary, SeatId, SeatInfo, SetupError, Span, Standing, StepMode, Telling, Tuning,
    Verdict, Visibility, Weights,
};
use serde_json::Value;

use crate::about;
use crate::knowledge::Knowledge;
use crate::knowledge::gallery::Public;
use crate::knowledge::view::View;
use crate::model::ids::{Factions, NationId};
use crate::model::scenario::{Scenario, shipped};
use crate::model::state::State;
use crate::orders::Order;
use crate::orders::check;
use crate::orders::options::OrderMenu;
use crate::orders::sequence::{look_up, resolve_turn};
use crate::player::Determinization;
use crate::player::{self, random};
use crate::rules::event::{Event, EventKind, EventScope};
use crate::rules::informants;
use crate::rules::score;
use crate::rules::turn::Turn;
use crate::text::{self, describe, shorthand};

/// The rule system.
pub struct Umpire {
    about: About,
}

impl Default for Umpire {
    fn default() -> Self {
        Self { about: about::about() }
    }
}

/// The nation that a seat plays; nobody for a seat that the scenario does not have.
fn nation_of(sc: &Scenario, seat: SeatId) -> Option<NationId> {
    (seat.index() < sc.nations.len()).then(|| NationId::at(seat.index()))
}

fn seat_of(nation: NationId) -> SeatId {
    SeatId(u16::from(nation.0))
}

impl GameSystem for Umpire {
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
        let seat = |nation: &crate::model::scenario::NationInfo| SeatInfo {
            key: nation.id.to_string(),
            name: nation.name.clone(),
            description: nation.description.clone(),
            colour: nation.colour.clone(),
            powers: vec![nation.id.to_string()],
        };
        ScenarioSummary {
            id: sc.id.clone(),
            title: sc.title.clone(),
            summary: sc.summary.trim().to_owned(),
            seats: sc.nations.iter().map(seat).collect(),
            begins: sc.calendar.label(1),
            ends: sc.calendar.label(sc.end_turn),
            steps: Some(sc.end_turn),
        }
    }

    fn describe(sc: &Scenario) -> Value {
        describe::scenario(sc)
    }

    fn start(sc: &Scenario, options: &Value, seed: &GameSeed) -> Result<State, SetupError> {
        let wrong =
            |name: &str, reason: &str| SetupError::BadOption { name: name.to_owned(), reason: reason.to_owned() };
        match options {
            Value::Null => {}
            Value::Object(given) => {
                if let Some(name) = given.keys().next() {
                    return Err(wrong(name, "Umpire has no options; all that may vary is in the scenario"));
                }
            }
            _ => return Err(wrong("options", "the options are a JSON object")),
        }
        Ok(State::start(sc, seed))
    }

    fn step(st: &State) -> u32 {
        st.turn - 1
    }

    fn label(sc: &Scenario, st: &State) -> String {
        sc.calendar.label(st.turn.min(sc.end_turn))
    }

    fn mode(_: &Scenario, _: &State) -> StepMode {
        StepMode::Sealed
    }

    fn awaiting(sc: &Scenario, st: &State) -> Vec<Await> {
        if st.is_over(sc) {
            return Vec::new();
        }
        let living = sc.nation_ids().filter(|&nation| !st.nation(nation).eliminated);
        let awaits = |nation: NationId| Await {
            seat: seat_of(nation),
            powers: vec![sc.nation(nation).id.to_string()],
            kind: AwaitKind::Orders,
            phase: "P1".into(),
            prompt: format!("Orders for {}", sc.calendar.label(st.turn)),
            default: "enemies, tax rate and combat orders stay as they are, nobody moves (UM-R7)".into(),
        };
        living.map(awaits).collect()
    }

    fn outcome(sc: &Scenario, st: &State) -> Option<Outcome> {
        let reason = || {
            let living: Vec<NationId> = sc.nation_ids().filter(|&nation| !st.nation(nation).eliminated).collect();
            match living.as_slice() {
                [last] if st.turn <= sc.end_turn => format!("{} alone is left", sc.nation(*last).name),
                [] if st.turn <= sc.end_turn => "nobody is left".to_owned(),
                _ => format!("{} was the last turn", sc.calendar.label(sc.end_turn)),
            }
        };
        st.is_over(sc).then(|| Outcome { reason: reason(), ranking: Self::standings(sc, st) })
    }

    fn standings(sc: &Scenario, st: &State) -> Vec<Standing> {
        let line = |(at, one): (usize, score::NationScore)| Standing {
            seat: seat_of(one.nation),
            rank: at as u16 + 1,
            points: one.total(),
            share: one.share,
            eliminated: one.eliminated,
        };
        score::standings(sc, st).into_iter().enumerate().map(line).collect()
    }

    fn advance(
        sc: &Scenario, st: &mut State, order_sets: &[(SeatId, Vec<Order>)], dice: &mut Dice,
    ) -> Resolution<Event> {
        let by_nation = order_sets.iter().filter_map(|(seat, orders)| Some((nation_of(sc, *seat)?, orders.as_slice())));
        let resolved = look_up(sc, st, by_nation);
        let mut turn = Turn::new(sc, st, dice);
        turn.failures = resolved.unknown;
        resolve_turn(&mut turn, &resolved.commands);
        let Turn { events: mut news, failures, .. } = turn;
        for (seat, orders) in order_sets {
            let Some(nation) = nation_of(sc, *seat) else { continue };
            let own = failures.iter().filter(|(whose, ..)| *whose == nation);
            let failed = own.filter_map(|(_, index, refusal)| Some((*index, orders.get(*index)?, refusal)));
            news.extend(failed.map(|(index, order, refusal)| failure(sc, nation, index, order, refusal)));
        }
        let verdicts = order_sets.iter().map(|(seat, orders)| verdicts(*seat, orders, &failures, &news)).collect();
        let range = informants::news_ranges(sc, st);
        let news = news.into_iter().filter_map(|(scope, event)| addressed(sc, &range, scope, event)).collect();
        st.turn += 1;
        Resolution { events: news, verdicts }
    }
}

impl Visibility for Umpire {
    type Knowledge = Knowledge;
    type View = View;

    fn knowledge(sc: &Scenario, st: &State, seat: SeatId) -> Knowledge {
        Knowledge::of(sc, st, nation_of(sc, seat).expect("the seat is one of the scenario's"))
    }

    fn view(sc: &Scenario, knowledge: &Knowledge) -> View {
        knowledge.view(sc)
    }

    fn check(sc: &Scenario, known: &Knowledge, orders: &[Order]) -> Vec<Verdict> {
        check::check_orders(sc, &known.st, known.me, orders)
    }

    fn default_orders(_: &Scenario, _: &Knowledge) -> Vec<Order> {
        Vec::new()
    }

    fn random_orders(sc: &Scenario, known: &Knowledge, dice: &mut Dice) -> Vec<Order> {
        random::orders(sc, known, dice)
    }
}

impl Gallery for Umpire {
    type Public = Public;

    fn public(sc: &Scenario, st: &State) -> Public {
        Public::of(sc, st)
    }

    fn public_map_svg(sc: &Scenario, public: &Public, options: &MapOptions) -> String {
        text::public_map_svg(sc, public, options)
    }

    fn public_figures(sc: &Scenario, public: &Public) -> Vec<Figure> {
        text::figures::public(sc, public)
    }
}

impl OrderOptions for Umpire {
    fn menu<'a>(sc: &'a Scenario, known: &'a Knowledge, written: &'a [Order]) -> impl Menu + 'a {
        OrderMenu::new(sc, known, written)
    }
}

impl Notation for Umpire {
    fn parse(sc: &Scenario, known: &Knowledge, text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
        shorthand::parse(sc, known, text)
    }

    fn print(_: &Scenario, _: &Knowledge, order: &Order) -> String {
        shorthand::print(order)
    }
}

impl Telling for Umpire {
    fn glossary() -> &'static [(&'static str, &'static str)] {
        crate::text::glossary::GLOSSARY
    }

    fn tell(sc: &Scenario, event: &Event) -> String {
        text::tell(sc, event)
    }

    fn place(_: &Scenario, event: &Event) -> Option<String> {
        text::place(event).map(ToString::to_string)
    }

    fn documents(sc: &Scenario, known: &Knowledge, entries: &[EventRecord]) -> Vec<Document> {
        text::documents(sc, known, entries)
    }

    fn figures(sc: &Scenario, known: &Knowledge) -> Vec<Figure> {
        text::figures::figures(sc, known)
    }

    const MARKED_EVENTS: MarkedEvents = MarkedEvents {
        moves: &["force_moved", "force_withdrew", "winter_quarters"],
        fights: &["battle_fought", "siege_laid", "assault_made", "city_surrendered", "province_taken"],
    };

    fn map_svg(sc: &Scenario, known: &Knowledge, options: &MapOptions) -> String {
        text::map_svg(sc, known, options)
    }
}

#[cfg(feature = "testing")]
impl testkit::Shuffle for Umpire {
    fn shuffle_hidden(sc: &Scenario, st: &State, seat: SeatId, dice: &mut Dice) -> State {
        crate::knowledge::shuffle::hidden(sc, st, nation_of(sc, seat).expect("the seat is one of the scenario's"), dice)
    }
}

/// An order that came to nothing, as its player is told (UM-4.4).
fn failure(sc: &Scenario, nation: NationId, index: usize, order: &Order, refusal: &Refusal) -> (EventScope, Event) {
    let what = EventKind::OrderFailed {
        nation: sc.party(nation),
        order: index as u16,
        what: shorthand::print(order),
        code: refusal.code.to_owned(),
        reason: refusal.detail.clone(),
    };
    (EventScope::only(nation), Event { rule: refusal.rule.clone(), phase: Some(order.phase().id()), what })
}

/// What became of each order of an order set.
fn verdicts(
    seat: SeatId, orders: &[Order], failures: &[(NationId, usize, Refusal)], news: &[(EventScope, Event)],
) -> Vec<Verdict> {
    let mut verdicts: Vec<Verdict> = (0..orders.len()).map(Verdict::accepted).collect();
    for (_, event) in news {
        if let EventKind::OrderReduced { nation, order, reason, .. } = &event.what
            && seat_of(nation.id) == seat
            && let Some(verdict) = verdicts.get_mut(usize::from(*order))
        {
            *verdict = Verdict::warning(usize::from(*order), "reduced", reason, Some(event.rule.clone()));
        }
    }
    for (nation, index, refusal) in failures {
        if seat_of(*nation) == seat
            && let Some(verdict) = verdicts.get_mut(*index)
        {
            let failed = Refusal { uncertain: false, ..refusal.clone() };
            *verdict = failed.verdict(*index);
        }
    }
    verdicts
}

/// An event with the seats that learn of it; nothing when nobody does (UM-33.1).
fn addressed(sc: &Scenario, range: &[Factions], scope: EventScope, event: Event) -> Option<Addressed<Event>> {
    let seats = |readers: Factions| readers.iter().filter(|nation| *nation != sc.ind()).map(seat_of).collect();
    let readers = match scope {
        EventScope::Public => return Some(Addressed { audience: Audience::Everyone, event }),
        EventScope::Others(readers) => return Some(Addressed { audience: Audience::Others(seats(readers)), event }),
        EventScope::Private(readers) => readers,
        EventScope::Near(place, involved) => involved.and(range[place.index()]),
        EventScope::Beyond(place, told) => range[place.index()].iter().filter(|&nation| !told.has(nation)).collect(),
    };
    let seats: Vec<SeatId> = seats(readers);
    (!seats.is_empty()).then_some(Addressed { audience: Audience::Seats(seats), event })
}

impl Planning for Umpire {
    type Determinization = Determinization;
    type Notes = ();

    fn tuning() -> Option<&'static Tuning> {
        Some(player::tuning())
    }

    fn ask(sc: &Scenario, known: &Knowledge, so_far: &[Answer]) -> Option<Question> {
        player::ask(sc, known, so_far)
    }

    fn orders(sc: &Scenario, known: &Knowledge, so_far: &[Answer]) -> Vec<Order> {
        player::orders(sc, known, so_far)
    }

    fn sample(sc: &Scenario, known: &Knowledge, dice: &mut Dice) -> Determinization {
        Determinization::new(player::sample(sc, known, dice), known.me)
    }

    fn known_in(sc: &Scenario, world: &Determinization, seat: SeatId) -> Knowledge {
        world.shown(sc, nation_of(sc, seat).expect("the seat is one of the scenario's"))
    }

    fn to_act(sc: &Scenario, world: &Determinization) -> Vec<SeatId> {
        if world.st.is_over(sc) {
            return Vec::new();
        }
        sc.nation_ids().filter(|&nation| !world.st.nation(nation).eliminated).map(seat_of).collect()
    }

    fn rollout_policy(sc: &Scenario, world: &Determinization, seat: SeatId, dice: &mut Dice) -> Vec<Order> {
        nation_of(sc, seat).map_or_else(Vec::new, |nation| player::rollout_policy(sc, world, nation, dice))
    }

    fn play_on(sc: &Scenario, world: &mut Determinization, order_sets: &[(SeatId, Vec<Order>)], dice: &mut Dice) {
        world.forward(sc, order_sets, dice);
    }

    fn clock(_: &Scenario, world: &Determinization) -> u32 {
        world.st.turn
    }

    fn evaluate(sc: &Scenario, world: &Determinization) -> Vec<u32> {
        player::evaluate(sc, &world.st)
    }

    fn weights() -> Option<&'static Weights> {
        Some(player::weights())
    }

    fn terms(sc: &Scenario, st: &State) -> Vec<Vec<i64>> {
        sc.nation_ids().map(|nation| player::terms(sc, st, nation)).collect()
    }

    fn features(sc: &Scenario, world: &Determinization, seat: SeatId) -> Vec<Feature> {
        nation_of(sc, seat).map_or_else(Vec::new, |nation| player::features(sc, &world.st, nation))
    }
}
