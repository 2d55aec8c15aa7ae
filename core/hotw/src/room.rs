//! The room as the kernel sees it.

use std::sync::Arc;

use kernel::exact::apportion;
use kernel::{
    About, Answer, Await, AwaitKind, Diagnostic, Dice, Document, EventRecord, Feature, Figure, Gallery, GameSeed,
    GameSystem, MapOptions, MarkedEvents, Menu, Notation, OrderOptions, Outcome, Planning, Question, Resolution,
    ScenarioSummary, SeatId, SeatInfo, SetupError, Span, Standing, StepMode, Telling, Tuning, Verdict, Visibility,
    Weights,
};
use serde_json::Value;

use crate::knowledge::Knowledge;
use crate::knowledge::view::View;
use crate::model::ids::Epoch;
use crate::model::scenario::{Scenario, TwoColours, shipped};
use crate::model::state::{CombatMode, Options, Phase, Stage, State};
use crate::orders::{Command, Order, default, judge, notation};
use crate::rules::event::Event;
use crate::rules::{self, Engine, score};
use crate::{about, orders, player, text};

/// The rule system.
pub struct HistoryOfTheWorld {
    about: About,
}

impl Default for HistoryOfTheWorld {
    fn default() -> Self {
        Self { about: about::about() }
    }
}

/// The options of a game, or what is wrong with them.
fn options(sc: &Scenario, given: &Value) -> Result<Options, SetupError> {
    let wrong = |name: &str, reason: &str| SetupError::BadOption { name: name.to_owned(), reason: reason.to_owned() };
    let two = match sc.two_colours {
        TwoColours::Never => false,
        TwoColours::Option { default } => default,
        TwoColours::Always => true,
    };
    let mut options = Options { two_colours: two, ..Options::default() };
    let given = match given {
        Value::Null => return Ok(options),
        Value::Object(given) => given,
        _ => return Err(wrong("options", "the options are a JSON object")),
    };
    for (name, value) in given {
        let flag = || value.as_bool().ok_or_else(|| wrong(name, "it is true or false"));
        match name.as_str() {
            "combat_mode" => {
                options.combat = match value.as_str() {
                    Some("tables") => CombatMode::Tables,
                    Some("dice") => CombatMode::Dice,
                    _ => return Err(wrong(name, "it is \"tables\" or \"dice\" (HW-R1)")),
                }
            }
            "fortress" => options.fortress = flag()?,
            "preservation_of_culture" => options.preservation_of_culture = flag()?,
            // As the scenario says.
            "two_colours" if value.is_null() => {}
            "two_colours" => match (sc.two_colours, flag()?) {
                (TwoColours::Never, true) => {
                    return Err(wrong(name, "two colours each are for two or three players (HW-31.1)"));
                }
                (TwoColours::Always, false) => return Err(wrong(name, "two players need two colours each (HW-31.1)")),
                (_, flag) => options.two_colours = flag,
            },
            _ => {
                let known = "the options are combat_mode, fortress, preservation_of_culture and two_colours";
                return Err(wrong(name, known));
            }
        }
    }
    Ok(options)
}

/// What is asked of the active player, and what is done when nothing comes.
fn asked(st: &State) -> (&'static str, &'static str) {
    let rest = "no events, no lookups; entries without a fight, best first (HW-R44)";
    match &st.stage {
        Stage::Sumeria { .. } => {
            ("Place Sumeria's three further armies", "three in the start Land, one beside it (HW-R24)")
        }
        Stage::Draft(_) => {
            ("Keep the Empire card or pass it on", "keep it, or pass it to the player with the fewest VP (HW-R44)")
        }
        Stage::Turn(turn) => match turn.phase {
            Phase::BeforeTurn => ("Play events, then begin the turn", rest),
            Phase::Survivors(_) => ("Say which Lands the rebels won", "those that gain most (HW-R44)"),
            Phase::Barbarians { .. } => ("Lead the Barbarians, or send them home", "they go home"),
            Phase::Expansion => ("Plan, expand, and end the expansion", rest),
            Phase::Monuments => ("Place the Monuments that are due", "where the Area is worth most (HW-R44)"),
        },
        Stage::Over => ("", ""),
    }
}

impl GameSystem for HistoryOfTheWorld {
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
        let seat = |(number, seat): (usize, &crate::model::scenario::Seat)| {
            let own = || sc.colours.iter().filter(move |colour| usize::from(colour.seat) == number);
            SeatInfo {
                key: seat.key.clone(),
                name: seat.name.clone(),
                description: seat.description.clone(),
                colour: own().next().map(|colour| colour.colour.clone()).unwrap_or_default(),
                powers: own().map(|colour| colour.key.clone()).collect(),
            }
        };
        let years = |epoch: Epoch| format!("Epoch {}, {}", epoch.roman(), sc.board.epochs[epoch.index()].years);
        ScenarioSummary {
            id: sc.id.clone(),
            title: sc.title.clone(),
            summary: sc.summary.trim().to_owned(),
            seats: sc.seats.iter().enumerate().map(seat).collect(),
            begins: years(Epoch(1)),
            ends: years(sc.last_epoch),
            steps: None,
        }
    }

    fn describe(sc: &Scenario) -> Value {
        text::describe::scenario(sc)
    }

    fn start(sc: &Scenario, given: &Value, seed: &GameSeed) -> Result<State, SetupError> {
        let options = options(sc, given)?;
        Ok(rules::start(sc, options, &mut Dice::keyed(seed, "start")))
    }

    fn step(st: &State) -> u32 {
        st.step
    }

    fn label(sc: &Scenario, st: &State) -> String {
        let epoch = format!("Epoch {}, {}", st.epoch.roman(), sc.board.epochs[st.epoch.index()].years);
        match &st.stage {
            Stage::Sumeria { .. } => format!("{epoch}: setting up"),
            Stage::Draft(_) => format!("{epoch}: draft"),
            // The card's name, not the minor empire's that plays before it: one turn has one label, and one deadline.
            Stage::Turn(turn) => format!("{epoch}: {}", sc.board.card(turn.card).name),
            Stage::Over => format!("{epoch}: the end"),
        }
    }

    fn mode(_: &Scenario, _: &State) -> StepMode {
        StepMode::Immediate
    }

    fn awaiting(sc: &Scenario, st: &State) -> Vec<Await> {
        let Some(active) = st.active() else { return Vec::new() };
        let colour = sc.colour(active);
        let (prompt, default) = asked(st);
        vec![Await {
            seat: SeatId(u16::from(colour.seat)),
            powers: vec![colour.key.clone()],
            kind: AwaitKind::Phase,
            phase: match &st.stage {
                Stage::Sumeria { .. } => "setup",
                Stage::Draft(_) => "draft",
                Stage::Turn(turn) => match turn.phase {
                    Phase::BeforeTurn | Phase::Survivors(_) | Phase::Barbarians { .. } => "events",
                    Phase::Expansion => "expansion",
                    Phase::Monuments => "monuments",
                },
                Stage::Over => "end",
            }
            .into(),
            prompt: prompt.into(),
            default: default.into(),
        }]
    }

    fn takes_standing_orders(_: &Scenario, st: &State, _: SeatId) -> bool {
        st.stage != Stage::Over
    }

    fn outcome(sc: &Scenario, st: &State) -> Option<Outcome> {
        let over = st.stage == Stage::Over;
        let reason = format!("Epoch {} has ended", sc.last_epoch.roman());
        over.then(|| Outcome { reason, ranking: Self::standings(sc, st) })
    }

    fn standings(sc: &Scenario, st: &State) -> Vec<Standing> {
        let ranking = score::ranking(sc, st);
        let weights: Vec<u64> = ranking.iter().map(|rank| u64::try_from(rank.vp).unwrap_or(0)).collect();
        let shares = apportion(1_000_000, &weights);
        let line = |(at, rank): (usize, score::Rank)| Standing {
            seat: SeatId(rank.seat as u16),
            rank: at as u16 + 1,
            points: i64::from(rank.vp),
            share: shares[at],
            eliminated: false,
        };
        ranking.into_iter().enumerate().map(line).collect()
    }

    fn advance(sc: &Scenario, st: &mut State, sets: &[(SeatId, Vec<Order>)], dice: &mut Dice) -> Resolution<Event> {
        let mut verdicts = Vec::with_capacity(sets.len());
        let mut engine = Engine::new(sc, st, dice);
        for (seat, orders) in sets {
            let mut judged = Vec::with_capacity(orders.len());
            for (index, order) in orders.iter().enumerate() {
                if judged.last().is_some_and(Verdict::is_refused) {
                    judged.push(judge::not_reached(index));
                    continue;
                }
                let done = order.resolve(sc).and_then(|command| engine.carry_out(*seat, &command));
                judged.push(done.map_or_else(|refusal| refusal.verdict(index), |()| Verdict::accepted(index)));
            }
            verdicts.push(judged);
        }
        let events = engine.into_events();
        st.step += 1;
        Resolution { events, verdicts }
    }
}

impl Visibility for HistoryOfTheWorld {
    type Knowledge = Knowledge;
    type View = View;

    fn knowledge(sc: &Scenario, st: &State, seat: SeatId) -> Knowledge {
        Knowledge::of(sc, st, seat)
    }

    fn view(sc: &Scenario, knowledge: &Knowledge) -> View {
        knowledge.view(sc, orders::may(sc, knowledge))
    }

    fn check(sc: &Scenario, known: &Knowledge, orders: &[Order]) -> Vec<Verdict> {
        judge::check(sc, known, orders)
    }

    fn default_orders(sc: &Scenario, known: &Knowledge) -> Vec<Order> {
        wire(sc, default::commands(sc, &known.state, known.seat))
    }

    fn random_orders(sc: &Scenario, known: &Knowledge, dice: &mut Dice) -> Vec<Order> {
        player::random::orders(sc, known, dice)
    }
}

impl OrderOptions for HistoryOfTheWorld {
    fn menu<'a>(sc: &'a Scenario, known: &'a Knowledge, written: &'a [Order]) -> impl Menu + 'a {
        orders::OrderMenu::new(sc, known, written)
    }
}

impl Notation for HistoryOfTheWorld {
    fn parse(sc: &Scenario, known: &Knowledge, text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
        notation::parse(sc, known, text)
    }

    fn print(sc: &Scenario, _: &Knowledge, order: &Order) -> String {
        order.print(sc)
    }
}

impl Telling for HistoryOfTheWorld {
    fn glossary() -> &'static [(&'static str, &'static str)] {
        crate::text::glossary::GLOSSARY
    }

    fn tell(sc: &Scenario, event: &Event) -> String {
        text::tell(sc, event)
    }

    fn place(sc: &Scenario, event: &Event) -> Option<String> {
        text::place(sc, event)
    }

    fn documents(sc: &Scenario, known: &Knowledge, entries: &[EventRecord]) -> Vec<Document> {
        text::documents(sc, known, entries)
    }

    fn figures(sc: &Scenario, known: &Knowledge) -> Vec<Figure> {
        text::figures::figures(&known.view(sc, orders::may(sc, known)))
    }

    const MARKED_EVENTS: MarkedEvents = MarkedEvents {
        moves: &["armies_retreated", "land_taken"],
        fights: &["assault_failed", "dice_fought", "barbarians_fought"],
    };

    fn map_svg(sc: &Scenario, known: &Knowledge, options: &MapOptions) -> String {
        text::map_svg(sc, &known.view(sc, orders::may(sc, known)), options)
    }
}

impl Gallery for HistoryOfTheWorld {
    type Public = View;

    fn public(sc: &Scenario, st: &State) -> View {
        Knowledge::of(sc, st, SeatId::NOBODY).view(sc, Vec::new())
    }

    fn public_map_svg(sc: &Scenario, public: &View, options: &MapOptions) -> String {
        text::map_svg(sc, public, options)
    }

    fn public_figures(_: &Scenario, public: &View) -> Vec<Figure> {
        text::figures::public(public)
    }
}

#[cfg(feature = "testing")]
impl testkit::Shuffle for HistoryOfTheWorld {
    fn shuffle_hidden(sc: &Scenario, st: &State, seat: SeatId, dice: &mut Dice) -> State {
        crate::knowledge::shuffle::hidden(sc, st, seat, dice)
    }
}

fn wire(sc: &Scenario, commands: Vec<Command>) -> Vec<Order> {
    commands.iter().map(|command| command.order(sc)).collect()
}

impl Planning for HistoryOfTheWorld {
    type Determinization = State;
    type Notes = player::Notes;

    fn tuning() -> Option<&'static Tuning> {
        Some(player::tuning())
    }

    fn ask(sc: &Scenario, known: &Knowledge, so_far: &[Answer]) -> Option<Question> {
        Self::ask_noted(sc, known, &player::Notes::default(), so_far)
    }

    fn orders(sc: &Scenario, known: &Knowledge, so_far: &[Answer]) -> Vec<Order> {
        Self::orders_noted(sc, known, &player::Notes::default(), so_far)
    }

    fn ask_noted(sc: &Scenario, known: &Knowledge, notes: &player::Notes, so_far: &[Answer]) -> Option<Question> {
        player::ask(sc, &known.state, known.seat, notes, so_far)
    }

    fn orders_noted(sc: &Scenario, known: &Knowledge, notes: &player::Notes, so_far: &[Answer]) -> Vec<Order> {
        wire(sc, player::order_set(sc, &known.state, known.seat, notes, so_far))
    }

    fn sample(sc: &Scenario, known: &Knowledge, dice: &mut Dice) -> State {
        player::sample(sc, &known.state, dice)
    }

    fn known_in(sc: &Scenario, world: &State, seat: SeatId) -> Knowledge {
        Self::knowledge(sc, world, seat)
    }

    fn to_act(sc: &Scenario, world: &State) -> Vec<SeatId> {
        world.active().map(|active| SeatId(u16::from(sc.colour(active).seat))).into_iter().collect()
    }

    fn rollout_policy(sc: &Scenario, world: &State, seat: SeatId, dice: &mut Dice) -> Vec<Order> {
        wire(sc, player::rollout_policy(sc, world, seat, dice))
    }

    fn play_on(sc: &Scenario, world: &mut State, sets: &[(SeatId, Vec<Order>)], dice: &mut Dice) {
        let mut engine = Engine::quiet(sc, world, dice);
        for (seat, orders) in sets {
            for order in orders {
                if order.resolve(sc).and_then(|command| engine.carry_out(*seat, &command)).is_err() {
                    break;
                }
            }
        }
        world.step += 1;
    }

    fn clock(_: &Scenario, world: &State) -> u32 {
        let turns = |epochs: u8| u32::from(epochs) * world.players.len() as u32;
        let played = world.players.iter().filter(|player| player.card.is_some_and(|held| held.played)).count();
        turns(world.epoch.0 - 1) + played as u32
    }

    fn evaluate(sc: &Scenario, world: &State) -> Vec<u32> {
        player::evaluate(sc, world)
    }

    fn weights() -> Option<&'static Weights> {
        Some(player::weights())
    }

    fn terms(sc: &Scenario, st: &State) -> Vec<Vec<i64>> {
        player::terms(sc, st)
    }

    fn features(sc: &Scenario, world: &State, seat: SeatId) -> Vec<Feature> {
        player::features(sc, world, seat.index())
    }
}
