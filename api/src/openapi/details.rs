//! Schemas of what the rule systems tell of their scenarios. All scenarios ship with the program, so their schema is read off
//! them: what every one has is required, what is null in some may be null.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use catalog::Catalog;
use kernel::Ruleset;
use serde_json::{Map, Value, json};

use super::shapes::reference;

/// Objects whose keys are names of the scenario, not fields: terrains, kinds of units, letters, numbers, players.
const MAPS: &[&str] = &[
    "empire_cards",
    "found_cost",
    "land",
    "land_letters",
    "limits",
    "militia",
    "mobility_pct",
    "rebel_type",
    "recruit_pct",
    "sea_letters",
];

/// Adds a component for the scenarios of each rule system, and the choice between them.
pub(super) fn add(schemas: &mut Map<String, Value>, catalog: &Catalog) {
    let mut all = Vec::new();
    for ruleset in catalog.rulesets() {
        let name = format!("{}Scenario", ruleset.schemas().prefix());
        // They are great: read once in a process.
        static READ: Mutex<BTreeMap<String, Value>> = Mutex::new(BTreeMap::new());
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        let schema = read.entry(name.clone()).or_insert_with(|| of_room(&**ruleset)).clone();
        if schemas.insert(name.clone(), schema).is_none() {
            all.push(reference(&name));
        }
    }
    let what = "A scenario in the shape of its rule system.";
    schemas.insert("AnyScenario".into(), json!({ "oneOf": all, "description": what }));
}

fn of_room(ruleset: &dyn Ruleset) -> Value {
    let ids = ruleset.scenarios().into_iter().map(|scenario| scenario.id);
    // A scenario that its rules cannot describe is none that a client could read.
    let describe = |id: String| catch_unwind(AssertUnwindSafe(|| ruleset.scenario(&id))).ok().flatten();
    let details: Vec<Value> = ids.filter_map(describe).collect();
    let mut schema = schema_of("", &details.iter().collect::<Vec<_>>());
    let what = format!("What is static about a scenario of {}: the same for every seat.", ruleset.about().title);
    schema["description"] = what.into();
    schema
}

/// The schema that all these values have; `name` is the field that they stand in.
fn schema_of(name: &str, values: &[&Value]) -> Value {
    let mut types: BTreeSet<&str> = values.iter().map(|value| type_of(value)).collect();
    if types.contains("number") {
        types.remove("integer");
    }
    let objects: Vec<&Map<String, Value>> = values.iter().filter_map(|value| value.as_object()).collect();
    let mut schema = match (types.len(), types.first()) {
        (0, _) | (_, None) => return json!({}),
        (1, Some(one)) => json!({ "type": one }),
        _ => json!({ "type": types }),
    };
    if types.contains("array") {
        let items: Vec<&Value> = values.iter().filter_map(|value| value.as_array()).flatten().collect();
        schema["items"] = schema_of(name, &items);
    }
    if !objects.is_empty() && MAPS.contains(&name) {
        let items: Vec<&Value> = objects.iter().flat_map(|object| object.values()).collect();
        schema["additionalProperties"] = schema_of("", &items);
    } else if !objects.is_empty() {
        let fields: BTreeSet<&String> = objects.iter().flat_map(|object| object.keys()).collect();
        let of = |field: &String| objects.iter().filter_map(|object| object.get(field)).collect::<Vec<_>>();
        let always: Vec<&&String> = fields.iter().filter(|field| of(field).len() == objects.len()).collect();
        schema["required"] = json!(always);
        schema["properties"] =
            fields.iter().map(|field| ((*field).clone(), schema_of(field, &of(field)))).collect::<Map<_, _>>().into();
    }
    schema
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_is_what_all_examples_have_in_common() {
        let (one, other) = (json!({ "a": 1, "b": [1, 2.5], "land": { "hill": 1 } }), json!({ "a": null, "b": [] }));
        let schema = schema_of("", &[&one, &other]);
        assert_eq!(schema["required"], json!(["a", "b"]));
        assert_eq!(schema["properties"]["a"], json!({ "type": ["integer", "null"] }));
        assert_eq!(schema["properties"]["b"], json!({ "type": "array", "items": { "type": "number" } }));
        let map = json!({ "type": "object", "additionalProperties": { "type": "integer" } });
        assert_eq!(schema["properties"]["land"], map);
    }
}
