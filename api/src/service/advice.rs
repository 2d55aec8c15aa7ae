//! Advice for a person's own seat: the search's best plan, worked out off the request path and kept until asked for.
//!
//! The answer depends on the view and the game's secret for its computer players alone. So nothing has to be
//! stored: after a restart, or on another server, whoever asks again gets the same advice.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use ai::{Advice, Progress};
use kernel::SeatId;

use super::Desk;
use super::caller::{Caller, Scope};
use super::fault::{Fault, Why};
use super::look::Thinking;
use super::table::Table;
use crate::computer;
use crate::engine::awaited_seats;
use crate::model::GameStatus;
use crate::store::games;

/// Answers kept; the oldest makes room.
const MOST_KEPT: usize = 500;
/// Questions that may wait at a time, all games together.
const MOST_WAITING: usize = 64;

/// Questions of one account that may wait at a time.
const MOST_OF_ONE: usize = 8;

/// What advice is asked about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Topic {
    game: String,
    step: i32,
    seat: u16,
}

#[derive(Debug, Clone)]
enum Entry {
    /// Asked at a time in milliseconds since 1970, and how far it is once it has begun.
    Waiting {
        since: i64,
        begun: Option<Progress>,
    },
    Given(Arc<Advice>),
    Failed,
}

/// What came of asking.
#[derive(Debug, Clone)]
pub enum Asked {
    Ready {
        seat: String,
        step: i32,
        advice: Arc<Advice>,
    },
    /// It is being worked out: ask again.
    Thinking(Thinking),
}

/// Questions that wait, and answers.
#[derive(Default)]
pub struct Advisers(Mutex<Book>);

#[derive(Default)]
struct Book {
    entries: BTreeMap<Topic, Entry>,
    /// In order of asking.
    asked: VecDeque<Topic>,
    /// With the account that asked.
    queue: VecDeque<(Topic, String)>,
}

/// What came of looking a topic up.
enum Looked {
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
    fn ask(&self, topic: &Topic, account: &str, now: i64) -> Looked {
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
    fn forget(&self, topic: &Topic) {
        let mut book = self.book();
        book.entries.remove(topic);
        book.asked.retain(|asked| asked != topic);
    }

    fn begin(&self) -> Option<(Topic, Progress)> {
        let mut book = self.book();
        let (topic, _) = book.queue.pop_front()?;
        let progress = Progress::default();
        if let Some(Entry::Waiting { begun, .. }) = book.entries.get_mut(&topic) {
            *begun = Some(progress.clone());
        }
        Some((topic, progress))
    }

    fn answer(&self, topic: &Topic, answer: Option<Advice>) {
        // An entry that had to make room meanwhile is not put back.
        if let Some(entry) = self.book().entries.get_mut(topic) {
            *entry = answer.map_or(Entry::Failed, |advice| Entry::Given(Arc::new(advice)));
        }
    }
}

impl Desk {
    /// What the room's adviser would do in the caller's place now.
    pub fn advice(&self, caller: &Caller, game: &str, key: &str) -> Result<Asked, Fault> {
        caller.need(Scope::GameRead)?;
        if self.config.ai_workers == 0 {
            let detail = "This server leaves thinking to others of its installation: ask one of them.";
            return Err(Fault::of(Why::Unavailable, "no-adviser", detail));
        }
        let (key, topic) = self.store.read(|conn| {
            let table = Table::look(conn, game, self.now())?;
            let seat = table.must_hold(caller, key)?;
            table.must_be(&[GameStatus::Running, GameStatus::Paused], "advised on")?;
            let campaign = self.campaign(conn, &table.game)?;
            if !campaign.has_planner() {
                let detail =
                    format!("The rule system {} has no planner yet, so nobody can advise.", table.game.ruleset);
                return Err(Fault::conflict("no-planner", detail));
            }
            if !awaited_seats(&*campaign).contains(&seat) {
                let detail =
                    format!("Nothing is asked of seat {} now, so there is nothing to advise.", table.seats[seat].key);
                return Err(Fault::conflict("not-awaited", detail));
            }
            let key = table.seats[seat].key.clone();
            let seat = u16::try_from(seat).map_err(Fault::broken)?;
            Ok((key, Topic { game: game.to_owned(), step: table.game.step, seat }))
        })?;
        let entry = match self.advisers.ask(&topic, &caller.account_id, self.now()) {
            Looked::Known(entry) => entry,
            Looked::Queued(entry) => {
                self.work.wake();
                entry
            }
            Looked::Busy => {
                let detail =
                    format!("{MOST_WAITING} questions wait for an answer already. Ask again in a little while.");
                return Err(Fault::of(Why::Unavailable, "advisers-busy", detail).retry_after(5));
            }
            Looked::Greedy => {
                let detail =
                    format!("{MOST_OF_ONE} questions of yours wait for an answer already. Ask for those first.");
                return Err(Fault::of(Why::TooOften, "too-much-ai-work", detail).retry_after(5));
            }
        };
        match entry {
            Entry::Given(advice) => Ok(Asked::Ready { seat: key, step: topic.step, advice }),
            Entry::Waiting { since, begun } => {
                let percent = begun.as_ref().map_or(0, Progress::percent);
                Ok(Asked::Thinking(Thinking { begun: begun.is_some(), asked_at: since, percent: Some(percent) }))
            }
            Entry::Failed => {
                self.advisers.forget(&topic);
                Err(Fault::broken("the adviser broke down"))
            }
        }
    }

    /// Works out one piece of advice that somebody waits for; how many.
    pub fn advise_once(&self) -> Result<usize, Fault> {
        let Some((topic, progress)) = self.advisers.begin() else { return Ok(0) };
        let advice = catch_unwind(AssertUnwindSafe(|| self.work_out(&topic, &progress)));
        let answer = match advice {
            Ok(Ok(advice)) => advice,
            Ok(Err(fault)) => {
                tracing::error!(game = topic.game, %fault, "no advice");
                None
            }
            Err(_) => {
                tracing::error!(game = topic.game, "no advice: the computer player panicked");
                None
            }
        };
        self.advisers.answer(&topic, answer);
        Ok(1)
    }

    fn work_out(&self, topic: &Topic, progress: &Progress) -> Result<Option<Advice>, Fault> {
        let loaded = self.store.read(|conn| {
            let row = games::find_game(conn, &topic.game)?.ok_or_else(|| Fault::broken("advice without its game"))?;
            let campaign = self.campaign_at(conn, &row, topic.step)?;
            Ok::<_, Fault>((row, campaign))
        })?;
        let (row, campaign) = loaded;
        Ok(computer::advise(&*campaign, SeatId(topic.seat), row.ai_seed.as_bytes(), &topic.game, progress))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_account_does_not_fill_the_queue_of_questions() {
        let advisers = Advisers::default();
        let topic = |n: usize| Topic { game: format!("game {n}"), step: 0, seat: 0 };
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
