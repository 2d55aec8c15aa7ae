//! Rows of those who could read what a seat sees: its holders, and creators who read its computer player's decisions.

use diesel::prelude::*;

use super::schema::{games, seat_readers};
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = seat_readers)]
pub struct SeatReaderRow {
    pub id: String,
    pub game_id: String,
    pub seat_idx: i32,
    pub account_id: String,
    /// Whether the seat was theirs; else they read what its computer player decided.
    pub as_holder: bool,
    pub since_at: i64,
    pub from_step: i32,
    /// Empty while they hold the seat.
    pub until_at: Option<i64>,
    pub to_step: Option<i32>,
}

pub fn insert_seat_reader(conn: &mut AnyConn, row: &SeatReaderRow) -> Result<(), StoreError> {
    diesel::insert_into(seat_readers::table).values(row.clone()).execute(conn)?;
    Ok(())
}

/// A holder leaves a seat: nothing after this step was theirs to read.
pub fn end_holding(
    conn: &mut AnyConn, game: &str, seat: i32, account: &str, at: i64, step: i32,
) -> Result<(), StoreError> {
    let held = seat_readers::table
        .filter(seat_readers::game_id.eq(game))
        .filter(seat_readers::seat_idx.eq(seat))
        .filter(seat_readers::account_id.eq(account))
        .filter(seat_readers::as_holder.eq(true))
        .filter(seat_readers::until_at.is_null());
    diesel::update(held)
        .set((seat_readers::until_at.eq(Some(at)), seat_readers::to_step.eq(Some(step))))
        .execute(conn)?;
    Ok(())
}

/// A holder leaves a seat before there was anything to read.
pub fn forget_holding(conn: &mut AnyConn, game: &str, seat: i32, account: &str) -> Result<(), StoreError> {
    let held = seat_readers::table
        .filter(seat_readers::game_id.eq(game))
        .filter(seat_readers::seat_idx.eq(seat))
        .filter(seat_readers::account_id.eq(account));
    diesel::delete(held).execute(conn)?;
    Ok(())
}

/// The seats of a campaign that an account could ever read, each with whether it held it. A campaign is known by the
/// commitment of its dice: a game that was put in again from an archive is the same campaign.
pub fn seats_read(conn: &mut AnyConn, commitment: &str, account: &str) -> Result<Vec<(i32, bool)>, StoreError> {
    Ok(seat_readers::table
        .inner_join(games::table.on(games::id.eq(seat_readers::game_id)))
        .filter(seat_readers::account_id.eq(account))
        .filter(games::commitment.eq(commitment))
        .select((seat_readers::seat_idx, seat_readers::as_holder))
        .load(conn)?)
}

/// The seats that an account holds or held, the first one first.
pub fn held_by_account(conn: &mut AnyConn, account: &str) -> Result<Vec<SeatReaderRow>, StoreError> {
    Ok(seat_readers::table
        .filter(seat_readers::account_id.eq(account))
        .filter(seat_readers::as_holder.eq(true))
        .order((seat_readers::since_at.asc(), seat_readers::id.asc()))
        .load(conn)?)
}

/// Seat number and account of those who hold a seat of a game, whoever has held theirs longest first.
pub fn holders_by_age(conn: &mut AnyConn, game: &str) -> Result<Vec<(i32, String)>, StoreError> {
    Ok(seat_readers::table
        .filter(seat_readers::game_id.eq(game))
        .filter(seat_readers::as_holder.eq(true))
        .filter(seat_readers::until_at.is_null())
        .order((seat_readers::since_at.asc(), seat_readers::seat_idx.asc()))
        .select((seat_readers::seat_idx, seat_readers::account_id))
        .load(conn)?)
}
