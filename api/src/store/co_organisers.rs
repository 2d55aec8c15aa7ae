//! Rows of people who run a game with its organiser.

use diesel::prelude::*;

use super::schema::co_organisers;
use super::{AnyConn, StoreError};

pub fn insert_co_organiser(conn: &mut AnyConn, game: &str, account: &str, now: i64) -> Result<(), StoreError> {
    let row = (co_organisers::game_id.eq(game), co_organisers::account_id.eq(account), co_organisers::since_at.eq(now));
    diesel::insert_into(co_organisers::table).values(row).execute(conn)?;
    Ok(())
}

pub fn delete_co_organiser(conn: &mut AnyConn, game: &str, account: &str) -> Result<(), StoreError> {
    let row =
        co_organisers::table.filter(co_organisers::game_id.eq(game)).filter(co_organisers::account_id.eq(account));
    diesel::delete(row).execute(conn)?;
    Ok(())
}

/// The accounts that run a game with its organiser, the longest first.
pub fn co_organisers_of(conn: &mut AnyConn, game: &str) -> Result<Vec<String>, StoreError> {
    Ok(co_organisers::table
        .filter(co_organisers::game_id.eq(game))
        .order((co_organisers::since_at.asc(), co_organisers::account_id.asc()))
        .select(co_organisers::account_id)
        .load(conn)?)
}

/// The same for several games: game and account.
pub fn co_organisers_of_games(conn: &mut AnyConn, games: &[String]) -> Result<Vec<(String, String)>, StoreError> {
    Ok(co_organisers::table
        .filter(co_organisers::game_id.eq_any(games))
        .order((co_organisers::since_at.asc(), co_organisers::account_id.asc()))
        .select((co_organisers::game_id, co_organisers::account_id))
        .load(conn)?)
}
