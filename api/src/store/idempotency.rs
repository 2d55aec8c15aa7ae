//! What was done under the callers' `Idempotency-Key`s, and how it was answered.

use diesel::prelude::*;

use super::schema::idempotency_keys as keys;
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = keys)]
pub struct KeptAnswer {
    pub account_id: String,
    pub key: String,
    pub request_hash: String,
    /// 0 while only the work is on record, and not the answer.
    pub status: i32,
    pub content_type: String,
    pub location: Option<String>,
    pub body: Vec<u8>,
    pub created_at: i64,
    /// What the work gave back, as JSON; none where a request was refused.
    pub made: Option<String>,
}

pub fn find(conn: &mut AnyConn, account: &str, key: &str) -> Result<Option<KeptAnswer>, StoreError> {
    Ok(keys::table.filter(keys::account_id.eq(account)).filter(keys::key.eq(key)).first(conn).optional()?)
}

/// Enters a key, unless it is there. On Postgres this waits for a transaction that is entering the same one.
pub fn enter(conn: &mut AnyConn, row: &KeptAnswer) -> Result<(), StoreError> {
    let row = row.clone();
    on!(conn, c => diesel::insert_into(keys::table).values(row).on_conflict_do_nothing().execute(c))?;
    Ok(())
}

/// Records what the work under a key gave back. False when another request did the work first.
pub fn record_work(conn: &mut AnyConn, account: &str, key: &str, made: &str) -> Result<bool, StoreError> {
    let entered = keys::table.filter(keys::account_id.eq(account)).filter(keys::key.eq(key));
    let changed = diesel::update(entered.filter(keys::made.is_null()))
        // The answer is that to the work, whatever a twin of the request was refused with before.
        .set((keys::made.eq(made), keys::status.eq(0)))
        .execute(conn)?;
    Ok(changed == 1)
}

/// Keeps the answer to work that is on record.
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

pub fn forget_older_than(conn: &mut AnyConn, time: i64) -> Result<usize, StoreError> {
    Ok(diesel::delete(keys::table.filter(keys::created_at.lt(time))).execute(conn)?)
}

/// Makes room for a key that was used so long ago that it may be used again.
pub fn forget_if_older(conn: &mut AnyConn, account: &str, key: &str, time: i64) -> Result<(), StoreError> {
    let entered = keys::table.filter(keys::account_id.eq(account)).filter(keys::key.eq(key));
    diesel::delete(entered.filter(keys::created_at.lt(time))).execute(conn)?;
    Ok(())
}
