//! Rows of musters, and of who has answered.

use diesel::prelude::*;

use super::schema::{muster_answers, musters};
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = musters)]
pub struct MusterRow {
    pub game_id: String,
    pub called_at: i64,
    pub closes_at: i64,
}

/// Calls a muster in place of one before.
pub fn put_muster(conn: &mut AnyConn, row: &MusterRow) -> Result<(), StoreError> {
    delete_muster(conn, &row.game_id)?;
    diesel::insert_into(musters::table).values(row.clone()).execute(conn)?;
    Ok(())
}

/// Takes a muster back, with all answers; whether there was one.
pub fn delete_muster(conn: &mut AnyConn, game: &str) -> Result<bool, StoreError> {
    diesel::delete(muster_answers::table.filter(muster_answers::game_id.eq(game))).execute(conn)?;
    Ok(diesel::delete(musters::table.filter(musters::game_id.eq(game))).execute(conn)? > 0)
}

pub fn find_muster(conn: &mut AnyConn, game: &str) -> Result<Option<MusterRow>, StoreError> {
    Ok(musters::table.filter(musters::game_id.eq(game)).first(conn).optional()?)
}

/// Notes that somebody is there; false when they said so before.
pub fn answer_muster(conn: &mut AnyConn, game: &str, account: &str, now: i64) -> Result<bool, StoreError> {
    if answers_of(conn, game)?.iter().any(|one| one == account) {
        return Ok(false);
    }
    let row =
        (muster_answers::game_id.eq(game), muster_answers::account_id.eq(account), muster_answers::answered_at.eq(now));
    diesel::insert_into(muster_answers::table).values(row).execute(conn)?;
    Ok(true)
}

/// The accounts that have answered.
pub fn answers_of(conn: &mut AnyConn, game: &str) -> Result<Vec<String>, StoreError> {
    Ok(muster_answers::table
        .filter(muster_answers::game_id.eq(game))
        .order((muster_answers::answered_at.asc(), muster_answers::account_id.asc()))
        .select(muster_answers::account_id)
        .load(conn)?)
}
