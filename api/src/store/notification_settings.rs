//! Rows of when people want to be told of their games, and of which not at all.

use diesel::prelude::*;

use super::schema::{muted_games, notification_settings};
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = notification_settings)]
pub struct SettingsRow {
    pub account_id: String,
    pub zone: String,
    /// Minutes since midnight; both or neither.
    pub quiet_from: Option<i32>,
    pub quiet_to: Option<i32>,
    pub daily_at: i32,
}

impl SettingsRow {
    /// What holds for an account that has said nothing.
    pub fn usual(account: &str) -> SettingsRow {
        SettingsRow {
            account_id: account.to_owned(),
            zone: "UTC".into(),
            quiet_from: None,
            quiet_to: None,
            daily_at: 8 * 60,
        }
    }
}

/// The settings of an account, or the usual ones.
pub fn settings_of(conn: &mut AnyConn, account: &str) -> Result<SettingsRow, StoreError> {
    let row = notification_settings::table.filter(notification_settings::account_id.eq(account));
    let found: Option<SettingsRow> = row.first(conn).optional()?;
    Ok(found.unwrap_or_else(|| SettingsRow::usual(account)))
}

pub fn save_settings(conn: &mut AnyConn, row: &SettingsRow) -> Result<(), StoreError> {
    forget_settings(conn, &row.account_id)?;
    diesel::insert_into(notification_settings::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn forget_settings(conn: &mut AnyConn, account: &str) -> Result<(), StoreError> {
    let row = notification_settings::table.filter(notification_settings::account_id.eq(account));
    diesel::delete(row).execute(conn)?;
    Ok(())
}

/// The games that an account wants to hear nothing of, the newest first.
pub fn muted_by(conn: &mut AnyConn, account: &str) -> Result<Vec<String>, StoreError> {
    Ok(muted_games::table
        .filter(muted_games::account_id.eq(account))
        .order((muted_games::since_at.desc(), muted_games::game_id.desc()))
        .select(muted_games::game_id)
        .load(conn)?)
}

/// Those of some accounts that want to hear nothing of a game.
pub fn who_muted(conn: &mut AnyConn, accounts: &[&str], game: &str) -> Result<Vec<String>, StoreError> {
    Ok(muted_games::table
        .filter(muted_games::account_id.eq_any(accounts))
        .filter(muted_games::game_id.eq(game))
        .select(muted_games::account_id)
        .load(conn)?)
}

pub fn mute(conn: &mut AnyConn, account: &str, game: &str, now: i64) -> Result<(), StoreError> {
    let row = (muted_games::account_id.eq(account), muted_games::game_id.eq(game), muted_games::since_at.eq(now));
    on!(conn, c => diesel::insert_into(muted_games::table).values(row).on_conflict_do_nothing().execute(c))?;
    Ok(())
}

pub fn unmute(conn: &mut AnyConn, account: &str, game: &str) -> Result<(), StoreError> {
    let row = muted_games::table.filter(muted_games::account_id.eq(account)).filter(muted_games::game_id.eq(game));
    diesel::delete(row).execute(conn)?;
    Ok(())
}

/// Forgets all that an account has muted.
pub fn forget_muted(conn: &mut AnyConn, account: &str) -> Result<(), StoreError> {
    diesel::delete(muted_games::table.filter(muted_games::account_id.eq(account))).execute(conn)?;
    Ok(())
}
