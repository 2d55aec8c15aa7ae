//! Writing orders as lines.

use serde::Serialize;

use crate::model::scenario::Scenario;
use crate::model::units::Units;

/// A word of the rules as orders have it, and what it means.
pub type Word = (&'static str, &'static str);

/// A name or a text in quotes, so that it is read back as it is.
pub fn quoted(text: &str) -> String {
    let mut written = String::from("\"");
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' | '“' | '”' | '„' | '\\' => written.extend(['\\', letter]),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            // Words are read back with one blank between.
            ' ' if before == ' ' || letters.peek().is_none() => written.push_str("\\s"),
            letter => written.push(letter),
        }
        before = letter;
    }
    written.push('"');
    written
}

/// Names in quotes, with commas between.
pub fn listed(names: &[String]) -> String {
    names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
}

/// A name, or `none`.
pub fn or_none(name: Option<&String>) -> String {
    name.map_or_else(|| "none".to_owned(), |name| quoted(name))
}

/// The key of a country as it is, the name of a free city in quotes.
pub fn power(name: &str) -> String {
    let key = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    if key { name.to_owned() } else { quoted(name) }
}

/// `2 HO, 1 ST`.
pub fn units(sc: &Scenario, units: &Units) -> String {
    let all = units.iter().map(|(kind, count)| format!("{count} {}", sc.units.of(kind).code));
    all.collect::<Vec<_>>().join(", ")
}

/// The word of the rules for a value.
pub fn key_of(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
