//! Reading and writing orders.

use kernel::shorthand::read;
use kernel::{Diagnostic, Span};

use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;
use crate::orders::notation::{Line, Names, tokens};
use crate::orders::{self, Order};

/// Reads a text of orders: the orders with their place in the text, and what was not understood. Lines do not depend on
/// each other: one bad line costs nothing but itself.
pub fn parse(sc: &Scenario, known: &Knowledge, text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
    let names = Names::new(sc, known);
    let one_a_line = |raw| Some(tokens(raw)).filter(|tokens| !tokens.is_empty()).into_iter().collect();
    read(text, Some("UM-34.4"), one_a_line, |tokens| orders::parse(&mut Line { names: &names, tokens, at: 0 }))
}

/// An order as the line that reads back as the same order.
pub fn print(order: &Order) -> String {
    order.print()
}
