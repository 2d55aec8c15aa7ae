//! The OpenAPI document: committed, complete, true.

use std::path::Path;

use serde_json::Value;

fn document() -> Value {
    api::openapi::document(&catalog::Catalog::standard())
}

fn operations(document: &Value) -> Vec<(String, Value)> {
    let paths = document["paths"].as_object().expect("paths");
    paths
        .iter()
        .flat_map(|(path, item)| {
            let item = item.as_object().expect("an item");
            item.iter().map(move |(method, op)| (format!("{method} {path}"), op.clone())).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn the_committed_document_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../openapi/openapi.json");
    let fresh = serde_json::to_string_pretty(&document()).expect("JSON") + "\n";
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(&path, &fresh).expect("the document can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == fresh,
        "openapi/openapi.json is stale; UPDATE_EXPECT=1 cargo test -p cursus-tests writes it anew"
    );
}

#[test]
fn every_operation_says_what_it_is_and_what_may_come_back() {
    let document = document();
    let operations = operations(&document);
    assert!(operations.len() > 50, "{}", operations.len());
    let mut ids = std::collections::BTreeSet::new();
    for (name, operation) in &operations {
        for field in ["operationId", "summary", "description"] {
            assert!(operation[field].as_str().is_some_and(|text| !text.is_empty()), "{name} lacks {field}");
        }
        assert!(operation["tags"].as_array().is_some_and(|tags| tags.len() == 1), "{name} has one tag");
        assert!(ids.insert(operation["operationId"].to_string()), "{name} has an id of its own");
        for (status, response) in operation["responses"].as_object().expect("responses") {
            assert!(response["description"].as_str().is_some_and(|text| !text.is_empty()), "{name} {status}");
            if (name.as_str(), status.as_str()) == ("get /ready", "503") {
                // Which part is ill is told in the same shape as that none is.
                let schema = &response["content"]["application/json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/Readiness", "{name} {status}");
            } else if status.as_str() >= "400" {
                let schema = &response["content"]["application/problem+json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/Problem", "{name} {status}");
            }
        }
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(
                parameter["description"].as_str().is_some_and(|text| !text.is_empty()),
                "{name} {}",
                parameter["name"]
            );
        }
    }
}

#[test]
fn every_reference_leads_somewhere() {
    fn walk(value: &Value, document: &Value) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(to)) = fields.get("$ref") {
                    let pointer = to.strip_prefix('#').expect("references stay in the document");
                    assert!(document.pointer(pointer).is_some(), "{to} leads nowhere");
                }
                fields.values().for_each(|value| walk(value, document));
            }
            Value::Array(items) => items.iter().for_each(|value| walk(value, document)),
            _ => {}
        }
    }
    let document = document();
    walk(&document, &document);
    let with_toys = api::openapi::document(&cursus_tests::catalog());
    walk(&with_toys, &with_toys);
}

#[test]
fn orders_are_the_union_of_what_the_rule_systems_know() {
    let document = api::openapi::document(&cursus_tests::catalog());
    let orders = document["components"]["schemas"]["AnyOrder"]["oneOf"].as_array().expect("a union");
    assert!(orders.iter().any(|order| order["$ref"] == "#/components/schemas/ToySealedOrder"), "{orders:?}");
}

/// That each example reads as an order and as a line of shorthand is tested in the rooms.
#[test]
fn every_kind_of_order_has_a_whole_order_as_its_example() {
    let document = document();
    for union in document["components"]["schemas"]["AnyOrder"]["oneOf"].as_array().expect("a union") {
        let pointer = union["$ref"].as_str().and_then(|to| to.strip_prefix('#')).expect("a reference");
        let kinds = document.pointer(pointer).expect("it leads somewhere")["oneOf"].as_array().expect("kinds");
        assert!(kinds.len() > 10, "{pointer}");
        for kind in kinds {
            let (id, example) = (&kind["properties"]["type"]["enum"][0], &kind["example"]);
            assert_eq!(&example["type"], id, "{pointer}");
            for field in kind["required"].as_array().into_iter().flatten() {
                assert!(example.get(field.as_str().expect("a name")).is_some(), "{id} lacks {field}");
            }
        }
    }
}

#[test]
fn no_two_things_have_one_name() {
    let mut known = std::collections::BTreeMap::new();
    for ruleset in catalog::Catalog::standard().rulesets() {
        for (name, schema) in ruleset.schemas().components {
            let schema = serde_json::to_value(schema).expect("JSON");
            let first = known.entry(name.clone()).or_insert_with(|| schema.clone());
            assert_eq!(*first, schema, "{name}");
        }
    }
}

#[test]
fn every_field_of_views_orders_and_events_says_what_it_is() {
    fn walk(schema: &Value, path: &str, bare: &mut Vec<String>) {
        let says = |schema: &Value| schema["description"].as_str().is_some_and(|text| !text.is_empty());
        let part = |field: &Value, name: &str| field[name].as_array().is_some_and(|list| list.iter().any(says));
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let constant = field["enum"].as_array().is_some_and(|list| list.len() == 1);
            if !(says(field) || part(field, "oneOf") || part(field, "allOf") || constant) {
                bare.push(format!("{path}.{name}"));
            }
            walk(&field["items"], &format!("{path}.{name}"), bare);
        }
        for one in ["oneOf", "allOf"].iter().flat_map(|name| schema[*name].as_array().into_iter().flatten()) {
            walk(one, one["title"].as_str().unwrap_or(path), bare);
        }
    }
    let document = document();
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let mut bare = Vec::new();
    let rooms = ["Umpire", "Hotw", "EternalRome"];
    for (name, schema) in schemas.iter().filter(|(name, _)| rooms.iter().any(|room| name.starts_with(room))) {
        assert!(schema["description"].is_string(), "{name} says what it is");
        walk(schema, name, &mut bare);
    }
    assert!(bare.is_empty(), "{bare:?}");
}
