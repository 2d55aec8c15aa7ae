//! All of a scenario that clients need.

use serde_json::{Value, json};

use crate::model::scenario::Scenario;

/// The scenario as data.
pub fn scenario(sc: &Scenario) -> Value {
    json!({ "id": sc.id })
}
