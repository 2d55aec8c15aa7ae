//! `toy-sealed`: each round all seats bid in secret for a prize; the highest bid pays and takes it.

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use kernel::{
    About, Addressed, Answer, Audience, Await, AwaitKind, Choice, Described, Diagnostic, Dice, Document, EventRecord,
    Feature, FieldOptions, Figure, Gallery, GameSeed, GameSystem, MapOptions, Menu, Notation, OptionValue, OrderInfo,
    OrderOptions, Outcome, PhaseInfo, Planning, Question, Refusal, Resolution, RuleRef, ScenarioSummary, SeatId,
    SetupError, Shape, Span, Standing, StepMode, Telling, Term, Topic, Verdict, Visibility, Weights, shares,
};

use super::{documents, map_svg, parse_lines, seat};
use crate::Shuffle;

const ROUNDS: u32 = 6;
const TS_1: RuleRef = RuleRef::new("TS-1");
const TS_2: RuleRef = RuleRef::new("TS-2");

/// The auction room.
pub struct Sealed {
    about: About,
    scenarios: Vec<Arc<Fair>>,
}

/// A fair: how many houses bid.
pub struct Fair {
    id: &'static str,
    houses: u16,
}

/// An order of the auction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = ToySealedOrder)]
pub enum SealedOrder {
    /// Bids for the prize of the round.
    #[schema(title = "ToySealedBid")]
    Bid {
        /// Coins, at most what is in the purse.
        coins: u32,
    },
}

/// The state of an auction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    round: u32,
    purses: Vec<u32>,
    prizes: Vec<u32>,
}

/// What a house sees.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ToySealedView)]
pub struct View {
    /// Whose view it is.
    pub seat: SeatId,
    /// Rounds done.
    pub round: u32,
    /// Coins in the own purse; other purses are secret.
    pub purse: u32,
    /// Prizes won so far, by seat.
    pub prizes: Vec<u32>,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = ToySealedEvent)]
pub enum Event {
    /// Somebody won the prize.
    #[schema(title = "ToySealedSold")]
    Sold {
        /// Who.
        winner: SeatId,
    },
    /// What the own bid came to.
    #[schema(title = "ToySealedPaid")]
    Paid {
        /// Coins paid.
        coins: u32,
    },
}

impl Described for Event {
    fn kind(&self) -> &'static str {
        match self {
            Event::Sold { .. } => "sold",
            Event::Paid { .. } => "paid",
        }
    }
    fn rule(&self) -> RuleRef {
        TS_2
    }
    fn phase(&self) -> &'static str {
        "P1"
    }
}

impl Default for Sealed {
    fn default() -> Self {
        let about = About {
            id: "toy-sealed".into(),
            title: "A sealed auction".into(),
            version: "1".into(),
            summary: "Secret bids, all at once.".into(),
            shape: Shape::Sealed,
            rule_prefix: "TS".into(),
            phases: vec![PhaseInfo { id: "P1".into(), name: "Bids".into() }],
            orders: vec![OrderInfo {
                kind: "bid".into(),
                summary: "Bids for the prize".into(),
                phase: "P1".into(),
                rules: vec!["TS-1".into()],
                example: json!({ "type": "bid", "coins": 3 }),
                shorthand: "bid 3".into(),
            }],
            options: Vec::new(),
        };
        let fairs = [Fair { id: "two-houses", houses: 2 }, Fair { id: "four-houses", houses: 4 }];
        Self { about, scenarios: fairs.into_iter().map(Arc::new).collect() }
    }
}

impl Sealed {
    /// The same auction as a rule system of another name.
    pub fn named(id: &str) -> Self {
        let toy = Self::default();
        Self { about: About { id: id.into(), ..toy.about }, ..toy }
    }
}

impl GameSystem for Sealed {
    type Scenario = Fair;
    type State = State;
    type Order = SealedOrder;
    type Event = Event;
    const SNAPSHOT_VERSION: u16 = 1;

    fn about(&self) -> &About {
        &self.about
    }
    fn scenarios(&self) -> &[Arc<Fair>] {
        &self.scenarios
    }
    fn summary(fair: &Fair) -> ScenarioSummary {
        let colours = ["#aa3333", "#3333aa", "#33aa33", "#aaaa33"];
        ScenarioSummary {
            id: fair.id.into(),
            title: fair.id.into(),
            summary: "An auction.".into(),
            seats: ["A", "B", "C", "D"]
                .iter()
                .zip(colours)
                .take(usize::from(fair.houses))
                .map(|(key, colour)| seat(key, colour))
                .collect(),
            begins: "Round 1".into(),
            ends: format!("Round {ROUNDS}"),
            steps: Some(ROUNDS),
        }
    }
    fn describe(fair: &Fair) -> Value {
        json!({ "houses": fair.houses, "rounds": ROUNDS })
    }
    fn start(fair: &Fair, _options: &Value, seed: &GameSeed) -> Result<State, SetupError> {
        let mut dice = Dice::keyed(seed, "start");
        let purses = (0..fair.houses).map(|house| dice.stream("purse", house, 0).range(8, 16, TS_1) as u32).collect();
        Ok(State { round: 0, purses, prizes: vec![0; usize::from(fair.houses)] })
    }
    fn step(state: &State) -> u32 {
        state.round
    }
    fn label(_: &Fair, state: &State) -> String {
        format!("Round {}", (state.round + 1).min(ROUNDS))
    }
    fn mode(_: &Fair, _: &State) -> StepMode {
        StepMode::Sealed
    }
    fn awaiting(fair: &Fair, state: &State) -> Vec<Await> {
        let seats = if state.round < ROUNDS { 0..fair.houses } else { 0..0 };
        seats
            .map(|house| Await {
                seat: SeatId(house),
                powers: vec![["A", "B", "C", "D"][usize::from(house)].into()],
                kind: AwaitKind::Orders,
                phase: "P1".into(),
                prompt: "Bid for the prize".into(),
                default: "no bid".into(),
            })
            .collect()
    }
    fn outcome(fair: &Fair, state: &State) -> Option<Outcome> {
        let ranking = || Self::standings(fair, state);
        (state.round >= ROUNDS).then(|| Outcome { reason: "All prizes are sold".into(), ranking: ranking() })
    }
    fn standings(_: &Fair, state: &State) -> Vec<Standing> {
        let total: u32 = state.prizes.iter().sum();
        let mut order: Vec<usize> = (0..state.prizes.len()).collect();
        order.sort_by_key(|&house| (std::cmp::Reverse(state.prizes[house]), house));
        let line = |(rank, &house): (usize, &usize)| Standing {
            seat: SeatId(house as u16),
            rank: rank as u16 + 1,
            points: i64::from(state.prizes[house]),
            share: (state.prizes[house] * 1_000_000).checked_div(total).unwrap_or(0),
            eliminated: false,
        };
        order.iter().enumerate().map(line).collect()
    }
    fn advance(
        fair: &Fair, state: &mut State, order_sets: &[(SeatId, Vec<SealedOrder>)], dice: &mut Dice,
    ) -> Resolution<Event> {
        let mut resolution = Resolution::default();
        let mut best: Vec<(u32, SeatId)> = Vec::new();
        for (seat, orders) in order_sets {
            let verdicts = Self::check(fair, &Self::knowledge(fair, state, *seat), orders);
            let mut valid = orders.iter().zip(&verdicts).filter(|(_, verdict)| !verdict.is_refused());
            if let Some((SealedOrder::Bid { coins }, _)) = valid.next_back() {
                best.push((*coins, *seat));
            }
            resolution.verdicts.push(verdicts);
        }
        let top = best.iter().map(|(coins, _)| *coins).max();
        let tied: Vec<SeatId> = best.iter().filter(|(coins, _)| Some(*coins) == top).map(|(_, seat)| *seat).collect();
        if let Some(coins) = top {
            let winner = tied[dice.stream("tie", 0, 0).pick(tied.len(), TS_2)];
            state.purses[winner.index()] -= coins;
            state.prizes[winner.index()] += 1;
            resolution.events.push(Addressed { audience: Audience::Everyone, event: Event::Sold { winner } });
            resolution.events.push(Addressed { audience: Audience::only(winner), event: Event::Paid { coins } });
        }
        state.round += 1;
        resolution
    }
}

impl Visibility for Sealed {
    type Knowledge = View;
    type View = View;

    fn knowledge(_: &Fair, state: &State, seat: SeatId) -> View {
        View { seat, round: state.round, purse: state.purses[seat.index()], prizes: state.prizes.clone() }
    }
    fn view(_: &Fair, knowledge: &View) -> View {
        knowledge.clone()
    }
    fn check(_: &Fair, view: &View, orders: &[SealedOrder]) -> Vec<Verdict> {
        let judge = |(index, SealedOrder::Bid { coins }): (usize, &SealedOrder)| {
            if *coins > view.purse {
                let detail = format!("you bid {coins} but have {}", view.purse);
                Verdict::refused(index, "no_credit", detail, Some(TS_1)).hinting(format!("bid at most {}", view.purse))
            } else {
                Verdict::accepted(index)
            }
        };
        orders.iter().enumerate().map(judge).collect()
    }
    fn default_orders(_: &Fair, _: &View) -> Vec<SealedOrder> {
        Vec::new()
    }
    fn random_orders(_: &Fair, view: &View, dice: &mut Dice) -> Vec<SealedOrder> {
        let coins = dice.stream("random", view.seat.0, 0).range(0, view.purse as i32, TS_1) as u32;
        vec![SealedOrder::Bid { coins }]
    }
}

/// What a bidder may order: one bid.
struct SealedMenu<'a> {
    view: &'a View,
    idle: bool,
}

impl OrderOptions for Sealed {
    fn menu<'a>(_: &'a Fair, view: &'a View, written: &'a [SealedOrder]) -> impl Menu + 'a {
        SealedMenu { view, idle: view.round >= ROUNDS || !written.is_empty() }
    }
}

impl Menu for SealedMenu<'_> {
    fn next(&self, partial: &Value) -> Option<FieldOptions> {
        if self.idle {
            return None;
        }
        if partial.get("type").is_none() {
            return Some(FieldOptions::one_of("/type", "What to do?", vec![OptionValue::new("bid", "Bid")]));
        }
        let coins = || FieldOptions::amount("/coins", "How many coins?", 0, i64::from(self.view.purse));
        partial.get("coins").is_none().then(coins)
    }

    fn closed(&self, _: &str) -> Refusal {
        Refusal::new("one_bid", "TS-1", "one bid is all there is")
    }
}

impl Notation for Sealed {
    fn parse(_: &Fair, _: &View, text: &str) -> (Vec<(SealedOrder, Span)>, Vec<Diagnostic>) {
        parse_lines(text, |line| {
            let coins = line.strip_prefix("bid ").and_then(|rest| rest.trim().parse().ok());
            coins.map(|coins| SealedOrder::Bid { coins }).ok_or_else(|| "write: bid 3".to_owned())
        })
    }
    fn print(_: &Fair, _: &View, SealedOrder::Bid { coins }: &SealedOrder) -> String {
        format!("bid {coins}")
    }
}

impl Telling for Sealed {
    fn tell(_: &Fair, event: &Event) -> String {
        match event {
            Event::Sold { winner } => format!("The prize goes to {winner}"),
            Event::Paid { coins } => format!("You paid {coins}"),
        }
    }
    fn place(_: &Fair, _: &Event) -> Option<String> {
        None
    }
    fn documents(_: &Fair, view: &View, entries: &[EventRecord]) -> Vec<Document> {
        documents(&format!("Round {}", view.round), entries)
    }
    fn map_svg(_: &Fair, view: &View, options: &MapOptions) -> String {
        map_svg(&format!("round {}", view.round), options)
    }
}

impl Gallery for Sealed {
    type Public = u32;

    fn public(_: &Fair, state: &State) -> u32 {
        state.round
    }
    fn public_map_svg(_: &Fair, round: &u32, options: &MapOptions) -> String {
        map_svg(&format!("round {round}"), options)
    }
    fn public_figures(_: &Fair, _: &u32) -> Vec<Figure> {
        Vec::new()
    }
}

impl Shuffle for Sealed {
    fn shuffle_hidden(_: &Fair, state: &State, seat: SeatId, dice: &mut Dice) -> State {
        let mut other = state.clone();
        for house in (0..other.purses.len()).filter(|&house| house != seat.index()) {
            other.purses[house] = dice.stream("hidden", house as u16, 0).range(0, 16, TS_1) as u32;
        }
        other
    }
}

impl Planning for Sealed {
    type Determinization = State;
    type Notes = ();

    fn weights() -> Option<&'static Weights> {
        static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
            let term = |name: &str, weight, fixed| Term { name: name.to_owned(), weight, fixed, ..Term::default() };
            Weights { terms: vec![term("prizes", 1_000, true), term("purse", 0, false)] }
        });
        Some(&WEIGHTS)
    }
    fn terms(_: &Fair, state: &State) -> Vec<Vec<i64>> {
        let seats = state.prizes.iter().zip(&state.purses);
        seats.map(|(prizes, purse)| vec![100 * i64::from(*prizes), 100 * i64::from(*purse)]).collect()
    }
    fn ask(_: &Fair, view: &View, so_far: &[Answer]) -> Option<Question> {
        let answers = [("hold back", 500), ("a third", 300), ("all", 200)];
        let choices = answers.iter().map(|(words, prior)| Choice::new(*words, *prior));
        let mut choices: Vec<Choice> = choices.collect();
        choices[0].quiet = true;
        let about = Topic::about("posture", "");
        (so_far.is_empty() && view.purse > 0).then_some(Question { about, answers: choices })
    }
    fn orders(_: &Fair, view: &View, so_far: &[Answer]) -> Vec<SealedOrder> {
        let coins = match so_far.first() {
            Some(1) => view.purse / 3,
            Some(2) => view.purse,
            _ => view.purse / 6,
        };
        vec![SealedOrder::Bid { coins }]
    }
    fn sample(_: &Fair, view: &View, dice: &mut Dice) -> State {
        let purse = |house: usize| match house == view.seat.index() {
            true => view.purse,
            false => dice.stream("purse", house as u16, 0).range(0, 16, TS_1) as u32,
        };
        let purses = (0..view.prizes.len()).map(purse).collect();
        State { round: view.round, purses, prizes: view.prizes.clone() }
    }
    fn known_in(fair: &Fair, world: &State, seat: SeatId) -> View {
        Self::knowledge(fair, world, seat)
    }
    fn to_act(fair: &Fair, world: &State) -> Vec<SeatId> {
        Self::awaiting(fair, world).iter().map(|wait| wait.seat).collect()
    }
    fn rollout_policy(fair: &Fair, world: &State, seat: SeatId, dice: &mut Dice) -> Vec<SealedOrder> {
        Self::random_orders(fair, &Self::knowledge(fair, world, seat), dice)
    }
    fn play_on(fair: &Fair, world: &mut State, order_sets: &[(SeatId, Vec<SealedOrder>)], dice: &mut Dice) {
        Self::advance(fair, world, order_sets, dice);
    }
    fn clock(_: &Fair, world: &State) -> u32 {
        world.round
    }
    fn evaluate(fair: &Fair, world: &State) -> Vec<u32> {
        shares(&Self::standings(fair, world))
    }
    fn features(_: &Fair, world: &State, seat: SeatId) -> Vec<Feature> {
        vec![
            Feature::new("prizes", i64::from(world.prizes[seat.index()])),
            Feature::new("purse", i64::from(world.purses[seat.index()])),
        ]
    }
}
