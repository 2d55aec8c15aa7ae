//! `toy-road`: pilgrims walk in turn, each turn many small orders carried out one after another, as in a sequential game
//! with long seat-turns. Every pace may find a coin that the others do not see.
//!
//! In the scenario `pitfall` of [`Road::with_pitfall`] the rules break down: describing it panics, the order `fall` panics
//! when it is carried out, and so does everything that the second pilgrim does. In its scenario `marsh` imagined steps take
//! a millisecond or two, so that computer players can be watched while they think. In its scenario `crossroads` a story says
//! what happens while an order set is judged.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kernel::{
    About, Addressed, Answer, Audience, Await, AwaitKind, Choice, Described, Diagnostic, Dice, Document, EventRecord,
    Feature, FieldOptions, Figure, Gallery, GameSeed, GameSystem, MapOptions, Menu, Notation, OptionValue, OrderInfo,
    OrderOptions, Outcome, PhaseInfo, Planning, Question, Refusal, Resolution, RuleRef, ScenarioSummary, SeatId,
    SeatInfo, SetupError, Shape, Span, Standing, StepMode, Telling, Topic, Verdict, Visibility, shares,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

const TR_1: RuleRef = RuleRef::new("TR-1");
const TR_2: RuleRef = RuleRef::new("TR-2");
const KEYS: [&str; 4] = ["NORTH", "EAST", "SOUTH", "WEST"];
/// The most paces in an order.
const STRIDE: u32 = 3;

/// What happens while an order set of the scenario `crossroads` is judged.
type Meanwhile = Box<dyn FnMut() + Send>;
static MEANWHILE: Mutex<Option<Meanwhile>> = Mutex::new(None);

/// Lets something happen whenever an order set of the scenario `crossroads` is judged, but not while it is happening.
pub fn while_judging(what: impl FnMut() + Send + 'static) {
    *MEANWHILE.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(what));
}

/// The room.
pub struct Road {
    about: About,
    scenarios: Vec<Arc<Way>>,
}

/// A way: how many walk it, how often each has a turn, and how many paces a turn has.
pub struct Way {
    id: &'static str,
    pilgrims: u16,
    days: u32,
    paces: u32,
    milestones: usize,
    pitfall: bool,
    /// Whether something happens while order sets are judged.
    crossroads: bool,
    /// How long a step of an imagined future takes.
    heavy_going: Duration,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = ToyRoadOrder)]
pub enum RoadOrder {
    /// Walks on.
    #[schema(title = "ToyRoadWalk")]
    Walk {
        /// 1 to 3.
        paces: u32,
    },
    /// Ends the turn.
    #[schema(title = "ToyRoadRest")]
    Rest,
    /// Falls into the pit, where there is one.
    #[schema(title = "ToyRoadFall")]
    Fall,
}

/// A stone by the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ToyRoadMilestone)]
pub struct Milestone {
    name: String,
    /// Who passed it last.
    passed_by: Option<SeatId>,
    times: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    steps: u32,
    day: u32,
    walker: SeatId,
    paces_left: u32,
    coins: Vec<u32>,
    walked: Vec<u32>,
    milestones: Vec<Milestone>,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ToyRoadView)]
pub struct View {
    pub seat: SeatId,
    pub steps: u32,
    pub day: u32,
    /// Who walks now, until the last day is over.
    pub walker: SeatId,
    /// Whether this seat walks now.
    pub to_walk: bool,
    pub paces_left: u32,
    /// Own coins; the others' are secret.
    pub coins: u32,
    pub walked: Vec<u32>,
    pub milestones: Vec<Milestone>,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = ToyRoadEvent)]
pub enum Event {
    #[schema(title = "ToyRoadWalked")]
    Walked { by: SeatId, paces: u32 },
    #[schema(title = "ToyRoadFound")]
    Found { coins: u32 },
    #[schema(title = "ToyRoadRested")]
    Rested { by: SeatId },
}

impl Described for Event {
    fn kind(&self) -> &'static str {
        match self {
            Event::Walked { .. } => "walked",
            Event::Found { .. } => "found",
            Event::Rested { .. } => "rested",
        }
    }
    fn rule(&self) -> RuleRef {
        match self {
            Event::Found { .. } => TR_2,
            Event::Walked { .. } | Event::Rested { .. } => TR_1,
        }
    }
    fn phase(&self) -> &'static str {
        "walk"
    }
}

impl Road {
    /// A room like any other.
    pub fn sound() -> Self {
        Self::new(false)
    }

    /// Three more scenarios: one whose rules break down, one that is slow to imagine, and one that goes on while order sets are
    /// judged.
    pub fn with_pitfall() -> Self {
        Self::new(true)
    }

    fn new(pitfall: bool) -> Self {
        let order = |kind: &str, summary: &str, example: Value, shorthand: &str| OrderInfo {
            kind: kind.into(),
            summary: summary.into(),
            phase: "walk".into(),
            rules: vec!["TR-1".into()],
            example,
            shorthand: shorthand.into(),
        };
        let about = About {
            id: "toy-road".into(),
            title: "A pilgrims' road".into(),
            version: "1".into(),
            summary: "Turns of many small orders.".into(),
            shape: Shape::Sequential,
            rule_prefix: "TR".into(),
            phases: vec![PhaseInfo { id: "walk".into(), name: "The walk".into() }],
            orders: vec![
                order("walk", "Walks on", json!({ "type": "walk", "paces": 2 }), "walk 2"),
                order("rest", "Ends the turn", json!({ "type": "rest" }), "rest"),
                order("fall", "Falls into the pit", json!({ "type": "fall" }), "fall"),
            ],
            options: Vec::new(),
        };
        let short = |id| Way {
            id,
            pilgrims: 2,
            days: 3,
            paces: 6,
            milestones: 4,
            pitfall: false,
            crossroads: false,
            heavy_going: Duration::ZERO,
        };
        // As long as the longest of the real games: 4 seats, 7 epochs, 72 orders a turn, a map of 120 lands.
        let santiago = Way { pilgrims: 4, days: 7, paces: 72, milestones: 120, ..short("santiago") };
        let mut scenarios = vec![short("village"), santiago];
        if pitfall {
            scenarios.push(Way { pitfall, ..short("pitfall") });
            scenarios.push(Way { crossroads: true, ..short("crossroads") });
            scenarios.push(Way { days: 2, paces: 1, heavy_going: Duration::from_millis(2), ..short("marsh") });
        }
        Self { about, scenarios: scenarios.into_iter().map(Arc::new).collect() }
    }
}

impl State {
    /// The next pilgrim's turn, or the next day's first.
    fn pass_on(&mut self, way: &Way) {
        self.paces_left = way.paces;
        self.walker = SeatId((self.walker.0 + 1) % way.pilgrims);
        self.day += u32::from(self.walker.0 == 0);
    }

    fn walk(&mut self, way: &Way, paces: u32, dice: &mut Dice, news: &mut Vec<Addressed<Event>>) {
        let by = self.walker;
        self.paces_left -= paces;
        self.walked[by.index()] += paces;
        news.push(Addressed { audience: Audience::Everyone, event: Event::Walked { by, paces } });
        let mut stream = dice.stream("road", by.0, u16::try_from(self.paces_left).unwrap_or(u16::MAX));
        let at = stream.pick(self.milestones.len(), TR_2);
        self.milestones[at].passed_by = Some(by);
        self.milestones[at].times += 1;
        if stream.d6(TR_2) == 6 {
            self.coins[by.index()] += 1;
            news.push(Addressed { audience: Audience::only(by), event: Event::Found { coins: 1 } });
        }
        if self.paces_left == 0 {
            self.pass_on(way);
        }
    }
}

fn judge(view: &View, orders: &[RoadOrder]) -> Vec<Verdict> {
    // The order set is walked in thought: what an order may do depends on those before it.
    let mut left = if view.to_walk { view.paces_left } else { 0 };
    let judge = |(index, order): (usize, &RoadOrder)| match order {
        _ if left == 0 => Verdict::refused(index, "not_your_turn", "the turn is over", Some(TR_1)),
        RoadOrder::Walk { paces } if !(1..=left.min(STRIDE)).contains(paces) => {
            let detail = format!("you can walk 1 to {} paces, not {paces}", left.min(STRIDE));
            Verdict::refused(index, "too_far", detail, Some(TR_1)).at("paces")
        }
        RoadOrder::Walk { paces } => {
            left -= paces;
            Verdict::accepted(index)
        }
        RoadOrder::Rest => {
            left = 0;
            Verdict::accepted(index)
        }
        RoadOrder::Fall => Verdict::accepted(index),
    };
    orders.iter().enumerate().map(judge).collect()
}

impl GameSystem for Road {
    type Scenario = Way;
    type State = State;
    type Order = RoadOrder;
    type Event = Event;
    const SNAPSHOT_VERSION: u16 = 1;

    fn about(&self) -> &About {
        &self.about
    }
    fn scenarios(&self) -> &[Arc<Way>] {
        &self.scenarios
    }
    fn summary(way: &Way) -> ScenarioSummary {
        let seat = |key: &&str| SeatInfo {
            key: (*key).into(),
            name: format!("Pilgrim of the {key}"),
            description: "You walk.".into(),
            colour: "#3355aa".into(),
            powers: vec![(*key).into()],
        };
        ScenarioSummary {
            id: way.id.into(),
            title: way.id.into(),
            summary: "A walk.".into(),
            seats: KEYS.iter().take(usize::from(way.pilgrims)).map(seat).collect(),
            begins: "Day 1".into(),
            ends: format!("Day {}", way.days),
            steps: None,
        }
    }
    fn describe(way: &Way) -> Value {
        assert!(!way.pitfall, "nobody can describe a pitfall");
        json!({ "days": way.days, "paces": way.paces })
    }
    fn start(way: &Way, _options: &Value, _seed: &GameSeed) -> Result<State, SetupError> {
        let seats = usize::from(way.pilgrims);
        let stone =
            |number: usize| Milestone { name: format!("The milestone number {number}"), passed_by: None, times: 0 };
        Ok(State {
            steps: 0,
            day: 0,
            walker: SeatId(0),
            paces_left: way.paces,
            coins: vec![0; seats],
            walked: vec![0; seats],
            milestones: (1..=way.milestones).map(stone).collect(),
        })
    }
    fn step(state: &State) -> u32 {
        state.steps
    }
    fn label(way: &Way, state: &State) -> String {
        format!("Day {}", (state.day + 1).min(way.days))
    }
    fn mode(_: &Way, _: &State) -> StepMode {
        StepMode::Immediate
    }
    fn awaiting(way: &Way, state: &State) -> Vec<Await> {
        let wait = Await {
            seat: state.walker,
            powers: vec![KEYS[state.walker.index()].into()],
            kind: AwaitKind::Phase,
            phase: "walk".into(),
            prompt: format!("Walk, {} paces are left", state.paces_left),
            default: "one pace".into(),
        };
        if state.day < way.days { vec![wait] } else { Vec::new() }
    }
    fn outcome(way: &Way, state: &State) -> Option<Outcome> {
        let ranking = || Self::standings(way, state);
        (state.day >= way.days).then(|| Outcome { reason: "The way is walked".into(), ranking: ranking() })
    }
    fn standings(_: &Way, state: &State) -> Vec<Standing> {
        let total: u32 = state.walked.iter().sum();
        let mut order: Vec<usize> = (0..state.walked.len()).collect();
        order.sort_by_key(|&seat| (std::cmp::Reverse(state.walked[seat]), seat));
        let line = |(rank, &seat): (usize, &usize)| Standing {
            seat: SeatId(seat as u16),
            rank: rank as u16 + 1,
            points: i64::from(state.walked[seat]),
            share: (state.walked[seat] * 1_000_000).checked_div(total).unwrap_or(0),
            eliminated: false,
        };
        order.iter().enumerate().map(line).collect()
    }
    fn advance(
        way: &Way, state: &mut State, order_sets: &[(SeatId, Vec<RoadOrder>)], dice: &mut Dice,
    ) -> Resolution<Event> {
        let mut resolution = Resolution::default();
        for (seat, orders) in order_sets {
            assert!(!way.pitfall || seat.0 != 1, "the second pilgrim is in the pit");
            let verdicts = judge(&Self::knowledge(way, state, *seat), orders);
            for (order, _) in orders.iter().zip(&verdicts).filter(|(_, verdict)| !verdict.is_refused()) {
                match order {
                    RoadOrder::Walk { paces } => state.walk(way, *paces, dice, &mut resolution.events),
                    RoadOrder::Rest => {
                        state.pass_on(way);
                        let event = Event::Rested { by: *seat };
                        resolution.events.push(Addressed { audience: Audience::Everyone, event });
                    }
                    RoadOrder::Fall => assert!(!way.pitfall, "somebody fell into the pit"),
                }
            }
            resolution.verdicts.push(verdicts);
        }
        state.steps += 1;
        resolution
    }
}

impl Visibility for Road {
    type Knowledge = View;
    type View = View;

    fn knowledge(way: &Way, state: &State, seat: SeatId) -> View {
        View {
            seat,
            steps: state.steps,
            day: state.day,
            walker: state.walker,
            to_walk: state.day < way.days && state.walker == seat,
            paces_left: state.paces_left,
            coins: state.coins[seat.index()],
            walked: state.walked.clone(),
            milestones: state.milestones.clone(),
        }
    }
    fn view(_: &Way, knowledge: &View) -> View {
        knowledge.clone()
    }
    fn check(way: &Way, view: &View, orders: &[RoadOrder]) -> Vec<Verdict> {
        if way.crossroads {
            let lock = || MEANWHILE.lock().unwrap_or_else(PoisonError::into_inner);
            let happening = lock().take();
            if let Some(mut happens) = happening {
                happens();
                lock().get_or_insert(happens);
            }
        }
        judge(view, orders)
    }
    fn default_orders(_: &Way, view: &View) -> Vec<RoadOrder> {
        if view.to_walk { vec![RoadOrder::Walk { paces: 1 }] } else { Vec::new() }
    }
    fn random_orders(_: &Way, view: &View, dice: &mut Dice) -> Vec<RoadOrder> {
        let mut stream = dice.stream("random", view.seat.0, 0);
        match view.to_walk {
            false => Vec::new(),
            true if stream.chance(10, TR_1) => vec![RoadOrder::Rest],
            true => vec![RoadOrder::Walk { paces: stream.range(1, view.paces_left.min(STRIDE) as i32, TR_1) as u32 }],
        }
    }
}

/// How far a walker may still go.
struct RoadMenu {
    left: u32,
}

impl OrderOptions for Road {
    fn menu<'a>(_: &'a Way, view: &'a View, written: &'a [RoadOrder]) -> impl Menu + 'a {
        let gone = |order: &RoadOrder| match order {
            RoadOrder::Walk { paces } => *paces,
            RoadOrder::Rest => view.paces_left,
            RoadOrder::Fall => 0,
        };
        let left = view.paces_left.saturating_sub(written.iter().map(gone).sum());
        RoadMenu { left: if view.to_walk { left } else { 0 } }
    }
}

impl Menu for RoadMenu {
    fn next(&self, partial: &Value) -> Option<FieldOptions> {
        if self.left == 0 {
            return None;
        }
        let Some(kind) = partial.get("type") else {
            let kinds = vec![OptionValue::new("walk", "Walk on"), OptionValue::new("rest", "Rest")];
            return Some(FieldOptions::one_of("/type", "What to do?", kinds));
        };
        let paces = || FieldOptions::amount("/paces", "How many paces?", 1, i64::from(self.left.min(STRIDE)));
        (kind == "walk" && partial.get("paces").is_none()).then(paces)
    }

    fn closed(&self, _: &str) -> Refusal {
        Refusal::new("not_possible", "TR-1", "nobody may choose to fall, and who has arrived goes no further")
    }
}

impl Notation for Road {
    fn parse(_: &Way, _: &View, text: &str) -> (Vec<(RoadOrder, Span)>, Vec<Diagnostic>) {
        let (mut orders, mut diagnostics) = (Vec::new(), Vec::new());
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let span = Span { line: number, column: 1, length: line.chars().count() as u32 };
            let walk = |rest: &str| rest.trim().parse().ok().map(|paces| RoadOrder::Walk { paces });
            let order = match line.trim() {
                "rest" => Some(RoadOrder::Rest),
                "fall" => Some(RoadOrder::Fall),
                line => line.strip_prefix("walk ").and_then(walk),
            };
            match order {
                Some(order) => orders.push((order, span)),
                None => diagnostics.push(Diagnostic {
                    span,
                    code: "not_understood".into(),
                    detail: format!("“{line}” is no order of this game"),
                    hint: Some("write: walk 2, or rest".into()),
                    rule: None,
                }),
            }
        }
        (orders, diagnostics)
    }
    fn print(_: &Way, _: &View, order: &RoadOrder) -> String {
        match order {
            RoadOrder::Walk { paces } => format!("walk {paces}"),
            RoadOrder::Rest => "rest".into(),
            RoadOrder::Fall => "fall".into(),
        }
    }
}

impl Telling for Road {
    fn tell(_: &Way, event: &Event) -> String {
        match event {
            Event::Walked { by, paces } => format!("{by} walks {paces}"),
            Event::Found { coins } => format!("You find {coins}"),
            Event::Rested { by } => format!("{by} rests"),
        }
    }
    fn place(_: &Way, _: &Event) -> Option<String> {
        None
    }
    fn documents(_: &Way, _: &View, entries: &[EventRecord]) -> Vec<Document> {
        let lines: Vec<&str> = entries.iter().map(|entry| entry.text.as_str()).collect();
        let (text, html) = (lines.join("\n"), format!("<p>{}</p>", lines.join("<br>")));
        vec![Document { kind: "report".into(), title: "On the road".into(), text, html }]
    }
    fn map_svg(_: &Way, view: &View, options: &MapOptions) -> String {
        let width = options.width.unwrap_or(200);
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\"><text>day {}</text></svg>", view.day)
    }
}

impl Gallery for Road {
    type Public = Vec<u32>;

    fn public(_: &Way, state: &State) -> Vec<u32> {
        state.walked.clone()
    }
    fn public_map_svg(_: &Way, public: &Vec<u32>, _: &MapOptions) -> String {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><text>{public:?}</text></svg>")
    }
    fn public_figures(_: &Way, public: &Vec<u32>) -> Vec<Figure> {
        vec![Figure::of_all("Paces", "", KEYS.iter().zip(public).map(|(key, paces)| (key, false, i64::from(*paces))))]
    }
}

impl testkit::Shuffle for Road {
    fn shuffle_hidden(_: &Way, state: &State, seat: SeatId, dice: &mut Dice) -> State {
        let mut other = state.clone();
        for hidden in (0..other.coins.len()).filter(|&one| one != seat.index()) {
            other.coins[hidden] = dice.stream("hidden", hidden as u16, 0).range(0, 9, TR_2) as u32;
        }
        other
    }
}

impl Planning for Road {
    type Determinization = State;
    type Notes = ();

    fn ask(_: &Way, view: &View, so_far: &[Answer]) -> Option<Question> {
        let answers = vec![Choice::new("walk on", 900).quiet(), Choice::new("rest", 100)];
        (view.to_walk && so_far.is_empty()).then(|| Question { about: Topic::about("posture", ""), answers })
    }
    fn orders(way: &Way, view: &View, so_far: &[Answer]) -> Vec<RoadOrder> {
        match so_far.first() {
            Some(1) if view.to_walk => vec![RoadOrder::Rest],
            _ => Self::default_orders(way, view),
        }
    }
    fn sample(way: &Way, view: &View, dice: &mut Dice) -> State {
        let mut coins: Vec<u32> =
            (0..way.pilgrims).map(|seat| dice.stream("coins", seat, 0).range(0, 9, TR_2) as u32).collect();
        coins[view.seat.index()] = view.coins;
        State {
            steps: view.steps,
            day: view.day,
            walker: view.walker,
            paces_left: view.paces_left,
            coins,
            walked: view.walked.clone(),
            milestones: view.milestones.clone(),
        }
    }
    fn known_in(way: &Way, world: &State, seat: SeatId) -> View {
        Self::knowledge(way, world, seat)
    }
    fn to_act(way: &Way, world: &State) -> Vec<SeatId> {
        Self::awaiting(way, world).iter().map(|wait| wait.seat).collect()
    }
    fn rollout_policy(way: &Way, world: &State, seat: SeatId, dice: &mut Dice) -> Vec<RoadOrder> {
        Self::random_orders(way, &Self::knowledge(way, world, seat), dice)
    }
    fn play_on(way: &Way, world: &mut State, order_sets: &[(SeatId, Vec<RoadOrder>)], dice: &mut Dice) {
        std::thread::sleep(way.heavy_going);
        Self::advance(way, world, order_sets, dice);
    }
    fn clock(_: &Way, world: &State) -> u32 {
        world.day
    }
    fn evaluate(way: &Way, world: &State) -> Vec<u32> {
        shares(&Self::standings(way, world))
    }
    fn features(_: &Way, world: &State, seat: SeatId) -> Vec<Feature> {
        vec![Feature::new("paces", i64::from(world.walked[seat.index()]))]
    }
}

#[cfg(test)]
mod tests {
    use kernel::Room;
    use testkit::conformance::{Effort, run};

    use super::*;

    #[test]
    fn the_road_is_a_room_like_any_other() {
        run(&Room::new(Road::sound()).with_planner(), "village", Effort::default());
    }
}
