//! How a computer player thinks about a room: a short chain of questions about what a seat knows, each with 2
//! to 12 answers, the first being what a sensible player does without thinking. Any prefix of answers gives legal orders.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Answer, Dice, OrderSet, Orders, Question, SeatId, Standing, Tuning, Visibility, Weights};

/// A named figure behind a seat's evaluation, in the room's own unit: what reasons and dangers are told from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Feature {
    /// In words a player reads, such as `revenue` or `Legions in the field`.
    pub name: String,
    /// More is better for the seat.
    pub amount: i64,
}

impl Feature {
    /// A figure with its name.
    pub fn new(name: &str, amount: i64) -> Self {
        Self { name: name.to_owned(), amount }
    }
}

/// Planning: questions, determinizations and the rollout policy for a room's computer players.
///
/// Questions, orders and determinizations are made of what the seat knows and nothing else. What happens in a
/// determinization is a function of it, the order sets and the dice.
pub trait Planning: Visibility {
    /// A whole state that fits what a seat knows: the hidden facts filled in, no log. Cheap to clone; often the state
    /// itself.
    type Determinization: Clone + Send + Sync + 'static;
    /// What a planner may keep between questions about one knowledge, so that nothing is worked out twice; `()` where
    /// nothing is kept. Notes save time: they never change an answer.
    type Notes: Default + Send + Sync + 'static;

    /// What the room sets for its computer players, from its data. Provided: nothing, so they play by what fits most rooms.
    fn tuning() -> Option<&'static Tuning> {
        None
    }

    /// What the terms of the evaluation weigh, from the room's data. Provided: nothing that could be fitted.
    fn weights() -> Option<&'static Weights> {
        None
    }

    /// The terms of the evaluation, by seat, each in the order of the weights: what [`weights`](Self::weights) are fitted
    /// on. Provided: none.
    fn terms(_: &Self::Scenario, _: &Self::State) -> Vec<Vec<i64>> {
        Vec::new()
    }

    /// The next question after the answers so far, `None` when all are answered. Depends on the knowledge alone.
    fn ask(scenario: &Self::Scenario, knowledge: &Self::Knowledge, so_far: &[Answer]) -> Option<Question>;

    /// The orders that the answers mean, with first answers for all questions not yet answered. Legal for any prefix.
    fn orders(scenario: &Self::Scenario, knowledge: &Self::Knowledge, so_far: &[Answer]) -> Vec<Self::Order>;

    /// [`ask`](Self::ask) with the notes of earlier questions about the same knowledge. Provided: without.
    fn ask_noted(
        scenario: &Self::Scenario, knowledge: &Self::Knowledge, _: &Self::Notes, so_far: &[Answer],
    ) -> Option<Question> {
        Self::ask(scenario, knowledge, so_far)
    }

    /// [`orders`](Self::orders) with the notes of earlier questions about the same knowledge. Provided: without.
    fn orders_noted(
        scenario: &Self::Scenario, knowledge: &Self::Knowledge, _: &Self::Notes, so_far: &[Answer],
    ) -> Vec<Self::Order> {
        Self::orders(scenario, knowledge, so_far)
    }

    /// Walks the chain from its first question to its last, and gives the orders that the answers mean:
    /// [`ask`](Self::ask) until nothing is asked, then [`orders`](Self::orders). A room that drafts its orders in one
    /// go may put its questions while it does so.
    fn walk(
        scenario: &Self::Scenario, knowledge: &Self::Knowledge, choose: &mut dyn FnMut(&Question) -> Answer,
    ) -> Vec<Self::Order> {
        let notes = Self::Notes::default();
        let mut answers: Vec<Answer> = Vec::new();
        while let Some(question) = Self::ask_noted(scenario, knowledge, &notes, &answers) {
            answers.push(choose(&question));
        }
        Self::orders_noted(scenario, knowledge, &notes, &answers)
    }

    /// Whether the seat goes on with what it has begun: an earlier order set stopped where the outcome was not certain,
    /// and what is left was weighed with it. A search may then spend less. Provided: never.
    fn resumed(_: &Self::Scenario, _: &Self::Knowledge) -> bool {
        false
    }

    /// Samples a determinization: what the seat does not know is drawn by the dice within what it has been told.
    fn sample(scenario: &Self::Scenario, knowledge: &Self::Knowledge, dice: &mut Dice) -> Self::Determinization;

    /// What a seat would know in a determinization. The seat for which it was sampled knows there what it knows.
    fn known_in(scenario: &Self::Scenario, sampled: &Self::Determinization, seat: SeatId) -> Self::Knowledge;

    /// Who acts next: many where order sets are sealed, one in sequence; nobody once it is over.
    fn to_act(scenario: &Self::Scenario, sampled: &Self::Determinization) -> Vec<SeatId>;

    /// The rollout policy: quick legal orders for a seat. Strong enough to be worth beating, cheap enough to be drawn
    /// thousands of times, and varied by the dice.
    fn rollout_policy(
        scenario: &Self::Scenario, sampled: &Self::Determinization, seat: SeatId, dice: &mut Dice,
    ) -> Vec<Self::Order>;

    /// Carries out the order sets of those who act.
    fn play_on(
        scenario: &Self::Scenario, sampled: &mut Self::Determinization, sets: &[(SeatId, Vec<Self::Order>)],
        dice: &mut Dice,
    );

    /// Time gone by, in the unit that the room's horizon is counted in (turns, months, empires' turns).
    fn clock(scenario: &Self::Scenario, sampled: &Self::Determinization) -> u32;

    /// The evaluation: what the state is worth to each seat, its share of the whole in millionths, by seat number.
    fn evaluate(scenario: &Self::Scenario, sampled: &Self::Determinization) -> Vec<u32>;

    /// The figures behind a seat's evaluation.
    fn features(scenario: &Self::Scenario, sampled: &Self::Determinization, seat: SeatId) -> Vec<Feature>;
}

/// [`Planning`] for what one seat knows, erased: all that the `ai` crate sees.
pub trait Planner: Send + Sync {
    /// The seat whose knowledge it is.
    fn seat(&self) -> SeatId;
    /// See [`Planning::ask`].
    fn ask(&self, so_far: &[Answer]) -> Option<Question>;
    /// See [`Planning::orders`].
    fn orders(&self, so_far: &[Answer]) -> Orders;
    /// See [`Planning::walk`].
    fn walk(&self, choose: &mut dyn FnMut(&Question) -> Answer) -> Orders;
    /// See [`Planning::resumed`].
    fn resumed(&self) -> bool;
    /// See [`Planning::sample`].
    fn sample(&self, dice: &mut Dice) -> Box<dyn Determinization>;
}

/// A whole state that fits what a seat knows, erased.
pub trait Determinization: Send + Sync {
    /// A copy.
    fn clone_box(&self) -> Box<dyn Determinization>;
    /// A planner for a seat, from what it would know here.
    fn planner(&self, seat: SeatId) -> Box<dyn Planner>;
    /// See [`Planning::to_act`].
    fn to_act(&self) -> Vec<SeatId>;
    /// See [`Planning::clock`].
    fn clock(&self) -> u32;
    /// One step: whoever acts and has a plan among `plans` hands in the orders that its answers mean; the rollout policy
    /// moves the others.
    fn step(&mut self, plans: &[(SeatId, &[Answer])], dice: &mut Dice);
    /// One step with these order sets; the rollout policy moves who acts besides.
    fn step_with(&mut self, sets: &[OrderSet], dice: &mut Dice);
    /// See [`Planning::evaluate`].
    fn evaluate(&self) -> Vec<u32>;
    /// See [`Planning::features`].
    fn features(&self, seat: SeatId) -> Vec<Feature>;
    /// See [`Planning::rollout_policy`].
    fn rollout_policy(&self, seat: SeatId, dice: &mut Dice) -> Orders;
    /// What a seat would be shown here.
    fn view(&self, seat: SeatId) -> Value;
}

/// The shares of a ranking by seat number, for rooms whose evaluation is the score.
pub fn shares(standings: &[Standing]) -> Vec<u32> {
    let mut shares = vec![0; standings.len()];
    for standing in standings {
        shares[standing.seat.index()] = standing.share;
    }
    shares
}
