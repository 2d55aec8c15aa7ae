//! Rows of people who would take a seat that falls free.

use diesel::prelude::*;

use super::schema::substitutes;
use super::{AnyConn, StoreError};

/// Puts an account on the list; false when it stands there.
pub fn insert_substitute(conn: &mut AnyConn, game: &str, account: &str, now: i64) -> Result<bool, StoreError> {
    if substitutes_of(conn, game)?.iter().any(|(one, _)| one == account) {
        return Ok(false);
    }
    let row = (substitutes::game_id.eq(game), substitutes::account_id.eq(account), substitutes::since_at.eq(now));
    diesel::insert_into(substitutes::table).values(row).execute(conn)?;
    Ok(true)
}

/// Takes an account off the list; whether it stood there.
pub fn delete_substitute(conn: &mut AnyConn, game: &str, account: &str) -> Result<bool, StoreError> {
    let row = substitutes::table.filter(substitutes::game_id.eq(game)).filter(substitutes::account_id.eq(account));
    Ok(diesel::delete(row).execute(conn)? > 0)
}

/// Takes an account off every list.
pub fn delete_everywhere(conn: &mut AnyConn, account: &str) -> Result<(), StoreError> {
    diesel::delete(substitutes::table.filter(substitutes::account_id.eq(account))).execute(conn)?;
    Ok(())
}

/// The accounts on the list of a game and since when, the longest first.
pub fn substitutes_of(conn: &mut AnyConn, game: &str) -> Result<Vec<(String, i64)>, StoreError> {
    Ok(substitutes::table
        .filter(substitutes::game_id.eq(game))
        .order((substitutes::since_at.asc(), substitutes::account_id.asc()))
        .select((substitutes::account_id, substitutes::since_at))
        .load(conn)?)
}
