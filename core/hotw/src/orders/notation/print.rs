//! Parts of the lines that orders are written as.

use super::names::{Kind, name};
use crate::model::scenario::Scenario;

/// Names with commas between, `none` for an empty list.
pub(crate) fn names(sc: &Scenario, kind: Kind, words: &[String]) -> String {
    let names: Vec<String> = words.iter().map(|word| name(sc, kind, word)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// What is said of something that may be left out.
pub(crate) fn after(sc: &Scenario, mark: &str, kind: Kind, word: Option<&str>) -> String {
    word.map(|word| format!(" {mark} {}", name(sc, kind, word))).unwrap_or_default()
}

/// A stack by its number: a level may mean another stack later.
pub(crate) fn stack_number(stack: &str) -> String {
    let digits = !stack.is_empty() && stack.bytes().all(|byte| byte.is_ascii_digit());
    if digits { format!("#{stack}") } else { stack.to_owned() }
}

/// A word for a flag that is set.
pub(crate) fn flag(set: bool, word: &str) -> String {
    if set { format!(" {word}") } else { String::new() }
}

/// An entry as a line.
pub(crate) fn entry(sc: &Scenario, to: &str, stack: &str, via: Option<&str>) -> String {
    format!("{} {}{}", name(sc, Kind::Space, to), stack_number(stack), after(sc, "from", Kind::Space, via))
}
