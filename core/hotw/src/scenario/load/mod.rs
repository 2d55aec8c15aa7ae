//! Reads the files of the board and of the scenarios, looks every name up, and checks what must hold.

mod board;
mod cards;
mod map;
mod seats;

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

pub use board::load_board;
pub use seats::load_scenario;

/// The files of a board: name to text.
pub type Files<'a> = BTreeMap<&'a str, &'a str>;

/// Why a board or a scenario was not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}: {place}: {reason}")]
pub struct ScenarioError {
    /// File.
    pub file: String,
    /// Line, or key.
    pub place: String,
    /// What is wrong.
    pub reason: String,
}

fn wrong(file: &str, place: impl Into<String>, reason: impl Into<String>) -> ScenarioError {
    ScenarioError { file: file.into(), place: place.into(), reason: reason.into() }
}

fn text_of<'a>(files: &Files<'a>, file: &str) -> Result<&'a str, ScenarioError> {
    files.get(file).copied().ok_or_else(|| wrong(file, "the file", "is missing"))
}

fn read<T: DeserializeOwned>(files: &Files, file: &str) -> Result<T, ScenarioError> {
    read_text(file, text_of(files, file)?)
}

fn read_text<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, ScenarioError> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        wrong(file, format!("line {line}"), error.message())
    })
}

fn read_json<T: DeserializeOwned>(files: &Files, file: &str) -> Result<T, ScenarioError> {
    serde_json::from_str(text_of(files, file)?)
        .map_err(|error| wrong(file, format!("line {}", error.line()), error.to_string()))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Names to indices, for one kind of thing.
struct Lookup<'a> {
    what: &'static str,
    ids: BTreeMap<&'a str, usize>,
}

impl<'a> Lookup<'a> {
    /// At most `most`; each listed once.
    fn new(
        file: &str, what: &'static str, most: usize, names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, ScenarioError> {
        let mut ids = BTreeMap::new();
        for (index, name) in names.into_iter().enumerate() {
            if !is_id(name) {
                return Err(wrong(file, name, "an id has lower-case letters, digits and _ only"));
            }
            if index >= most {
                return Err(wrong(file, name, format!("there are more than {most} entries: {what}")));
            }
            if ids.insert(name, index).is_some() {
                return Err(wrong(file, name, format!("this {what} is listed twice")));
            }
        }
        Ok(Self { what, ids })
    }

    fn find(&self, file: &str, place: &str, name: &str) -> Result<usize, ScenarioError> {
        self.ids.get(name).copied().ok_or_else(|| wrong(file, place, format!("there is no {} {name}", self.what)))
    }
}

/// Whether a word can be an id: lower-case letters, digits, `_` and `-`.
fn is_id(word: &str) -> bool {
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    !word.is_empty() && word.chars().all(letter)
}
