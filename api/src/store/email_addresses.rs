//! Rows of addresses at which mail has arrived for an account.

use diesel::prelude::*;

use super::schema::{accounts, email_addresses};
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = email_addresses)]
pub struct EmailRow {
    pub account_id: String,
    pub address: String,
    /// In small letters.
    pub address_key: String,
    pub verified_at: i64,
}

pub fn email_of(conn: &mut AnyConn, account: &str) -> Result<Option<EmailRow>, StoreError> {
    Ok(email_addresses::table.filter(email_addresses::account_id.eq(account)).first(conn).optional()?)
}

pub fn save_email(conn: &mut AnyConn, row: &EmailRow) -> Result<(), StoreError> {
    forget_email(conn, &row.account_id)?;
    diesel::insert_into(email_addresses::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn forget_email(conn: &mut AnyConn, account: &str) -> Result<usize, StoreError> {
    Ok(diesel::delete(email_addresses::table.filter(email_addresses::account_id.eq(account))).execute(conn)?)
}

/// The accounts, not closed, that have this address.
pub fn accounts_at(conn: &mut AnyConn, key: &str, limit: i64) -> Result<Vec<EmailRow>, StoreError> {
    Ok(email_addresses::table
        .inner_join(accounts::table.on(accounts::id.eq(email_addresses::account_id)))
        .filter(email_addresses::address_key.eq(key))
        .filter(accounts::closed_at.is_null())
        .order(email_addresses::account_id.asc())
        .limit(limit)
        .select(email_addresses::all_columns)
        .load(conn)?)
}
