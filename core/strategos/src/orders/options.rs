//! What the next field of an order may be.

use kernel::FieldOptions;
use serde_json::Value;

use super::Order;
use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;

/// The next field of a partly filled order with what it may be.
pub fn options(_: &Scenario, _: &Knowledge, _: &[Order], _: &Value) -> Option<FieldOptions> {
    None
}
