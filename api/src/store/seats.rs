//! Rows of seats: who plays what.

use diesel::prelude::*;

use super::schema::{accounts, seats};
use super::{AnyConn, StoreError};
use crate::model::SeatKind;

#[derive(Debug, Clone, Queryable, Insertable, AsChangeset, PartialEq)]
#[diesel(table_name = seats, treat_none_as_null = true)]
pub struct SeatRow {
    pub game_id: String,
    pub idx: i32,
    pub key: String,
    pub name: String,
    pub kind: SeatKind,
    pub account_id: Option<String>,
    pub ai_level: Option<String>,
    pub stand_in: bool,
    pub missed: i32,
    /// Its powers are out of the campaign for good.
    pub is_out: bool,
}

pub fn insert_seat(conn: &mut AnyConn, row: &SeatRow) -> Result<(), StoreError> {
    diesel::insert_into(seats::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn seats_of(conn: &mut AnyConn, game: &str) -> Result<Vec<SeatRow>, StoreError> {
    Ok(seats::table.filter(seats::game_id.eq(game)).order(seats::idx.asc()).load(conn)?)
}

/// All seats of some games, by game and number.
pub fn seats_of_games(conn: &mut AnyConn, games: &[String]) -> Result<Vec<SeatRow>, StoreError> {
    Ok(seats::table.filter(seats::game_id.eq_any(games)).order((seats::game_id.asc(), seats::idx.asc())).load(conn)?)
}

pub fn save_seat(conn: &mut AnyConn, row: &SeatRow) -> Result<(), StoreError> {
    diesel::update(seats::table.filter(seats::game_id.eq(&row.game_id)).filter(seats::idx.eq(row.idx)))
        .set(row.clone())
        .execute(conn)?;
    Ok(())
}

/// The games in which an account holds a seat.
pub fn games_held_by(conn: &mut AnyConn, account: &str) -> Result<Vec<String>, StoreError> {
    Ok(seats::table.filter(seats::account_id.eq(account)).select(seats::game_id).distinct().load(conn)?)
}

/// The games in which somebody holds a seat whose account is closed.
pub fn games_held_by_closed(conn: &mut AnyConn) -> Result<Vec<String>, StoreError> {
    Ok(seats::table
        .inner_join(accounts::table.on(accounts::id.nullable().eq(seats::account_id)))
        .filter(accounts::closed_at.is_not_null())
        .select(seats::game_id)
        .distinct()
        .load(conn)?)
}
