//! Answers to questions: given ones, then first ones.

use kernel::question::{Answer, Choice, Question, Topic};

/// Reads answers one by one.
pub struct Reader<'r> {
    answers: std::slice::Iter<'r, Answer>,
    /// The first question without an answer.
    pub open: Option<Question>,
    /// Whether to stop at it.
    asking: bool,
}

impl<'r> Reader<'r> {
    /// A reader of answers; when `asking`, planning may stop at the first question without one.
    pub fn given(answers: &'r [Answer], asking: bool) -> Self {
        Self { answers: answers.iter(), open: None, asking }
    }

    /// The answer to a question. Questions of one answer are not asked.
    pub fn ask(&mut self, about: Topic, answers: impl FnOnce() -> Vec<Choice>) -> usize {
        if let Some(answer) = self.answers.as_slice().first() {
            let count = answers().len();
            if count < 2 {
                return 0;
            }
            self.answers.next();
            return usize::from(*answer).min(count - 1);
        }
        if self.asking && self.open.is_none() {
            let answers = answers();
            if answers.len() >= 2 {
                self.open = Some(Question { about, answers });
            }
        }
        0
    }

    /// Whether a question has been left open that somebody waits for.
    pub fn stopped(&self) -> bool {
        self.open.is_some()
    }
}
