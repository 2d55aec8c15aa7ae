//! Whether answers are what the API document says: every answer that a story gets is held against it.

use std::sync::OnceLock;

use serde_json::Value;

/// The document of the server under test.
fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| api::openapi::document(&crate::catalog()))
}

/// What is wrong with an answer by the document; nothing for addresses that it does not know.
pub fn differences(method: &str, path: &str, status: u16, kind: &str, body: &Value) -> Vec<String> {
    let Some(operation) = operation(method, path) else { return Vec::new() };
    if body["code"] == "no-such-address" {
        // Of another listener: the counters may have one of their own.
        return Vec::new();
    }
    let Some(response) = operation["responses"].get(status.to_string()) else {
        return vec![format!("{method} {path} answered {status}, which is not in the document")];
    };
    let kind = kind.split(';').next().unwrap_or_default();
    let schema = &response["content"][kind]["schema"];
    let mut wrong = Vec::new();
    if schema.is_object() && kind.ends_with("json") {
        compare(body, schema, "", &mut wrong);
    }
    wrong.into_iter().map(|what| format!("{method} {path} {status}: {what}")).collect()
}

/// What is wrong with a value by a schema of the document.
pub fn differences_from(value: &Value, schema: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    compare(value, schema, "", &mut wrong);
    wrong
}

/// The id of the operation that a request is for.
pub fn operation_id(method: &str, path: &str) -> Option<&'static str> {
    operation(method, path)?["operationId"].as_str()
}

fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let path = path.split('?').next().unwrap_or_default();
    let parts: Vec<&str> = path.split('/').collect();
    let fits = |pattern: &&String| {
        let pattern: Vec<&str> = pattern.split('/').collect();
        pattern.len() == parts.len() && pattern.iter().zip(&parts).all(|(a, b)| a == b || a.starts_with('{'))
    };
    let paths = document()["paths"].as_object()?;
    // The one with the fewest placeholders fits best.
    let pattern = paths.keys().filter(fits).min_by_key(|pattern| pattern.matches('{').count())?;
    paths[pattern].get(method.to_lowercase())
}

fn compare(value: &Value, schema: &Value, at: &str, wrong: &mut Vec<String>) {
    if let Some(to) = schema["$ref"].as_str() {
        let found = document().pointer(to.trim_start_matches('#')).unwrap_or_else(|| panic!("{to} leads nowhere"));
        return compare(value, found, at, wrong);
    }
    for part in ["oneOf", "anyOf"] {
        let Some(kinds) = schema[part].as_array() else { continue };
        let tried = kinds.iter().map(|kind| {
            let mut wrong = Vec::new();
            compare(value, kind, at, &mut wrong);
            wrong
        });
        let tried: Vec<Vec<String>> = tried.collect();
        // What a field tells apart is one kind; elsewhere rule systems may have words in common.
        match tried.iter().filter(|wrong| wrong.is_empty()).count() {
            0 => {
                let nearest = tried.into_iter().min_by_key(Vec::len).unwrap_or_default();
                wrong.push(format!("{at} is none of the kinds there are; for the nearest: {}", nearest.join("; ")));
            }
            1 => {}
            many if schema.get("discriminator").is_some() => wrong.push(format!("{at} is {many} kinds at once")),
            _ => {}
        }
    }
    for all in schema["allOf"].as_array().into_iter().flatten() {
        compare(value, all, at, wrong);
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        wrong.push(format!("{at} is {value}, which is none of {words:?}"));
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let is = |kind: &&str| match *kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    };
    if !types.is_empty() && !types.iter().any(is) {
        wrong.push(format!("{at} is {value}, not {types:?}"));
    }
    if let Some(fields) = value.as_object() {
        for field in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(field) {
                wrong.push(format!("{at} lacks {field}"));
            }
        }
        let properties = schema["properties"].as_object();
        for (name, field) in fields {
            match (properties.and_then(|known| known.get(name)), &schema["additionalProperties"]) {
                (Some(known), _) => compare(field, known, &format!("{at}/{name}"), wrong),
                (None, more @ Value::Object(_)) => compare(field, more, &format!("{at}/{name}"), wrong),
                // A type that says its fields says them all.
                (None, Value::Bool(true)) => {}
                (None, _) if properties.is_some() && !types.is_empty() => {
                    wrong.push(format!("{at} has {name}, which is not in the document"));
                }
                _ => {}
            }
        }
    }
    if let (Some(items), Some(schema)) = (value.as_array(), schema.get("items")) {
        for (n, item) in items.iter().enumerate() {
            compare(item, schema, &format!("{at}/{n}"), wrong);
        }
    }
}
