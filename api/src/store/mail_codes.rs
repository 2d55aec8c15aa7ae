//! Rows of codes that are sent by mail, and of the mails themselves.

use diesel::prelude::*;

use super::schema::mail_codes;
use super::{AnyConn, StoreError};
use crate::model::{DeliveryStatus, MailPurpose};

/// No mail waits longer, in milliseconds.
const LONGEST_WAIT_MS: i64 = 86_400_000;

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = mail_codes)]
pub struct MailCodeRow {
    pub id: String,
    pub account_id: String,
    pub purpose: MailPurpose,
    pub address: String,
    pub address_key: String,
    pub created_at: i64,
    pub expires_at: i64,
    pub used_at: Option<i64>,
    pub status: DeliveryStatus,
    pub not_before: i64,
    pub attempts: i32,
    pub error: Option<String>,
}

pub fn insert_code(conn: &mut AnyConn, row: &MailCodeRow) -> Result<(), StoreError> {
    diesel::insert_into(mail_codes::table).values(row.clone()).execute(conn)?;
    Ok(())
}

/// How many were asked for since a moment: for a new password by the account, for an address by the account or for that address,
/// so that nobody's new password waits because somebody else names their address.
pub fn count_codes(
    conn: &mut AnyConn, account: &str, key: &str, purpose: MailPurpose, since: i64,
) -> Result<i64, StoreError> {
    let recent =
        mail_codes::table.filter(mail_codes::purpose.eq(purpose)).filter(mail_codes::created_at.gt(since)).count();
    Ok(match purpose {
        MailPurpose::Reset => recent.filter(mail_codes::account_id.eq(account)).get_result(conn)?,
        MailPurpose::Verify => {
            recent.filter(mail_codes::account_id.eq(account).or(mail_codes::address_key.eq(key))).get_result(conn)?
        }
    })
}

/// A code that is still good.
pub fn find_code(
    conn: &mut AnyConn, id: &str, purpose: MailPurpose, now: i64,
) -> Result<Option<MailCodeRow>, StoreError> {
    Ok(mail_codes::table
        .filter(mail_codes::id.eq(id))
        .filter(mail_codes::purpose.eq(purpose))
        .filter(mail_codes::used_at.is_null())
        .filter(mail_codes::expires_at.gt(now))
        .first(conn)
        .optional()?)
}

/// The newest code of an account for a purpose that is still good.
pub fn newest_code(
    conn: &mut AnyConn, account: &str, purpose: MailPurpose, now: i64,
) -> Result<Option<MailCodeRow>, StoreError> {
    Ok(mail_codes::table
        .filter(mail_codes::account_id.eq(account))
        .filter(mail_codes::purpose.eq(purpose))
        .filter(mail_codes::used_at.is_null())
        .filter(mail_codes::expires_at.gt(now))
        .order((mail_codes::created_at.desc(), mail_codes::id.desc()))
        .first(conn)
        .optional()?)
}

/// Uses a code up; false when somebody was first.
pub fn use_code(conn: &mut AnyConn, id: &str, now: i64) -> Result<bool, StoreError> {
    let open = mail_codes::table.filter(mail_codes::id.eq(id)).filter(mail_codes::used_at.is_null());
    Ok(diesel::update(open).set(mail_codes::used_at.eq(Some(now))).execute(conn)? == 1)
}

/// Makes all codes of an account for a purpose worthless, and sends none of them any more.
pub fn end_codes(conn: &mut AnyConn, account: &str, purpose: MailPurpose, now: i64) -> Result<(), StoreError> {
    let open = mail_codes::table
        .filter(mail_codes::account_id.eq(account))
        .filter(mail_codes::purpose.eq(purpose))
        .filter(mail_codes::used_at.is_null());
    diesel::update(open).set(mail_codes::used_at.eq(Some(now))).execute(conn)?;
    Ok(())
}

/// Mails that are to be sent now. A wait that lasts longer than any does was written when the clock was ahead.
macro_rules! due {
    ($now:expr) => {
        mail_codes::table
            .filter(mail_codes::status.eq(DeliveryStatus::Queued))
            .filter(mail_codes::not_before.le($now).or(mail_codes::not_before.gt($now + LONGEST_WAIT_MS)))
    };
}

/// Whether a mail is due.
pub fn any_mail_due(conn: &mut AnyConn, now: i64) -> Result<bool, StoreError> {
    Ok(due!(now).select(mail_codes::id).first::<String>(conn).optional()?.is_some())
}

/// Takes the mail that has waited longest, and puts it off until a moment, so that nobody else sends it meanwhile.
pub fn claim_mail(conn: &mut AnyConn, now: i64, until: i64) -> Result<Option<MailCodeRow>, StoreError> {
    let order = (mail_codes::not_before.asc(), mail_codes::id.asc());
    let Some(found) = due!(now).order(order).first::<MailCodeRow>(conn).optional()? else { return Ok(None) };
    let mine =
        mail_codes::table.filter(mail_codes::id.eq(&found.id)).filter(mail_codes::not_before.eq(found.not_before));
    let taken = diesel::update(mine)
        .set((mail_codes::not_before.eq(until), mail_codes::attempts.eq(found.attempts + 1)))
        .execute(conn)?;
    Ok((taken == 1).then_some(MailCodeRow { not_before: until, attempts: found.attempts + 1, ..found }))
}

/// Notes what became of a mail.
pub fn note_mail(
    conn: &mut AnyConn, id: &str, status: DeliveryStatus, error: Option<&str>, not_before: i64,
) -> Result<(), StoreError> {
    diesel::update(mail_codes::table.filter(mail_codes::id.eq(id)))
        .set((mail_codes::status.eq(status), mail_codes::error.eq(error), mail_codes::not_before.eq(not_before)))
        .execute(conn)?;
    Ok(())
}

/// Clears away what was asked for before a moment; how many.
pub fn sweep_codes(conn: &mut AnyConn, before: i64) -> Result<usize, StoreError> {
    Ok(diesel::delete(mail_codes::table.filter(mail_codes::created_at.lt(before))).execute(conn)?)
}

pub fn forget_codes_of(conn: &mut AnyConn, account: &str) -> Result<(), StoreError> {
    diesel::delete(mail_codes::table.filter(mail_codes::account_id.eq(account))).execute(conn)?;
    Ok(())
}
