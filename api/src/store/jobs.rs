//! Rows of work for the AI: leased by whichever server is free, found again after a crash.

use diesel::prelude::*;

use super::schema::jobs;
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = jobs)]
pub struct JobRow {
    pub id: String,
    pub game_id: String,
    pub step: i32,
    pub seat_idx: i32,
    pub level: String,
    pub status: String,
    pub attempts: i32,
    pub lease_to: i64,
    pub error: Option<String>,
    pub created_at: i64,
}

pub fn find_job(conn: &mut AnyConn, game: &str, step: i32, seat: i32) -> Result<Option<JobRow>, StoreError> {
    Ok(jobs::table
        .filter(jobs::game_id.eq(game))
        .filter(jobs::step.eq(step))
        .filter(jobs::seat_idx.eq(seat))
        .first(conn)
        .optional()?)
}

/// The work of a step, in order of seats.
pub fn jobs_of_step(conn: &mut AnyConn, game: &str, step: i32) -> Result<Vec<JobRow>, StoreError> {
    Ok(jobs::table.filter(jobs::game_id.eq(game)).filter(jobs::step.eq(step)).order(jobs::seat_idx.asc()).load(conn)?)
}

/// Queues work unless it is queued already. The game row must be locked.
pub fn enqueue(conn: &mut AnyConn, row: &JobRow) -> Result<bool, StoreError> {
    if find_job(conn, &row.game_id, row.step, row.seat_idx)?.is_some() {
        return Ok(false);
    }
    diesel::insert_into(jobs::table).values(row.clone()).execute(conn)?;
    Ok(true)
}

/// How long a server may think about a decision before another takes it over, in milliseconds.
pub const LEASE_MS: i64 = 60_000;
/// How far two readings of the database's clock may differ, in milliseconds.
const SLACK_MS: i64 = 10_000;

/// Queued, and leased by nobody. A lease that lasts longer than leases do was written when the clock was ahead, and
/// holds nobody's work.
macro_rules! free {
    ($now:expr) => {
        jobs::status.eq("queued").and(jobs::lease_to.le($now).or(jobs::lease_to.gt($now + LEASE_MS + SLACK_MS)))
    };
}

/// Whether there is a job nobody works on.
pub fn any_free(conn: &mut AnyConn, now: i64) -> Result<bool, StoreError> {
    Ok(jobs::table.filter(free!(now)).select(jobs::id).first::<String>(conn).optional()?.is_some())
}

/// How many jobs nobody works on.
pub fn count_free(conn: &mut AnyConn, now: i64) -> Result<i64, StoreError> {
    Ok(jobs::table.filter(free!(now)).count().get_result(conn)?)
}

/// Takes the oldest free jobs and leases them until `lease_to`. Servers that ask at once get different ones.
pub fn claim(conn: &mut AnyConn, now: i64, lease_to: i64, most: i64) -> Result<Vec<JobRow>, StoreError> {
    let oldest = jobs::table.filter(free!(now)).order((jobs::created_at.asc(), jobs::id.asc())).limit(most);
    let mut found: Vec<JobRow> = match conn {
        AnyConn::Postgres(c) => oldest.for_update().skip_locked().load(c)?,
        AnyConn::Sqlite(c) => oldest.load(c)?,
    };
    for job in &mut found {
        job.attempts += 1;
        job.lease_to = lease_to;
        diesel::update(jobs::table.filter(jobs::id.eq(&job.id)))
            .set((jobs::attempts.eq(job.attempts), jobs::lease_to.eq(lease_to)))
            .execute(conn)?;
    }
    Ok(found)
}

/// Leases jobs that are not done yet for longer: whoever thinks about many has not got to these.
pub fn renew(conn: &mut AnyConn, ids: &[String], lease_to: i64) -> Result<(), StoreError> {
    diesel::update(jobs::table.filter(jobs::id.eq_any(ids)).filter(jobs::status.eq("queued")))
        .set(jobs::lease_to.eq(lease_to))
        .execute(conn)?;
    Ok(())
}

pub fn finish(conn: &mut AnyConn, id: &str, status: &str, error: Option<&str>) -> Result<(), StoreError> {
    diesel::update(jobs::table.filter(jobs::id.eq(id)))
        .set((jobs::status.eq(status), jobs::error.eq(error)))
        .execute(conn)?;
    Ok(())
}

/// Gives a job back to the queue.
pub fn give_back(conn: &mut AnyConn, id: &str, error: &str, lease_to: i64) -> Result<(), StoreError> {
    diesel::update(jobs::table.filter(jobs::id.eq(id)))
        .set((jobs::lease_to.eq(lease_to), jobs::error.eq(Some(error))))
        .execute(conn)?;
    Ok(())
}

/// Drops work nobody needs any more: jobs of steps already resolved.
pub fn drop_before(conn: &mut AnyConn, game: &str, step: i32) -> Result<(), StoreError> {
    diesel::delete(jobs::table.filter(jobs::game_id.eq(game)).filter(jobs::step.lt(step))).execute(conn)?;
    Ok(())
}

pub fn drop_for_seat(conn: &mut AnyConn, game: &str, step: i32, seat: i32) -> Result<(), StoreError> {
    diesel::delete(
        jobs::table.filter(jobs::game_id.eq(game)).filter(jobs::step.eq(step)).filter(jobs::seat_idx.eq(seat)),
    )
    .execute(conn)?;
    Ok(())
}

pub fn count_queued(conn: &mut AnyConn) -> Result<i64, StoreError> {
    Ok(jobs::table.filter(jobs::status.eq("queued")).count().get_result(conn)?)
}
