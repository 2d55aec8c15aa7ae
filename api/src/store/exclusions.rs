//! Rows of people who were taken off a seat by who runs the game.

use diesel::prelude::*;

use super::schema::exclusions;
use super::{AnyConn, StoreError};

/// Keeps an account out of a game from now on.
pub fn exclude(conn: &mut AnyConn, game: &str, account: &str, now: i64) -> Result<(), StoreError> {
    lift_exclusion(conn, game, account)?;
    let row = (exclusions::game_id.eq(game), exclusions::account_id.eq(account), exclusions::since_at.eq(now));
    diesel::insert_into(exclusions::table).values(row).execute(conn)?;
    Ok(())
}

/// Since when an account is kept out of a game.
pub fn excluded_since(conn: &mut AnyConn, game: &str, account: &str) -> Result<Option<i64>, StoreError> {
    Ok(exclusions::table
        .filter(exclusions::game_id.eq(game))
        .filter(exclusions::account_id.eq(account))
        .select(exclusions::since_at)
        .first(conn)
        .optional()?)
}

pub fn lift_exclusion(conn: &mut AnyConn, game: &str, account: &str) -> Result<(), StoreError> {
    let row = exclusions::table.filter(exclusions::game_id.eq(game)).filter(exclusions::account_id.eq(account));
    diesel::delete(row).execute(conn)?;
    Ok(())
}
