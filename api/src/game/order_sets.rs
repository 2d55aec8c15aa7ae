//! Order sets as they are stored: made for seats whose holder did not write them, and read again.

use ai::Decision;
use kernel::{Campaign, Orders, SeatId, Value};

use crate::context::fault::Fault;
use crate::game::transaction::GameTransaction;
use crate::model::OrderAuthor;
use crate::store::orders::OrderSetRow;
use crate::store::packed::PackedBytes;

/// An order set that somebody else than the holder wrote, ready to be resolved.
pub(crate) fn order_set(
    tx: &GameTransaction, seat: usize, orders: &Orders, campaign: &dyn Campaign, author: OrderAuthor,
) -> OrderSetRow {
    let number = SeatId(u16::try_from(seat).unwrap_or(u16::MAX));
    let verdicts = campaign.check(number, orders);
    OrderSetRow {
        game_id: tx.game.id.clone(),
        step: tx.game.step,
        seat_idx: tx.seats[seat].idx,
        revision: 1,
        orders: orders.to_json().to_string(),
        verdicts: serde_json::to_string(&verdicts).unwrap_or_else(|_| "[]".into()),
        ready: true,
        has_orders: author != OrderAuthor::Default,
        author,
        stored_at: tx.now,
        decision: None,
        diagnostics: "[]".into(),
    }
}

/// Whether a computer player broke down over an order set, so that its default orders stand there.
pub(crate) fn broke_down(set: &OrderSetRow) -> bool {
    matches!(decision_of(set), Ok(Some(Decision { fallback: Some(_), .. })))
}

/// What a computer player decided, without its orders; none where somebody else wrote the order set.
pub(crate) fn decision_of(set: &OrderSetRow) -> Result<Option<Decision>, Fault> {
    let read = |record: &PackedBytes| serde_json::from_slice(&record.bytes()?).map_err(Fault::broken);
    set.decision.as_ref().map(read).transpose()
}

pub(crate) fn read_orders(set: &OrderSetRow) -> Result<Value, Fault> {
    serde_json::from_str(&set.orders).map_err(|e| Fault::broken(format!("stored orders cannot be read: {e}")))
}

/// The record of a decision as it is kept beside the orders, which are not kept twice.
pub(crate) fn record_of(decision: &Decision) -> Result<PackedBytes, Fault> {
    let record = Decision { orders: Value::Array(Vec::new()), ..decision.clone() };
    Ok(PackedBytes::of(&serde_json::to_vec(&record).map_err(Fault::broken)?))
}
