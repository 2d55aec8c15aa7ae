//! Rows of channels: where people are told what happens in their games.

use diesel::prelude::*;

use super::schema::{channels, deliveries};
use super::{AnyConn, StoreError};
use crate::model::{ChannelFormat, ChannelKind, DeliveryStatus, Pace};

/// How long a server may be busy with a channel before another takes it over, in milliseconds.
pub const LEASE_MS: i64 = 60_000;
/// The longest rest of a channel after a failure, in milliseconds.
pub const LONGEST_REST_MS: i64 = 8 * 3_600_000;
/// How far two readings of the database's clock may differ, in milliseconds.
const SLACK_MS: i64 = 10_000;

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = channels)]
pub struct ChannelRow {
    pub id: String,
    pub account_id: String,
    pub name: String,
    /// Empty where mail is sent to the address of the account.
    pub url: String,
    pub format: ChannelFormat,
    /// Kinds of notification, between spaces.
    pub kinds: String,
    /// Empty: all games; or ids between commas: `,a,b,`.
    pub games: String,
    pub pace: Pace,
    pub secret_version: i32,
    pub rotated_at: Option<i64>,
    pub created_at: i64,
    pub off_at: Option<i64>,
    pub off_reason: Option<String>,
    /// When the first of the failures in a row was.
    pub failing_since: Option<i64>,
    /// Failures in a row.
    pub failures: i32,
    pub rest_until: i64,
    pub lease_to: i64,
    pub leased_by: Option<String>,
    pub kind: ChannelKind,
}

pub fn insert_channel(conn: &mut AnyConn, row: &ChannelRow) -> Result<(), StoreError> {
    diesel::insert_into(channels::table).values(row.clone()).execute(conn)?;
    Ok(())
}

/// The channels of an account, oldest first.
pub fn channels_of(conn: &mut AnyConn, account: &str) -> Result<Vec<ChannelRow>, StoreError> {
    Ok(channels::table.filter(channels::account_id.eq(account)).order(channels::id.asc()).load(conn)?)
}

/// Channels of these accounts that are on.
pub fn open_channels_of(conn: &mut AnyConn, accounts: &[&str]) -> Result<Vec<ChannelRow>, StoreError> {
    let on = channels::table.filter(channels::account_id.eq_any(accounts)).filter(channels::off_at.is_null());
    Ok(on.order(channels::id.asc()).load(conn)?)
}

pub fn find_channel(conn: &mut AnyConn, account: &str, id: &str) -> Result<Option<ChannelRow>, StoreError> {
    let one = channels::table.filter(channels::account_id.eq(account)).filter(channels::id.eq(id));
    Ok(one.first(conn).optional()?)
}

/// Lays out a channel for change.
pub fn lock_channel(conn: &mut AnyConn, id: &str) -> Result<Option<ChannelRow>, StoreError> {
    Ok(match conn {
        AnyConn::Postgres(c) => channels::table.filter(channels::id.eq(id)).for_update().first(c).optional()?,
        // BEGIN IMMEDIATE holds the whole file already.
        AnyConn::Sqlite(c) => channels::table.filter(channels::id.eq(id)).first(c).optional()?,
    })
}

/// Writes a channel back, leaving alone who is busy with it.
pub fn save_channel(conn: &mut AnyConn, row: &ChannelRow) -> Result<(), StoreError> {
    diesel::update(channels::table.filter(channels::id.eq(&row.id)))
        .set((
            channels::name.eq(&row.name),
            channels::url.eq(&row.url),
            channels::format.eq(row.format),
            channels::kinds.eq(&row.kinds),
            channels::games.eq(&row.games),
            channels::pace.eq(row.pace),
            channels::secret_version.eq(row.secret_version),
            channels::rotated_at.eq(row.rotated_at),
            channels::off_at.eq(row.off_at),
            channels::off_reason.eq(&row.off_reason),
            channels::failing_since.eq(row.failing_since),
            channels::failures.eq(row.failures),
            channels::rest_until.eq(row.rest_until),
        ))
        .execute(conn)?;
    Ok(())
}

/// Takes a channel away with all that was to be told by it; whether there was one.
pub fn delete_channel(conn: &mut AnyConn, account: &str, id: &str) -> Result<bool, StoreError> {
    if find_channel(conn, account, id)?.is_none() {
        return Ok(false);
    }
    diesel::delete(deliveries::table.filter(deliveries::channel_id.eq(id))).execute(conn)?;
    Ok(diesel::delete(channels::table.filter(channels::id.eq(id))).execute(conn)? == 1)
}

/// Takes the channels away by which mail is sent to an account.
pub fn delete_email_channels_of(conn: &mut AnyConn, account: &str) -> Result<(), StoreError> {
    for channel in channels_of(conn, account)?.iter().filter(|channel| channel.kind == ChannelKind::Email) {
        delete_channel(conn, account, &channel.id)?;
    }
    Ok(())
}

/// Takes all channels of an account away.
pub fn delete_channels_of(conn: &mut AnyConn, account: &str) -> Result<(), StoreError> {
    for channel in channels_of(conn, account)? {
        delete_channel(conn, account, &channel.id)?;
    }
    Ok(())
}

/// Channels that have something to tell now and that nobody is busy with, the longest waiting first. A rest or a lease that
/// lasts longer than they do was written when the clock was ahead.
macro_rules! due {
    ($now:expr) => {
        deliveries::table
            .inner_join(channels::table.on(channels::id.eq(deliveries::channel_id)))
            .filter(deliveries::status.eq(DeliveryStatus::Queued))
            .filter(deliveries::not_before.le($now))
            .filter(channels::off_at.is_null())
            .filter(channels::rest_until.le($now).or(channels::rest_until.gt($now + LONGEST_REST_MS + SLACK_MS)))
            .filter(channels::lease_to.le($now).or(channels::lease_to.gt($now + LEASE_MS + SLACK_MS)))
            .order((deliveries::not_before.asc(), deliveries::id.asc()))
    };
}

pub fn any_due(conn: &mut AnyConn, now: i64) -> Result<bool, StoreError> {
    let found: Option<String> = due!(now).select(channels::id).first(conn).optional()?;
    Ok(found.is_some())
}

/// Takes the channel that has waited longest, so that nobody else is busy with it for a while.
pub fn claim_channel(conn: &mut AnyConn, now: i64, server: &str) -> Result<Option<ChannelRow>, StoreError> {
    let Some(mut found) = due!(now).select(channels::all_columns).first::<ChannelRow>(conn).optional()? else {
        return Ok(None);
    };
    let was = (found.lease_to, found.leased_by.clone());
    (found.lease_to, found.leased_by) = (now + LEASE_MS, Some(server.to_owned()));
    let mine = channels::table.filter(channels::id.eq(&found.id)).filter(channels::lease_to.eq(was.0));
    let taken = diesel::update(mine)
        .set((channels::lease_to.eq(found.lease_to), channels::leased_by.eq(&found.leased_by)))
        .execute(conn)?;
    Ok((taken == 1).then_some(found))
}

/// Lets a channel rest until a moment.
pub fn rest_channel(conn: &mut AnyConn, id: &str, until: i64) -> Result<(), StoreError> {
    diesel::update(channels::table.filter(channels::id.eq(id))).set(channels::rest_until.eq(until)).execute(conn)?;
    Ok(())
}

/// Lets a channel go that this server was busy with.
pub fn release_channel(conn: &mut AnyConn, id: &str, server: &str) -> Result<(), StoreError> {
    let mine = channels::table.filter(channels::id.eq(id)).filter(channels::leased_by.eq(server));
    diesel::update(mine).set((channels::lease_to.eq(0), channels::leased_by.eq(None::<String>))).execute(conn)?;
    Ok(())
}

/// Lets the channels go that a server, or any, was busy with when it fell.
pub fn release_channels(conn: &mut AnyConn, server: Option<&str>) -> Result<(), StoreError> {
    let free = (channels::lease_to.eq(0), channels::leased_by.eq(None::<String>));
    let leased = channels::table.filter(channels::lease_to.gt(0));
    match server {
        Some(server) => diesel::update(leased.filter(channels::leased_by.eq(server))).set(free).execute(conn)?,
        None => diesel::update(leased).set(free).execute(conn)?,
    };
    Ok(())
}
