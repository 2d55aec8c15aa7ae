//! Answers to questions: given ones, then first ones; or drawn.

use kernel::plan::{Answer, Choice, Question, Topic};
use kernel::{Dice, RuleRef};

const RULE: RuleRef = RuleRef::new("habit");
/// Chance in per cent that a habit does not take the first answer.
const VARIETY: i32 = 15;

/// Reads answers one by one.
pub enum Reader<'r> {
    /// Given answers; keeps the first question that has none.
    Given {
        /// The answers.
        answers: std::slice::Iter<'r, Answer>,
        /// The first question without an answer.
        open: Option<Question>,
        /// Whether to stop at it.
        asking: bool,
    },
    /// First answers, now and then another.
    Habit {
        /// Luck.
        dice: &'r mut Dice,
        /// Questions so far.
        asked: u16,
    },
}

impl<'r> Reader<'r> {
    /// A reader of answers; when `asking`, planning may stop at the first question without one.
    pub fn given(answers: &'r [Answer], asking: bool) -> Self {
        Self::Given { answers: answers.iter(), open: None, asking }
    }

    /// The answer to a question. Questions of one answer are not asked.
    pub fn ask(&mut self, about: Topic, answers: impl FnOnce() -> Vec<Choice>) -> usize {
        match self {
            Self::Given { answers: given, open, asking } => {
                if let Some(answer) = given.as_slice().first() {
                    let count = answers().len();
                    if count < 2 {
                        return 0;
                    }
                    given.next();
                    return usize::from(*answer).min(count - 1);
                }
                if *asking && open.is_none() {
                    let answers = answers();
                    if answers.len() >= 2 {
                        *open = Some(Question { about, answers });
                    }
                }
                0
            }
            Self::Habit { dice, asked } => {
                let count = answers().len().min(3);
                *asked += 1;
                let mut stream = dice.stream("habit", *asked, 0);
                if count < 2 || !stream.chance(VARIETY, RULE) { 0 } else { stream.pick(count, RULE) }
            }
        }
    }

    /// Whether a question has been left open that somebody waits for.
    pub fn stopped(&self) -> bool {
        matches!(self, Self::Given { open: Some(_), .. })
    }
}
