//! The answers to a chain of questions, read while an order set is drafted.

use crate::{Answer, Choice, Question, Topic};

/// Fewest and most answers of a question.
const ANSWERS: std::ops::RangeInclusive<usize> = 2..=12;

/// Where the answers come from.
pub enum Guide<'a> {
    /// These are given; the first question beyond them is wanted, and nothing else.
    Question(&'a [Answer]),
    /// These are given, and first answers stand for the rest.
    Orders(&'a [Answer]),
    /// Every question is put to somebody.
    Walk(&'a mut dyn FnMut(&Question) -> Answer),
    /// Nobody is asked: this answers what the order set opens with, first answers the rest.
    Rollout(Answer),
}

/// Reads the answers of a guide, question by question.
pub struct Reader<'a> {
    guide: Guide<'a>,
    asked: usize,
    most: usize,
    open: Option<Question>,
}

impl<'a> Reader<'a> {
    /// A reader for an order set about which at most so many questions are asked.
    pub fn new(guide: Guide<'a>, most: usize) -> Self {
        Self { guide, asked: 0, most, open: None }
    }

    /// Whether nobody is asked.
    pub fn is_rollout(&self) -> bool {
        matches!(self.guide, Guide::Rollout(_))
    }

    /// Whether a question was reached that nobody has answered: what the rest of the order set would be is of no account.
    pub fn stopped(&self) -> bool {
        self.open.is_some()
    }

    /// The first question that the answers did not reach.
    pub fn question(self) -> Option<Question> {
        self.open
    }

    /// The index of the answer to a question of a kind; `shown` puts its subject and its answers into words. The first answer
    /// is taken where none was given, the last where one was given beyond it. Nothing is asked where there is no choice.
    pub fn choose(&mut self, kind: &str, shown: impl FnOnce() -> (String, Vec<Choice>)) -> usize {
        if let Guide::Rollout(first) = self.guide {
            // Without questions there is no need to put them into words.
            return if std::mem::replace(&mut self.asked, 1) == 0 { usize::from(first) } else { 0 };
        }
        if self.asked >= self.most || self.stopped() {
            return 0;
        }
        let (subject, answers) = shown();
        if !ANSWERS.contains(&answers.len()) {
            return 0;
        }
        let number = self.asked;
        self.asked += 1;
        let last = answers.len() - 1;
        let question = |answers| Question { about: Topic::about(kind, &subject), answers };
        let answer = match &mut self.guide {
            Guide::Question(given) | Guide::Orders(given) if number < given.len() => given[number],
            Guide::Orders(_) | Guide::Rollout(_) => 0,
            Guide::Walk(choose) => choose(&question(answers)),
            Guide::Question(_) => {
                self.open = Some(question(answers));
                0
            }
        };
        usize::from(answer).min(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of two questions of three answers, with one of a single answer between them.
    fn read(guide: Guide<'_>, most: usize) -> ([usize; 3], Option<Question>) {
        let mut reader = Reader::new(guide, most);
        let shown = |count: u16| (count.to_string(), (0..count).map(|at| Choice::new(at.to_string(), 1)).collect());
        (
            ["first", "none", "second"].map(|kind| reader.choose(kind, || shown(if kind == "none" { 1 } else { 3 }))),
            reader.question(),
        )
    }

    #[test]
    fn answers_are_read_in_their_order() {
        assert_eq!(read(Guide::Orders(&[1, 2]), 8), ([1, 0, 2], None));
        assert_eq!(read(Guide::Orders(&[1]), 8), ([1, 0, 0], None));
        assert_eq!(read(Guide::Orders(&[9]), 8), ([2, 0, 0], None), "beyond the last");
        assert_eq!(read(Guide::Orders(&[1, 2]), 1), ([1, 0, 0], None), "no more than one");
        assert_eq!(read(Guide::Rollout(2), 8), ([2, 0, 0], None));
    }

    #[test]
    fn the_first_question_without_an_answer_is_found() {
        let kind = |given: &[Answer]| read(Guide::Question(given), 8).1.map(|question| question.about.kind);
        assert_eq!(kind(&[]).as_deref(), Some("first"));
        assert_eq!(kind(&[1]).as_deref(), Some("second"));
        assert_eq!(kind(&[1, 1]), None);
    }

    #[test]
    fn somebody_is_asked_every_question() {
        let mut kinds = Vec::new();
        let mut choose = |question: &Question| {
            kinds.push(question.about.kind.clone());
            kinds.len() as Answer
        };
        assert_eq!(read(Guide::Walk(&mut choose), 8).0, [1, 0, 2]);
        assert_eq!(kinds, ["first", "second"]);
    }
}
