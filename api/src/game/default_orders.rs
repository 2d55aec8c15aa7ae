//! Computer players for whom nobody thinks: no server takes their decisions from the queue, as when all run with
//! `--ai-workers 0`. A turn that is due, or forced, does not wait for them for ever.

use kernel::{Campaign, SeatId};

use crate::computer;
use crate::context::AppContext;
use crate::context::fault::Fault;
use crate::game::awaiting::next_look;
use crate::game::order_sets::{decision_of, order_set, record_of};
use crate::game::transaction::GameTransaction;
use crate::model::{JobStatus, OrderAuthor};
use crate::store::jobs::{self, JobRow};
use crate::store::{AnyConn, orders};

/// How long a decision may wait for somebody to take it, after the deadline and after it was asked for, in milliseconds.
pub const PATIENCE_MS: i64 = 600_000;

/// Why a computer player's orders are the default, on record.
const NOBODY: &str = "no server took this decision within ten minutes";

impl AppContext {
    /// Gives default orders to the computer players for whom nobody thinks; whether there were any. If not, sets the
    /// moment of the next look.
    pub(crate) fn think_for_nobody(
        &self, conn: &mut AnyConn, tx: &mut GameTransaction, campaign: &dyn Campaign,
    ) -> Result<bool, Fault> {
        let (game, step, now) = (tx.game.id.clone(), tx.game.step, tx.now);
        let mut next = if tx.is_due() { None } else { next_look(tx)? };
        let mut answered = false;
        for job in jobs::jobs_of_step(conn, &game, step)?.into_iter().filter(|job| job.status == JobStatus::Queued) {
            let until = patience_ends(conn, tx, &job)?;
            if until > now {
                next = Some(next.map_or(until, |other: i64| other.min(until)));
                continue;
            }
            let seat = SeatId(u16::try_from(job.seat_idx).map_err(Fault::broken)?);
            tracing::error!(game, seat = seat.0, "no computer player thinks for a seat: it gets default orders");
            let course = computer::course(&game, step, campaign);
            let decision = computer::stand_in(campaign, seat, &job.level, tx.game.ai_seed.as_bytes(), &course, NOBODY);
            let orders = campaign.read_orders(&decision.orders);
            let mut set = order_set(tx, seat.index(), &orders, campaign, OrderAuthor::Computer);
            set.decision = Some(record_of(&decision)?);
            orders::put_orders(conn, &set)?;
            jobs::drop_for_seat(conn, &game, step, job.seat_idx)?;
            answered = true;
        }
        tx.game.wake_at = next;
        Ok(answered)
    }
}

/// Until when a due or forced step waits for a decision.
fn patience_ends(conn: &mut AnyConn, tx: &GameTransaction, job: &JobRow) -> Result<i64, Fault> {
    if jobs::is_leased(job, tx.now) {
        return Ok(job.lease_to + 1);
    }
    // In a turn of many steps nobody waits anew at each.
    if tx.game.step > tx.game.turn_began {
        let before = orders::find_orders(conn, &job.game_id, job.step - 1, job.seat_idx)?;
        let decision = before.as_ref().map(decision_of).transpose()?.flatten();
        if decision.is_some_and(|decision| decision.fallback.as_deref() == Some(NOBODY)) {
            return Ok(tx.now);
        }
    }
    let due = tx.game.deadline_at.filter(|deadline| *deadline <= tx.now).unwrap_or(0);
    Ok(job.created_at.max(due) + PATIENCE_MS)
}
