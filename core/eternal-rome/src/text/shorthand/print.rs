//! Writing orders as lines.

use crate::model::scenario::Scenario;
use crate::orders::Order;

/// An order as the line that reads back as the same order.
pub fn print(sc: &Scenario, order: &Order) -> String {
    order.print(sc)
}
