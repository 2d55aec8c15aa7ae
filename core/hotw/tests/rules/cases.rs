//! Reads the rows of `tests/cases/*.toml` and the register of rules.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::{Table, Value};

/// One row: one sentence about one rule, or about a few that only show together.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    rule: Option<String>,
    #[serde(default)]
    rules: Vec<String>,
    /// The worked vector that this row is a part of.
    pub id: Option<String>,
    /// What the row shows.
    pub name: String,
    /// Which check it feeds.
    #[serde(default = "play")]
    pub check: String,
    /// What is given.
    #[serde(default)]
    pub given: Table,
    /// Who hands in; the colour that is to act when absent.
    pub by: Option<String>,
    /// The orders of the first sheet, as tables.
    #[serde(default)]
    pub orders: Vec<Value>,
    /// The same in shorthand.
    pub lines: Option<String>,
    /// What a missing sheet means, instead of orders.
    #[serde(default)]
    pub default: bool,
    /// The faces that the dice show, in order.
    #[serde(default)]
    pub dice: Vec<i32>,
    /// Dice of this seed, instead of faces.
    pub seed: Option<u64>,
    /// Further sheets.
    #[serde(default)]
    pub then: Vec<Sheet>,
    /// What is expected.
    pub expect: Value,
    /// The file it stands in.
    #[serde(skip)]
    pub file: String,
}

/// A sheet of orders.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Who hands in; the colour that is to act when absent.
    pub by: Option<String>,
    /// As tables.
    #[serde(default)]
    pub orders: Vec<Value>,
    /// In shorthand.
    pub lines: Option<String>,
    /// What a missing sheet means, instead of orders.
    #[serde(default)]
    pub default: bool,
}

fn play() -> String {
    "play".into()
}

impl Case {
    /// The rules that the row shows.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rule.iter().chain(&self.rules).map(String::as_str)
    }

    /// All sheets, in order.
    pub fn sheets(&self) -> Vec<Sheet> {
        let mut sheets = Vec::new();
        if !self.orders.is_empty() || self.lines.is_some() || self.default {
            let (by, orders, lines) = (self.by.clone(), self.orders.clone(), self.lines.clone());
            sheets.push(Sheet { by, orders, lines, default: self.default });
        }
        sheets.extend(self.then.iter().cloned());
        sheets
    }

    /// How a failure names the row.
    pub fn title(&self) -> String {
        let rules: Vec<&str> = self.rules().collect();
        let id = self.id.as_ref().map_or(String::new(), |id| format!(" [{id}]"));
        format!("{}: {}{id}: {}", self.file, rules.join(", "), self.name)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    case: Vec<Case>,
}

/// A path inside the crate.
pub fn in_crate(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Reads a file of the crate.
pub fn text(path: &str) -> String {
    fs::read_to_string(in_crate(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of one file, by its name without the ending.
pub fn file(name: &str) -> Vec<Case> {
    let path = format!("tests/cases/{name}.toml");
    let rows: CaseFile = toml::from_str(&text(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    rows.case.into_iter().map(|case| Case { file: format!("{name}.toml"), ..case }).collect()
}

/// The names of all files of rows.
pub fn file_names() -> Vec<String> {
    let entries = fs::read_dir(in_crate("tests/cases")).expect("the folder of cases");
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut files: Vec<String> = names.filter_map(|name| name.strip_suffix(".toml").map(str::to_owned)).collect();
    files.sort();
    files
}

/// All rows.
pub fn all() -> Vec<Case> {
    file_names().iter().flat_map(|name| file(name)).collect()
}

/// The ids of all rules with their titles, in the order of the rulebook.
pub fn titles() -> Vec<(String, String)> {
    let lines = text("../../docs/rules/hotw-register.txt");
    let entry = |line: &str| {
        let (id, title) = line.split_once('\t').expect("an id, a tab, a title");
        (id.to_owned(), title.to_owned())
    };
    lines.lines().filter(|line| !line.is_empty()).map(entry).collect()
}

/// The rules that no row shows, each with its reason.
pub fn uncovered() -> Vec<(String, String)> {
    let lines = text("tests/uncovered-rules.txt");
    let entry = |line: &str| {
        let (id, reason) = line.split_once('\t').expect("an id, a tab, a reason");
        assert!(!reason.trim().is_empty(), "{id} is listed as uncovered without a reason");
        (id.to_owned(), reason.to_owned())
    };
    lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(entry).collect()
}

/// Why a row does not hold, or cannot be read.
pub type Wrong = String;

/// What a row gives, taken out key by key so that a key nobody asked for is found.
pub struct Given {
    rest: Table,
}

impl Given {
    pub fn new(table: &Table) -> Self {
        Self { rest: table.clone() }
    }

    /// The value of a key, if it is there.
    pub fn take(&mut self, key: &str) -> Option<Value> {
        self.rest.remove(key)
    }

    /// A whole number, if it is there.
    pub fn int(&mut self, key: &str) -> Result<Option<i64>, Wrong> {
        self.take(key).map(|value| value.as_integer().ok_or(format!("{key} should be a whole number"))).transpose()
    }

    /// A whole number.
    pub fn wanted(&mut self, key: &str) -> Result<i64, Wrong> {
        self.int(key)?.ok_or_else(|| format!("`given` lacks the key {key}"))
    }

    /// A text, if it is there.
    pub fn text(&mut self, key: &str) -> Result<Option<String>, Wrong> {
        let text = |value: Value| value.as_str().map(str::to_owned).ok_or(format!("{key} should be a text"));
        self.take(key).map(text).transpose()
    }

    /// A text.
    pub fn word(&mut self, key: &str) -> Result<String, Wrong> {
        self.text(key)?.ok_or_else(|| format!("`given` lacks the key {key}"))
    }

    /// A list of texts, empty when the key is absent.
    pub fn words(&mut self, key: &str) -> Result<Vec<String>, Wrong> {
        self.take(key).map_or(Ok(Vec::new()), |value| words(&value))
    }

    /// A table, empty when the key is absent.
    pub fn table(&mut self, key: &str) -> Result<Table, Wrong> {
        match self.take(key) {
            None => Ok(Table::new()),
            Some(Value::Table(table)) => Ok(table),
            Some(other) => Err(format!("{key} is {other}, and should be a table")),
        }
    }

    /// Everything has been asked for.
    pub fn finish(self) -> Result<(), Wrong> {
        let unknown: Vec<&String> = self.rest.keys().collect();
        if unknown.is_empty() { Ok(()) } else { Err(format!("unknown keys in `given`: {unknown:?}")) }
    }
}

/// A list of texts.
pub fn words(value: &Value) -> Result<Vec<String>, Wrong> {
    let list = value.as_array().ok_or_else(|| format!("{value} should be a list"))?;
    list.iter().map(|word| word.as_str().map(str::to_owned).ok_or(format!("{word} should be a text"))).collect()
}

/// A whole number of some width.
pub fn whole<T: TryFrom<i64>>(value: &Value) -> Result<T, Wrong> {
    let number = value.as_integer().and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| format!("{value} is not a number that fits here"))
}
