//! What the server says of itself: whether each of its parts can work, and what it counts.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::context::AppContext;
use crate::context::fault::Fault;
use crate::context::health::{Beat, CHECKS};
use crate::model::{GameStatus, PauseReason};
use crate::store::{games, jobs};

/// How long a part may take to answer before it counts as ill.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long the scheduler may be silent; it sweeps every second.
const MOST_SILENCE: Duration = Duration::from_secs(10);

/// A game is overdue when its time came so long ago and nobody looks after it, in milliseconds.
const OVERDUE_MS: i64 = 60_000;
/// So long may decisions wait without anybody taking one from the queue, in milliseconds.
const IDLE_MS: i64 = 60_000;
/// Reasons for which a game is paused that whoever runs the server has to look into.
const BROKEN: &[PauseReason] = &[PauseReason::EngineFault, PauseReason::StateDamaged];

/// Looks at one part of the server: what there is to say of it, or what ails it. The words are public, so they name no
/// path, address or statement; those are for the log.
type Probe = fn(&AppContext) -> Result<String, String>;

/// The parts that readiness asks, in the order of the answer. A new check is a line here.
const PROBES: [(&str, Probe); CHECKS] = [
    ("database", AppContext::probe_database),
    ("writer", AppContext::probe_writer),
    ("storage", AppContext::probe_storage),
    ("clock", AppContext::probe_clock),
    ("scheduler", AppContext::probe_scheduler),
    ("deadlines", AppContext::probe_deadlines),
    ("computer_players", AppContext::probe_computer_players),
];

/// How one part of the server is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    pub name: &'static str,
    pub ok: bool,
    pub detail: String,
}

impl AppContext {
    /// Asks every part at once, each on a thread of its own, so that neither a full pool nor a part that hangs keeps the
    /// answer back. Takes `PATIENCE` at most.
    pub async fn readiness(&self) -> Vec<Check> {
        let turns = self.health.turns.iter().cloned();
        join_all(PROBES.iter().zip(turns).map(|((name, probe), turn)| async move {
            let outcome = timeout(PATIENCE, self.ask(*probe, turn)).await;
            let (ok, detail) = match outcome {
                Ok(Ok(detail)) => (true, detail),
                Ok(Err(detail)) => (false, detail),
                Err(_) => (false, format!("No answer within {} seconds.", PATIENCE.as_secs())),
            };
            if !ok {
                tracing::warn!(part = name, detail, "not ready");
            }
            Check { name, ok, detail }
        }))
        .await
    }

    async fn ask(&self, probe: Probe, turn: Arc<tokio::sync::Mutex<()>>) -> Result<String, String> {
        let turn = turn.lock_owned().await;
        let (tell, told) = oneshot::channel();
        let app = self.clone();
        let thread = std::thread::Builder::new().name("readiness".to_owned()).spawn(move || {
            // Who asked may have gone.
            let _ = tell.send(probe(&app));
            drop(turn);
        });
        match thread {
            Ok(_) => told.await.unwrap_or_else(|_| Err("The check itself broke down; the log says how.".to_owned())),
            Err(_) => Err("The system gives no thread to check with.".to_owned()),
        }
    }

    fn probe_database(&self) -> Result<String, String> {
        let read = self.store.read(|conn| games::count_by_status(conn, GameStatus::Running).map_err(Fault::from));
        let running = read.map_err(|fault| logged("reads", &fault))?;
        Ok(format!("It answers; {running} games are under way."))
    }

    fn probe_writer(&self) -> Result<String, String> {
        self.store.write(|_| Ok::<_, Fault>(())).map_err(|fault| logged("transactions that write", &fault))?;
        Ok("A transaction begins and commits.".to_owned())
    }

    fn probe_storage(&self) -> Result<String, String> {
        if self.store.damage().is_some() {
            return Err(
                "The database is damaged: what lies on its damaged pages is refused (database-damaged). Put a \
                        backup in its place; the log says what was found."
                    .to_owned(),
            );
        }
        if let Err(error) = self.store.try_writing() {
            tracing::error!(error, "the disk takes no data");
            return Err("The disk takes no data: it is full, or cannot be written. The log says more.".to_owned());
        }
        Ok("No damage is known, and what is written lasts.".to_owned())
    }

    fn probe_scheduler(&self) -> Result<String, String> {
        if !self.config.scheduler {
            return Ok("Another server looks after deadlines (scheduler = false).".to_owned());
        }
        let beat = self.health.scheduler.last();
        let silent = beat.map_or(self.began, |beat| beat.at).elapsed();
        if silent > MOST_SILENCE {
            return Err(format!("Nobody has looked after deadlines for {} seconds.", silent.as_secs()));
        }
        match beat {
            Some(Beat { ok: false, .. }) => Err("The last look at the deadlines failed; the log says why.".to_owned()),
            _ => Ok("Deadlines are looked after every second.".to_owned()),
        }
    }

    fn probe_computer_players(&self) -> Result<String, String> {
        let (workers, now) = (self.config.ai_workers, self.now());
        let idle = self.store.read(|conn| Ok::<_, Fault>(jobs::idle(conn, now)?));
        let idle = idle.map_err(|fault| logged("reads", &fault))?;
        if let Some((waiting, since)) = idle.filter(|(_, since)| now - since > IDLE_MS) {
            let seconds = (now - since) / 1000;
            return Err(format!("Decisions waiting: {waiting}; no worker has taken one for {seconds} seconds."));
        }
        if workers == 0 {
            return Ok("Another server thinks for them (ai-workers = 0).".to_owned());
        }
        match self.health.computer_players.last() {
            Some(Beat { ok: false, .. }) => Err("They cannot get at their work; the log says why.".to_owned()),
            _ => Ok(format!("{workers} threads think for them.")),
        }
    }

    fn probe_clock(&self) -> Result<String, String> {
        self.check_clock().map_err(|fault| logged("to tell the time", &fault))?;
        match self.clock_complaint() {
            Some(complaint) => Err(format!("{}.", first_upper(&complaint))),
            None => Ok(self.clock_in_words()),
        }
    }

    fn probe_deadlines(&self) -> Result<String, String> {
        let now = self.now();
        let asked = self.store.read(|conn| {
            Ok::<_, Fault>((games::overdue(conn, now - OVERDUE_MS, now)?, games::count_paused_for(conn, BROKEN)?))
        });
        let (overdue, broken) = asked.map_err(|fault| logged("reads", &fault))?;
        if let Some(oldest) = overdue.iter().map(|(_, at)| *at).min() {
            let seconds = (now - oldest) / 1000;
            return Err(match overdue.len() {
                1 => format!("One game is overdue by {seconds} seconds, and nobody looks after it."),
                n => format!("{n} games are overdue, the longest by {seconds} seconds, and nobody looks after them."),
            });
        }
        Ok(match broken {
            0 => "No game is overdue.".to_owned(),
            n => format!("No game is overdue. Paused because damaged, or because rules broke down: {n}; see the log."),
        })
    }

    /// What the log of metrics counts only when it is asked.
    pub fn count_work(&self) -> Result<(), Fault> {
        let now = self.now();
        let (running, queued, broken, overdue) = self.store.read(|conn| {
            Ok::<_, Fault>((
                games::count_by_status(conn, GameStatus::Running)?,
                jobs::count_queued(conn)?,
                games::count_paused_for(conn, BROKEN)?,
                games::overdue(conn, now - OVERDUE_MS, now)?,
            ))
        })?;
        let oldest = overdue.iter().map(|(_, at)| *at).min();
        self.metrics.running.set(running);
        self.metrics.queued.set(queued);
        self.metrics.broken_games.set(broken);
        self.metrics.overdue_games.set(i64::try_from(overdue.len()).unwrap_or(i64::MAX));
        self.metrics.overdue_seconds.set(oldest.map_or(0, |at| (now - at) / 1000));
        Ok(())
    }
}

fn first_upper(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), letters.as_str()))
}

fn logged(what: &str, fault: &Fault) -> String {
    tracing::error!(%fault, "the database refuses {what}");
    format!("The database refuses {what}; the log says why.")
}
