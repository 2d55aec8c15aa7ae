//! Computer players at work: off the request path, leased, and taken up again after a crash.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kernel::SeatId;

use crate::computer;
use crate::context::AppContext;
use crate::context::ai_progress::Tracked;
use crate::context::fault::Fault;
use crate::game::order_sets::order_set;
use crate::game::order_sets::record_of;
use crate::model::{OrderAuthor, PauseReason};
use crate::store::jobs::{self, JobRow, LEASE_MS, LONGEST_REST_MS, Line};
use crate::store::{games, orders};

/// With less than this left, the lease of what is still to be thought about is renewed, in milliseconds.
const RENEW_MS: i64 = 40_000;
/// The most decisions taken from the queue at a time.
const BATCH: usize = 8;
/// How often a decision may fail before the seat's default orders are taken instead.
const MOST_ATTEMPTS: i32 = 3;
/// How often a decision may be begun and not come to any end, for the server went down.
const MOST_BEGINNINGS: i32 = 6;
/// How long a decision rests after its first failure, in milliseconds; six times as long after the next.
const REST_MS: i64 = 5_000;

pub(crate) fn keep_working(app: &AppContext, line: Line, stop: &AtomicBool) {
    let mut seen = 0;
    let advises = line == Line::All;
    while !stop.load(Ordering::SeqCst) {
        // Turns that are due come before what is thought about those after them.
        app.work.let_pass();
        let work = || Ok::<_, Fault>(app.work_on(line)? + if advises { app.advise_once()? } else { 0 });
        let round = std::panic::catch_unwind(AssertUnwindSafe(work));
        if line == Line::All {
            app.health.computer_players.beat(matches!(round, Ok(Ok(_))));
        }
        match round {
            Ok(Ok(0)) => {}
            Ok(Ok(_)) => continue,
            Ok(Err(fault)) => tracing::error!(%fault, "computer players cannot work"),
            Err(_) => tracing::error!("a computer player's thread panicked"),
        }
        seen = app.work.wait(seen, Duration::from_millis(500));
    }
}

/// Decisions that a server has taken from the queue.
struct Lease {
    jobs: Vec<String>,
    until: i64,
}

impl AppContext {
    /// Takes the decisions that come next; how many.
    pub fn work_once(&self) -> Result<usize, Fault> {
        self.work_on(Line::All)
    }

    /// Takes the decisions that come next in a line; how many.
    pub fn work_on(&self, line: Line) -> Result<usize, Fault> {
        let now = self.now();
        if !self.store.read(|conn| Ok::<_, Fault>(jobs::any_free(conn, line, now)?))? {
            return Ok(0);
        }
        let (batch, begun) = self.store.write(|conn| {
            // The seats of one game are shared among the threads, for a seat that searches takes its time.
            let workers = self.config.ai_workers;
            let batch = jobs::claim(conn, line, now, now + LEASE_MS, &self.server_id, BATCH, workers)?;
            // Before anybody sees the lease, for then they ask how far it is.
            let begun = self.ai_progress.begin(&batch);
            Ok::<_, Fault>((batch, begun))
        })?;
        let taken = batch.len();
        let mut lease = Lease { jobs: batch.iter().map(|job| job.id.clone()).collect(), until: now + LEASE_MS };
        let mut by_game: BTreeMap<(String, i32), Vec<JobRow>> = BTreeMap::new();
        for job in batch {
            by_game.entry((job.game_id.clone(), job.step)).or_default().push(job);
        }
        let mut trouble = None;
        for ((game, step), batch) in by_game {
            // What one game suffers from is no concern of the others in the batch.
            let decide = || self.decide_for(&game, step, &batch, &begun, &mut lease);
            match std::panic::catch_unwind(AssertUnwindSafe(decide)) {
                Ok(Ok(())) => {}
                Ok(Err(fault)) if fault.is_the_games() => {
                    let why = if fault.is_damage() { PauseReason::StateDamaged } else { PauseReason::EngineFault };
                    self.set_aside(&game, &batch, why, &fault.to_string());
                }
                Err(_) => self.set_aside(&game, &batch, PauseReason::EngineFault, "loading or storing it panicked"),
                Ok(Err(fault)) => {
                    self.rest(&batch, &fault.to_string(), self.now() + REST_MS);
                    trouble = Some(fault);
                }
            }
        }
        trouble.map_or(Ok(taken), Err)
    }

    fn decide_for(
        &self, game: &str, step: i32, batch: &[JobRow], begun: &Tracked, lease: &mut Lease,
    ) -> Result<(), Fault> {
        let loaded = self.store.read(|conn| {
            let row = games::find_game(conn, game)?.ok_or_else(|| Fault::broken("a job without its game"))?;
            if row.step != step || !row.status.is_under_way() {
                return Ok(None);
            }
            let campaign = self.campaign(conn, &row)?;
            Ok::<_, Fault>(Some((row, campaign)))
        })?;
        let Some((row, campaign)) = loaded else {
            // The step was resolved without these: forced, or by another server.
            return self.store.write(|conn| Ok(jobs::drop_before(conn, game, step + 1)?));
        };
        let course = computer::course(game, step, &*campaign);
        let mut decided = Vec::new();
        for job in batch {
            self.keep(lease)?;
            let seat = SeatId(u16::try_from(job.seat_idx).map_err(Fault::broken)?);
            let secret = row.ai_seed.as_bytes();
            let think = || computer::decide(&*campaign, seat, &job.level, secret, &course, &begun.progress(&job.id));
            let thought = if job.attempts > MOST_BEGINNINGS {
                Err(format!("it was begun {} times and came to no end", job.attempts - 1))
            } else {
                let thought = std::panic::catch_unwind(AssertUnwindSafe(think));
                thought.unwrap_or_else(|_| Err("the computer player panicked".to_owned()))
            };
            self.metrics.decision(&job.level, thought.is_ok());
            decided.push((job, seat, thought));
        }
        self.change_game(game, |conn, tx| {
            if tx.game.step != step {
                return Ok(());
            }
            let asked = jobs::jobs_of_step(conn, game, step)?;
            let mut done = Vec::new();
            for (job, seat, thought) in &decided {
                // A holder who came back meanwhile has dropped the job, and plays.
                if asked.iter().all(|found| found.id != job.id) {
                    continue;
                }
                let given_up;
                let decision = match thought {
                    Ok(decision) => decision,
                    Err(reason) if job.attempts < MOST_ATTEMPTS => {
                        let rest = REST_MS * 6_i64.pow(u32::try_from(job.attempts - 1).unwrap_or(0));
                        tracing::warn!(game, seat = seat.0, reason, rest, "a computer player will think again");
                        jobs::give_back(conn, std::slice::from_ref(&job.id), reason, tx.now + rest)?;
                        continue;
                    }
                    Err(reason) => {
                        tracing::error!(game, seat = seat.0, reason, "a computer player gave up");
                        let secret = row.ai_seed.as_bytes();
                        given_up = computer::stand_in(&*campaign, *seat, &job.level, secret, &course, reason);
                        &given_up
                    }
                };
                let orders = campaign.read_orders(&decision.orders);
                let mut set = order_set(tx, seat.index(), &orders, &*campaign, OrderAuthor::Computer);
                set.decision = Some(record_of(decision)?);
                orders::put_orders(conn, &set)?;
                done.push(job.id.as_str());
            }
            jobs::finish(conn, &done)?;
            // The game goes on by itself in a transaction of its own, so that no thought is lost if it cannot.
            tx.game.wake_at = Some(tx.now);
            Ok(())
        })?;
        self.settle_safely(game);
        Ok(())
    }

    /// Pauses a game whose computer players cannot work because something of its own is broken.
    fn set_aside(&self, game: &str, batch: &[JobRow], why: PauseReason, reason: &str) {
        if let Err(fault) = self.pause_broken(game, why, reason) {
            tracing::error!(game, %fault, "the game could not even be paused");
            self.rest(batch, reason, self.now() + LONGEST_REST_MS);
        }
    }

    /// Gives work back, to be begun at `not_before` and after all that waits now.
    fn rest(&self, batch: &[JobRow], reason: &str, not_before: i64) {
        let ids: Vec<String> = batch.iter().map(|job| job.id.clone()).collect();
        let put_off = self.store.write(|conn| Ok::<_, Fault>(jobs::give_back(conn, &ids, reason, not_before)?));
        if let Err(fault) = put_off {
            // Its lease runs out by itself.
            tracing::warn!(%fault, "work could not be given back");
        }
    }

    /// Renews a lease that runs out.
    fn keep(&self, lease: &mut Lease) -> Result<(), Fault> {
        let now = self.now();
        if lease.until - now < RENEW_MS {
            lease.until = now + LEASE_MS;
            self.store.write(|conn| Ok::<_, Fault>(jobs::renew(conn, &lease.jobs, lease.until)?))?;
        }
        Ok(())
    }

    /// Lets computer players think and games go on until all wait for people: for tests and offline use.
    pub fn work_until_quiet(&self) -> Result<(), Fault> {
        for _ in 0..10_000 {
            if self.work_once()? + self.advise_once()? + self.sweep()? == 0 {
                return Ok(());
            }
        }
        Err(Fault::broken("computer players do not come to rest"))
    }
}
