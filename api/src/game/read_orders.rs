//! An order set is read and judged: a bounded piece of work, whatever it says, with no connection to the store in hand.

use kernel::bounds::of_orders;
use kernel::shorthand::BEYOND;
use kernel::{Campaign, Diagnostic, SeatId, Value, Verdict};

use crate::context::fault::{Fault, Flaw, Why};
use crate::model::LeftOut;
use crate::store::orders::OrderSetRow;

/// A default of more orders than these is not spelt out in a hint.
const MOST_HINTED: usize = 3;

/// What a seat hands in.
#[derive(Debug, Clone)]
pub enum SubmittedOrders {
    Json(Vec<Value>),
    Shorthand(String),
}

/// An order set that was read.
pub struct Read {
    pub orders: Value,
    pub verdicts: Vec<Verdict>,
    pub diagnostics: Vec<Diagnostic>,
}

/// What of these is not understood.
fn not_understood(diagnostics: &[Diagnostic], verdicts: &[Verdict]) -> Vec<LeftOut> {
    let line = |wrong: &Diagnostic| LeftOut {
        span: Some(wrong.span),
        pointer: None,
        code: wrong.code.clone(),
        detail: wrong.detail.clone(),
        hint: wrong.hint.clone(),
    };
    let order = |verdict: &Verdict| LeftOut {
        span: verdict.span,
        pointer: Some(verdict.pointer.clone()),
        code: verdict.code.clone(),
        detail: verdict.detail.clone(),
        hint: verdict.hint.clone(),
    };
    let unread = verdicts.iter().filter(|verdict| verdict.is_not_understood()).map(order);
    diagnostics.iter().map(line).chain(unread).collect()
}

/// What of a stored set is not understood.
pub(crate) fn left_out(row: &OrderSetRow) -> Result<Vec<LeftOut>, Fault> {
    let diagnostics: Vec<Diagnostic> = serde_json::from_str(&row.diagnostics).map_err(Fault::broken)?;
    let verdicts: Vec<Verdict> = serde_json::from_str(&row.verdicts).map_err(Fault::broken)?;
    Ok(not_understood(&diagnostics, &verdicts))
}

impl Read {
    pub fn left_out(&self) -> Vec<LeftOut> {
        not_understood(&self.diagnostics, &self.verdicts)
    }

    /// The next order may end the turn for which the misspelt one was meant.
    pub fn must_be_understood(&self) -> Result<(), Fault> {
        let flaws: Vec<Flaw> = self.left_out().into_iter().map(Flaw::from).collect();
        if flaws.is_empty() {
            return Ok(());
        }
        let detail = "Orders are carried out at once here, and one of this order set is not understood: none of them was \
                      carried out.";
        Err(Fault::of(Why::Invalid, "orders-not-understood", detail).with_flaws(flaws))
    }

    /// Where orders are carried out at once, silence is no way to pass: the rules ask for an order.
    pub fn must_say_something(&self, campaign: &dyn Campaign, seat: SeatId) -> Result<(), Fault> {
        if self.orders.as_array().is_some_and(|orders| !orders.is_empty()) {
            return Ok(());
        }
        let mut flaw = Flaw::at("/orders", "no-orders", "There is no order here.");
        let default = campaign.default_orders(seat);
        if (1..=MOST_HINTED).contains(&default.len()) {
            flaw = flaw.hint(format!("The default here is {}.", default.to_json()));
        }
        let detail = "Orders are carried out at once here, and this order set has none: nothing was done, and nothing has ended.";
        Err(Fault::of(Why::Invalid, "no-orders", detail).with_flaws(vec![flaw]))
    }
}

/// Reads an order set and judges it by what its seat knows.
pub fn read_order_set(campaign: &dyn Campaign, seat: SeatId, order_set: &SubmittedOrders) -> Result<Read, Fault> {
    let (orders, written, spans, diagnostics) = match order_set {
        SubmittedOrders::Json(orders) => {
            let written = Value::Array(orders.clone());
            of_orders(&written).map_err(|excess| {
                Fault::invalid(vec![Flaw::at(excess.pointer, &excess.code.replace('_', "-"), excess.detail)])
            })?;
            (campaign.read_orders(&written), written, Vec::new(), Vec::new())
        }
        SubmittedOrders::Shorthand(text) => {
            let parsed = campaign.parse(seat, text);
            if parsed.spans.is_empty() && !parsed.diagnostics.is_empty() {
                return Err(nothing_read(&parsed.diagnostics));
            }
            let written = parsed.orders.to_json();
            (parsed.orders, written, parsed.spans, parsed.diagnostics)
        }
    };
    let mut verdicts = campaign.check(seat, &orders);
    for verdict in &mut verdicts {
        verdict.span = verdict.span.or_else(|| spans.get(verdict.index).copied());
    }
    Ok(Read { orders: written, verdicts, diagnostics })
}

/// No order of an order set is understood, or it holds too much.
fn nothing_read(diagnostics: &[Diagnostic]) -> Fault {
    let beyond = diagnostics.iter().find(|wrong| BEYOND.contains(&wrong.code.as_str()));
    let detail = match beyond {
        Some(bound) => format!("Nothing of this order set was read: {}.", bound.detail),
        None => "No line of the order set is understood.".to_owned(),
    };
    let flaws = not_understood(diagnostics, &[]).into_iter().map(Flaw::from).collect();
    Fault::of(Why::Invalid, "orders-not-understood", detail).with_flaws(flaws)
}
