//! Rows of people.

use diesel::prelude::*;

use super::schema::{accounts, api_tokens, sessions};
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = accounts)]
pub struct AccountRow {
    pub id: String,
    pub name: String,
    pub name_key: String,
    pub password_hash: String,
    pub is_admin: bool,
    pub created_at: i64,
    pub closed_at: Option<i64>,
    /// When whoever runs the server shut it out.
    pub suspended_at: Option<i64>,
}

pub fn insert_account(conn: &mut AnyConn, row: &AccountRow) -> Result<(), StoreError> {
    diesel::insert_into(accounts::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn find_account(conn: &mut AnyConn, id: &str) -> Result<Option<AccountRow>, StoreError> {
    Ok(accounts::table.filter(accounts::id.eq(id)).first(conn).optional()?)
}

/// The account of this name, whatever its case, unless it was closed.
pub fn find_account_by_name(conn: &mut AnyConn, name: &str) -> Result<Option<AccountRow>, StoreError> {
    Ok(accounts::table
        .filter(accounts::name_key.eq(name.to_lowercase()))
        .filter(accounts::closed_at.is_null())
        .first(conn)
        .optional()?)
}

/// Makes an account that is not closed an administrator's, or no longer; how many accounts of that name there are.
pub fn set_admin(conn: &mut AnyConn, name: &str, is_admin: bool) -> Result<usize, StoreError> {
    Ok(diesel::update(
        accounts::table.filter(accounts::name_key.eq(name.to_lowercase())).filter(accounts::closed_at.is_null()),
    )
    .set(accounts::is_admin.eq(is_admin))
    .execute(conn)?)
}

/// Shuts an account that is not closed out from a moment, or lets it in again; how many accounts of that name there are.
pub fn set_suspended(conn: &mut AnyConn, name: &str, since: Option<i64>) -> Result<usize, StoreError> {
    let open = accounts::table.filter(accounts::name_key.eq(name.to_lowercase())).filter(accounts::closed_at.is_null());
    Ok(diesel::update(open).set(accounts::suspended_at.eq(since)).execute(conn)?)
}

/// Names of the accounts that are shut out, in order.
pub fn list_suspended(conn: &mut AnyConn) -> Result<Vec<String>, StoreError> {
    Ok(accounts::table
        .filter(accounts::suspended_at.is_not_null())
        .filter(accounts::closed_at.is_null())
        .order(accounts::name_key)
        .select(accounts::name)
        .load(conn)?)
}

/// Names of the administrators, in order.
pub fn list_admins(conn: &mut AnyConn) -> Result<Vec<String>, StoreError> {
    Ok(accounts::table
        .filter(accounts::is_admin.eq(true))
        .filter(accounts::closed_at.is_null())
        .order(accounts::name_key)
        .select(accounts::name)
        .load(conn)?)
}

/// Gives an account without a password the name and the password of `named`; whether there was one.
pub fn name_guest(conn: &mut AnyConn, id: &str, named: &AccountRow) -> Result<bool, StoreError> {
    let guest = accounts::table
        .filter(accounts::id.eq(id))
        .filter(accounts::password_hash.eq(""))
        .filter(accounts::closed_at.is_null());
    let changed = diesel::update(guest)
        .set((
            accounts::name.eq(&named.name),
            accounts::name_key.eq(&named.name_key),
            accounts::password_hash.eq(&named.password_hash),
        ))
        .execute(conn)?;
    Ok(changed > 0)
}

pub fn set_password(conn: &mut AnyConn, id: &str, hash: &str) -> Result<(), StoreError> {
    diesel::update(accounts::table.filter(accounts::id.eq(id))).set(accounts::password_hash.eq(hash)).execute(conn)?;
    Ok(())
}

/// Closes an account. The row stays, because finished games name it, and keeps its name from everybody else; the
/// password is gone.
pub fn close_account(conn: &mut AnyConn, id: &str, now: i64) -> Result<(), StoreError> {
    diesel::update(accounts::table.filter(accounts::id.eq(id)))
        .set((
            accounts::name.eq("(closed account)"),
            accounts::password_hash.eq(""),
            accounts::is_admin.eq(false),
            accounts::closed_at.eq(Some(now)),
        ))
        .execute(conn)?;
    Ok(())
}

/// Closes accounts without a password that no session and no API token opens any more, a thousand at most; how many.
pub fn close_lost_guests(conn: &mut AnyConn, now: i64) -> Result<usize, StoreError> {
    let session = sessions::table
        .filter(sessions::account_id.eq(accounts::id))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::expires_at.gt(now));
    let token = api_tokens::table
        .filter(api_tokens::account_id.eq(accounts::id))
        .filter(api_tokens::revoked_at.is_null())
        .filter(api_tokens::expires_at.is_null().or(api_tokens::expires_at.gt(now)));
    let lost: Vec<String> = accounts::table
        .filter(accounts::password_hash.eq(""))
        .filter(accounts::closed_at.is_null())
        .filter(diesel::dsl::not(diesel::dsl::exists(session)))
        .filter(diesel::dsl::not(diesel::dsl::exists(token)))
        .select(accounts::id)
        .limit(1000)
        .load(conn)?;
    for id in &lost {
        close_account(conn, id, now)?;
    }
    Ok(lost.len())
}

/// The names behind a set of ids.
pub fn names_of(conn: &mut AnyConn, ids: &[String]) -> Result<Vec<(String, String)>, StoreError> {
    Ok(accounts::table.filter(accounts::id.eq_any(ids)).select((accounts::id, accounts::name)).load(conn)?)
}
