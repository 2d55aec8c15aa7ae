//! Rows of the ledger: what was resolved, from what, to what.

use diesel::prelude::*;

use super::schema::ledger;
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = ledger)]
pub struct LedgerRow {
    pub game_id: String,
    pub step: i32,
    pub label: String,
    pub cause: String,
    pub sheets: String,
    pub dice_digest: String,
    pub state_hash: String,
    pub prev_hash: String,
    pub hash: String,
    pub state: Vec<u8>,
    pub resolved_at: i64,
}

/// A line of the ledger without the state itself.
#[derive(Debug, Clone, Queryable)]
pub struct LedgerLine {
    pub step: i32,
    pub label: String,
    pub cause: String,
    pub sheets: String,
    pub dice_digest: String,
    pub state_hash: String,
    pub prev_hash: String,
    pub hash: String,
    pub resolved_at: i64,
}

pub fn insert_step(conn: &mut AnyConn, row: &LedgerRow) -> Result<(), StoreError> {
    diesel::insert_into(ledger::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn find_step(conn: &mut AnyConn, game: &str, step: i32) -> Result<Option<LedgerRow>, StoreError> {
    Ok(ledger::table.filter(ledger::game_id.eq(game)).filter(ledger::step.eq(step)).first(conn).optional()?)
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
        ))
        .load(conn)?)
}
