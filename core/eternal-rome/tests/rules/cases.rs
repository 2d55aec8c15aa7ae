//! Reads the rows of `tests/cases/*.toml` and the register of rules.

use std::collections::{BTreeMap, BTreeSet};
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
    pub check: String,
    /// What is given.
    #[serde(default)]
    pub given: Table,
    /// The orders, in the order in which they are handed in.
    #[serde(default)]
    pub orders: Vec<Table>,
    /// The faces of all dice that are rolled, in their order; none left over.
    pub dice: Option<Vec<i32>>,
    /// Luck instead of `dice`: what every throw for a purpose shows; all others show their middle.
    #[serde(default)]
    pub luck: BTreeMap<String, i32>,
    /// What is expected.
    pub expect: Value,
    /// The file it stands in.
    #[serde(skip)]
    pub file: String,
}

impl Case {
    /// The rules that the row shows.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rule.iter().chain(&self.rules).map(String::as_str)
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
    let lines = text("../../docs/rules/eternal-rome-register.txt");
    let entry = |line: &str| {
        let (id, title) = line.split_once('\t').expect("an id, a tab, a title");
        (id.to_owned(), title.to_owned())
    };
    lines.lines().filter(|line| !line.is_empty()).map(entry).collect()
}

/// The ids of all rules, in the order of the rulebook.
pub fn register() -> Vec<String> {
    titles().into_iter().map(|(id, _)| id).collect()
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

/// Takes the rules that rows show off the list of those that none does.
pub fn drop_shown(shown: &BTreeSet<&str>) {
    let path = "tests/uncovered-rules.txt";
    let left: String = text(path)
        .lines()
        .filter(|line| !line.split('\t').next().is_some_and(|id| shown.contains(id)))
        .fold(String::new(), |all, line| all + line + "\n");
    fs::write(in_crate(path), left).expect("the list can be written");
}

/// What a row gives, taken out key by key so that a key nobody asked for is found.
pub struct Given {
    rest: Table,
}

/// Why a row does not hold, or cannot be read.
pub type Wrong = String;

impl Given {
    pub fn new(table: &Table) -> Self {
        Self { rest: table.clone() }
    }

    /// The value of a key, if it is there.
    pub fn take(&mut self, key: &str) -> Option<Value> {
        self.rest.remove(key)
    }

    fn wanted(&mut self, key: &str) -> Result<Value, Wrong> {
        self.take(key).ok_or_else(|| format!("`given` lacks the key {key}"))
    }

    pub fn int(&mut self, key: &str) -> Result<i64, Wrong> {
        let value = self.wanted(key)?;
        value.as_integer().ok_or_else(|| format!("{key} is {value}, and should be a whole number"))
    }

    pub fn int_or(&mut self, key: &str, default: i64) -> Result<i64, Wrong> {
        if self.rest.contains_key(key) { self.int(key) } else { Ok(default) }
    }

    pub fn text(&mut self, key: &str) -> Result<String, Wrong> {
        let value = self.wanted(key)?;
        value.as_str().map(str::to_owned).ok_or_else(|| format!("{key} is {value}, and should be a text"))
    }

    pub fn list(&mut self, key: &str) -> Result<Vec<Value>, Wrong> {
        match self.wanted(key)? {
            Value::Array(list) => Ok(list),
            other => Err(format!("{key} is {other}, and should be a list")),
        }
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
        self.rest_is_empty()
    }

    /// The same, of what is still held.
    pub fn rest_is_empty(&self) -> Result<(), Wrong> {
        let unknown: Vec<&String> = self.rest.keys().collect();
        if unknown.is_empty() { Ok(()) } else { Err(format!("unknown keys in `given`: {unknown:?}")) }
    }
}

/// A number in thousandths; nothing if it has more than three decimals.
pub fn thousandths(value: &Value) -> Option<i64> {
    let number = value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))?;
    let scaled = (number * 1000.0).round();
    ((scaled - number * 1000.0).abs() < 1e-6).then_some(scaled as i64)
}

/// Whether two values are the same; 4 and 4.0 are.
pub fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Table(one), Value::Table(other)) => {
            one.len() == other.len() && one.iter().all(|(key, value)| other.get(key).is_some_and(|o| same(value, o)))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| same(a, b))
        }
        _ => match (thousandths(one), thousandths(other)) {
            (Some(one), Some(other)) => one == other,
            _ => one == other,
        },
    }
}
