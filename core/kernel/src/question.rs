//! What a planner asks of whoever makes a plan, and the answers: how a computer player goes through an order set.

use serde::{Deserialize, Serialize};

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
