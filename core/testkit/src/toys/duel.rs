//! `toy-duel`: seats strike in turn; a strike is suspended until the other seat decides to stand or to give ground.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use kernel::{
    About, Addressed, Answer, Audience, Await, AwaitKind, Choice, Described, Diagnostic, Dice, Document, EventRecord,
    Feature, FieldOptions, Figure, Gallery, GameSeed, GameSystem, MapOptions, Menu, Notation, OptionValue, OrderInfo,
    OrderOptions, Outcome, PhaseInfo, Planning, Question, Refusal, Resolution, RuleRef, ScenarioSummary, SeatId,
    SetupError, Shape, Span, Standing, StepMode, Telling, Topic, Verdict, Visibility, shares,
};

use super::{documents, map_svg, parse_lines, seat};
use crate::Shuffle;

const STRIKES: u32 = 8;
const TD_1: RuleRef = RuleRef::new("TD-1");
const TD_2: RuleRef = RuleRef::new("TD-2");

/// The duel room.
pub struct Duel {
    about: About,
    scenarios: Vec<Arc<Field>>,
}

/// The field of honour.
pub struct Field;

/// An order of the duel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = ToyDuelOrder)]
pub enum DuelOrder {
    /// Strikes; the other seat answers.
    #[schema(title = "ToyDuelStrike")]
    Strike {
        /// Vigour spent, 1 up to what is left.
        vigour: u32,
    },
    /// Answers a strike.
    #[schema(title = "ToyDuelRespond")]
    Respond {
        /// Stand and risk a wound, or give ground.
        stand: bool,
    },
}

/// The state of a duel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    steps: u32,
    strikes: u32,
    active: SeatId,
    pending: Option<u32>,
    vigour: [u32; 2],
    wounds: [u32; 2],
}

/// What a duellist sees.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ToyDuelView)]
pub struct View {
    /// Whose view it is.
    pub seat: SeatId,
    /// Steps done.
    pub steps: u32,
    /// Whether this seat is to strike.
    pub to_strike: bool,
    /// Whether this seat is to answer a strike.
    pub to_respond: bool,
    /// Own vigour; the other's is secret.
    pub vigour: u32,
    /// Wounds of both.
    pub wounds: [u32; 2],
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = ToyDuelEvent)]
pub enum Event {
    /// A strike is under way.
    #[schema(title = "ToyDuelStruck")]
    Struck {
        /// By whom.
        by: SeatId,
    },
    /// How it ended.
    #[schema(title = "ToyDuelResolved")]
    Resolved {
        /// Whether it wounded.
        wounded: bool,
    },
}

impl Described for Event {
    fn kind(&self) -> &'static str {
        match self {
            Event::Struck { .. } => "struck",
            Event::Resolved { .. } => "resolved",
        }
    }
    fn rule(&self) -> RuleRef {
        match self {
            Event::Struck { .. } => TD_1,
            Event::Resolved { .. } => TD_2,
        }
    }
    fn phase(&self) -> &'static str {
        "duel"
    }
}

fn other(seat: SeatId) -> SeatId {
    SeatId(1 - seat.0)
}

impl Default for Duel {
    fn default() -> Self {
        let order = |kind: &str, summary: &str, example: Value, shorthand: &str| OrderInfo {
            kind: kind.into(),
            summary: summary.into(),
            phase: "duel".into(),
            rules: vec!["TD-1".into()],
            example,
            shorthand: shorthand.into(),
        };
        let about = About {
            id: "toy-duel".into(),
            title: "A duel".into(),
            version: "1".into(),
            summary: "Strikes in turn, each answered.".into(),
            shape: Shape::Sequential,
            rule_prefix: "TD".into(),
            phases: vec![PhaseInfo { id: "duel".into(), name: "The duel".into() }],
            orders: vec![
                order("strike", "Strikes", json!({ "type": "strike", "vigour": 2 }), "strike 2"),
                order("respond", "Answers a strike", json!({ "type": "respond", "stand": true }), "stand"),
            ],
            options: Vec::new(),
        };
        Self { about, scenarios: vec![Arc::new(Field)] }
    }
}

impl GameSystem for Duel {
    type Scenario = Field;
    type State = State;
    type Order = DuelOrder;
    type Event = Event;
    const SNAPSHOT_VERSION: u16 = 1;

    fn about(&self) -> &About {
        &self.about
    }
    fn scenarios(&self) -> &[Arc<Field>] {
        &self.scenarios
    }
    fn summary(_: &Field) -> ScenarioSummary {
        ScenarioSummary {
            id: "field".into(),
            title: "The field of honour".into(),
            summary: "Two duellists.".into(),
            seats: vec![seat("RED", "#aa3333"), seat("BLUE", "#3333aa")],
            begins: "Strike 1".into(),
            ends: format!("Strike {STRIKES}"),
            steps: None,
        }
    }
    fn describe(_: &Field) -> Value {
        json!({ "strikes": STRIKES })
    }
    fn start(_: &Field, _options: &Value, seed: &GameSeed) -> Result<State, SetupError> {
        let mut dice = Dice::keyed(seed, "start");
        let vigour = [0, 1].map(|seat| dice.stream("vigour", seat, 0).range(10, 20, TD_1) as u32);
        Ok(State { steps: 0, strikes: 0, active: SeatId(0), pending: None, vigour, wounds: [0, 0] })
    }
    fn step(state: &State) -> u32 {
        state.steps
    }
    fn label(_: &Field, state: &State) -> String {
        format!("Strike {}", (state.strikes + 1).min(STRIKES))
    }
    fn mode(_: &Field, _: &State) -> StepMode {
        StepMode::Immediate
    }
    fn awaiting(_: &Field, state: &State) -> Vec<Await> {
        if state.strikes >= STRIKES {
            return Vec::new();
        }
        let (seat, kind, prompt, default) = match state.pending {
            None => (state.active, AwaitKind::Phase, "Strike", "a feint of 1"),
            Some(_) => (other(state.active), AwaitKind::Decision, "Stand or give ground?", "give ground"),
        };
        let powers = vec![["RED", "BLUE"][seat.index()].into()];
        vec![Await { seat, powers, kind, phase: "duel".into(), prompt: prompt.into(), default: default.into() }]
    }
    fn outcome(field: &Field, state: &State) -> Option<Outcome> {
        let ranking = || Self::standings(field, state);
        (state.strikes >= STRIKES).then(|| Outcome { reason: "Honour is satisfied".into(), ranking: ranking() })
    }
    fn standings(_: &Field, state: &State) -> Vec<Standing> {
        let first = usize::from(state.wounds[1] < state.wounds[0]);
        let total: u32 = state.wounds.iter().sum();
        let line = |(rank, seat): (usize, usize)| Standing {
            seat: SeatId(seat as u16),
            rank: rank as u16 + 1,
            points: i64::from(state.wounds[1 - seat]),
            share: (state.wounds[1 - seat] * 1_000_000).checked_div(total).unwrap_or(0),
            eliminated: false,
        };
        [first, 1 - first].into_iter().enumerate().map(line).collect()
    }
    fn advance(
        field: &Field, state: &mut State, order_sets: &[(SeatId, Vec<DuelOrder>)], dice: &mut Dice,
    ) -> Resolution<Event> {
        let mut resolution = Resolution::default();
        for (seat, orders) in order_sets {
            let verdicts = Self::check(field, &Self::knowledge(field, state, *seat), orders);
            let order = orders.first().filter(|_| !verdicts[0].is_refused());
            resolution.verdicts.push(verdicts);
            match order {
                Some(DuelOrder::Strike { vigour }) => {
                    state.vigour[seat.index()] -= vigour;
                    state.pending = Some(*vigour);
                    resolution
                        .events
                        .push(Addressed { audience: Audience::Everyone, event: Event::Struck { by: *seat } });
                }
                Some(DuelOrder::Respond { stand }) => {
                    let vigour = state.pending.take().unwrap_or(0);
                    let roll = dice.stream("strike", seat.0, 0).d6(TD_2) as u32;
                    let wounded = *stand && roll <= vigour;
                    let struck = seat.index();
                    let striker = state.active.index();
                    match (stand, wounded) {
                        (_, true) => state.wounds[struck] += 1,
                        (true, false) => state.wounds[striker] += 1,
                        (false, _) => {}
                    }
                    state.strikes += 1;
                    state.active = *seat;
                    resolution
                        .events
                        .push(Addressed { audience: Audience::Everyone, event: Event::Resolved { wounded } });
                }
                None => {}
            }
        }
        state.steps += 1;
        resolution
    }
}

impl Visibility for Duel {
    type Knowledge = View;
    type View = View;

    fn knowledge(field: &Field, state: &State, seat: SeatId) -> View {
        let awaited = Self::awaiting(field, state).first().is_some_and(|wait| wait.seat == seat);
        View {
            seat,
            steps: state.steps,
            to_strike: awaited && state.pending.is_none(),
            to_respond: awaited && state.pending.is_some(),
            vigour: state.vigour[seat.index()],
            wounds: state.wounds,
        }
    }
    fn view(_: &Field, knowledge: &View) -> View {
        knowledge.clone()
    }
    fn check(_: &Field, view: &View, orders: &[DuelOrder]) -> Vec<Verdict> {
        let judge = |(index, order): (usize, &DuelOrder)| match order {
            _ if index > 0 => Verdict::refused(index, "one_at_a_time", "one order at a time", Some(TD_1)),
            DuelOrder::Strike { .. } if !view.to_strike => {
                Verdict::refused(index, "not_your_turn", "it is not yours to strike", Some(TD_1))
            }
            DuelOrder::Respond { .. } if !view.to_respond => {
                Verdict::refused(index, "nothing_to_answer", "no strike awaits your answer", Some(TD_2))
            }
            DuelOrder::Strike { vigour } if *vigour > view.vigour => {
                let detail = format!("you have {} vigour left, not {vigour}", view.vigour);
                Verdict::refused(index, "too_weak", detail, Some(TD_1)).at("vigour")
            }
            _ => Verdict::accepted(index),
        };
        orders.iter().enumerate().map(judge).collect()
    }
    fn default_orders(_: &Field, view: &View) -> Vec<DuelOrder> {
        match (view.to_strike, view.to_respond) {
            (true, _) => vec![DuelOrder::Strike { vigour: view.vigour.min(1) }],
            (_, true) => vec![DuelOrder::Respond { stand: false }],
            _ => Vec::new(),
        }
    }
    fn random_orders(field: &Field, view: &View, dice: &mut Dice) -> Vec<DuelOrder> {
        let mut stream = dice.stream("random", view.seat.0, 0);
        match (view.to_strike, view.to_respond) {
            (true, _) => vec![DuelOrder::Strike { vigour: stream.range(0, view.vigour.min(6) as i32, TD_1) as u32 }],
            (_, true) => vec![DuelOrder::Respond { stand: stream.chance(50, TD_2) }],
            _ => Self::default_orders(field, view),
        }
    }
}

/// What a fighter may order: one thing.
struct DuelMenu<'a> {
    view: &'a View,
    idle: bool,
}

impl OrderOptions for Duel {
    fn menu<'a>(_: &'a Field, view: &'a View, written: &'a [DuelOrder]) -> impl Menu + 'a {
        DuelMenu { view, idle: !written.is_empty() }
    }
}

impl Menu for DuelMenu<'_> {
    fn next(&self, partial: &Value) -> Option<FieldOptions> {
        if self.idle {
            return None;
        }
        let Some(kind) = partial.get("type").and_then(Value::as_str) else {
            let kind = match (self.view.to_strike, self.view.to_respond) {
                (true, _) => OptionValue::new("strike", "Strike"),
                (_, true) => OptionValue::new("respond", "Answer the strike"),
                _ => return None,
            };
            return Some(FieldOptions::one_of("/type", "What to do?", vec![kind]));
        };
        let field = if kind == "strike" {
            FieldOptions::amount("/vigour", "With how much vigour?", 0, i64::from(self.view.vigour))
        } else {
            let stands = vec![OptionValue::new(true, "Stand"), OptionValue::new(false, "Give ground")];
            FieldOptions::one_of("/stand", "Stand, or give ground?", stands)
        };
        partial.pointer(&field.pointer).is_none().then_some(field)
    }

    fn closed(&self, _: &str) -> Refusal {
        Refusal::new("not_your_turn", "TD-1", "this is not what you are asked")
    }
}

impl Notation for Duel {
    fn parse(_: &Field, _: &View, text: &str) -> (Vec<(DuelOrder, Span)>, Vec<Diagnostic>) {
        parse_lines(text, |line| match line {
            "stand" => Ok(DuelOrder::Respond { stand: true }),
            "give ground" => Ok(DuelOrder::Respond { stand: false }),
            _ => {
                let vigour = line.strip_prefix("strike ").and_then(|rest| rest.trim().parse().ok());
                let wanted = || "write: strike 2, stand, or give ground".to_owned();
                vigour.map(|vigour| DuelOrder::Strike { vigour }).ok_or_else(wanted)
            }
        })
    }
    fn print(_: &Field, _: &View, order: &DuelOrder) -> String {
        match order {
            DuelOrder::Strike { vigour } => format!("strike {vigour}"),
            DuelOrder::Respond { stand: true } => "stand".into(),
            DuelOrder::Respond { stand: false } => "give ground".into(),
        }
    }
}

impl Telling for Duel {
    fn tell(_: &Field, event: &Event) -> String {
        match event {
            Event::Struck { by } => format!("{by} strikes"),
            Event::Resolved { wounded: true } => "The strike wounds".into(),
            Event::Resolved { wounded: false } => "The strike misses".into(),
        }
    }
    fn place(_: &Field, _: &Event) -> Option<String> {
        None
    }
    fn documents(_: &Field, view: &View, entries: &[EventRecord]) -> Vec<Document> {
        documents(&format!("Step {}", view.steps), entries)
    }
    fn map_svg(_: &Field, view: &View, options: &MapOptions) -> String {
        map_svg(&format!("{} to {}", view.wounds[0], view.wounds[1]), options)
    }
}

impl Gallery for Duel {
    type Public = [u32; 2];

    fn public(_: &Field, state: &State) -> [u32; 2] {
        state.wounds
    }
    fn public_map_svg(_: &Field, wounds: &[u32; 2], options: &MapOptions) -> String {
        map_svg(&format!("{} to {}", wounds[0], wounds[1]), options)
    }
    fn public_figures(_: &Field, _: &[u32; 2]) -> Vec<Figure> {
        Vec::new()
    }
}

impl Shuffle for Duel {
    fn shuffle_hidden(_: &Field, state: &State, seat: SeatId, dice: &mut Dice) -> State {
        let mut hidden = state.clone();
        let rival = other(seat);
        hidden.vigour[rival.index()] = dice.stream("hidden", rival.0, 0).range(0, 20, TD_1) as u32;
        if let Some(vigour) = &mut hidden.pending
            && state.active != seat
        {
            *vigour = dice.stream("hidden", rival.0, 1).range(0, 6, TD_1) as u32;
        }
        hidden
    }
}

impl Planning for Duel {
    type Determinization = State;
    type Notes = ();

    fn ask(_: &Field, view: &View, so_far: &[Answer]) -> Option<Question> {
        let (kind, words) = match (view.to_strike, view.to_respond) {
            (true, _) => ("posture", ["feint", "strike"]),
            (_, true) => ("decision", ["give ground", "stand"]),
            _ => return None,
        };
        let mut answers: Vec<Choice> = words.iter().map(|word| Choice::new(*word, 500)).collect();
        answers[0].quiet = true;
        so_far.is_empty().then(|| Question { about: Topic::about(kind, ""), answers })
    }
    fn orders(field: &Field, view: &View, so_far: &[Answer]) -> Vec<DuelOrder> {
        match (so_far.first(), view.to_strike, view.to_respond) {
            (Some(1), true, _) => vec![DuelOrder::Strike { vigour: view.vigour.min(4) }],
            (Some(1), _, true) => vec![DuelOrder::Respond { stand: true }],
            _ => Self::default_orders(field, view),
        }
    }
    fn sample(_: &Field, view: &View, dice: &mut Dice) -> State {
        let mut stream = dice.stream("imagined", view.seat.0, 0);
        let mut vigour = [0, 1].map(|_| stream.range(0, 20, TD_1) as u32);
        vigour[view.seat.index()] = view.vigour;
        let awaited = view.to_strike || view.to_respond;
        let over = view.steps / 2 >= STRIKES;
        let mine = view.to_strike || (!awaited && view.steps % 2 == 1);
        let answered = view.to_respond || (mine && !view.to_strike);
        State {
            steps: view.steps,
            strikes: if over && !awaited { STRIKES } else { (view.steps / 2).min(STRIKES - 1) },
            active: if mine { view.seat } else { other(view.seat) },
            pending: answered.then(|| stream.range(1, 6, TD_1) as u32),
            vigour,
            wounds: view.wounds,
        }
    }
    fn known_in(field: &Field, world: &State, seat: SeatId) -> View {
        Self::knowledge(field, world, seat)
    }
    fn to_act(field: &Field, world: &State) -> Vec<SeatId> {
        Self::awaiting(field, world).iter().map(|wait| wait.seat).collect()
    }
    fn rollout_policy(field: &Field, world: &State, seat: SeatId, dice: &mut Dice) -> Vec<DuelOrder> {
        Self::random_orders(field, &Self::knowledge(field, world, seat), dice)
    }
    fn play_on(field: &Field, world: &mut State, order_sets: &[(SeatId, Vec<DuelOrder>)], dice: &mut Dice) {
        Self::advance(field, world, order_sets, dice);
    }
    fn clock(_: &Field, world: &State) -> u32 {
        world.strikes
    }
    fn evaluate(field: &Field, world: &State) -> Vec<u32> {
        shares(&Self::standings(field, world))
    }
    fn features(_: &Field, world: &State, seat: SeatId) -> Vec<Feature> {
        vec![
            Feature::new("wounds taken", -i64::from(world.wounds[seat.index()])),
            Feature::new("vigour", i64::from(world.vigour[seat.index()])),
        ]
    }
}
