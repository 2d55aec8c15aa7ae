//! Rows of how reliably people play.

use std::collections::BTreeMap;

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

/// Adds what people did to what stands there. Always in the order of the accounts, so that two games which end their turns at the same
/// moment wait for each other and do not stand in each other's way.
pub fn add_to_records(conn: &mut AnyConn, more: Vec<PlayerRecordRow>) -> Result<(), StoreError> {
    let mut sums: BTreeMap<String, PlayerRecordRow> = BTreeMap::new();
    for row in more {
        let empty = || PlayerRecordRow { account_id: row.account_id.clone(), ..PlayerRecordRow::default() };
        let sum = sums.entry(row.account_id.clone()).or_insert_with(empty);
        sum.in_time += row.in_time;
        sum.missed += row.missed;
        sum.finished += row.finished;
        sum.gave_up += row.gave_up;
        sum.removed += row.removed;
    }
    for sum in sums.into_values() {
        let empty = PlayerRecordRow { account_id: sum.account_id.clone(), ..PlayerRecordRow::default() };
        on!(conn, c => diesel::insert_into(player_records::table).values(empty).on_conflict_do_nothing().execute(c))?;
        diesel::update(player_records::table.filter(player_records::account_id.eq(&sum.account_id)))
            .set((
                player_records::in_time.eq(player_records::in_time + sum.in_time),
                player_records::missed.eq(player_records::missed + sum.missed),
                player_records::finished.eq(player_records::finished + sum.finished),
                player_records::gave_up.eq(player_records::gave_up + sum.gave_up),
                player_records::removed.eq(player_records::removed + sum.removed),
            ))
            .execute(conn)?;
    }
    Ok(())
}
