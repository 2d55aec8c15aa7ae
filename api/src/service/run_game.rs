//! Running a game: start, pause, resume, extend, force, abandon.

use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, Utc};
use kernel::{AwaitKind, GameSeed};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::caller::Caller;
use super::fault::{Fault, Why};
use super::lobby::come_back;
use super::table::Table;
use super::{Desk, moment};
use crate::clock::Pause;
use crate::engine::deserted;
use crate::ledger as chain;
use crate::model::{GameEvent, GameStatus, JobStatus, PauseReason, SeatKind, StepCause, Transition};
use crate::store::ledger::{self, LedgerRow};
use crate::store::{AnyConn, jobs};

/// What forcing a step has done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Forced {
    Resolved,
    /// These seats' computer players have still to think; the step is resolved as soon as they have.
    Waiting(Vec<String>),
    /// The game was paused instead; its `status_reason` says why.
    Paused,
}

impl Desk {
    /// Starts a game: set-up, ledger, clock and status in one transaction, or nothing.
    pub fn start_game(&self, caller: &Caller, game: &str) -> Result<(), Fault> {
        self.at_table_once(game, |conn, table| self.start_table(conn, table, caller))?;
        self.settle_safely(game);
        Ok(())
    }

    pub(super) fn start_table(&self, conn: &mut AnyConn, table: &mut Table, caller: &Caller) -> Result<(), Fault> {
        table.must_run(caller)?;
        table.must_allow(Transition::Start)?;
        let empty: Vec<&str> = table
            .seats
            .iter()
            .filter(|seat| seat.kind == SeatKind::Human && seat.account_id.is_none())
            .map(|seat| seat.key.as_str())
            .collect();
        if !empty.is_empty() {
            let detail = format!(
                "Nobody has come yet for {}. Wait for the invited, open the seats, or give them to the computer.",
                empty.join(", ")
            );
            return Err(Fault::conflict("seats-empty", detail));
        }
        let thinking = table.seats.iter().filter(|seat| seat.account_id.is_none()).count();
        self.may_set_to_work(conn, &table.game.creator_id, thinking)?;
        self.set_up(conn, table)
    }

    fn set_up(&self, conn: &mut AnyConn, table: &mut Table) -> Result<(), Fault> {
        let ruleset = self.ruleset(&table.game.ruleset)?;
        let version = &ruleset.about().version;
        if *version != table.game.ruleset_version {
            let detail = format!(
                "This game was made for version {} of the rules; this server has {version}. Create it anew.",
                table.game.ruleset_version
            );
            return Err(Fault::conflict("engine-version", detail));
        }
        let seed = GameSeed::from_revealed(&table.game.dice_seed)
            .ok_or_else(|| Fault::broken("the dice seed is unreadable"))?;
        let options: Value = serde_json::from_str(&table.game.options).map_err(Fault::broken)?;
        let campaign = ruleset.start(&table.game.scenario, &options, &seed).map_err(Fault::broken)?;
        let state = campaign.snapshot();
        let blind = chain::Blind::of(&seed, 0);
        let head = chain::Start {
            blind,
            ruleset: &table.game.ruleset,
            version,
            scenario: &table.game.scenario,
            options: &options,
            commitment: &table.game.commitment,
            state: &state,
        }
        .head();
        let line = LedgerRow {
            game_id: table.game.id.clone(),
            step: 0,
            label: campaign.label(),
            cause: StepCause::Start,
            sheets: "[]".into(),
            dice_digest: String::new(),
            state_hash: blind.state_hash(&state),
            prev_hash: String::new(),
            hash: head,
            state,
            resolved_at: table.now,
        };
        ledger::insert_step(conn, &line)?;
        table.pass(Transition::Start)?;
        table.game.started_at = Some(table.now);
        table.game.step_label = campaign.label();
        let event = GameEvent::GameStarted {
            label: table.game.step_label.clone(),
            commitment: table.game.commitment.clone(),
            head: line.hash,
        };
        table.tell_all(event);
        table.fresh.push((0, Arc::from(campaign)));
        let campaign = self.campaign_on(conn, table)?;
        self.begin_step(table, &*campaign)?;
        table.game.wake_at = Some(table.now);
        Ok(())
    }

    pub fn pause_game(&self, caller: &Caller, game: &str) -> Result<(), Fault> {
        self.at_table_once(game, |_, table| {
            table.must_run(caller)?;
            table.must_allow(Transition::Pause)?;
            table.pause(PauseReason::GameMaster)
        })
    }

    /// Resumes: an interval clock gives back what was left, a calendar its next slot. Whoever resumes is back at their own
    /// seat; with nobody back there is nobody to play for.
    pub fn resume_game(&self, caller: &Caller, game: &str) -> Result<(), Fault> {
        self.at_table_once(game, |conn, table| {
            table.must_run(caller)?;
            table.must_allow(Transition::Resume)?;
            if self.ruleset(&table.game.ruleset)?.about().version != table.game.ruleset_version {
                let detail = format!("This server has not version {} of the rules.", table.game.ruleset_version);
                return Err(Fault::conflict("engine-version", detail));
            }
            for seat in 0..table.seats.len() {
                if table.seats[seat].account_id.as_deref() == Some(caller.account_id.as_str()) {
                    come_back(conn, table, seat)?;
                }
            }
            let campaign = self.campaign_on(conn, table)?;
            if deserted(table, &*campaign)?.is_some() {
                let detail = "All who still have something to decide are away, and computers stand in for them. One has to \
                              claim their seat again first; or give the seats to the computer for good.";
                return Err(Fault::conflict("nobody-present", detail));
            }
            if let (Some(deadline), Some(seconds_left)) = (table.game.deadline_at, table.game.seconds_left) {
                let pause = Pause { deadline: moment(deadline), seconds_left };
                let kind = self.awaited_kind(conn, table)?;
                let next = table.timetable()?.resume(pause, moment(table.now), kind);
                table.move_deadline(next.map(|at| at.timestamp_millis()));
            }
            table.game.seconds_left = None;
            table.pass(Transition::Resume)?;
            table.game.status_reason = None;
            table.game.wake_at = Some(table.now);
            table.tell_all(GameEvent::GameResumed { deadline: table.game.deadline_at.map(moment) });
            Ok(())
        })?;
        self.settle_safely(game);
        Ok(())
    }

    /// Moves the deadline to the next slot of the timetable, at most as often in a turn as the game allows.
    ///
    /// `seen` is the deadline that the caller means, so that two requests at once extend it once.
    pub fn extend_deadline(&self, caller: &Caller, game: &str, seen: Option<DateTime<Utc>>) -> Result<(), Fault> {
        self.at_table_once(game, |conn, table| {
            table.must_run(caller)?;
            table.must_be(&[GameStatus::Running], "extended")?;
            let none = || Fault::conflict("no-deadline", "This step has no deadline, so there is nothing to extend.");
            let deadline = table.game.deadline_at.ok_or_else(none)?;
            let now = moment(deadline).to_rfc3339_opts(SecondsFormat::AutoSi, true);
            let Some(seen) = seen else {
                let detail = format!("Say which deadline you extend: {{\"deadline\": \"{now}\"}}.");
                return Err(Fault::of(Why::NeedsCondition, "deadline-needed", detail));
            };
            if seen.timestamp_millis() != deadline {
                let detail =
                    format!("The deadline is {now} now, not the one you mean; it may have been extended already.");
                return Err(Fault::conflict("wrong-deadline", detail));
            }
            let granted = u8::try_from(table.game.extensions).unwrap_or(u8::MAX);
            let kind = self.awaited_kind(conn, table)?;
            let next = table
                .timetable()?
                .extend(moment(deadline), granted, kind)
                .map_err(|refused| Fault::conflict("extension-refused", format!("{refused}.")))?;
            table.move_deadline(Some(next.timestamp_millis()));
            table.game.extensions += 1;
            table.game.wake_at = Some(table.now);
            table.tell_all(GameEvent::DeadlineExtended { deadline: next, extensions: table.game.extensions });
            Ok(())
        })?;
        self.settle_safely(game);
        Ok(())
    }

    /// Resolves the step now: orders that are in are used, the absence policy answers for the rest.
    ///
    /// `step` is the one that the caller means, so that two requests at once resolve one step. Where computer players
    /// have still to think, the wish is kept with the game and carried out as soon as they have.
    pub fn force_step(&self, caller: &Caller, game: &str, step: Option<i32>) -> Result<Forced, Fault> {
        self.must_keep_time()?;
        self.at_table_once(game, |conn, table| {
            table.must_run(caller)?;
            table.must_be(&[GameStatus::Running], "forced")?;
            let present = table.game.step;
            let Some(step) = step else {
                let detail = format!("Say which step you force: {{\"step\": {present}}}.");
                return Err(Fault::of(Why::NeedsCondition, "step-needed", detail));
            };
            table.must_be_at(step, "This request is")?;
            table.game.forced_step = Some(step);
            self.go_on(conn, table)?;
            if table.game.step > step {
                return Ok(Forced::Resolved);
            }
            if table.game.status != GameStatus::Running {
                return Ok(Forced::Paused);
            }
            let jobs = jobs::jobs_of_step(conn, game, step)?;
            let thinking = |idx: i32| jobs.iter().any(|job| job.seat_idx == idx && job.status == JobStatus::Queued);
            let seats = table.seats.iter().filter(|seat| thinking(seat.idx));
            Ok(Forced::Waiting(seats.map(|seat| seat.key.clone()).collect()))
        })
    }

    pub fn abandon_game(&self, caller: &Caller, game: &str) -> Result<(), Fault> {
        self.at_table_once(game, |_, table| {
            table.must_run(caller)?;
            table.must_allow(Transition::Abandon)?;
            give_up(table, "game-master")
        })
    }

    fn awaited_kind(&self, conn: &mut AnyConn, table: &Table) -> Result<AwaitKind, Fault> {
        let campaign = self.campaign_on(conn, table)?;
        Ok(campaign.awaiting().first().map_or(AwaitKind::Orders, |awaited| awaited.kind))
    }
}

/// Ends a game without a result; the seed of its dice is opened.
pub(super) fn give_up(table: &mut Table, reason: &str) -> Result<(), Fault> {
    table.pass(Transition::Abandon)?;
    table.game.status_reason = Some(reason.to_owned());
    table.game.ended_at = Some(table.now);
    table.game.deadline_at = None;
    table.game.forced_step = None;
    table.game.wake_at = None;
    let event =
        GameEvent::GameAbandoned { seed: table.game.dice_seed.clone(), commitment: table.game.commitment.clone() };
    table.tell_all(event);
    Ok(())
}
