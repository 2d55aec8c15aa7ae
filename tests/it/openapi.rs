//! The OpenAPI document: committed, complete, true.

use std::path::Path;

use catalog::Catalog;
use kernel::RoomSchemas;
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
                // A problem that has all parts of the server beside it.
                let schema = &response["content"]["application/problem+json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/NotReady", "{name} {status}");
            } else if (name.as_str(), status.as_str()) == ("post /v1/oauth/token", "400") {
                // RFC 6749 has a form of its own, and libraries look for no other.
                let schema = &response["content"]["application/json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/TokenRefusal", "{name} {status}");
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
            let pointer = kind["$ref"].as_str().and_then(|to| to.strip_prefix('#')).expect("a kind by name");
            let kind = document.pointer(pointer).expect("it leads somewhere");
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
    let rooms: Vec<RoomSchemas> = Catalog::standard().rulesets().iter().map(|room| room.schemas()).collect();
    // Of scenarios a schema says the shape alone.
    let of_a_room =
        |name: &str| rooms.iter().any(|room| name.starts_with(room.prefix())) && !name.ends_with("Scenario");
    for (name, schema) in schemas.iter().filter(|(name, _)| of_a_room(name)) {
        assert!(schema["description"].is_string(), "{name} says what it is");
        walk(schema, name, &mut bare);
    }
    assert!(bare.is_empty(), "{bare:?}");
}

/// A type without fields is none: generated clients can send nothing, or read nothing, without a cast.
#[test]
fn no_schema_leaves_open_what_an_object_holds() {
    fn walk(value: &Value, path: &str, bare: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                let kind = &value["type"];
                let is_object =
                    kind == "object" || kind.as_array().is_some_and(|kinds| kinds.contains(&"object".into()));
                let says = ["properties", "additionalProperties", "oneOf", "anyOf", "allOf"];
                if is_object && !says.iter().any(|part| fields.contains_key(*part)) {
                    bare.push(path.to_owned());
                }
                let named = fields.iter().filter(|(name, _)| *name != "example" && *name != "examples");
                named.for_each(|(name, value)| walk(value, &format!("{path}/{name}"), bare));
            }
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(n, value)| walk(value, &format!("{path}/{n}"), bare));
            }
            _ => {}
        }
    }
    let mut bare = Vec::new();
    walk(&document(), "", &mut bare);
    assert!(bare.is_empty(), "{bare:#?}");
}

#[test]
fn unions_are_told_apart_by_a_field() {
    let document = document();
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let told_apart = |name: &str| {
        let schema = &schemas[name];
        let tag = schema["discriminator"]["propertyName"].as_str().unwrap_or_else(|| panic!("{name} has no tag"));
        let mapping = schema["discriminator"]["mapping"].as_object().expect("a mapping");
        assert_eq!(mapping.len(), schema["oneOf"].as_array().expect("kinds").len(), "{name}");
        for (word, to) in mapping {
            let kind = document.pointer(to.as_str().expect("a reference").trim_start_matches('#')).expect("a kind");
            assert_eq!(kind["properties"][tag]["enum"], serde_json::json!([word]), "{name}");
            let required = kind["required"].as_array().expect("required fields");
            assert!(required.contains(&tag.into()), "{name} {word}");
        }
    };
    let unions = ["Event", "Clock", "SeatChoice", "OtherSeats"];
    let orders = ["UmpireOrder", "HotwOrder", "EternalRomeOrder", "StrategosOrder", "RenaissanceOrder"];
    let events = ["UmpireEvent", "EternalRomeEvent", "StrategosEvent", "RenaissanceEvent"];
    unions.iter().chain(&orders).chain(&events).for_each(|name| told_apart(name));
}

#[test]
fn every_operation_says_whether_it_needs_a_token() {
    for (name, operation) in operations(&document()) {
        assert!(operation["security"].is_array(), "{name}");
    }
}

#[test]
fn every_error_has_an_example_of_its_own_status() {
    for (name, operation) in operations(&document()) {
        for (status, response) in operation["responses"].as_object().expect("responses") {
            let Some(content) = response["content"].get("application/problem+json") else { continue };
            let example = &content["example"];
            assert_eq!(example["status"].to_string(), *status, "{name}");
            let code = example["code"].as_str().expect("a code");
            assert!(api::service::problems::find(code).is_some(), "{name} {code}");
            assert_eq!(example["type"], format!("/problems/{code}"), "{name}");
        }
    }
}

/// What is null in an answer is there all the same; a client need not ask twice.
#[test]
fn views_and_events_require_what_is_always_sent() {
    let document = document();
    let required = |name: &str, field: &str| {
        let schema = &document["components"]["schemas"][name];
        assert!(schema["properties"][field].is_object(), "{name} has {field}");
        schema["required"].as_array().is_some_and(|fields| fields.contains(&field.into()))
    };
    let sent = [
        ("UmpireView", "replacement"),
        ("HotwView", "turn"),
        ("HotwLand", "owner"),
        ("EternalRomeView", "decision"),
        ("EternalRomeLeg", "cost"),
        ("UmpireGeneralCaptured", "ransom"),
        ("HotwLandTaken", "from"),
        ("EternalRomeBattleFought", "city"),
    ];
    for (name, field) in sent {
        assert!(required(name, field), "{name} always has {field}");
    }
    for (name, field) in [("UmpireProvinceView", "own"), ("EternalRomeArmyView", "own")] {
        assert!(!required(name, field), "{name} leaves {field} out where it says nothing");
    }
}
