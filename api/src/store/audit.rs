//! Rows of the audit log. None is ever changed.

use diesel::prelude::*;

use super::schema::audit_log;
use super::{AnyConn, StoreError};
use crate::model::Deed;

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = audit_log)]
pub struct AuditRow {
    pub id: String,
    pub at: i64,
    /// None: by command on the server's machine.
    pub account_id: Option<String>,
    pub by_name: String,
    pub as_admin: bool,
    pub deed: Deed,
    pub game_id: Option<String>,
    pub about: String,
}

pub fn insert_deeds(conn: &mut AnyConn, rows: Vec<AuditRow>) -> Result<(), StoreError> {
    for row in rows {
        diesel::insert_into(audit_log::table).values(row).execute(conn)?;
    }
    Ok(())
}

/// What was done in a game, newest first, before a moment and id.
pub fn deeds_of_game(
    conn: &mut AnyConn, game: &str, before: Option<(i64, String)>, limit: i64,
) -> Result<Vec<AuditRow>, StoreError> {
    let (at, id) = before.unwrap_or((i64::MAX, String::new()));
    Ok(audit_log::table
        .filter(audit_log::game_id.eq(game))
        .filter(audit_log::at.lt(at).or(audit_log::at.eq(at).and(audit_log::id.lt(id))))
        .order((audit_log::at.desc(), audit_log::id.desc()))
        .limit(limit)
        .load(conn)?)
}

/// What was done last on this server, newest first.
pub fn last_deeds(conn: &mut AnyConn, limit: i64) -> Result<Vec<AuditRow>, StoreError> {
    Ok(audit_log::table.order((audit_log::at.desc(), audit_log::id.desc())).limit(limit).load(conn)?)
}
