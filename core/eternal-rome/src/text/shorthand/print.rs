//! Writing orders as lines.

use crate::knowledge::view::View;
use crate::model::scenario::Scenario;
use crate::orders::Order;

/// An order as the line that reads back as the same order.
pub fn print(sc: &Scenario, _view: &View, order: &Order) -> String {
    order.print(sc)
}
