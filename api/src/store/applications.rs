//! Rows of third parties' applications, and of what people allowed them.

use diesel::prelude::*;

use super::schema::{api_tokens, applications, authorization_codes};
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = applications)]
pub struct ApplicationRow {
    pub id: String,
    pub account_id: String,
    pub name: String,
    /// With spaces between them.
    pub redirect_uris: String,
    pub created_at: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = authorization_codes)]
pub struct AuthorizationCodeRow {
    pub code_hash: String,
    pub application_id: String,
    pub account_id: String,
    pub redirect_uri: String,
    /// SHA-256 of the verifier, in base64 for addresses (RFC 7636).
    pub challenge: String,
    pub scopes: String,
    pub expires_at: i64,
    /// The token that was fetched with it.
    pub token_id: Option<String>,
}

pub fn insert_application(conn: &mut AnyConn, row: &ApplicationRow) -> Result<(), StoreError> {
    diesel::insert_into(applications::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn find_application(conn: &mut AnyConn, id: &str) -> Result<Option<ApplicationRow>, StoreError> {
    Ok(applications::table.filter(applications::id.eq(id)).first(conn).optional()?)
}

/// The applications of an account, newest first.
pub fn applications_of(conn: &mut AnyConn, account: &str) -> Result<Vec<ApplicationRow>, StoreError> {
    Ok(applications::table.filter(applications::account_id.eq(account)).order(applications::id.desc()).load(conn)?)
}

/// Takes an application away, with all that people allowed it; whether there was one.
pub fn delete_application(conn: &mut AnyConn, account: &str, id: &str, now: i64) -> Result<bool, StoreError> {
    let mine = applications::table.filter(applications::account_id.eq(account)).filter(applications::id.eq(id));
    if diesel::delete(mine).execute(conn)? == 0 {
        return Ok(false);
    }
    diesel::delete(authorization_codes::table.filter(authorization_codes::application_id.eq(id))).execute(conn)?;
    let good = api_tokens::table.filter(api_tokens::application_id.eq(id)).filter(api_tokens::revoked_at.is_null());
    diesel::update(good).set(api_tokens::revoked_at.eq(Some(now))).execute(conn)?;
    Ok(true)
}

pub fn insert_authorization_code(conn: &mut AnyConn, row: &AuthorizationCodeRow) -> Result<(), StoreError> {
    diesel::insert_into(authorization_codes::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn find_authorization_code(conn: &mut AnyConn, hash: &str) -> Result<Option<AuthorizationCodeRow>, StoreError> {
    Ok(authorization_codes::table.filter(authorization_codes::code_hash.eq(hash)).first(conn).optional()?)
}

/// Notes the token that a code was used for; false when somebody was first.
pub fn use_authorization_code(conn: &mut AnyConn, hash: &str, token: &str) -> Result<bool, StoreError> {
    let open = authorization_codes::table
        .filter(authorization_codes::code_hash.eq(hash))
        .filter(authorization_codes::token_id.is_null());
    Ok(diesel::update(open).set(authorization_codes::token_id.eq(Some(token))).execute(conn)? == 1)
}

/// Clears away codes that have run out before a moment; how many.
pub fn sweep_authorization_codes(conn: &mut AnyConn, before: i64) -> Result<usize, StoreError> {
    Ok(diesel::delete(authorization_codes::table.filter(authorization_codes::expires_at.lt(before))).execute(conn)?)
}
