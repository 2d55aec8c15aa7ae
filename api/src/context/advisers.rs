//! Advice that was asked for: questions that wait, and answers that are kept for a while.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use ai::{Advice, Progress};

/// Answers kept; the oldest makes room.
const MOST_KEPT: usize = 500;
/// Questions that may wait at a time, all games together.
pub(crate) const MOST_WAITING: usize = 64;

/// Questions of one account that may wait at a time.
pub(crate) const MOST_OF_ONE: usize = 8;

/// What advice is asked about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AdviceTopic {
    pub game: String,
    pub step: i32,
    pub seat: u16,
}

#[derive(Debug, Clone)]
pub(crate) enum Entry {
    /// Asked at a time in milliseconds since 1970, and how far it is once it has begun.
    Waiting {
        since: i64,
        begun: Option<Progress>,
    },
    Given(Arc<Advice>),
    Failed,
}

/// Questions that wait, and answers.
#[derive(Default)]
pub struct Advisers(Mutex<Book>);

#[derive(Default)]
struct Book {
    entries: BTreeMap<AdviceTopic, Entry>,
    /// In order of asking.
    asked: VecDeque<AdviceTopic>,
    /// With the account that asked.
    queue: VecDeque<(AdviceTopic, String)>,
}

/// What came of looking a topic up.
pub(crate) enum Looked {
    Known(Entry),
    Queued(Entry),
    /// Too many wait for an answer already.
    Busy,
    /// Too many questions of this account do.
    Greedy,
}

impl Advisers {
    fn book(&self) -> std::sync::MutexGuard<'_, Book> {
        // Every change is whole before the lock is let go.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The entry of a topic, which is queued if it is new.
    pub(crate) fn ask(&self, topic: &AdviceTopic, account: &str, now: i64) -> Looked {
        let mut book = self.book();
        if let Some(entry) = book.entries.get(topic) {
            return Looked::Known(entry.clone());
        }
        if book.queue.iter().filter(|(_, asker)| asker == account).count() >= MOST_OF_ONE {
            return Looked::Greedy;
        }
        if book.queue.len() >= MOST_WAITING {
            return Looked::Busy;
        }
        while book.asked.len() >= MOST_KEPT {
            if let Some(oldest) = book.asked.pop_front() {
                book.entries.remove(&oldest);
            }
        }
        let entry = Entry::Waiting { since: now, begun: None };
        book.entries.insert(topic.clone(), entry.clone());
        book.asked.push_back(topic.clone());
        book.queue.push_back((topic.clone(), account.to_owned()));
        Looked::Queued(entry)
    }

    /// Lets a topic be asked anew.
    pub(crate) fn forget(&self, topic: &AdviceTopic) {
        let mut book = self.book();
        book.entries.remove(topic);
        book.asked.retain(|asked| asked != topic);
    }

    pub(crate) fn begin(&self) -> Option<(AdviceTopic, Progress)> {
        let mut book = self.book();
        let (topic, _) = book.queue.pop_front()?;
        let progress = Progress::default();
        if let Some(Entry::Waiting { begun, .. }) = book.entries.get_mut(&topic) {
            *begun = Some(progress.clone());
        }
        Some((topic, progress))
    }

    pub(crate) fn answer(&self, topic: &AdviceTopic, answer: Option<Advice>) {
        // An entry that had to make room meanwhile is not put back.
        if let Some(entry) = self.book().entries.get_mut(topic) {
            *entry = answer.map_or(Entry::Failed, |advice| Entry::Given(Arc::new(advice)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_account_does_not_fill_the_queue_of_questions() {
        let advisers = Advisers::default();
        let topic = |n: usize| AdviceTopic { game: format!("game {n}"), step: 0, seat: 0 };
        for n in 0..MOST_OF_ONE {
            assert!(matches!(advisers.ask(&topic(n), "ada", 0), Looked::Queued(_)));
        }
        assert!(matches!(advisers.ask(&topic(99), "ada", 0), Looked::Greedy));
        assert!(matches!(advisers.ask(&topic(0), "ada", 0), Looked::Known(_)), "what waits is told of");
        assert!(matches!(advisers.ask(&topic(99), "ben", 0), Looked::Queued(_)));
        advisers.begin().expect("the first question");
        assert!(matches!(advisers.ask(&topic(100), "ada", 0), Looked::Queued(_)), "one is being answered");
    }
}
