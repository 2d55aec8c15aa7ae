//! Rows of people who run a game with its organiser.

use diesel::prelude::*;

use super::schema::{accounts, co_organisers, games};
use super::{AnyConn, StoreError};
use crate::model::GameStatus;

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

/// The games that are not over and that an account helps to run.
pub fn games_co_organised_by(conn: &mut AnyConn, account: &str) -> Result<Vec<String>, StoreError> {
    Ok(co_organisers::table
        .inner_join(games::table.on(games::id.eq(co_organisers::game_id)))
        .filter(co_organisers::account_id.eq(account))
        .filter(games::status.ne_all([GameStatus::Finished, GameStatus::Abandoned]))
        .select(games::id)
        .load(conn)?)
}

/// The games that are not over and that a closed account still helps to run.
pub fn games_co_organised_by_closed(conn: &mut AnyConn) -> Result<Vec<String>, StoreError> {
    Ok(co_organisers::table
        .inner_join(games::table.on(games::id.eq(co_organisers::game_id)))
        .inner_join(accounts::table.on(accounts::id.eq(co_organisers::account_id)))
        .filter(accounts::closed_at.is_not_null())
        .filter(games::status.ne_all([GameStatus::Finished, GameStatus::Abandoned]))
        .select(games::id)
        .load(conn)?)
}
