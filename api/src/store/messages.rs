//! Rows of letters between seats.

use diesel::prelude::*;

use super::schema::messages;
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = messages)]
pub struct MessageRow {
    pub id: String,
    pub game_id: String,
    pub seq: i64,
    pub from_seat: i32,
    pub to_seats: String,
    pub body: String,
    pub sent_at: i64,
}

pub fn insert_message(conn: &mut AnyConn, row: &MessageRow) -> Result<(), StoreError> {
    diesel::insert_into(messages::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn next_number(conn: &mut AnyConn, game: &str) -> Result<i64, StoreError> {
    let last: Option<i64> =
        messages::table.filter(messages::game_id.eq(game)).select(diesel::dsl::max(messages::seq)).first(conn)?;
    Ok(last.unwrap_or(0) + 1)
}

/// Letters a seat wrote or received, newest first, older than `before`.
pub fn list_messages(
    conn: &mut AnyConn, game: &str, seat: i32, before: Option<i64>, after: i64, limit: i64,
) -> Result<Vec<MessageRow>, StoreError> {
    Ok(messages::table
        .filter(messages::game_id.eq(game))
        .filter(messages::seq.lt(before.unwrap_or(i64::MAX)))
        .filter(messages::seq.gt(after))
        .filter(messages::to_seats.eq("*").or(messages::to_seats.like(format!("%,{seat},%"))))
        .order(messages::seq.desc())
        .limit(limit)
        .load(conn)?)
}

pub fn count_unread(conn: &mut AnyConn, game: &str, seat: i32, read_to: i64) -> Result<i64, StoreError> {
    Ok(messages::table
        .filter(messages::game_id.eq(game))
        .filter(messages::seq.gt(read_to))
        .filter(messages::from_seat.ne(seat))
        .filter(messages::to_seats.eq("*").or(messages::to_seats.like(format!("%,{seat},%"))))
        .count()
        .get_result(conn)?)
}
