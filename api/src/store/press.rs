//! Rows of what holds for letters: the rules of games, whom people block, and letters that were reported.

use diesel::prelude::*;

use super::schema::{abuse_reports, blocks, press_rules};
use super::{AnyConn, StoreError};

/// What holds for the letters of a game, as JSON; none where it is as usual.
pub fn find_press_rules(conn: &mut AnyConn, game: &str) -> Result<Option<String>, StoreError> {
    Ok(press_rules::table.filter(press_rules::game_id.eq(game)).select(press_rules::rules).first(conn).optional()?)
}

pub fn put_press_rules(conn: &mut AnyConn, game: &str, rules: &str) -> Result<(), StoreError> {
    diesel::delete(press_rules::table.filter(press_rules::game_id.eq(game))).execute(conn)?;
    let row = (press_rules::game_id.eq(game), press_rules::rules.eq(rules));
    diesel::insert_into(press_rules::table).values(row).execute(conn)?;
    Ok(())
}

/// Takes nothing from somebody any more.
pub fn insert_block(
    conn: &mut AnyConn, account: &str, blocked: &str, only_mutes: bool, now: i64,
) -> Result<(), StoreError> {
    let row = (
        blocks::account_id.eq(account),
        blocks::blocked_id.eq(blocked),
        blocks::since_at.eq(now),
        blocks::only_mutes.eq(only_mutes),
    );
    on!(conn, c => diesel::insert_into(blocks::table).values(row).on_conflict_do_nothing().execute(c))?;
    let known = blocks::table.filter(blocks::account_id.eq(account)).filter(blocks::blocked_id.eq(blocked));
    diesel::update(known).set(blocks::only_mutes.eq(only_mutes)).execute(conn)?;
    Ok(())
}

/// Whether there was such a block.
pub fn delete_block(conn: &mut AnyConn, account: &str, blocked: &str) -> Result<bool, StoreError> {
    let row = blocks::table.filter(blocks::account_id.eq(account)).filter(blocks::blocked_id.eq(blocked));
    Ok(diesel::delete(row).execute(conn)? > 0)
}

/// Whom an account blocks, since when, and whether it only mutes them; the newest first.
pub fn blocks_of(conn: &mut AnyConn, account: &str) -> Result<Vec<(String, i64, bool)>, StoreError> {
    Ok(blocks::table
        .filter(blocks::account_id.eq(account))
        .order((blocks::since_at.desc(), blocks::blocked_id.asc()))
        .select((blocks::blocked_id, blocks::since_at, blocks::only_mutes))
        .load(conn)?)
}

/// The accounts that take nothing from this one.
pub fn who_blocks(conn: &mut AnyConn, blocked: &str) -> Result<Vec<String>, StoreError> {
    let rows = blocks::table.filter(blocks::blocked_id.eq(blocked)).filter(blocks::only_mutes.eq(false));
    Ok(rows.select(blocks::account_id).load(conn)?)
}

/// The accounts to which letters of this one come without a sound.
pub fn who_mutes(conn: &mut AnyConn, muted: &str) -> Result<Vec<String>, StoreError> {
    let rows = blocks::table.filter(blocks::blocked_id.eq(muted)).filter(blocks::only_mutes.eq(true));
    Ok(rows.select(blocks::account_id).load(conn)?)
}

/// A letter that was reported.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = abuse_reports)]
pub struct AbuseReportRow {
    pub id: String,
    pub game_id: String,
    pub letter_id: String,
    /// Who held the seat that wrote it.
    pub author_id: Option<String>,
    pub reporter_id: String,
    pub reason: String,
    pub reported_at: i64,
    pub closed_at: Option<i64>,
}

pub fn insert_report(conn: &mut AnyConn, row: &AbuseReportRow) -> Result<(), StoreError> {
    diesel::insert_into(abuse_reports::table).values(row.clone()).execute(conn)?;
    Ok(())
}

/// The reports of a game, newest first; 200 at most.
pub fn reports_of(conn: &mut AnyConn, game: &str) -> Result<Vec<AbuseReportRow>, StoreError> {
    Ok(abuse_reports::table
        .filter(abuse_reports::game_id.eq(game))
        .order(abuse_reports::id.desc())
        .limit(200)
        .load(conn)?)
}

/// The open reports of all games, newest first.
pub fn open_reports(conn: &mut AnyConn, limit: i64) -> Result<Vec<AbuseReportRow>, StoreError> {
    Ok(abuse_reports::table
        .filter(abuse_reports::closed_at.is_null())
        .order(abuse_reports::id.desc())
        .limit(limit)
        .load(conn)?)
}

/// Closes an open report; false when there is none of this id in the game.
pub fn close_report(conn: &mut AnyConn, game: &str, id: &str, now: i64) -> Result<bool, StoreError> {
    let open = abuse_reports::table
        .filter(abuse_reports::game_id.eq(game))
        .filter(abuse_reports::id.eq(id))
        .filter(abuse_reports::closed_at.is_null());
    Ok(diesel::update(open).set(abuse_reports::closed_at.eq(Some(now))).execute(conn)? > 0)
}
