//! Computer players for whom nobody thinks: no server takes their decisions from the queue, as when all run with
//! `--ai-workers 0`. A turn that is due, or forced, does not wait for them for ever.

use kernel::{Campaign, SeatId};

use super::absence::order_set;
use super::settle::next_look;
use super::work::record_of;
use crate::computer;
use crate::model::{JobStatus, OrderAuthor};
use crate::service::Desk;
use crate::service::fault::Fault;
use crate::service::table::Table;
use crate::store::jobs::{self, JobRow};
use crate::store::{AnyConn, orders};

/// How long a decision may wait for somebody to take it, after the deadline and after it was asked for, in milliseconds.
pub const PATIENCE_MS: i64 = 600_000;

/// Why a computer player's orders are the default, on record.
const NOBODY: &str = "no server took this decision within ten minutes";

impl Desk {
    /// Gives default orders to the computer players for whom nobody thinks; whether there were any. If not, sets the
    /// moment of the next look.
    pub(super) fn think_for_nobody(
        &self, conn: &mut AnyConn, table: &mut Table, campaign: &dyn Campaign,
    ) -> Result<bool, Fault> {
        let (game, step, now) = (table.game.id.clone(), table.game.step, table.now);
        let mut next = if table.is_due() { None } else { next_look(table)? };
        let mut answered = false;
        for job in jobs::jobs_of_step(conn, &game, step)?.into_iter().filter(|job| job.status == JobStatus::Queued) {
            let until = patience_ends(conn, table, &job)?;
            if until > now {
                next = Some(next.map_or(until, |other: i64| other.min(until)));
                continue;
            }
            let seat = SeatId(u16::try_from(job.seat_idx).map_err(Fault::broken)?);
            tracing::error!(game, seat = seat.0, "no computer player thinks for a seat: it gets default orders");
            let decision = computer::stand_in(campaign, seat, &job.level, table.game.ai_seed.as_bytes(), &game, NOBODY);
            let orders = campaign.read_orders(&decision.orders);
            let mut set = order_set(table, seat.index(), &orders, campaign, OrderAuthor::Computer);
            set.decision = Some(record_of(&decision)?);
            orders::put_orders(conn, &set)?;
            jobs::drop_for_seat(conn, &game, step, job.seat_idx)?;
            answered = true;
        }
        table.game.wake_at = next;
        Ok(answered)
    }
}

/// Until when a due or forced step waits for a decision.
fn patience_ends(conn: &mut AnyConn, table: &Table, job: &JobRow) -> Result<i64, Fault> {
    if jobs::is_leased(job, table.now) {
        return Ok(job.lease_to + 1);
    }
    // In a turn of many steps nobody waits anew at each.
    if table.game.step > table.game.turn_began {
        let before = orders::find_orders(conn, &job.game_id, job.step - 1, job.seat_idx)?;
        let record = before.and_then(|set| set.decision);
        let decision =
            record.map(|text| serde_json::from_str::<ai::Decision>(&text)).transpose().map_err(Fault::broken)?;
        if decision.is_some_and(|decision| decision.fallback.as_deref() == Some(NOBODY)) {
            return Ok(table.now);
        }
    }
    let due = table.game.deadline_at.filter(|deadline| *deadline <= table.now).unwrap_or(0);
    Ok(job.created_at.max(due) + PATIENCE_MS)
}
