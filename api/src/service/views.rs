//! What a seat sees, now and then, and who is awaited.

use kernel::{AwaitKind, SeatId, StepMode, Value};

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Flaw};
use crate::game::transaction::GameTransaction;
use crate::model::{GameStatus, JobStatus};
use crate::service::record::{created_alone, may_read};
use crate::service::seat_answers::{AtSeat, SeatAnswer, SeatQuestion};
use crate::service::view_changes::{ViewChanges, changes};
use crate::store::jobs::{self, JobRow};
use crate::store::{AnyConn, orders};

/// What views are called among the answers about a seat.
pub const VIEW: &str = "view";

/// The state as one seat may see it.
#[derive(Debug, Clone)]
pub struct View {
    pub seat: String,
    pub step: i32,
    pub label: String,
    pub view: Value,
}

/// One seat the game waits for.
#[derive(Debug, Clone)]
pub struct Awaited {
    pub seat: String,
    pub powers: Vec<String>,
    pub kind: AwaitKind,
    pub phase: String,
    /// What is asked; told to the seat's holder alone.
    pub prompt: Option<String>,
    pub default: Option<String>,
    pub ready: bool,
    pub yours: bool,
    pub thinking: Option<Thinking>,
}

/// A computer player that has still to decide, or an adviser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thinking {
    /// Whether its turn to think has come; else it waits for those before it.
    pub begun: bool,
    /// When it was asked, in milliseconds since 1970.
    pub asked_at: i64,
    /// How far it is, 0 to 100; 0 before it has begun. None when another server thinks, or the caller is not told.
    pub percent: Option<u8>,
}

#[derive(Debug, Clone)]
pub struct Waiting {
    pub step: i32,
    pub label: String,
    pub status: GameStatus,
    pub mode: Option<StepMode>,
    pub deadline_at: Option<i64>,
    pub awaiting: Vec<Awaited>,
}

impl AppContext {
    /// A view as it goes out: `encode` makes its bytes, where nobody has asked for it yet.
    pub fn view_answer(
        &self, question: &SeatQuestion<'_>, had: impl Fn(&str) -> bool,
        encode: impl FnOnce(View) -> Result<Vec<u8>, Fault>,
    ) -> Result<SeatAnswer, Fault> {
        let name = |_: &mut AnyConn, _: &GameTransaction, _: &AtSeat<'_>| Ok((VIEW.to_owned(), ()));
        self.seat_answer(question, had, name, |campaign, seat, at, ()| {
            let (key, label) = (at.key.to_owned(), campaign.label());
            encode(View { seat: key, step: at.step, label, view: campaign.view(seat) })
        })
    }

    pub fn view(&self, caller: Option<&Caller>, game: &str, key: &str, step: Option<i32>) -> Result<View, Fault> {
        self.at_seat(caller, game, key, step, |campaign, seat, key, step| {
            Ok(View { seat: key.to_owned(), step, label: campaign.label(), view: campaign.view(seat) })
        })
    }

    /// What is different in the view of `step` (the present when left out) from that of `since` (the step before it).
    ///
    /// # Errors
    /// `not-found` where there is no such step, or none yet; `invalid` where `since` is not before `step`.
    pub fn view_changes(
        &self, caller: Option<&Caller>, game: &str, key: &str, since: Option<i32>, step: Option<i32>,
    ) -> Result<ViewChanges, Fault> {
        let later = self.view(caller, game, key, step)?;
        let last = later.step - 1;
        let refused = |at: &str, detail: String| Err(Fault::invalid(vec![Flaw::at(at, "bad-parameter", detail)]));
        match since {
            None if last < 0 && step.is_none() => {
                return Err(Fault::absent("No step has been resolved yet, so nothing can have changed."));
            }
            _ if last < 0 => {
                return refused("#step", "Nothing comes before step 0; ask for a step from 1 on.".to_owned());
            }
            Some(since) if !(0..=last).contains(&since) => {
                let detail = format!("The view of step {} can be compared with one from 0 to {last}.", later.step);
                return refused("#since", detail);
            }
            _ => {}
        }
        let since = since.unwrap_or(last);
        let earlier = self.view(caller, game, key, Some(since))?;
        let changes = changes(&earlier.view, &later.view);
        Ok(ViewChanges { seat: later.seat, since, step: later.step, label: later.label, changes })
    }

    /// Runs `f` on the campaign at a step, for a seat the caller may read.
    pub(crate) fn at_seat<T>(
        &self, caller: Option<&Caller>, game: &str, key: &str, step: Option<i32>,
        f: impl FnOnce(&dyn kernel::Campaign, SeatId, &str, i32) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        if let Some(caller) = caller {
            caller.need(Scope::GameRead)?;
        }
        let (campaign, seat, key, step) = self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            let seat = tx.must_read_seat(caller, key)?;
            let step = tx.step_asked(step)?;
            let campaign = self.campaign_at(conn, &tx.game, step)?;
            Ok::<_, Fault>((campaign, seat, tx.seats[seat].key.clone(), step))
        })?;
        f(&*campaign, SeatId(u16::try_from(seat).map_err(Fault::broken)?), &key, step)
    }

    pub fn awaiting(&self, caller: Option<&Caller>, game: &str) -> Result<Waiting, Fault> {
        may_read(caller)?;
        self.look(caller, game, |conn, tx| self.waiting(conn, tx, caller))
    }

    /// Whom a game waits for, by rows that were read already.
    pub(crate) fn waiting(
        &self, conn: &mut AnyConn, tx: &GameTransaction, caller: Option<&Caller>,
    ) -> Result<Waiting, Fault> {
        let mut waiting = Waiting {
            step: tx.game.step,
            label: tx.game.step_label.clone(),
            status: tx.game.status,
            mode: None,
            deadline_at: tx.game.deadline_at.filter(|_| tx.game.status == GameStatus::Running),
            awaiting: Vec::new(),
        };
        if !tx.game.status.is_under_way() {
            return Ok(waiting);
        }
        let campaign = self.campaign(conn, &tx.game)?;
        let sets = orders::orders_of_step(conn, &tx.game.id, tx.game.step)?;
        let work = jobs::jobs_of_step(conn, &tx.game.id, tx.game.step)?;
        waiting.mode = Some(campaign.mode());
        // Where a search ends tells something of what its seat sees.
        let told = !work.is_empty() && created_alone(conn, tx, caller)?;
        for awaited in campaign.awaiting() {
            let Some(row) = tx.seats.get(awaited.seat.index()) else { continue };
            let yours = caller.is_some_and(|c| row.account_id.as_deref() == Some(c.account_id.as_str()));
            waiting.awaiting.push(Awaited {
                seat: row.key.clone(),
                powers: awaited.powers,
                kind: awaited.kind,
                phase: awaited.phase,
                prompt: yours.then_some(awaited.prompt),
                default: yours.then_some(awaited.default),
                ready: sets.iter().any(|set| set.seat_idx == row.idx && set.ready),
                yours,
                thinking: work
                    .iter()
                    .find(|job| job.seat_idx == row.idx && job.status == JobStatus::Queued)
                    .map(|job| self.thinking(job, tx.now, told)),
            });
        }
        Ok(waiting)
    }

    /// How far a job is; its number only where it is `told`.
    fn thinking(&self, job: &JobRow, now: i64, told: bool) -> Thinking {
        let here = self.ai_progress.tens(&job.id);
        // A decision may outlast its lease.
        let begun = here.is_some() || job.lease_to > now;
        let percent = if begun { here } else { Some(0) };
        Thinking { begun, asked_at: job.created_at, percent: percent.filter(|_| told) }
    }
}
