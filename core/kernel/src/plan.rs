//! How a computer player thinks about a room: a short chain of questions drawn from a seat's view, each with 2 to 12
//! answers, the first being what a sensible player does without thinking. Any prefix of answers gives a legal sheet.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Dice, GameSystem, SeatId, Sheet, Standing};

/// The answer to a question: the index of the choice.
pub type Answer = u8;

/// What a question is about; the same topic may come more than once in a chain, told apart by its subject.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Topic {
    /// Kind of question in snake_case, such as `posture` or `stack`.
    pub kind: String,
    /// What it is about: a general, a front, a city; empty where there is only one.
    pub subject: String,
}

impl Topic {
    /// A topic about a subject.
    pub fn about(kind: &str, subject: impl Into<String>) -> Self {
        Self { kind: kind.to_owned(), subject: subject.into() }
    }
}

/// One answer offered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The answer in the rulebook's words.
    pub words: String,
    /// How likely a sensible player is to choose it, in thousandths; the answers of a question need not sum to 1000.
    pub prior: u16,
    /// Whether the answer starts nothing new: what a caretaker, who only holds the fort, may choose.
    pub quiet: bool,
    /// A stable word for the answer, the same in every position, where the topic has such words
    /// (postures: `hold`, `expand`, ...); empty elsewhere.
    pub key: String,
}

impl Choice {
    /// A choice with its prior in thousandths.
    pub fn new(words: impl Into<String>, prior: u16) -> Self {
        Self { words: words.into(), prior, quiet: false, key: String::new() }
    }

    /// The same, fit for a caretaker.
    #[must_use]
    pub fn quiet(mut self) -> Self {
        self.quiet = true;
        self
    }

    /// The same with a stable key.
    #[must_use]
    pub fn keyed(mut self, key: &str) -> Self {
        key.clone_into(&mut self.key);
        self
    }
}

/// A question with its answers, best guess first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// What it is about.
    pub about: Topic,
    /// 2 to 12 answers, best guess first.
    pub answers: Vec<Choice>,
}

/// A named figure behind a seat's worth, in the room's own unit: what reasons and dangers are told from.
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

/// A rule system that a computer can plan in.
///
/// Questions, sheets and worlds are made of the seat's own view and nothing else: a computer player knows what its seat
/// knows. What happens in a world is a function of world, sheets and dice.
pub trait Plannable: GameSystem {
    /// A possible world: the hidden facts filled in, no log. Cheap to clone; often the state itself.
    type World: Clone + Send + Sync + 'static;
    /// What a planner may keep between questions about one view, so that nothing is reckoned twice; `()` where nothing
    /// is kept. Notes save time: they never change an answer.
    type Notes: Default + Send + Sync + 'static;

    /// The next question after the answers so far, `None` when the sheet is complete. Depends on the view alone.
    fn ask(scenario: &Self::Scenario, view: &Self::View, so_far: &[Answer]) -> Option<Question>;

    /// The sheet that the answers mean, with first answers for all questions not yet answered. Legal for any prefix.
    fn sheet(scenario: &Self::Scenario, view: &Self::View, so_far: &[Answer]) -> Vec<Self::Order>;

    /// [`ask`](Self::ask) with the notes of earlier questions about the same view. Provided: without.
    fn ask_noted(scenario: &Self::Scenario, view: &Self::View, _: &Self::Notes, so_far: &[Answer]) -> Option<Question> {
        Self::ask(scenario, view, so_far)
    }

    /// [`sheet`](Self::sheet) with the notes of earlier questions about the same view. Provided: without.
    fn sheet_noted(
        scenario: &Self::Scenario, view: &Self::View, _: &Self::Notes, so_far: &[Answer],
    ) -> Vec<Self::Order> {
        Self::sheet(scenario, view, so_far)
    }

    /// Walks the chain from its first question to its last, and gives the sheet that the answers mean: [`ask`](Self::ask)
    /// until nothing is asked, then [`sheet`](Self::sheet). A room that drafts a sheet in one go may put its questions
    /// while it does so.
    fn walk(
        scenario: &Self::Scenario, view: &Self::View, choose: &mut dyn FnMut(&Question) -> Answer,
    ) -> Vec<Self::Order> {
        let notes = Self::Notes::default();
        let mut answers: Vec<Answer> = Vec::new();
        while let Some(question) = Self::ask_noted(scenario, view, &notes, &answers) {
            answers.push(choose(&question));
        }
        Self::sheet_noted(scenario, view, &notes, &answers)
    }

    /// Whether the seat goes on with what it has begun: an earlier sheet stopped where the outcome was not certain, and what is
    /// left was weighed with it. A search may then spend less. Provided: never.
    fn resumed(_: &Self::Scenario, _: &Self::View) -> bool {
        false
    }

    /// A world that fits the view: what the seat does not know is drawn by the dice within what it has been told.
    fn imagine(scenario: &Self::Scenario, view: &Self::View, dice: &mut Dice) -> Self::World;

    /// What a seat would see of a world. A world shown to the seat that imagined it gives back its view.
    fn shown(scenario: &Self::Scenario, world: &Self::World, seat: SeatId) -> Self::View;

    /// Who acts next in a world: many where sheets are sealed, one in sequence; nobody once it is over.
    fn to_act(scenario: &Self::Scenario, world: &Self::World) -> Vec<SeatId>;

    /// A quick legal sheet for a seat in a world: strong enough to be worth beating, cheap enough to be drawn thousands
    /// of times, and varied by the dice.
    fn habit(scenario: &Self::Scenario, world: &Self::World, seat: SeatId, dice: &mut Dice) -> Vec<Self::Order>;

    /// Carries out the sheets of those who act.
    fn forward(
        scenario: &Self::Scenario, world: &mut Self::World, sheets: &[(SeatId, Vec<Self::Order>)], dice: &mut Dice,
    );

    /// Time gone by in a world, in the unit that the room's horizon is counted in (turns, months, empires' turns).
    fn clock(scenario: &Self::Scenario, world: &Self::World) -> u32;

    /// What the world is worth to each seat: its share of the whole in millionths, by seat number.
    fn worth(scenario: &Self::Scenario, world: &Self::World) -> Vec<u32>;

    /// The figures behind a seat's worth.
    fn features(scenario: &Self::Scenario, world: &Self::World, seat: SeatId) -> Vec<Feature>;
}

/// [`Plannable`] for one seat's view, erased: all that the `ai` crate sees.
pub trait Planner: Send + Sync {
    /// The seat whose view it is.
    fn seat(&self) -> SeatId;
    /// See [`Plannable::ask`].
    fn ask(&self, so_far: &[Answer]) -> Option<Question>;
    /// See [`Plannable::sheet`]; an array of orders.
    fn sheet(&self, so_far: &[Answer]) -> Value;
    /// See [`Plannable::walk`]; an array of orders.
    fn walk(&self, choose: &mut dyn FnMut(&Question) -> Answer) -> Value;
    /// See [`Plannable::resumed`].
    fn resumed(&self) -> bool;
    /// See [`Plannable::imagine`].
    fn imagine(&self, dice: &mut Dice) -> Box<dyn Imagined>;
}

/// A possible world, erased.
pub trait Imagined: Send + Sync {
    /// A copy.
    fn clone_box(&self) -> Box<dyn Imagined>;
    /// A planner for a seat that sees this world.
    fn planner(&self, seat: SeatId) -> Box<dyn Planner>;
    /// See [`Plannable::to_act`].
    fn to_act(&self) -> Vec<SeatId>;
    /// See [`Plannable::clock`].
    fn clock(&self) -> u32;
    /// One step: whoever acts and has a plan among `plans` hands in the sheet that its answers mean, the others act by
    /// habit.
    fn step(&mut self, plans: &[(SeatId, &[Answer])], dice: &mut Dice);
    /// One step with these sheets, and habits for who acts besides.
    fn step_with(&mut self, sheets: &[Sheet], dice: &mut Dice);
    /// See [`Plannable::worth`].
    fn worth(&self) -> Vec<u32>;
    /// See [`Plannable::features`].
    fn features(&self, seat: SeatId) -> Vec<Feature>;
    /// See [`Plannable::habit`]; an array of orders.
    fn habit(&self, seat: SeatId, dice: &mut Dice) -> Value;
    /// See [`Plannable::shown`].
    fn view(&self, seat: SeatId) -> Value;
}

/// The shares of a ranking by seat number, for rooms whose worth is the score.
pub fn shares(standings: &[Standing]) -> Vec<u32> {
    let mut shares = vec![0; standings.len()];
    for standing in standings {
        shares[standing.seat.index()] = standing.share;
    }
    shares
}
