//! Keys that all servers of a database share.

use diesel::prelude::*;

use super::schema::server_keys;
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = server_keys)]
pub struct KeyRow {
    pub purpose: String,
    pub secret: String,
    pub created_at: i64,
}

pub fn find_key(conn: &mut AnyConn, purpose: &str) -> Result<Option<String>, StoreError> {
    Ok(server_keys::table
        .filter(server_keys::purpose.eq(purpose))
        .select(server_keys::secret)
        .first(conn)
        .optional()?)
}

/// Puts a key in; a duplicate when the purpose has one already.
pub fn insert_key(conn: &mut AnyConn, row: &KeyRow) -> Result<(), StoreError> {
    diesel::insert_into(server_keys::table).values(row.clone()).execute(conn)?;
    Ok(())
}
