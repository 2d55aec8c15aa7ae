//! Whether a game can go on: who is awaited, who is ready, who is away, whose orders a computer has still to write.

use std::panic::AssertUnwindSafe;

use kernel::{Audience, Campaign, SeatId, StepMode};

use super::absence::{Absent, deserted};
use crate::computer;
use crate::model::{GameEvent, GameStatus, JobStatus, PauseReason, SeatKind, StepCause};
use crate::service::Desk;
use crate::service::fault::Fault;
use crate::service::settings::Absence;
use crate::service::table::{LOST_RACE, Table};
use crate::service::{moment, new_id};
use crate::store::jobs::{self, JobRow};
use crate::store::orders::{self, OrderSetRow};
use crate::store::seats::SeatRow;
use crate::store::{AnyConn, games};

/// The most steps one look may resolve; a game that could go on for ever by itself lets others have their turn.
const MOST_STEPS_AT_ONCE: usize = 20;

/// Who decides for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mind {
    Person,
    Computer(String),
}

pub(crate) fn mind_of(seat: &SeatRow, absence: &Absence) -> Mind {
    if seat.account_id.is_some() && !seat.stand_in {
        return Mind::Person;
    }
    match (seat.kind, &seat.ai_level) {
        (SeatKind::Computer, Some(level)) => Mind::Computer(level.clone()),
        // Nobody's seat, or one whose holder is away.
        _ => Mind::Computer(absence.ai_level.key().to_owned()),
    }
}

/// Whether a step may be resolved before its deadline, and without waiting for those who are away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Push {
    None,
    /// The game master wants the step resolved now.
    Forced,
}

/// Where a step stands.
pub(crate) struct Standing {
    /// People who have not said they are ready.
    pub waiting: Vec<usize>,
    /// Whether a computer player has still to think.
    pub thinking: bool,
    /// Whether a person is among the awaited.
    pub people: bool,
    pub sets: Vec<OrderSetRow>,
}

impl Desk {
    /// Lets a game go on as far as it can.
    pub fn settle(&self, game: &str) -> Result<(), Fault> {
        self.at_table(game, |conn, table| self.go_on(conn, table))
    }

    /// The same for those who have no one to tell. A game whose rules break down, or whose state is damaged, is paused,
    /// not tried for ever; one that fails for another reason waits a while, longer each time.
    pub fn settle_safely(&self, game: &str) {
        if !self.keeps_time() {
            return;
        }
        let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| self.settle(game)));
        let (why, reason) = match outcome {
            Ok(Ok(())) => return self.setbacks.forget(game),
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
    pub(super) fn pause_broken(&self, game: &str, why: PauseReason, reason: &str) -> Result<(), Fault> {
        self.metrics.faults.inc();
        tracing::error!(game, reason, "a game is paused because it is broken");
        let paused = std::panic::catch_unwind(AssertUnwindSafe(|| {
            self.at_table(game, |conn, table| {
                jobs::drop_for_game(conn, game)?;
                if table.game.status == GameStatus::Running { table.pause(why) } else { Ok(()) }
            })
        }));
        if matches!(paused, Ok(Ok(()))) {
            return Ok(());
        }
        tracing::error!(game, "the game cannot be paused in the usual way, so nobody at the table is told");
        self.store.write(|conn| {
            jobs::drop_for_game(conn, game)?;
            Ok(games::stop(conn, game, why)?)
        })
    }

    /// Lets a game wait that cannot be looked after now.
    fn put_off(&self, game: &str, fault: &Fault) {
        let wait = self.setbacks.note(game);
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
            for (_, game) in &due {
                self.settle_safely(game);
                self.health.scheduler.beat(true);
            }
            count += due.len();
            match due.into_iter().next_back() {
                Some(place) => last = Some(place),
                None => return Ok(count),
            }
        }
    }

    pub(crate) fn go_on(&self, conn: &mut AnyConn, table: &mut Table) -> Result<(), Fault> {
        for _ in 0..MOST_STEPS_AT_ONCE {
            if table.game.status != GameStatus::Running {
                return Ok(());
            }
            if self.ruleset(&table.game.ruleset)?.about().version != table.game.ruleset_version {
                // The rules were changed under a running game: it waits for a server that has them.
                return table.pause(PauseReason::EngineVersion);
            }
            let campaign = self.campaign_on(conn, table)?;
            if campaign.awaiting().is_empty() {
                self.close(table, &*campaign)?;
                return Ok(());
            }
            let push = if table.game.forced_step == Some(table.game.step) { Push::Forced } else { Push::None };
            if push == Push::None
                && let Some(reason) = deserted(table, &*campaign)?
            {
                return table.pause(reason);
            }
            let standing = self.standing(conn, table, &*campaign)?;
            let due = table.is_due();
            if !standing.waiting.is_empty() && !self.someone_is_in(&standing, &*campaign) {
                if !due && push == Push::None {
                    self.remind(table, &standing)?;
                    return self.sleep(table, true);
                }
                if self.answer_for_absent(conn, table, &*campaign, &standing, push)? == Absent::GamePaused {
                    return Ok(());
                }
                continue;
            }
            if standing.thinking && !self.someone_is_in(&standing, &*campaign) {
                if !due && push == Push::None {
                    return self.sleep(table, true);
                }
                if self.think_for_nobody(conn, table, &*campaign)? {
                    continue;
                }
                return Ok(());
            }
            let early = table.timetable()?.runs_early() || table.game.deadline_at.is_none();
            if standing.people && !early && !due && push == Push::None && campaign.mode() == StepMode::Sealed {
                return self.sleep(table, true);
            }
            let cause = match (push, due) {
                (Push::Forced, _) => StepCause::Forced,
                (Push::None, true) => StepCause::Deadline,
                (Push::None, false) => StepCause::Ready,
            };
            self.resolve(conn, table, &*campaign, cause)?;
        }
        table.game.wake_at = Some(table.now);
        Ok(())
    }

    /// In an immediate step, one sheet is enough: it is carried out at once.
    fn someone_is_in(&self, standing: &Standing, campaign: &dyn Campaign) -> bool {
        campaign.mode() == StepMode::Immediate && standing.sets.iter().any(|set| set.ready)
    }

    /// Who has answered, and work for computer players who have not.
    fn standing(&self, conn: &mut AnyConn, table: &mut Table, campaign: &dyn Campaign) -> Result<Standing, Fault> {
        let absence = table.absence()?;
        let sets = orders::orders_of_step(conn, &table.game.id, table.game.step)?;
        let mut standing = Standing { waiting: Vec::new(), thinking: false, people: false, sets };
        for seat in awaited_seats(campaign) {
            let Some(row) = table.seats.get(seat) else { continue };
            let mind = mind_of(row, &absence);
            standing.people |= mind == Mind::Person;
            let mind = match mind {
                Mind::Person if self.has_had_its_fill(conn, &table.game, row.idx)? => {
                    Mind::Computer(absence.ai_level.key().to_owned())
                }
                mind => mind,
            };
            if standing.sets.iter().any(|set| set.seat_idx == row.idx && set.ready) {
                continue;
            }
            let job = jobs::find_job(conn, &table.game.id, table.game.step, row.idx)?;
            match (mind, job) {
                (_, Some(_)) => standing.thinking = true,
                (Mind::Person, None) => standing.waiting.push(seat),
                (Mind::Computer(level), None) => {
                    self.give_work(conn, table, seat, &level)?;
                    standing.thinking = true;
                }
            }
        }
        Ok(standing)
    }

    pub(super) fn give_work(
        &self, conn: &mut AnyConn, table: &mut Table, seat: usize, level: &str,
    ) -> Result<(), Fault> {
        let row = JobRow {
            id: new_id(),
            game_id: table.game.id.clone(),
            step: table.game.step,
            seat_idx: table.seats[seat].idx,
            level: level.to_owned(),
            status: JobStatus::Queued,
            attempts: 0,
            lease_to: 0,
            error: None,
            created_at: table.now,
            account_id: table.game.creator_id.clone(),
            searches: computer::searches(level),
            place: 0,
            not_before: 0,
            leased_by: None,
        };
        table.work_queued |= jobs::enqueue(conn, &row, table.now)?;
        Ok(())
    }

    /// Sets the next moment at which somebody has to look at the game.
    fn sleep(&self, table: &mut Table, until_deadline: bool) -> Result<(), Fault> {
        table.game.wake_at = if until_deadline { next_look(table)? } else { None };
        Ok(())
    }

    fn remind(&self, table: &mut Table, standing: &Standing) -> Result<(), Fault> {
        let Some(deadline) = table.game.deadline_at else { return Ok(()) };
        let moments = reminders(table)?;
        let passed = i32::try_from(moments.iter().filter(|at| **at <= table.now).count()).unwrap_or(i32::MAX);
        if passed > table.game.reminded && table.now < deadline {
            let seats = standing.waiting.iter().filter_map(|seat| u16::try_from(*seat).ok().map(SeatId)).collect();
            let event = GameEvent::Reminder { deadline: moment(deadline), seconds_left: (deadline - table.now) / 1000 };
            table.tell(&Audience::Seats(seats), event);
        }
        table.game.reminded = table.game.reminded.max(passed);
        Ok(())
    }
}

/// The reminders before the present deadline, in order.
pub(super) fn reminders(table: &Table) -> Result<Vec<i64>, Fault> {
    let Some(deadline) = table.game.deadline_at else { return Ok(Vec::new()) };
    let since = moment(table.game.step_began_at.unwrap_or(0));
    let moments = table.timetable()?.reminders(moment(deadline), since);
    Ok(moments.iter().map(chrono::DateTime::timestamp_millis).collect())
}

/// The next reminder or the deadline, whichever comes first.
pub(crate) fn next_look(table: &Table) -> Result<Option<i64>, Fault> {
    let reminder = reminders(table)?.into_iter().find(|at| *at > table.now);
    Ok([table.game.deadline_at, reminder].into_iter().flatten().min())
}

/// Whether a seat may hand in a sheet now: it is awaited, or orders are carried out at once and the room takes its
/// standing orders at any time.
pub(crate) fn may_order(campaign: &dyn Campaign, seat: SeatId) -> bool {
    awaited_seats(campaign).contains(&seat.index())
        || (campaign.mode() == StepMode::Immediate && campaign.takes_standing_orders(seat))
}

/// The seats awaited now, each once.
pub(crate) fn awaited_seats(campaign: &dyn Campaign) -> Vec<usize> {
    let mut seats: Vec<usize> = campaign.awaiting().iter().map(|awaited| awaited.seat.index()).collect();
    seats.sort_unstable();
    seats.dedup();
    seats
}
