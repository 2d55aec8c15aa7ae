//! Rows of API tokens. The token itself is never stored, only its hash.

use diesel::prelude::*;

use super::schema::{accounts, api_tokens, authorization_codes};
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = api_tokens)]
pub struct TokenRow {
    pub id: String,
    pub account_id: String,
    pub name: String,
    pub token_hash: String,
    pub scopes: String,
    pub created_at: i64,
    pub expires_at: Option<i64>,
    pub revoked_at: Option<i64>,
    /// The application that it was given to.
    pub application_id: Option<String>,
}

pub fn insert_token(conn: &mut AnyConn, row: &TokenRow) -> Result<(), StoreError> {
    diesel::insert_into(api_tokens::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn find_token_by_hash(conn: &mut AnyConn, hash: &str) -> Result<Option<TokenRow>, StoreError> {
    Ok(api_tokens::table.filter(api_tokens::token_hash.eq(hash)).first(conn).optional()?)
}

pub fn find_token(conn: &mut AnyConn, id: &str) -> Result<Option<TokenRow>, StoreError> {
    Ok(api_tokens::table.filter(api_tokens::id.eq(id)).first(conn).optional()?)
}

/// Those of some tokens that are still good, of accounts that are not shut out.
pub fn live_tokens(conn: &mut AnyConn, ids: &[String], now: i64) -> Result<Vec<String>, StoreError> {
    Ok(api_tokens::table
        .inner_join(accounts::table.on(accounts::id.eq(api_tokens::account_id)))
        .filter(accounts::suspended_at.is_null())
        .filter(api_tokens::id.eq_any(ids))
        .filter(api_tokens::revoked_at.is_null())
        .filter(api_tokens::expires_at.is_null().or(api_tokens::expires_at.gt(now)))
        .select(api_tokens::id)
        .load(conn)?)
}

pub fn list_tokens(conn: &mut AnyConn, account: &str) -> Result<Vec<TokenRow>, StoreError> {
    Ok(api_tokens::table
        .filter(api_tokens::account_id.eq(account))
        .filter(api_tokens::revoked_at.is_null())
        .order(api_tokens::id.desc())
        .limit(100)
        .load(conn)?)
}

pub fn revoke_token(conn: &mut AnyConn, account: &str, id: &str, now: i64) -> Result<usize, StoreError> {
    Ok(diesel::update(
        api_tokens::table
            .filter(api_tokens::account_id.eq(account))
            .filter(api_tokens::id.eq(id))
            .filter(api_tokens::revoked_at.is_null()),
    )
    .set(api_tokens::revoked_at.eq(Some(now)))
    .execute(conn)?)
}

/// Ends all tokens of an account, and what applications have not fetched yet.
pub fn revoke_tokens_of(conn: &mut AnyConn, account: &str, now: i64) -> Result<(), StoreError> {
    diesel::delete(
        authorization_codes::table
            .filter(authorization_codes::account_id.eq(account))
            .filter(authorization_codes::token_id.is_null()),
    )
    .execute(conn)?;
    diesel::update(
        api_tokens::table.filter(api_tokens::account_id.eq(account)).filter(api_tokens::revoked_at.is_null()),
    )
    .set(api_tokens::revoked_at.eq(Some(now)))
    .execute(conn)?;
    Ok(())
}
