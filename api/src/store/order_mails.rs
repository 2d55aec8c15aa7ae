//! Rows of mails that came in with orders: where they are answered to, and the receipts on their way.

use diesel::prelude::*;

use super::schema::{order_mails, reply_addresses};
use super::{AnyConn, StoreError};
use crate::model::DeliveryStatus;

/// No receipt waits longer, in milliseconds.
const LONGEST_WAIT_MS: i64 = 86_400_000;

/// Where a person answers with orders for a seat.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = reply_addresses)]
pub struct ReplyAddressRow {
    pub id: String,
    pub account_id: String,
    pub game_id: String,
    pub seat_idx: i32,
    pub created_at: i64,
}

/// A mail with orders, and its receipt.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = order_mails)]
pub struct OrderMailRow {
    pub id: String,
    /// The same when the mail comes a second time.
    pub message_key: String,
    pub account_id: String,
    pub game_id: String,
    /// Subject and text of the receipt.
    pub subject: String,
    pub body: String,
    pub created_at: i64,
    pub status: DeliveryStatus,
    pub not_before: i64,
    pub attempts: i32,
    pub error: Option<String>,
}

/// The reply address of a person in a seat, made where there is none yet.
pub fn reply_address(conn: &mut AnyConn, new: &ReplyAddressRow) -> Result<ReplyAddressRow, StoreError> {
    on!(conn, c => diesel::insert_into(reply_addresses::table).values(new.clone()).on_conflict_do_nothing().execute(c))?;
    Ok(reply_addresses::table
        .filter(reply_addresses::account_id.eq(&new.account_id))
        .filter(reply_addresses::game_id.eq(&new.game_id))
        .filter(reply_addresses::seat_idx.eq(new.seat_idx))
        .first(conn)?)
}

pub fn find_reply_address(conn: &mut AnyConn, id: &str) -> Result<Option<ReplyAddressRow>, StoreError> {
    Ok(reply_addresses::table.filter(reply_addresses::id.eq(id)).first(conn).optional()?)
}

/// Puts a receipt in the line; nothing where the mail has one already.
pub fn insert_order_mail(conn: &mut AnyConn, row: &OrderMailRow) -> Result<(), StoreError> {
    on!(conn, c => diesel::insert_into(order_mails::table).values(row.clone()).on_conflict_do_nothing().execute(c))?;
    Ok(())
}

/// Whether this mail came before.
pub fn is_known(conn: &mut AnyConn, key: &str) -> Result<bool, StoreError> {
    let known = order_mails::table.filter(order_mails::message_key.eq(key)).select(order_mails::id);
    Ok(known.first::<String>(conn).optional()?.is_some())
}

/// How many mails of an account came since a moment.
pub fn count_order_mails(conn: &mut AnyConn, account: &str, since: i64) -> Result<i64, StoreError> {
    let recent =
        order_mails::table.filter(order_mails::account_id.eq(account)).filter(order_mails::created_at.gt(since));
    Ok(recent.count().get_result(conn)?)
}

/// Receipts that are to be sent now. A wait that lasts longer than any does was written when the clock was ahead.
macro_rules! due {
    ($now:expr) => {
        order_mails::table
            .filter(order_mails::status.eq(DeliveryStatus::Queued))
            .filter(order_mails::not_before.le($now).or(order_mails::not_before.gt($now + LONGEST_WAIT_MS)))
    };
}

/// Whether a receipt is due.
pub fn any_receipt_due(conn: &mut AnyConn, now: i64) -> Result<bool, StoreError> {
    Ok(due!(now).select(order_mails::id).first::<String>(conn).optional()?.is_some())
}

/// Takes the receipt that has waited longest, and puts it off until a moment, so that nobody else sends it meanwhile.
pub fn claim_receipt(conn: &mut AnyConn, now: i64, until: i64) -> Result<Option<OrderMailRow>, StoreError> {
    let order = (order_mails::not_before.asc(), order_mails::id.asc());
    let Some(found) = due!(now).order(order).first::<OrderMailRow>(conn).optional()? else { return Ok(None) };
    let mine =
        order_mails::table.filter(order_mails::id.eq(&found.id)).filter(order_mails::not_before.eq(found.not_before));
    let taken = diesel::update(mine)
        .set((order_mails::not_before.eq(until), order_mails::attempts.eq(found.attempts + 1)))
        .execute(conn)?;
    Ok((taken == 1).then_some(OrderMailRow { not_before: until, attempts: found.attempts + 1, ..found }))
}

/// Notes what became of a receipt.
pub fn note_receipt(
    conn: &mut AnyConn, id: &str, status: DeliveryStatus, error: Option<&str>, not_before: i64,
) -> Result<(), StoreError> {
    diesel::update(order_mails::table.filter(order_mails::id.eq(id)))
        .set((order_mails::status.eq(status), order_mails::error.eq(error), order_mails::not_before.eq(not_before)))
        .execute(conn)?;
    Ok(())
}

/// Clears away what came before a moment; how many.
pub fn sweep_order_mails(conn: &mut AnyConn, before: i64) -> Result<usize, StoreError> {
    Ok(diesel::delete(order_mails::table.filter(order_mails::created_at.lt(before))).execute(conn)?)
}

pub fn forget_order_mails_of(conn: &mut AnyConn, account: &str) -> Result<(), StoreError> {
    diesel::delete(order_mails::table.filter(order_mails::account_id.eq(account))).execute(conn)?;
    diesel::delete(reply_addresses::table.filter(reply_addresses::account_id.eq(account))).execute(conn)?;
    Ok(())
}
