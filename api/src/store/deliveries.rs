//! Rows of deliveries: what is to be told by a channel, and what became of it.

use diesel::prelude::*;

use super::schema::{deliveries, games};
use super::{AnyConn, StoreError};
use crate::model::{DeliveryStatus, GameStatus, NotificationKind};

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = deliveries)]
pub struct DeliveryRow {
    pub id: String,
    pub channel_id: String,
    pub game_id: Option<String>,
    pub step: Option<i32>,
    pub kind: NotificationKind,
    /// The notification as JSON.
    pub body: String,
    pub created_at: i64,
    pub not_before: i64,
    pub status: DeliveryStatus,
    pub attempts: i32,
    /// What it was sent in, the same at every attempt.
    pub message_id: Option<String>,
    pub tried_at: Option<i64>,
    /// The HTTP status of the last answer.
    pub answer: Option<i32>,
    pub error: Option<String>,
}

/// What came of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryAttempt {
    pub status: DeliveryStatus,
    pub at: i64,
    pub answer: Option<i32>,
    pub error: Option<String>,
    /// When it may be tried again.
    pub not_before: i64,
}

pub fn insert_deliveries(conn: &mut AnyConn, rows: Vec<DeliveryRow>) -> Result<(), StoreError> {
    // In portions, because a statement takes only so many parameters.
    for portion in rows.chunks(50) {
        on!(conn, c => diesel::insert_into(deliveries::table).values(portion.to_vec()).execute(c))?;
    }
    Ok(())
}

/// What is due on a channel, and how its game stands.
#[derive(Debug, Clone, Queryable)]
pub struct DueDelivery {
    pub row: DeliveryRow,
    /// The step at which the present turn of its game began.
    pub turn_began: Option<i32>,
    pub game_status: Option<GameStatus>,
}

/// What is due on a channel, the oldest first.
pub fn due_on(conn: &mut AnyConn, channel: &str, now: i64, limit: i64) -> Result<Vec<DueDelivery>, StoreError> {
    Ok(deliveries::table
        .left_join(games::table.on(deliveries::game_id.eq(games::id.nullable())))
        .filter(deliveries::channel_id.eq(channel))
        .filter(deliveries::status.eq(DeliveryStatus::Queued))
        .filter(deliveries::not_before.le(now))
        .order((deliveries::not_before.asc(), deliveries::id.asc()))
        .limit(limit)
        .select((deliveries::all_columns, games::turn_began.nullable(), games::status.nullable()))
        .load(conn)?)
}

/// Notes the message in which some are sent.
pub fn set_message(conn: &mut AnyConn, ids: &[&str], message: &str) -> Result<(), StoreError> {
    diesel::update(deliveries::table.filter(deliveries::id.eq_any(ids)))
        .set(deliveries::message_id.eq(Some(message)))
        .execute(conn)?;
    Ok(())
}

/// Notes what became of some; those that were taken away meanwhile stay away.
pub fn note_attempt(conn: &mut AnyConn, ids: &[&str], attempt: &DeliveryAttempt) -> Result<(), StoreError> {
    let queued =
        deliveries::table.filter(deliveries::id.eq_any(ids)).filter(deliveries::status.eq(DeliveryStatus::Queued));
    diesel::update(queued)
        .set((
            deliveries::status.eq(attempt.status),
            deliveries::attempts.eq(deliveries::attempts + 1),
            deliveries::tried_at.eq(Some(attempt.at)),
            deliveries::answer.eq(attempt.answer),
            deliveries::error.eq(&attempt.error),
            deliveries::not_before.eq(attempt.not_before),
        ))
        .execute(conn)?;
    Ok(())
}

/// Takes some out of the line without trying them.
pub fn lay_aside(conn: &mut AnyConn, ids: &[&str], status: DeliveryStatus) -> Result<(), StoreError> {
    diesel::update(deliveries::table.filter(deliveries::id.eq_any(ids)))
        .set(deliveries::status.eq(status))
        .execute(conn)?;
    Ok(())
}

/// Takes everything of a channel out of the line.
pub fn drop_queue(conn: &mut AnyConn, channel: &str) -> Result<(), StoreError> {
    let queued = deliveries::table
        .filter(deliveries::channel_id.eq(channel))
        .filter(deliveries::status.eq(DeliveryStatus::Queued));
    diesel::update(queued).set(deliveries::status.eq(DeliveryStatus::Dropped)).execute(conn)?;
    Ok(())
}

/// Whether a channel was ever told of a game, as far as that is remembered.
pub fn was_told_of(conn: &mut AnyConn, channel: &str, game: &str) -> Result<bool, StoreError> {
    let told = deliveries::table.filter(deliveries::channel_id.eq(channel)).filter(deliveries::game_id.eq(game));
    Ok(diesel::select(diesel::dsl::exists(told)).get_result(conn)?)
}

/// Takes what a muted game still had to tell an account out of the line.
pub fn drop_of_game(conn: &mut AnyConn, channels: &[String], game: &str) -> Result<(), StoreError> {
    let queued = deliveries::table
        .filter(deliveries::game_id.eq(game))
        .filter(deliveries::channel_id.eq_any(channels))
        .filter(deliveries::status.eq(DeliveryStatus::Queued));
    diesel::update(queued).set(deliveries::status.eq(DeliveryStatus::Dropped)).execute(conn)?;
    Ok(())
}

/// The deliveries of a channel, newest first, before a moment and id.
pub fn list_deliveries(
    conn: &mut AnyConn, channel: &str, before: Option<(i64, String)>, limit: i64,
) -> Result<Vec<DeliveryRow>, StoreError> {
    let (at, id) = before.unwrap_or((i64::MAX, String::new()));
    Ok(deliveries::table
        .filter(deliveries::channel_id.eq(channel))
        .filter(deliveries::created_at.lt(at).or(deliveries::created_at.eq(at).and(deliveries::id.lt(id))))
        .order((deliveries::created_at.desc(), deliveries::id.desc()))
        .limit(limit)
        .load(conn)?)
}

/// How many a channel has in the line.
pub fn count_waiting(conn: &mut AnyConn, channel: &str) -> Result<i64, StoreError> {
    let queued = deliveries::table
        .filter(deliveries::channel_id.eq(channel))
        .filter(deliveries::status.eq(DeliveryStatus::Queued));
    Ok(queued.count().get_result(conn)?)
}

/// How many of a kind a channel was given since a moment.
pub fn count_since(conn: &mut AnyConn, channel: &str, kind: NotificationKind, since: i64) -> Result<i64, StoreError> {
    let recent = deliveries::table
        .filter(deliveries::channel_id.eq(channel))
        .filter(deliveries::kind.eq(kind))
        .filter(deliveries::created_at.gt(since));
    Ok(recent.count().get_result(conn)?)
}

pub fn insert_delivery(conn: &mut AnyConn, row: &DeliveryRow) -> Result<(), StoreError> {
    diesel::insert_into(deliveries::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn find_delivery(conn: &mut AnyConn, id: &str) -> Result<Option<DeliveryRow>, StoreError> {
    Ok(deliveries::table.filter(deliveries::id.eq(id)).first(conn).optional()?)
}

/// Clears away what is done with and older than a moment; how many.
pub fn sweep_deliveries(conn: &mut AnyConn, before: i64) -> Result<usize, StoreError> {
    let old = deliveries::table
        .filter(deliveries::status.ne(DeliveryStatus::Queued))
        .filter(deliveries::created_at.lt(before));
    Ok(diesel::delete(old).execute(conn)?)
}
