//! How a computer player thinks about a room: a short chain of questions drawn from a seat's view, each with 2 to 12
//! answers, the first being what a sensible player does without thinking. Any prefix of answers gives a legal sheet.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Dice, GameSystem};

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

/// A rule system that a computer can plan in.
///
/// Both functions take the seat's own view and nothing else: a computer player knows what its seat knows.
pub trait Plannable: GameSystem {
    /// The next question after the answers so far, `None` when the sheet is complete. Depends on the view alone.
    fn ask(scenario: &Self::Scenario, view: &Self::View, so_far: &[Answer]) -> Option<Question>;

    /// The sheet that the answers mean, with first answers for all questions not yet answered. Legal for any prefix.
    fn sheet(scenario: &Self::Scenario, view: &Self::View, so_far: &[Answer]) -> Vec<Self::Order>;

    /// Walks the chain from its first question to its last, and gives the sheet that the answers mean: [`ask`](Self::ask)
    /// until nothing is asked, then [`sheet`](Self::sheet). A room that drafts a sheet in one go may put its questions
    /// while it does so.
    fn walk(
        scenario: &Self::Scenario, view: &Self::View, choose: &mut dyn FnMut(&Question) -> Answer,
    ) -> Vec<Self::Order> {
        let mut answers: Vec<Answer> = Vec::new();
        while let Some(question) = Self::ask(scenario, view, &answers) {
            answers.push(choose(&question));
        }
        Self::sheet(scenario, view, &answers)
    }

    /// A quick sheet for rivals and for the seat itself in imagined futures: strong enough to be worth beating, cheap
    /// enough to be drawn thousands of times, and varied by the dice.
    fn habit(scenario: &Self::Scenario, view: &Self::View, dice: &mut Dice) -> Vec<Self::Order>;
}

/// [`Plannable`] for one seat's view, erased: all that the `ai` crate sees.
pub trait Planner: Send {
    /// See [`Plannable::ask`].
    fn ask(&self, so_far: &[Answer]) -> Option<Question>;
    /// See [`Plannable::sheet`]; an array of orders.
    fn sheet(&self, so_far: &[Answer]) -> Value;
    /// See [`Plannable::walk`]; an array of orders.
    fn walk(&self, choose: &mut dyn FnMut(&Question) -> Answer) -> Value;
    /// See [`Plannable::habit`]; an array of orders.
    fn habit(&self, dice: &mut Dice) -> Value;
}
