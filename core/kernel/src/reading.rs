//! An order set as JSON, read order by order; and what is wrong with those that cannot be read, in plain words.

use serde::de::DeserializeOwned;
use serde_json::{Error, Map, Value};

use crate::bounds::MOST_NOT_UNDERSTOOD;
use crate::{OrderInfo, Verdict};

/// Fields of an unreadable order that are tried one by one: no order has as many.
const MOST_FIELDS: usize = 16;

/// Reads an order set: the orders understood with their index, and verdicts on those that were not. `known` are the
/// orders of the rule system, for examples.
pub fn read_orders<O: DeserializeOwned>(orders: &Value, known: &[OrderInfo]) -> (Vec<(usize, O)>, Vec<Verdict>) {
    let Some(list) = orders.as_array() else {
        let verdict = Verdict::refused(0, "not_a_list", "the orders of an order set are a JSON array", None);
        return (Vec::new(), vec![Verdict { pointer: "/orders".into(), ..verdict }]);
    };
    let mut read = Vec::new();
    let mut bad = Vec::new();
    for (index, order) in list.iter().enumerate() {
        match O::deserialize(order) {
            Ok(order) => read.push((index, order)),
            Err(error) if bad.len() < MOST_NOT_UNDERSTOOD => {
                bad.push(not_understood::<O>(index, order, &error, known));
            }
            Err(_) => {
                let detail = "this order cannot be read either";
                bad.push(Verdict::refused(index, Verdict::NOT_UNDERSTOOD, detail, None));
            }
        }
    }
    (read, bad)
}

fn not_understood<O: DeserializeOwned>(index: usize, order: &Value, error: &Error, known: &[OrderInfo]) -> Verdict {
    let refused = |detail: String| Verdict::refused(index, Verdict::NOT_UNDERSTOOD, detail, None);
    let types = || known.iter().map(|info| info.kind.as_str()).collect::<Vec<_>>().join(", ");
    let Some(fields) = order.as_object() else {
        let example = known.first().map_or_else(String::new, |info| format!(", such as {}", info.example));
        return refused("this order is not a JSON object".into())
            .hinting(format!("an order is an object with a type{example}; shorthand is sent as text/plain"));
    };
    let kind = fields.get("type").and_then(Value::as_str);
    if let Some(info) = kind.and_then(|kind| known.iter().find(|info| info.kind == kind)) {
        let verdict = refused(format!("this order cannot be read: {}", plain(&error.to_string())))
            .hinting(format!("an example of such an order: {}", info.example));
        return match culprit::<O>(fields, error) {
            Some(field) => verdict.at(&field.replace('~', "~0").replace('/', "~1")),
            None => verdict,
        };
    }
    match kind {
        _ if known.is_empty() => refused(format!("this order cannot be read: {}", plain(&error.to_string()))),
        Some(kind) => {
            let verdict = refused(format!("there is no order of the type “{}”", shown(kind))).at("type");
            verdict.hinting(format!("the types are {}", types()))
        }
        None => refused("this order has no type, or one that is no string".into())
            .at("type")
            .hinting(format!("the types are {}", types())),
    }
}

/// The field that makes an order unreadable: the one that the error names, or the one without which it reads
/// differently.
fn culprit<O: DeserializeOwned>(fields: &Map<String, Value>, error: &Error) -> Option<String> {
    let text = error.to_string();
    let named = |start: &str| text.strip_prefix(start).and_then(|rest| rest.split_once('`')).map(|(field, _)| field);
    if let Some(field) = named("missing field `")
        && is_missing_here::<O>(fields, field, &text)
    {
        return Some(field.to_owned());
    }
    if let Some(field) = named("unknown field `")
        && fields.contains_key(field)
    {
        return Some(field.to_owned());
    }
    if fields.len() > MOST_FIELDS {
        return None;
    }
    fields.keys().filter(|field| *field != "type").find_map(|field| {
        let mut rest = fields.clone();
        rest.remove(field);
        let changed = O::deserialize(Value::Object(rest)).err().is_none_or(|other| other.to_string() != text);
        changed.then(|| field.clone())
    })
}

/// Whether the order itself lacks this field, rather than something inside it: given the field, it reads differently.
fn is_missing_here<O: DeserializeOwned>(fields: &Map<String, Value>, field: &str, text: &str) -> bool {
    if fields.contains_key(field) {
        return false;
    }
    let mut given = fields.clone();
    given.insert(field.to_owned(), Value::Null);
    O::deserialize(Value::Object(given)).err().is_none_or(|error| {
        let error = error.to_string();
        error != text && !error.starts_with(&format!("unknown field `{field}`"))
    })
}

/// A text without the byte-order mark that some editors write before it: no letter of the first word.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// What the reader of JSON says, without the words of a programming language.
pub fn plain(error: &str) -> String {
    const WORDS: [(&str, &str); 14] = [
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected u16", "expected a whole number from 0 to 65535"),
        ("expected u32", "expected a whole number of 0 or more"),
        ("expected u64", "expected a whole number of 0 or more"),
        ("expected usize", "expected a whole number of 0 or more"),
        ("expected i8", "expected a whole number from -128 to 127"),
        ("expected i32", "expected a whole number"),
        ("expected i64", "expected a whole number"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected an object"),
        ("type: sequence", "type: a list"),
        ("type: map", "type: an object"),
        ("unknown variant", "unknown value"),
        ("expected a borrowed string", "expected a string"),
    ];
    let mut text = error.to_owned();
    for start in ["expected struct ", "expected internally tagged enum ", "expected adjacently tagged enum "] {
        if let Some((before, after)) = text.split_once(start) {
            let end = after.find(|sign: char| !sign.is_alphanumeric()).unwrap_or(after.len());
            text = format!("{before}expected an object{}", &after[end..]);
        }
    }
    for (theirs, ours) in WORDS {
        if let Some((before, after)) = text.split_once(theirs)
            && !after.starts_with(|sign: char| sign.is_alphanumeric())
        {
            text = format!("{before}{ours}{after}");
        }
    }
    text
}

/// A player's word as it is shown back: short, and without control characters.
fn shown(word: &str) -> String {
    word.chars().filter(|letter| !letter.is_control()).take(40).collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    #[expect(dead_code, reason = "only its shape matters")]
    enum Order {
        Wait {},
        March { to: String, men: u8, along: Vec<Leg> },
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only its shape matters")]
    struct Leg {
        to: String,
        by: String,
    }

    fn known() -> Vec<OrderInfo> {
        let info = |kind: &str, example: Value| OrderInfo {
            kind: kind.into(),
            summary: String::new(),
            phase: String::new(),
            rules: Vec::new(),
            example,
            shorthand: String::new(),
        };
        let march = json!({ "type": "march", "to": "Roma", "men": 3, "along": [] });
        vec![info("wait", json!({ "type": "wait" })), info("march", march)]
    }

    fn verdict(order: Value) -> Verdict {
        let (read, bad) = read_orders::<Order>(&json!([{ "type": "wait" }, order]), &known());
        assert_eq!(read.len(), 1, "the other order is read");
        let [one] = bad.try_into().expect("one verdict");
        one
    }

    #[test]
    fn what_cannot_be_read_is_pointed_at_with_an_example() {
        let rows = [
            (json!({ "type": "march", "men": 3, "along": [] }), "/orders/1/to", "missing field `to`"),
            (
                json!({ "type": "march", "to": "Roma", "men": "three", "along": [] }),
                "/orders/1/men",
                "string \"three\", expected a whole number from 0 to 255",
            ),
            (
                json!({ "type": "march", "to": "Roma", "men": 1, "along": {} }),
                "/orders/1/along",
                "invalid type: an object, expected a list",
            ),
            (
                json!({ "type": "march", "to": "Roma", "men": 1, "along": [3] }),
                "/orders/1/along",
                "integer `3`, expected an object",
            ),
            (
                json!({ "type": "march", "to": "Roma", "men": 1, "along": [{}] }),
                "/orders/1/along",
                "missing field `to`",
            ),
            (
                json!({ "type": "march", "to": "Roma", "men": 1, "along": [{ "to": "Ostia" }] }),
                "/orders/1/along",
                "missing field `by`",
            ),
            (json!({ "type": "wait", "a/b": 1 }), "/orders/1/a~1b", "unknown field `a/b`"),
        ];
        for (order, pointer, words) in rows {
            let verdict = verdict(order);
            assert_eq!((verdict.code.as_str(), verdict.pointer.as_str()), ("not_understood", pointer));
            assert!(verdict.detail.contains(words), "{}", verdict.detail);
            assert!(verdict.hint.is_some_and(|hint| hint.contains("\"type\":")), "{words}");
        }
    }

    #[test]
    fn the_first_of_many_unreadable_orders_are_looked_into_and_all_are_told() {
        let (read, bad) = read_orders::<Order>(&json!(vec![json!({ "type": "march" }); 200]), &known());
        assert_eq!((read.len(), bad.len()), (0, 200));
        assert!(bad.iter().all(Verdict::is_not_understood));
        assert_eq!(bad.iter().filter(|verdict| verdict.hint.is_some()).count(), MOST_NOT_UNDERSTOOD);
    }

    #[test]
    fn an_unknown_type_is_answered_with_the_types_there_are() {
        for order in [json!({ "type": "fly" }), json!({}), json!({ "type": 7 })] {
            let verdict = verdict(order);
            assert_eq!(verdict.pointer, "/orders/1/type");
            assert_eq!(verdict.hint.as_deref(), Some("the types are wait, march"));
        }
        let verdict = verdict(json!("march"));
        assert_eq!(
            (verdict.pointer.as_str(), verdict.detail.as_str()),
            ("/orders/1", "this order is not a JSON object")
        );
        assert!(verdict.hint.is_some_and(|hint| hint.contains(r#"such as {"type":"wait"}"#)));
    }
}
