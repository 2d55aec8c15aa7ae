//! Rows of order sets: one per seat and step.

use diesel::prelude::*;

use super::packed::PackedBytes;
use super::schema::order_sets;
use super::{AnyConn, StoreError};
use crate::model::OrderAuthor;

#[derive(Debug, Clone, Queryable, Insertable, AsChangeset, PartialEq)]
#[diesel(table_name = order_sets)]
pub struct OrderSetRow {
    pub game_id: String,
    pub step: i32,
    pub seat_idx: i32,
    pub revision: i32,
    pub orders: String,
    pub verdicts: String,
    pub ready: bool,
    pub has_orders: bool,
    pub author: OrderAuthor,
    pub stored_at: i64,
    /// The record of a computer player's decision: an [`ai::Decision`] as JSON, without its orders.
    pub decision: Option<PackedBytes>,
    /// Lines of shorthand that were not understood: a list of [`kernel::Diagnostic`] as JSON.
    pub diagnostics: String,
}

pub fn find_orders(conn: &mut AnyConn, game: &str, step: i32, seat: i32) -> Result<Option<OrderSetRow>, StoreError> {
    Ok(order_sets::table
        .filter(order_sets::game_id.eq(game))
        .filter(order_sets::step.eq(step))
        .filter(order_sets::seat_idx.eq(seat))
        .first(conn)
        .optional()?)
}

/// All order sets of a step, in order of receipt.
pub fn orders_of_step(conn: &mut AnyConn, game: &str, step: i32) -> Result<Vec<OrderSetRow>, StoreError> {
    Ok(order_sets::table
        .filter(order_sets::game_id.eq(game))
        .filter(order_sets::step.eq(step))
        .order((order_sets::stored_at.asc(), order_sets::seat_idx.asc()))
        .load(conn)?)
}

/// Who wrote the order sets that were carried out for a seat in the steps from `from` on, before `to`.
pub fn authors_between(
    conn: &mut AnyConn, game: &str, seat: i32, from: i32, to: i32,
) -> Result<Vec<OrderAuthor>, StoreError> {
    Ok(order_sets::table
        .filter(order_sets::game_id.eq(game))
        .filter(order_sets::step.ge(from))
        .filter(order_sets::step.lt(to))
        .filter(order_sets::seat_idx.eq(seat))
        .filter(order_sets::ready.eq(true))
        .select(order_sets::author)
        .load(conn)?)
}

/// Of how many of these steps a seat's own order set was the one carried out.
pub fn count_carried_out(conn: &mut AnyConn, game: &str, seat: i32, steps: &[i32]) -> Result<i64, StoreError> {
    Ok(order_sets::table
        .filter(order_sets::game_id.eq(game))
        .filter(order_sets::step.eq_any(steps))
        .filter(order_sets::seat_idx.eq(seat))
        .filter(order_sets::author.eq(OrderAuthor::Player))
        .filter(order_sets::ready.eq(true))
        .count()
        .get_result(conn)?)
}

/// The seats for which people handed orders in, in any of these steps.
pub fn seats_served_between(conn: &mut AnyConn, game: &str, from: i32, to: i32) -> Result<Vec<i32>, StoreError> {
    Ok(order_sets::table
        .filter(order_sets::game_id.eq(game))
        .filter(order_sets::step.between(from, to))
        .filter(order_sets::author.eq(OrderAuthor::Player))
        .select(order_sets::seat_idx)
        .distinct()
        .load(conn)?)
}

/// The seats that somebody else than a computer player has written orders for in any step, the present one too.
pub fn seats_ordered_by_people(conn: &mut AnyConn, game: &str) -> Result<Vec<i32>, StoreError> {
    Ok(order_sets::table
        .filter(order_sets::game_id.eq(game))
        .filter(order_sets::author.ne(OrderAuthor::Computer))
        .select(order_sets::seat_idx)
        .distinct()
        .load(conn)?)
}

/// Order sets of computer players for these seats that were carried out, in order of step and seat: after a place in that
/// order, for steps before `to`.
pub fn list_decisions(
    conn: &mut AnyConn, game: &str, seats: &[i32], after: (i32, i32), to: i32, limit: i64,
) -> Result<Vec<OrderSetRow>, StoreError> {
    let (step, seat) = after;
    Ok(order_sets::table
        .filter(order_sets::game_id.eq(game))
        .filter(order_sets::decision.is_not_null())
        .filter(order_sets::ready.eq(true))
        .filter(order_sets::step.lt(to))
        .filter(order_sets::seat_idx.eq_any(seats))
        .filter(order_sets::step.gt(step).or(order_sets::step.eq(step).and(order_sets::seat_idx.gt(seat))))
        .order((order_sets::step.asc(), order_sets::seat_idx.asc()))
        .limit(limit)
        .load(conn)?)
}

/// Stores an order set in place of what the seat had for this step. The game row must be locked.
pub fn put_orders(conn: &mut AnyConn, row: &OrderSetRow) -> Result<(), StoreError> {
    // The first of a seat most often replaces nothing, and databases keep the plan of an `INSERT`, but not that of an `UPDATE`.
    let is_first = row.revision == 1;
    if is_first && add_orders(conn, row)? {
        return Ok(());
    }
    let replaced = diesel::update(
        order_sets::table
            .filter(order_sets::game_id.eq(&row.game_id))
            .filter(order_sets::step.eq(row.step))
            .filter(order_sets::seat_idx.eq(row.seat_idx)),
    )
    .set(row.clone())
    .execute(conn)?;
    if replaced == 0 && !is_first {
        add_orders(conn, row)?;
    }
    Ok(())
}

/// Stores an order set unless there is one; whether there was none.
fn add_orders(conn: &mut AnyConn, row: &OrderSetRow) -> Result<bool, StoreError> {
    let row = row.clone();
    let added = on!(conn, c => {
        diesel::insert_into(order_sets::table).values(row).on_conflict_do_nothing().execute(c)
    })?;
    Ok(added == 1)
}

pub fn delete_orders(conn: &mut AnyConn, game: &str, step: i32, seat: i32) -> Result<usize, StoreError> {
    Ok(diesel::delete(
        order_sets::table
            .filter(order_sets::game_id.eq(game))
            .filter(order_sets::step.eq(step))
            .filter(order_sets::seat_idx.eq(seat)),
    )
    .execute(conn)?)
}

/// Takes back every "ready" of a step but those of `seats`: theirs are the order sets to be carried out.
pub fn clear_ready(conn: &mut AnyConn, game: &str, step: i32, seats: &[i32]) -> Result<(), StoreError> {
    let others = order_sets::table
        .filter(order_sets::game_id.eq(game))
        .filter(order_sets::step.eq(step))
        .filter(order_sets::ready.eq(true))
        .filter(order_sets::seat_idx.ne_all(seats));
    diesel::update(others).set(order_sets::ready.eq(false)).execute(conn)?;
    Ok(())
}
