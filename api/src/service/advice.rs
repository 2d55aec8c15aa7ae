//! Advice for a person's own seat: the search's best plan, worked out off the request path and kept until asked for.
//!
//! The answer depends on the view and the game's secret for its computer players alone. So nothing has to be
//! stored: after a restart, or on another server, whoever asks again gets the same advice.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ai::{Advice, Progress};
use kernel::SeatId;

use crate::computer;
use crate::context::AppContext;
use crate::context::advisers::{AdviceTopic, Entry, Looked, MOST_OF_ONE, MOST_WAITING};
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Why};
use crate::game::awaiting::awaited_seats;
use crate::game::transaction::GameTransaction;
use crate::model::GameStatus;
use crate::service::views::Thinking;
use crate::store::games;

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

impl AppContext {
    /// What the room's adviser would do in the caller's place now.
    pub fn advice(&self, caller: &Caller, game: &str, key: &str) -> Result<Asked, Fault> {
        caller.need(Scope::GameRead)?;
        if self.config.ai_workers == 0 {
            let detail = "This server leaves thinking to others of its installation: ask one of them.";
            return Err(Fault::of(Why::Unavailable, "no-adviser", detail));
        }
        let (key, topic) = self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            let seat = tx.must_hold(caller, key)?;
            tx.must_be(&[GameStatus::Running, GameStatus::Paused], "advised on")?;
            let campaign = self.campaign(conn, &tx.game)?;
            if !campaign.has_planner() {
                let detail = format!("The rule system {} has no planner yet, so nobody can advise.", tx.game.ruleset);
                return Err(Fault::conflict("no-planner", detail));
            }
            if !awaited_seats(&*campaign).contains(&seat) {
                let detail =
                    format!("Nothing is asked of seat {} now, so there is nothing to advise.", tx.seats[seat].key);
                return Err(Fault::conflict("not-awaited", detail));
            }
            let key = tx.seats[seat].key.clone();
            let seat = u16::try_from(seat).map_err(Fault::broken)?;
            Ok((key, AdviceTopic { game: game.to_owned(), step: tx.game.step, seat }))
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

    fn work_out(&self, topic: &AdviceTopic, progress: &Progress) -> Result<Option<Advice>, Fault> {
        let loaded = self.store.read(|conn| {
            let row = games::find_game(conn, &topic.game)?.ok_or_else(|| Fault::broken("advice without its game"))?;
            let campaign = self.campaign_at(conn, &row, topic.step)?;
            Ok::<_, Fault>((row, campaign))
        })?;
        let (row, campaign) = loaded;
        let course = computer::course(&topic.game, topic.step, &*campaign);
        Ok(computer::advise(&*campaign, SeatId(topic.seat), row.ai_seed.as_bytes(), &course, progress))
    }
}
