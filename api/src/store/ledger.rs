//! Rows of the ledger: what was resolved, from what, to what.

use diesel::prelude::*;

use super::packed::PackedBytes;
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
    pub order_sets: PackedBytes,
    pub dice_digest: String,
    pub state_hash: String,
    pub prev_hash: String,
    pub hash: String,
    /// A campaign may have thousands of steps, each with its whole state.
    pub state: PackedBytes,
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
    pub order_sets: PackedBytes,
    pub dice_digest: String,
    pub state_hash: String,
    pub prev_hash: String,
    pub hash: String,
    pub resolved_at: i64,
    pub restores: Option<i32>,
}

pub fn insert_step(conn: &mut AnyConn, row: LedgerRow) -> Result<(), StoreError> {
    diesel::insert_into(ledger::table).values(row).execute(conn)?;
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
