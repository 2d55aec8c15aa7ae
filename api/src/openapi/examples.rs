//! Examples of answers that succeed, taken from a real run: the story `tests/it/examples.rs` plays it, writes the file anew
//! with `UPDATE_EXPECT=1`, and holds every example against its schema.

use std::sync::LazyLock;

use serde_json::Value;

/// By operation, status and media type: examples by name.
static EXAMPLES: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("examples.json")).unwrap_or_default());

/// Adds the examples of an operation.
pub(super) fn add(operation: &mut Value) {
    let Some(known) = operation["operationId"].as_str().and_then(|id| EXAMPLES.get(id)) else { return };
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        for (kind, content) in response.get_mut("content").and_then(Value::as_object_mut).into_iter().flatten() {
            if let Some(examples) = known.get(status).and_then(|of_status| of_status.get(kind)) {
                content["examples"] = examples.clone();
            }
        }
    }
}
