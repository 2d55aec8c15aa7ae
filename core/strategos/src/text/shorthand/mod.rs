//! Orders as lines that people type.

use kernel::{Diagnostic, Span};

use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;
use crate::orders::Order;

/// Reads lines: the orders with their places in the text, and what was not understood.
pub fn parse(_: &Scenario, _: &Knowledge, _: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
    (Vec::new(), Vec::new())
}

/// Writes an order as a line.
pub fn print(_: &Scenario, _: &Knowledge, _: &Order) -> String {
    String::new()
}
