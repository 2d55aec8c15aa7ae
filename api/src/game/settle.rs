//! Whether a game can go on: who is awaited, who is ready, who is away, whose orders a computer has still to write.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kernel::{Audience, Campaign, SeatId, StepMode};

use crate::computer;
use crate::context::AppContext;
use crate::context::fault::Fault;
use crate::context::moment;
use crate::context::new_id;
use crate::game::absence::{Absent, deserted};
use crate::game::awaiting::{Controller, Push, Standing, awaited_seats, controller_of, next_look, reminders};
use crate::game::step_work::StepDone;
use crate::game::transaction::{GameTransaction, LOST_RACE};
use crate::model::{GameEvent, GameStatus, JobStatus, PauseReason, StepCause};
use crate::store::jobs::{self, JobRow};
use crate::store::orders;
use crate::store::{AnyConn, games};

/// The most steps one look may resolve; a game that could go on for ever by itself lets others have their turn.
const MOST_STEPS_AT_ONCE: usize = 20;
/// Games that one sweep looks at side by side.
const MOST_SETTLED_AT_ONCE: usize = 4;

impl AppContext {
    /// Lets a game go on as far as it can. The rules work between two transactions, not in one: nobody waits for them.
    pub fn settle(&self, game: &str) -> Result<(), Fault> {
        let mut done: Option<Arc<StepDone>> = None;
        for look in 1..=MOST_STEPS_AT_ONCE {
            let left = self.change_game(game, |conn, tx| {
                // Now and then in the transaction, so that nobody who keeps changing his orders holds up the turn.
                tx.leaves_work = look % 4 != 0;
                tx.done.clone_from(&done);
                self.go_on(conn, tx)?;
                Ok(tx.left_work.take())
            })?;
            let Some(work) = left else { break };
            done = Some(Arc::new(work.carry_out()?));
        }
        Ok(())
    }

    /// The same for those who have no one to tell. A game whose rules break down, or whose state is damaged, is paused,
    /// not tried for ever; one that fails for another reason waits a while, longer each time.
    pub fn settle_safely(&self, game: &str) {
        if !self.keeps_time() {
            return;
        }
        let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| self.settle(game)));
        let (why, reason) = match outcome {
            Ok(Ok(())) => return self.backoffs.forget(game),
            Ok(Err(fault)) if fault.is_damage() => (PauseReason::StateDamaged, fault.to_string()),
            Ok(Err(fault @ Fault::Store(_))) => return self.put_off(game, &fault),
            Ok(Err(fault)) if fault.code() == LOST_RACE => return self.put_off(game, &fault),
            Ok(Err(fault)) => (PauseReason::EngineFault, fault.to_string()),
            Err(_) => (PauseReason::EngineFault, "the rules panicked".to_owned()),
        };
        if let Err(fault) = self.pause_broken(game, why, &reason) {
            self.put_off(game, &fault);
        }
    }

    /// Pauses a game of which something is broken. Its work is dropped, and queued anew by whoever resumes it.
    pub(crate) fn pause_broken(&self, game: &str, why: PauseReason, reason: &str) -> Result<(), Fault> {
        self.metrics.faults.inc();
        tracing::error!(game, reason, "a game is paused because it is broken");
        let paused = std::panic::catch_unwind(AssertUnwindSafe(|| {
            self.change_game(game, |conn, tx| {
                jobs::drop_for_game(conn, game)?;
                if tx.game.status == GameStatus::Running { tx.pause(why) } else { Ok(()) }
            })
        }));
        if matches!(paused, Ok(Ok(()))) {
            return Ok(());
        }
        tracing::error!(game, "the game cannot be paused in the usual way, so nobody who plays it is told");
        self.store.write(|conn| {
            jobs::drop_for_game(conn, game)?;
            Ok(games::stop(conn, game, why)?)
        })
    }

    /// Lets a game wait that cannot be looked after now.
    fn put_off(&self, game: &str, fault: &Fault) {
        let wait = self.backoffs.note(game);
        tracing::warn!(game, %fault, seconds = wait / 1000, "a game could not be looked after, and waits");
        let until = self.now() + wait;
        if let Err(fault) = self.store.write(|conn| Ok::<_, Fault>(games::put_off(conn, game, until)?)) {
            tracing::error!(game, %fault, "the game could not even be put off");
        }
    }

    /// Looks once at every game whose time has come; how many. None is kept waiting by those before it, though they fail.
    pub fn sweep(&self) -> Result<usize, Fault> {
        if !self.keeps_time() {
            return Ok(0);
        }
        let now = self.now();
        let (mut count, mut last) = (0, None);
        loop {
            let due = self.store.read(|conn| Ok::<_, Fault>(games::games_to_wake(conn, now, last.as_ref(), 200)?))?;
            self.settle_all(&due);
            count += due.len();
            match due.into_iter().next_back() {
                Some(place) => last = Some(place),
                None => return Ok(count),
            }
        }
    }

    /// How long nothing is due, at most so long.
    pub fn until_next_deadline(&self, most: Duration) -> Duration {
        let next = self.store.read(|conn| Ok::<_, Fault>(games::next_to_wake(conn)?));
        let Ok(Some(at)) = next else { return most };
        let left = u64::try_from(at - self.now()).unwrap_or(0);
        // What is due and could not be looked after is tried at the usual pace.
        if left == 0 { most } else { Duration::from_millis(left).min(most) }
    }

    /// Looks at some games, several at a time: while one waits for the disk another is resolved, and they share their commits.
    fn settle_all(&self, due: &[(i64, String)]) {
        let next = AtomicUsize::new(0);
        let settle = || {
            while let Some((_, game)) = due.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.settle_safely(game);
                self.health.scheduler.beat(true);
            }
        };
        let _urgent = (due.len() > 1).then(|| self.work.make_way());
        std::thread::scope(|scope| {
            for _ in 1..due.len().min(MOST_SETTLED_AT_ONCE) {
                scope.spawn(settle);
            }
            settle();
        });
    }

    pub(crate) fn go_on(&self, conn: &mut AnyConn, tx: &mut GameTransaction) -> Result<(), Fault> {
        for _ in 0..MOST_STEPS_AT_ONCE {
            if tx.game.status != GameStatus::Running {
                return Ok(());
            }
            if self.ruleset(&tx.game.ruleset)?.about().version != tx.game.ruleset_version {
                // The rules were changed under a running game: it waits for a server that has them.
                return tx.pause(PauseReason::EngineVersion);
            }
            let campaign = self.campaign_on(conn, tx)?;
            if campaign.awaiting().is_empty() {
                self.close(tx, &*campaign)?;
                return Ok(());
            }
            let push = if tx.game.forced_step == Some(tx.game.step) { Push::Forced } else { Push::None };
            if push == Push::None
                && let Some(reason) = deserted(tx, &*campaign)?
            {
                return tx.pause(reason);
            }
            let standing = self.standing(conn, tx, &*campaign)?;
            let due = tx.is_due();
            if !standing.waiting.is_empty() && !self.someone_is_in(&standing, &*campaign) {
                if !due && push == Push::None {
                    self.remind(tx, &standing)?;
                    return self.sleep(tx, true);
                }
                if self.answer_for_absent(conn, tx, &*campaign, &standing, push)? == Absent::GamePaused {
                    return Ok(());
                }
                continue;
            }
            if standing.thinking && !self.someone_is_in(&standing, &*campaign) {
                if !due && push == Push::None {
                    return self.sleep(tx, true);
                }
                if self.think_for_nobody(conn, tx, &*campaign)? {
                    continue;
                }
                return Ok(());
            }
            let early = tx.timetable()?.runs_early() || tx.game.deadline_at.is_none();
            if standing.people && !early && !due && push == Push::None && campaign.mode() == StepMode::Sealed {
                return self.sleep(tx, true);
            }
            let cause = match (push, due) {
                (Push::Forced, _) => StepCause::Forced,
                (Push::None, true) => StepCause::Deadline,
                (Push::None, false) => StepCause::Ready,
            };
            if !self.resolve_or_leave(conn, tx, &campaign, &standing.sets, cause)? {
                return Ok(());
            }
        }
        tx.game.wake_at = Some(tx.now);
        Ok(())
    }

    /// In an immediate step, one order set is enough: it is carried out at once.
    fn someone_is_in(&self, standing: &Standing, campaign: &dyn Campaign) -> bool {
        campaign.mode() == StepMode::Immediate && standing.sets.iter().any(|set| set.ready)
    }

    /// Who has answered, and work for computer players who have not.
    fn standing(
        &self, conn: &mut AnyConn, tx: &mut GameTransaction, campaign: &dyn Campaign,
    ) -> Result<Standing, Fault> {
        let absence = tx.absence()?;
        let sets = orders::orders_of_step(conn, &tx.game.id, tx.game.step)?;
        let jobs = jobs::jobs_of_step(conn, &tx.game.id, tx.game.step)?;
        let mut asked = Vec::new();
        let mut standing = Standing { waiting: Vec::new(), thinking: false, people: false, sets };
        for seat in awaited_seats(campaign) {
            let Some(row) = tx.seats.get(seat) else { continue };
            let mind = controller_of(row, &absence);
            standing.people |= mind == Controller::Person;
            let mind = match mind {
                Controller::Person if self.has_had_its_fill(conn, &tx.game, row.idx)? => {
                    Controller::Computer(absence.ai_level.key().to_owned())
                }
                mind => mind,
            };
            if standing.sets.iter().any(|set| set.seat_idx == row.idx && set.ready) {
                continue;
            }
            match mind {
                _ if jobs.iter().any(|job| job.seat_idx == row.idx) => standing.thinking = true,
                Controller::Person => standing.waiting.push(seat),
                Controller::Computer(level) => {
                    asked.push((seat, level));
                    standing.thinking = true;
                }
            }
        }
        let asked: Vec<(usize, &str)> = asked.iter().map(|(seat, level)| (*seat, level.as_str())).collect();
        self.give_work(conn, tx, &asked)?;
        Ok(standing)
    }

    /// Gives computer players of these levels something to think about: seats by their places in the transaction.
    pub(crate) fn give_work(
        &self, conn: &mut AnyConn, tx: &mut GameTransaction, asked: &[(usize, &str)],
    ) -> Result<(), Fault> {
        let row = |&(seat, level): &(usize, &str)| JobRow {
            id: new_id(),
            game_id: tx.game.id.clone(),
            step: tx.game.step,
            seat_idx: tx.seats[seat].idx,
            level: level.to_owned(),
            status: JobStatus::Queued,
            attempts: 0,
            lease_to: 0,
            error: None,
            created_at: tx.now,
            account_id: tx.game.creator_id.clone(),
            searches: computer::searches(level),
            place: 0,
            not_before: 0,
            leased_by: None,
        };
        let rows = asked.iter().map(row).collect();
        tx.work_queued |= jobs::enqueue(conn, rows, tx.now)?;
        Ok(())
    }

    /// Sets the next moment at which somebody has to look at the game.
    fn sleep(&self, tx: &mut GameTransaction, until_deadline: bool) -> Result<(), Fault> {
        tx.game.wake_at = if until_deadline { next_look(tx)? } else { None };
        Ok(())
    }

    fn remind(&self, tx: &mut GameTransaction, standing: &Standing) -> Result<(), Fault> {
        let Some(deadline) = tx.game.deadline_at else { return Ok(()) };
        let moments = reminders(tx)?;
        let passed = i32::try_from(moments.iter().filter(|at| **at <= tx.now).count()).unwrap_or(i32::MAX);
        if passed > tx.game.reminded && tx.now < deadline {
            let seats = standing.waiting.iter().filter_map(|seat| u16::try_from(*seat).ok().map(SeatId)).collect();
            let event = GameEvent::Reminder { deadline: moment(deadline), seconds_left: (deadline - tx.now) / 1000 };
            tx.tell(&Audience::Seats(seats), event);
        }
        tx.game.reminded = tx.game.reminded.max(passed);
        Ok(())
    }
}
