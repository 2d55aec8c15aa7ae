//! The database's clock.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::BigInt;

use super::{AnyConn, StoreError};

#[derive(QueryableByName)]
struct Moment {
    #[diesel(sql_type = BigInt)]
    ms: i64,
}

/// What the database's clock shows, in milliseconds since 1970. SQLite reads that of this machine.
pub fn now(conn: &mut AnyConn) -> Result<i64, StoreError> {
    let moment: Moment = match conn {
        AnyConn::Postgres(c) => {
            sql_query("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS ms").get_result(c)?
        }
        AnyConn::Sqlite(c) => {
            sql_query("SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) AS ms").get_result(c)?
        }
    };
    Ok(moment.ms)
}
