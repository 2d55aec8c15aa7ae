//! Plain data as JSON.

use serde::Serialize;
use serde_json::Value;

/// Plain data as JSON.
pub(crate) fn to_value<T: Serialize>(data: &T) -> Value {
    serde_json::to_value(data).expect("plain data has a JSON form")
}
