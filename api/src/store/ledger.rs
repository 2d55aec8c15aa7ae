//! Rows of the ledger: what was resolved, from what, to what.

use std::io::{Read, Write};

use diesel::prelude::*;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::schema::ledger;
use super::{AnyConn, StoreError};
use crate::model::StepCause;

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = ledger)]
pub struct LedgerRow {
    pub game_id: String,
    pub step: i32,
    pub label: String,
    pub cause: StepCause,
    #[diesel(column_name = sheets)]
    pub order_sets: String,
    pub dice_digest: String,
    pub state_hash: String,
    pub prev_hash: String,
    pub hash: String,
    pub state: Vec<u8>,
    pub resolved_at: i64,
    /// The step after which the campaign stood as it does again, where later steps were taken back.
    pub restores: Option<i32>,
}

/// A line of the ledger without the state itself.
#[derive(Debug, Clone, Queryable)]
pub struct LedgerLine {
    pub step: i32,
    pub label: String,
    pub cause: StepCause,
    #[diesel(column_name = sheets)]
    pub order_sets: String,
    pub dice_digest: String,
    pub state_hash: String,
    pub prev_hash: String,
    pub hash: String,
    pub resolved_at: i64,
    pub restores: Option<i32>,
}

pub fn insert_step(conn: &mut AnyConn, row: &LedgerRow) -> Result<(), StoreError> {
    insert_packed_step(conn, LedgerRow { state: pack(&row.state), ..row.clone() })
}

/// The same with a state that is [packed](pack) already.
pub fn insert_packed_step(conn: &mut AnyConn, row: LedgerRow) -> Result<(), StoreError> {
    diesel::insert_into(ledger::table).values(row).execute(conn)?;
    Ok(())
}

pub fn find_step(conn: &mut AnyConn, game: &str, step: i32) -> Result<Option<LedgerRow>, StoreError> {
    let found: Option<LedgerRow> =
        ledger::table.filter(ledger::game_id.eq(game)).filter(ledger::step.eq(step)).first(conn).optional()?;
    found.map(|row| Ok(LedgerRow { state: unpack(row.state)?, ..row })).transpose()
}

/// The head of the ledger after a step.
pub fn hash_of_step(conn: &mut AnyConn, game: &str, step: i32) -> Result<Option<String>, StoreError> {
    Ok(ledger::table
        .filter(ledger::game_id.eq(game))
        .filter(ledger::step.eq(step))
        .select(ledger::hash)
        .first(conn)
        .optional()?)
}

/// Lines after a step, oldest first.
pub fn list_steps(conn: &mut AnyConn, game: &str, after: i32, limit: i64) -> Result<Vec<LedgerLine>, StoreError> {
    Ok(ledger::table
        .filter(ledger::game_id.eq(game))
        .filter(ledger::step.gt(after))
        .order(ledger::step.asc())
        .limit(limit)
        .select((
            ledger::step,
            ledger::label,
            ledger::cause,
            ledger::sheets,
            ledger::dice_digest,
            ledger::state_hash,
            ledger::prev_hash,
            ledger::hash,
            ledger::resolved_at,
            ledger::restores,
        ))
        .load(conn)?)
}

/// Numbers of the steps after `after` that had this cause.
pub fn steps_by_cause(conn: &mut AnyConn, game: &str, cause: StepCause, after: i32) -> Result<Vec<i32>, StoreError> {
    Ok(ledger::table
        .filter(ledger::game_id.eq(game))
        .filter(ledger::step.gt(after))
        .filter(ledger::cause.eq(cause))
        .select(ledger::step)
        .load(conn)?)
}

/// What a packed state begins with (RFC 1950, with the usual window). A state that was stored as it is begins otherwise.
const ZLIB: u8 = 0x78;

/// A state as it is stored. A campaign may have thousands of steps, each with its whole state, and a state names its
/// fields again and again: packed it is several times smaller.
pub fn pack(state: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    let written = packed.write_all(state).and_then(|()| packed.finish());
    // Writing to memory does not fail; if it ever should, the state is kept as it is.
    written.unwrap_or_else(|_| state.to_vec())
}

fn unpack(stored: Vec<u8>) -> Result<Vec<u8>, StoreError> {
    if stored.first() != Some(&ZLIB) {
        return Ok(stored);
    }
    let mut state = Vec::new();
    let read = ZlibDecoder::new(stored.as_slice()).read_to_end(&mut state);
    read.map_err(|e| StoreError::Damaged(e.to_string()))?;
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_stored_small_and_comes_back_whole() {
        let state: Vec<u8> = b"CRSS".iter().copied().chain(b"garrison owner supply ".repeat(500)).collect();
        let stored = pack(&state);
        assert!(stored.len() < state.len() / 10, "{} of {}", stored.len(), state.len());
        assert_eq!(unpack(stored.clone()).expect("it is whole"), state);
        assert_eq!(unpack(state.clone()).expect("as it was stored before states were packed"), state);
        assert!(unpack(stored[..stored.len() / 2].to_vec()).is_err(), "half of it is damaged");
    }
}
