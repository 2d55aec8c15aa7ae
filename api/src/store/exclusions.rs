//! Rows of people who may not take a seat of a game: taken off one by who runs it, or banned.

use diesel::prelude::*;

use super::schema::exclusions;
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = exclusions)]
pub struct ExclusionRow {
    pub game_id: String,
    pub account_id: String,
    pub since_at: i64,
    /// Whether it stands whatever invitation comes.
    pub banned: bool,
}

/// Keeps an account out of a game from now on. A ban stays one.
pub fn exclude(conn: &mut AnyConn, game: &str, account: &str, banned: bool, now: i64) -> Result<(), StoreError> {
    let banned = banned || exclusion_of(conn, game, account)?.is_some_and(|row| row.banned);
    lift_exclusion(conn, game, account)?;
    let row = ExclusionRow { game_id: game.to_owned(), account_id: account.to_owned(), since_at: now, banned };
    diesel::insert_into(exclusions::table).values(row).execute(conn)?;
    Ok(())
}

/// How an account is kept out of a game, if it is.
pub fn exclusion_of(conn: &mut AnyConn, game: &str, account: &str) -> Result<Option<ExclusionRow>, StoreError> {
    Ok(exclusions::table
        .filter(exclusions::game_id.eq(game))
        .filter(exclusions::account_id.eq(account))
        .first(conn)
        .optional()?)
}

/// Everybody who is kept out of a game, the newest first.
pub fn exclusions_of(conn: &mut AnyConn, game: &str) -> Result<Vec<ExclusionRow>, StoreError> {
    Ok(exclusions::table
        .filter(exclusions::game_id.eq(game))
        .order((exclusions::since_at.desc(), exclusions::account_id.asc()))
        .load(conn)?)
}

/// How many people are kept out of a game.
pub fn count_exclusions(conn: &mut AnyConn, game: &str) -> Result<i64, StoreError> {
    Ok(exclusions::table.filter(exclusions::game_id.eq(game)).count().get_result(conn)?)
}

/// Lets an account in again; whether it was kept out.
pub fn lift_exclusion(conn: &mut AnyConn, game: &str, account: &str) -> Result<bool, StoreError> {
    let row = exclusions::table.filter(exclusions::game_id.eq(game)).filter(exclusions::account_id.eq(account));
    Ok(diesel::delete(row).execute(conn)? > 0)
}
