//! Who held the seats of an imported game, where it was played.

use diesel::prelude::*;

use super::schema::archived_holders;
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = archived_holders)]
pub struct ArchivedHolder {
    pub game_id: String,
    pub seat_idx: i32,
    /// In the archive's words: a name, or a level of the computer player.
    pub holder: String,
}

pub fn insert_holder(conn: &mut AnyConn, row: &ArchivedHolder) -> Result<(), StoreError> {
    diesel::insert_into(archived_holders::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn holders_of(conn: &mut AnyConn, games: &[String]) -> Result<Vec<ArchivedHolder>, StoreError> {
    Ok(archived_holders::table.filter(archived_holders::game_id.eq_any(games)).load(conn)?)
}
