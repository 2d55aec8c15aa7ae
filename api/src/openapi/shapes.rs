//! The schemas as clients need them: what the types leave open is named here, unions tell their kinds apart by a field, and
//! what is always sent is required.

use std::collections::BTreeSet;

use catalog::Catalog;
use kernel::RoomSchemas;
use serde_json::{Map, Value, json};

use crate::service::problems;

const PREFIX: &str = "#/components/schemas/";

pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{PREFIX}{name}") })
}

fn list_of(name: &str) -> Value {
    json!({ "type": "array", "items": reference(name) })
}

/// Completes the schemas of the document.
pub(super) fn complete(document: &mut Value, catalog: &Catalog) {
    let asked = named_in(&document["paths"], "requestBody");
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else { return };
    add_options(schemas, catalog);
    add_problem_codes(schemas);
    add_events(schemas);
    for (place, schema) in types() {
        retype(schemas, place, schema);
    }
    tell_apart(schemas);
    let rooms: Vec<RoomSchemas> = catalog.rulesets().iter().map(|ruleset| ruleset.schemas()).collect();
    require(schemas, &asked, &rooms);
}

/// What the types of the handlers leave open: the place of a schema below the components, and what stands there.
fn types() -> Vec<(&'static str, Value)> {
    let order = || reference("AnyOrder");
    let any_object = json!({ "additionalProperties": true });
    let entry = json!({
        "type": "object",
        "required": ["audience", "event"],
        "properties": {
            "audience": {
                "description": "Who learnt of it: everyone, or the seats with these numbers.",
                "oneOf": [
                    { "type": "string", "enum": ["everyone"] },
                    { "type": "object", "required": ["seats"], "properties": { "seats": list_of("SeatId") } },
                ],
            },
            "event": reference("EventRecord"),
        },
    });
    vec![
        ("Advice/properties/orders/items", order()),
        ("AdviceAlternative/properties/orders/items", order()),
        ("ArchivedOrderSet/properties/orders/items", order()),
        ("Decision/properties/orders/items", order()),
        ("Report/properties/orders/items", order()),
        ("ArchivedStep/properties/entries/items", entry),
        ("EventRecord/properties/data", reference("AnyEventData")),
        ("Archive/properties/options", reference("AnyOptions")),
        ("Game/properties/options", reference("AnyOptions")),
        ("GameRequest/properties/options", reference("AnyOptions")),
        ("SettingsRequest/properties/options", reference("AnyOptions")),
        ("OptionInfo/properties/schema", any_object),
        ("Scenario/properties/detail", reference("AnyScenario")),
        ("Problem/properties/code", reference("ProblemCode")),
        ("ProblemKind/properties/code", reference("ProblemCode")),
        (
            "VerdictsEvent/properties/data/properties/orders",
            json!({ "oneOf": [list_of("AnyOrder"), { "type": "null" }] }),
        ),
        ("Archive/properties/format", json!({ "enum": ["cursus-archive"] })),
        ("Health/properties/status", json!({ "enum": ["ok"] })),
        ("Readiness/properties/status", json!({ "enum": ["ok", "ill"] })),
    ]
}

/// Puts a schema in the place of another; what that said of itself is kept. A reference takes the place of its type, too.
fn retype(schemas: &mut Map<String, Value>, place: &str, schema: Value) {
    let (name, rest) = place.split_once('/').unwrap_or((place, ""));
    let found = schemas.get_mut(name).and_then(|schema| schema.pointer_mut(&format!("/{rest}")));
    let Some(Value::Object(found)) = found else {
        debug_assert!(false, "there is no {place}");
        return;
    };
    if schema.get("$ref").is_some() {
        found.remove("type");
    }
    found.extend(schema.as_object().cloned().unwrap_or_default());
}

/// The options of every rule system, and the choice between them.
fn add_options(schemas: &mut Map<String, Value>, catalog: &Catalog) {
    let mut all = Vec::new();
    for ruleset in catalog.rulesets() {
        let name = ruleset.schemas().order.trim_end_matches("Order").to_owned() + "GameOptions";
        let option = |option: &kernel::OptionInfo| {
            let mut schema = option.schema.clone();
            // In words: client generators take a field with `default` for one that has to be sent.
            schema["description"] = format!("{} When left out: `{}`.", option.summary, option.default).into();
            (option.name.clone(), schema)
        };
        let properties: Map<String, Value> = ruleset.about().options.iter().map(option).collect();
        let schema = json!({
            "type": "object", "additionalProperties": false, "properties": properties,
            "description": format!("Options of {}; what is left out has its default.", ruleset.about().title),
        });
        schemas.insert(name.clone(), schema);
        all.push(reference(&name));
    }
    let description = "Options of the game's rule system, by name.";
    schemas.insert("AnyOptions".into(), json!({ "anyOf": all, "description": description }));
}

/// The codes of problems.
fn add_problem_codes(schemas: &mut Map<String, Value>) {
    let codes: Vec<&str> = problems::KINDS.iter().map(|kind| kind.code).collect();
    let about =
        "What sort of problem it is; `/problems/CODE` says what it means and what to do. Later versions may add some.";
    schemas.insert("ProblemCode".into(), json!({ "type": "string", "enum": codes, "description": about }));
}

/// An event is one of its kinds: what all events have stands beside the data of each.
fn add_events(schemas: &mut Map<String, Value>) {
    let kinds = schemas.remove("GameEvent").map(|mut union| union["oneOf"].take());
    let parts = schemas.get("Event").map(|event| event["allOf"].clone());
    let common =
        parts.as_ref().and_then(Value::as_array).into_iter().flatten().find(|part| part["properties"].is_object());
    let (Some(Value::Array(kinds)), Some(common)) = (kinds, common) else {
        debug_assert!(false, "an event is no union beside what all events have");
        return;
    };
    let mut references = Vec::new();
    let mut mapping = Map::new();
    for kind in kinds {
        let word = kind["properties"]["kind"]["enum"][0].as_str().unwrap_or_default().to_owned();
        let mut event = common.clone();
        event["description"] = kind["description"].clone();
        for field in ["kind", "data"] {
            event["properties"][field] = kind["properties"][field].clone();
        }
        if let Some(data) = event["properties"]["data"].as_object_mut() {
            // The event says it.
            data.remove("description");
        }
        let name = format!("{}Event", pascal(&word));
        references.push(reference(&name));
        mapping.insert(word, format!("{PREFIX}{name}").into());
        schemas.insert(name, event);
    }
    let event = json!({
        "description": "Something that happened.",
        "oneOf": references,
        "discriminator": { "propertyName": "kind", "mapping": mapping },
    });
    schemas.insert("Event".into(), event);
}

/// `seat_taken` as `SeatTaken`.
fn pascal(kind: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    kind.split('_').filter(|part| !part.is_empty()).map(word).collect()
}

/// Makes components of the kinds of a union that a field tells apart, and says which field it is.
fn tell_apart(schemas: &mut Map<String, Value>) {
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names {
        let Some(kinds) = schemas[&name]["oneOf"].as_array().cloned() else { continue };
        let Some(tag) = tag_of(&kinds) else { continue };
        let title = |kind: &Value| kind["title"].as_str().map(str::to_owned);
        if kinds.iter().any(|kind| title(kind).is_none_or(|title| schemas.contains_key(&title))) {
            continue;
        }
        let mut references = Vec::new();
        let mut mapping = Map::new();
        for kind in kinds {
            let Some(title) = title(&kind) else { continue };
            let word = kind["properties"][&tag]["enum"][0].as_str().unwrap_or_default().to_owned();
            references.push(reference(&title));
            mapping.insert(word, format!("{PREFIX}{title}").into());
            schemas.insert(title, kind);
        }
        schemas[&name]["oneOf"] = references.into();
        schemas[&name]["discriminator"] = json!({ "propertyName": tag, "mapping": mapping });
    }
}

/// The field that has one value of its own in each of several kinds.
fn tag_of(kinds: &[Value]) -> Option<String> {
    let constant =
        |kind: &Value, field: &str| kind["properties"][field]["enum"].as_array().is_some_and(|e| e.len() == 1);
    let first = kinds.first()?["properties"].as_object()?;
    first.keys().find(|field| kinds.iter().all(|kind| constant(kind, field))).cloned()
}

/// Fields that are left out of answers when they have nothing to say.
const LEFT_OUT: &[(&str, &[&str])] = &[
    ("Advice", &["danger", "fallback"]),
    ("Archive", &["seed", "outcome", "agreed"]),
    ("ArchivedSeat", &["holder"]),
    ("ArchivedStep", &["resolved_at", "restores", "state"]),
    ("Decision", &["search", "fallback"]),
    ("Diagnostic", &["hint", "rule"]),
    ("EventRecord", &["place"]),
    ("Mark", &["state"]),
    ("Problem", &["errors"]),
    ("ProblemItem", &["pointer", "span", "hint", "rule"]),
    ("Reason", &["weighed"]),
    ("Verdict", &["hint", "rule", "span"]),
    ("VerifyReport", &["difference"]),
];

/// Requires what is always sent: every field of what is only ever answered, null or not, that [`LEFT_OUT`] does not name.
/// The rule systems say themselves what theirs leave out.
fn require(schemas: &mut Map<String, Value>, asked: &BTreeSet<String>, rooms: &[RoomSchemas]) {
    let mut sent_in = asked.clone();
    loop {
        let more: BTreeSet<String> = sent_in.iter().filter_map(|name| schemas.get(name)).flat_map(names_in).collect();
        let before = sent_in.len();
        sent_in.extend(more);
        if sent_in.len() == before {
            break;
        }
    }
    for (name, schema) in schemas.iter_mut() {
        let is_room = || rooms.iter().any(|room| name.starts_with(room.prefix()));
        let of_a_room = schema["title"].is_string() || name.starts_with("Any") || is_room();
        if sent_in.contains(name) || of_a_room {
            continue;
        }
        let left_out = LEFT_OUT.iter().find(|(known, _)| known == name).map_or(&[][..], |(_, fields)| *fields);
        let Some(properties) = schema["properties"].as_object() else { continue };
        let sent: Vec<String> =
            properties.keys().filter(|field| !left_out.contains(&field.as_str())).cloned().collect();
        schema["required"] = sent.into();
    }
}

/// The components that are referred to under `key` anywhere in a value.
fn named_in(value: &Value, key: &str) -> BTreeSet<String> {
    match value {
        Value::Object(fields) => {
            let here = fields.get(key).map(names_in).unwrap_or_default();
            fields.values().flat_map(|value| named_in(value, key)).chain(here).collect()
        }
        Value::Array(items) => items.iter().flat_map(|value| named_in(value, key)).collect(),
        _ => BTreeSet::new(),
    }
}

/// The components that a value refers to.
fn names_in(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Object(fields) => {
            let own = fields.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix(PREFIX));
            fields.values().flat_map(names_in).chain(own.map(str::to_owned)).collect()
        }
        Value::Array(items) => items.iter().flat_map(names_in).collect(),
        _ => BTreeSet::new(),
    }
}
