//! Running a game: start, pause, resume, extend, force, abandon.

use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, Utc};
use kernel::{AwaitKind, GameSeed};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clock::Pause;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::{Fault, Why};
use crate::context::moment;
use crate::game::absence::deserted;
use crate::game::transaction::{Fresh, GameTransaction};
use crate::ledger as chain;
use crate::model::{Deed, GameEvent, GameStatus, JobStatus, PauseReason, SeatKind, StepCause, Transition};
use crate::service::lobby::come_back;
use crate::service::musters::muster_out;
use crate::store::ledger::{self, LedgerRow};
use crate::store::packed::PackedBytes;
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

impl AppContext {
    /// Starts a game: set-up, ledger, clock and status in one transaction, or nothing.
    pub fn start_game(&self, caller: &Caller, game: &str) -> Result<(), Fault> {
        self.change_game_once(game, |conn, tx| self.start_table(conn, tx, caller))?;
        self.settle_safely(game);
        Ok(())
    }

    pub(crate) fn start_table(
        &self, conn: &mut AnyConn, tx: &mut GameTransaction, caller: &Caller,
    ) -> Result<(), Fault> {
        tx.must_run(caller)?;
        tx.must_allow(Transition::Start)?;
        muster_out(conn, tx)?;
        tx.note_deed(caller, Deed::GameStarted, "");
        let empty: Vec<&str> = tx
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
        let thinking = tx.seats.iter().filter(|seat| seat.account_id.is_none()).count();
        self.may_set_to_work(conn, &tx.game.creator_id, thinking)?;
        self.set_up(conn, tx)
    }

    fn set_up(&self, conn: &mut AnyConn, tx: &mut GameTransaction) -> Result<(), Fault> {
        let ruleset = self.ruleset(&tx.game.ruleset)?;
        let version = &ruleset.about().version;
        if *version != tx.game.ruleset_version {
            let detail = format!(
                "This game was made for version {} of the rules; this server has {version}. Create it anew.",
                tx.game.ruleset_version
            );
            return Err(Fault::conflict("engine-version", detail));
        }
        let seed =
            GameSeed::from_revealed(&tx.game.dice_seed).ok_or_else(|| Fault::broken("the dice seed is unreadable"))?;
        let options: Value = serde_json::from_str(&tx.game.options).map_err(Fault::broken)?;
        let campaign = ruleset.start(&tx.game.scenario, &options, &seed).map_err(Fault::broken)?;
        let state = campaign.snapshot();
        let blind = chain::Blind::of(&seed, 0);
        let head = chain::Start {
            blind,
            ruleset: &tx.game.ruleset,
            version,
            scenario: &tx.game.scenario,
            options: &options,
            commitment: &tx.game.commitment,
            state: &state,
        }
        .head();
        let line = LedgerRow {
            game_id: tx.game.id.clone(),
            step: 0,
            label: campaign.label(),
            cause: StepCause::Start,
            order_sets: PackedBytes::of(b"[]"),
            dice_digest: String::new(),
            state_hash: blind.state_hash(&state),
            prev_hash: String::new(),
            hash: head.clone(),
            state: PackedBytes::of(&state),
            resolved_at: tx.now,
            restores: None,
        };
        let stored = state.len();
        ledger::insert_step(conn, line)?;
        tx.pass(Transition::Start)?;
        tx.game.started_at = Some(tx.now);
        tx.game.step_label = campaign.label();
        let event =
            GameEvent::GameStarted { label: tx.game.step_label.clone(), commitment: tx.game.commitment.clone(), head };
        tx.tell_all(event);
        tx.fresh.push(Fresh { step: 0, campaign: Arc::from(campaign), stored });
        let campaign = self.campaign_on(conn, tx)?;
        self.begin_step(tx, &*campaign)?;
        tx.deliver_letters(conn)?;
        tx.game.wake_at = Some(tx.now);
        Ok(())
    }

    pub fn pause_game(&self, caller: &Caller, game: &str) -> Result<(), Fault> {
        self.change_game_once(game, |_, tx| {
            tx.must_run(caller)?;
            tx.must_allow(Transition::Pause)?;
            tx.note_deed(caller, Deed::GamePaused, "");
            tx.pause(PauseReason::GameMaster)
        })
    }

    /// Resumes: an interval clock gives back what was left, a calendar its next slot. Whoever resumes is back at their own
    /// seat; with nobody back there is nobody to play for.
    pub fn resume_game(&self, caller: &Caller, game: &str) -> Result<(), Fault> {
        self.change_game_once(game, |conn, tx| {
            tx.must_run(caller)?;
            tx.must_allow(Transition::Resume)?;
            tx.note_deed(caller, Deed::GameResumed, "");
            if self.ruleset(&tx.game.ruleset)?.about().version != tx.game.ruleset_version {
                let detail = format!("This server has not version {} of the rules.", tx.game.ruleset_version);
                return Err(Fault::conflict("engine-version", detail));
            }
            for seat in 0..tx.seats.len() {
                if tx.seats[seat].account_id.as_deref() == Some(caller.account_id.as_str()) {
                    come_back(conn, tx, seat)?;
                }
            }
            let campaign = self.campaign_on(conn, tx)?;
            if deserted(tx, &*campaign)?.is_some() {
                let detail = "All who still have something to decide are away, and computers stand in for them. One has to \
                              claim their seat again first; or give the seats to the computer for good.";
                return Err(Fault::conflict("nobody-present", detail));
            }
            if let (Some(deadline), Some(seconds_left)) = (tx.game.deadline_at, tx.game.seconds_left) {
                let pause = Pause { deadline: moment(deadline), seconds_left };
                let kind = self.awaited_kind(conn, tx)?;
                let next = tx.timetable()?.resume(pause, moment(tx.now), kind);
                tx.move_deadline(next.map(|at| at.timestamp_millis()));
            }
            tx.game.seconds_left = None;
            tx.pass(Transition::Resume)?;
            tx.game.status_reason = None;
            tx.game.wake_at = Some(tx.now);
            tx.tell_all(GameEvent::GameResumed { deadline: tx.game.deadline_at.map(moment) });
            Ok(())
        })?;
        self.settle_safely(game);
        Ok(())
    }

    /// Moves the deadline to the next slot of the timetable, at most as often in a turn as the game allows.
    ///
    /// `seen` is the deadline that the caller means, so that two requests at once extend it once.
    pub fn extend_deadline(&self, caller: &Caller, game: &str, seen: Option<DateTime<Utc>>) -> Result<(), Fault> {
        self.change_game_once(game, |conn, tx| {
            tx.must_run(caller)?;
            tx.must_be(&[GameStatus::Running], "extended")?;
            let deadline = tx.game.deadline_at.ok_or_else(no_deadline)?;
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
            let next = self.next_extension(conn, tx)?;
            tx.note_deed(caller, Deed::DeadlineExtended, "");
            tx.extend_to(next);
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
        self.change_game_once(game, |conn, tx| {
            tx.must_run(caller)?;
            tx.must_be(&[GameStatus::Running], "forced")?;
            let present = tx.game.step;
            let Some(step) = step else {
                let detail = format!("Say which step you force: {{\"step\": {present}}}.");
                return Err(Fault::of(Why::NeedsCondition, "step-needed", detail));
            };
            tx.must_be_at(step, "This request is")?;
            tx.game.forced_step = Some(step);
            tx.note_deed(caller, Deed::StepForced, tx.game.step_label.clone());
            self.go_on(conn, tx)?;
            if tx.game.step > step {
                return Ok(Forced::Resolved);
            }
            if tx.game.status != GameStatus::Running {
                return Ok(Forced::Paused);
            }
            let jobs = jobs::jobs_of_step(conn, game, step)?;
            let thinking = |idx: i32| jobs.iter().any(|job| job.seat_idx == idx && job.status == JobStatus::Queued);
            let seats = tx.seats.iter().filter(|seat| thinking(seat.idx));
            Ok(Forced::Waiting(seats.map(|seat| seat.key.clone()).collect()))
        })
    }

    pub fn abandon_game(&self, caller: &Caller, game: &str) -> Result<(), Fault> {
        self.change_game_once(game, |_, tx| {
            tx.must_be_organiser(caller)?;
            tx.must_allow(Transition::Abandon)?;
            tx.note_deed(caller, Deed::GameAbandoned, "");
            give_up(tx, "game-master")
        })
    }

    /// To when the deadline of the present step can be put off.
    ///
    /// # Errors
    /// `no-deadline`, or `extension-refused` by the game's clock.
    pub(super) fn next_extension(&self, conn: &mut AnyConn, tx: &GameTransaction) -> Result<DateTime<Utc>, Fault> {
        let deadline = tx.game.deadline_at.ok_or_else(no_deadline)?;
        let granted = u8::try_from(tx.game.extensions).unwrap_or(u8::MAX);
        let kind = self.awaited_kind(conn, tx)?;
        tx.timetable()?
            .extend(moment(deadline), granted, kind)
            .map_err(|refused| Fault::conflict("extension-refused", format!("{refused}.")))
    }

    pub(super) fn awaited_kind(&self, conn: &mut AnyConn, tx: &GameTransaction) -> Result<AwaitKind, Fault> {
        let campaign = self.campaign_on(conn, tx)?;
        Ok(campaign.awaiting().first().map_or(AwaitKind::Orders, |awaited| awaited.kind))
    }
}

fn no_deadline() -> Fault {
    Fault::conflict("no-deadline", "This step has no deadline, so there is nothing to extend.")
}

/// Ends a game without a result; the seed of its dice is opened.
pub(crate) fn give_up(tx: &mut GameTransaction, reason: &str) -> Result<(), Fault> {
    tx.pass(Transition::Abandon)?;
    tx.game.status_reason = Some(reason.to_owned());
    tx.game.ended_at = Some(tx.now);
    tx.game.deadline_at = None;
    tx.game.forced_step = None;
    tx.game.wake_at = None;
    let event = GameEvent::GameAbandoned { seed: tx.game.dice_seed.clone(), commitment: tx.game.commitment.clone() };
    tx.tell_all(event);
    Ok(())
}
