//! Rows of how reliably people play.

use diesel::prelude::*;

use super::schema::player_records;
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, Default, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = player_records)]
pub struct PlayerRecordRow {
    pub account_id: String,
    /// Turns with a deadline for which orders were handed in.
    pub in_time: i64,
    /// Deadlines that were missed.
    pub missed: i64,
    /// Games played to their end.
    pub finished: i64,
    /// Games left while they ran.
    pub gave_up: i64,
    /// Games in which the seat was taken away.
    pub removed: i64,
}

pub fn find_record(conn: &mut AnyConn, account: &str) -> Result<Option<PlayerRecordRow>, StoreError> {
    Ok(player_records::table.filter(player_records::account_id.eq(account)).first(conn).optional()?)
}

/// Adds what somebody did to what stands there.
pub fn add_to_record(conn: &mut AnyConn, more: PlayerRecordRow) -> Result<(), StoreError> {
    let changed = diesel::update(player_records::table.filter(player_records::account_id.eq(&more.account_id)))
        .set((
            player_records::in_time.eq(player_records::in_time + more.in_time),
            player_records::missed.eq(player_records::missed + more.missed),
            player_records::finished.eq(player_records::finished + more.finished),
            player_records::gave_up.eq(player_records::gave_up + more.gave_up),
            player_records::removed.eq(player_records::removed + more.removed),
        ))
        .execute(conn)?;
    if changed == 0 {
        diesel::insert_into(player_records::table).values(more).execute(conn)?;
    }
    Ok(())
}
