//! Reading the files of a scenario: every failure names file, line or key, and reason.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use crate::reading::without_mark;

/// The files of a scenario: name to text.
pub type Files<'a> = BTreeMap<&'a str, &'a str>;

/// Why a scenario was not accepted.
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

/// What a scenario says, or why it is not accepted.
pub type Checked<T> = Result<T, ScenarioError>;

/// What is wrong with a line or a key of a file.
pub fn wrong(file: &str, place: impl Into<String>, reason: impl Into<String>) -> ScenarioError {
    ScenarioError { file: file.into(), place: place.into(), reason: reason.into() }
}

/// The text of a file.
pub fn text_of<'a>(files: &Files<'a>, file: &str) -> Checked<&'a str> {
    files.get(file).copied().map(without_mark).ok_or_else(|| wrong(file, "the file", "is missing"))
}

/// Reads a TOML file.
pub fn read<T: DeserializeOwned>(files: &Files, file: &str) -> Checked<T> {
    read_text(file, text_of(files, file)?)
}

/// Reads the text of a TOML file.
pub fn read_text<T: DeserializeOwned>(file: &str, text: &str) -> Checked<T> {
    let text = without_mark(text);
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        wrong(file, format!("line {line}"), error.message())
    })
}

/// Reads a JSON file.
pub fn read_json<T: DeserializeOwned>(files: &Files, file: &str) -> Checked<T> {
    serde_json::from_str(text_of(files, file)?)
        .map_err(|error| wrong(file, format!("line {}", error.line()), error.to_string()))
}

/// A paragraph on one line: line ends inside it are the editor's, not the reader's.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Names to indices, for one kind of thing.
pub struct Lookup {
    what: &'static str,
    ids: BTreeMap<String, usize>,
}

impl Lookup {
    /// The names of all things of a kind, in the order of their ids; each must be there, and once.
    pub fn new<'a>(file: &str, what: &'static str, names: impl IntoIterator<Item = &'a str>) -> Checked<Self> {
        let mut ids = BTreeMap::new();
        for (index, name) in names.into_iter().enumerate() {
            if name.trim().is_empty() {
                return Err(wrong(file, format!("{what} {}", index + 1), "has no name"));
            }
            if ids.insert(name.to_owned(), index).is_some() {
                return Err(wrong(file, name, format!("this {what} is listed twice")));
            }
        }
        Ok(Self { what, ids })
    }

    /// How many names there are.
    pub fn count(&self) -> usize {
        self.ids.len()
    }

    /// All names with their indices, by the alphabet.
    pub fn names(&self) -> impl Iterator<Item = (&str, usize)> {
        self.ids.iter().map(|(name, index)| (name.as_str(), *index))
    }

    /// Whether there is such a name.
    pub fn has(&self, name: &str) -> bool {
        self.ids.contains_key(name)
    }

    /// The index of a name that stands at `place` of `file`.
    pub fn find(&self, file: &str, place: &str, name: &str) -> Checked<usize> {
        self.ids.get(name).copied().ok_or_else(|| wrong(file, place, format!("there is no {} {name}", self.what)))
    }

    /// The ids of some names that stand at `place` of `file`.
    pub fn find_all<I>(&self, file: &str, place: &str, names: &[String], id: impl Fn(usize) -> I) -> Checked<Vec<I>> {
        names.iter().map(|name| self.find(file, place, name).map(&id)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Land {
        #[expect(dead_code, reason = "only whether it can be read matters")]
        coast: bool,
    }

    #[test]
    fn a_file_that_cannot_be_read_says_where() {
        let files = Files::from([("land.toml", "# a land\ncoats = true\n"), ("land.json", "{\n\"coast\": 1 }")]);
        let words = |read: Checked<Land>| read.unwrap_err().to_string();
        assert!(words(read(&files, "land.toml")).starts_with("land.toml: line 2: unknown field `coats`"));
        assert!(words(read_json(&files, "land.json")).starts_with("land.json: line 2: "));
        assert_eq!(words(read(&files, "sea.toml")), "sea.toml: the file: is missing");
    }

    #[test]
    fn names_are_there_and_once() {
        let lookup = Lookup::new("land.toml", "land", ["Nubia", "Libya"]).unwrap();
        let names = ["Libya".to_owned(), "Nubia".to_owned()];
        assert_eq!(lookup.find_all("war.toml", "targets", &names, |index| index), Ok(vec![1, 0]));
        let unknown = lookup.find("war.toml", "targets", "Egypt").unwrap_err();
        assert_eq!(unknown.to_string(), "war.toml: targets: there is no land Egypt");
        let refused = |names: [&str; 2]| Lookup::new("land.toml", "land", names).err().map(|error| error.to_string());
        assert_eq!(refused(["Libya", "Libya"]).unwrap(), "land.toml: Libya: this land is listed twice");
        assert_eq!(refused(["Libya", " "]).unwrap(), "land.toml: land 2: has no name");
    }
}
