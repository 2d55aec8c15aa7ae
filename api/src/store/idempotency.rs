//! Answers kept under the caller's `Idempotency-Key`.

use diesel::prelude::*;

use super::schema::idempotency_keys as keys;
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = keys)]
pub struct KeptAnswer {
    pub account_id: String,
    pub key: String,
    pub request_hash: String,
    /// 0 while the first request is under way.
    pub status: i32,
    pub content_type: String,
    pub location: Option<String>,
    pub body: Vec<u8>,
    pub created_at: i64,
}

pub fn find(conn: &mut AnyConn, account: &str, key: &str) -> Result<Option<KeptAnswer>, StoreError> {
    Ok(keys::table.filter(keys::account_id.eq(account)).filter(keys::key.eq(key)).first(conn).optional()?)
}

pub fn claim(conn: &mut AnyConn, row: &KeptAnswer) -> Result<(), StoreError> {
    diesel::insert_into(keys::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn keep(conn: &mut AnyConn, row: &KeptAnswer) -> Result<(), StoreError> {
    diesel::update(keys::table.filter(keys::account_id.eq(&row.account_id)).filter(keys::key.eq(&row.key)))
        .set((
            keys::status.eq(row.status),
            keys::content_type.eq(&row.content_type),
            keys::location.eq(&row.location),
            keys::body.eq(&row.body),
        ))
        .execute(conn)?;
    Ok(())
}

pub fn forget(conn: &mut AnyConn, account: &str, key: &str) -> Result<(), StoreError> {
    diesel::delete(keys::table.filter(keys::account_id.eq(account)).filter(keys::key.eq(key))).execute(conn)?;
    Ok(())
}

pub fn forget_older_than(conn: &mut AnyConn, time: i64) -> Result<usize, StoreError> {
    Ok(diesel::delete(keys::table.filter(keys::created_at.lt(time))).execute(conn)?)
}
