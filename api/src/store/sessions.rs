//! Rows of sessions and of the refresh tokens each has used up.

use diesel::prelude::*;

use super::schema::{accounts, refresh_tokens, sessions};
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = sessions)]
pub struct SessionRow {
    pub id: String,
    pub account_id: String,
    pub created_at: i64,
    pub expires_at: i64,
    pub revoked_at: Option<i64>,
}

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = refresh_tokens)]
pub struct RefreshRow {
    pub token_hash: String,
    pub session_id: String,
    pub created_at: i64,
    pub used_at: Option<i64>,
}

pub fn insert_session(conn: &mut AnyConn, row: &SessionRow) -> Result<(), StoreError> {
    diesel::insert_into(sessions::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn find_session(conn: &mut AnyConn, id: &str) -> Result<Option<SessionRow>, StoreError> {
    Ok(sessions::table.filter(sessions::id.eq(id)).first(conn).optional()?)
}

/// Those of some sessions that are still open.
pub fn live_sessions(conn: &mut AnyConn, ids: &[String], now: i64) -> Result<Vec<String>, StoreError> {
    Ok(sessions::table
        .inner_join(accounts::table.on(accounts::id.eq(sessions::account_id)))
        .filter(accounts::suspended_at.is_null())
        .filter(sessions::id.eq_any(ids))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::expires_at.gt(now))
        .select(sessions::id)
        .load(conn)?)
}

pub fn list_sessions(conn: &mut AnyConn, account: &str, now: i64) -> Result<Vec<SessionRow>, StoreError> {
    Ok(sessions::table
        .filter(sessions::account_id.eq(account))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::expires_at.gt(now))
        .order(sessions::created_at.desc())
        .limit(100)
        .load(conn)?)
}

pub fn extend_session(conn: &mut AnyConn, id: &str, expires_at: i64) -> Result<(), StoreError> {
    diesel::update(sessions::table.filter(sessions::id.eq(id)))
        .set(sessions::expires_at.eq(expires_at))
        .execute(conn)?;
    Ok(())
}

pub fn revoke_session(conn: &mut AnyConn, id: &str, now: i64) -> Result<usize, StoreError> {
    Ok(diesel::update(sessions::table.filter(sessions::id.eq(id)).filter(sessions::revoked_at.is_null()))
        .set(sessions::revoked_at.eq(Some(now)))
        .execute(conn)?)
}

/// Ends every session of an account; `but` stays open.
pub fn revoke_sessions_of(conn: &mut AnyConn, account: &str, but: Option<&str>, now: i64) -> Result<(), StoreError> {
    diesel::update(
        sessions::table
            .filter(sessions::account_id.eq(account))
            .filter(sessions::id.ne(but.unwrap_or_default()))
            .filter(sessions::revoked_at.is_null()),
    )
    .set(sessions::revoked_at.eq(Some(now)))
    .execute(conn)?;
    Ok(())
}

pub fn insert_refresh(conn: &mut AnyConn, row: &RefreshRow) -> Result<(), StoreError> {
    diesel::insert_into(refresh_tokens::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn find_refresh(conn: &mut AnyConn, hash: &str) -> Result<Option<RefreshRow>, StoreError> {
    Ok(refresh_tokens::table.filter(refresh_tokens::token_hash.eq(hash)).first(conn).optional()?)
}

/// Marks a refresh token used; false when somebody used it before.
pub fn use_refresh(conn: &mut AnyConn, hash: &str, now: i64) -> Result<bool, StoreError> {
    let used = diesel::update(
        refresh_tokens::table.filter(refresh_tokens::token_hash.eq(hash)).filter(refresh_tokens::used_at.is_null()),
    )
    .set(refresh_tokens::used_at.eq(Some(now)))
    .execute(conn)?;
    Ok(used == 1)
}

/// Forgets sessions that ran out before `now` with their tokens, and tokens used before `used_before`; how many rows.
pub fn sweep_sessions(conn: &mut AnyConn, now: i64, used_before: i64) -> Result<usize, StoreError> {
    let over = sessions::table.filter(sessions::expires_at.le(now)).select(sessions::id);
    let tokens = diesel::delete(refresh_tokens::table.filter(refresh_tokens::session_id.eq_any(over))).execute(conn)?;
    let sessions = diesel::delete(sessions::table.filter(sessions::expires_at.le(now))).execute(conn)?;
    let used = diesel::delete(
        refresh_tokens::table
            .filter(refresh_tokens::created_at.le(used_before))
            .filter(refresh_tokens::used_at.is_not_null()),
    )
    .execute(conn)?;
    Ok(tokens + sessions + used)
}
