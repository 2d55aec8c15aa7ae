//! A row of a file of cases.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::{Spanned, Table, Value};

use super::Wrong;

/// What rows have besides what all rows have, where that is nothing.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// One row: one sentence about one rule, or about a few that only show together. `T` is what the rows of a room have
/// besides, such as orders and luck.
#[derive(Clone, Debug)]
pub struct Case<T> {
    rules: Vec<String>,
    /// The worked vector that this row is a part of.
    pub id: Option<String>,
    /// What the row shows.
    pub name: String,
    /// Which check it feeds; `play` when it does not say.
    pub check: String,
    /// What is given.
    pub given: Table,
    /// What is expected.
    pub expect: Value,
    /// What it has besides.
    pub own: T,
    /// The file it stands in.
    pub file: String,
    /// The line on which it begins.
    pub line: usize,
}

impl<T> Case<T> {
    /// The rules that the row shows.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(String::as_str)
    }

    /// How a failure names the row: with file and line, as editors jump to them.
    pub fn title(&self) -> String {
        let id = self.id.as_ref().map_or(String::new(), |id| format!(" [{id}]"));
        format!("tests/cases/{}:{}: {}{id}: {}", self.file, self.line, self.rules.join(", "), self.name)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    case: Vec<Spanned<Table>>,
}

/// What all rows have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shared {
    rule: Option<String>,
    #[serde(default)]
    rules: Vec<String>,
    id: Option<String>,
    name: String,
    #[serde(default = "play")]
    check: String,
    #[serde(default)]
    given: Table,
    expect: Value,
}

const SHARED: [&str; 7] = ["rule", "rules", "id", "name", "check", "given", "expect"];

fn play() -> String {
    "play".into()
}

/// Reads the rows of a file, or those of a part of it that begins on a line.
pub fn read<T: DeserializeOwned>(file: &str, text: &str, first_line: usize) -> Result<Vec<Case<T>>, Wrong> {
    let rows: CaseFile = toml::from_str(text).map_err(|error| error.to_string())?;
    let read = |row: Spanned<Table>| {
        let line = first_line + text[..row.span().start].matches('\n').count();
        one(file, line, row.into_inner()).map_err(|wrong| format!("line {line}: {wrong}"))
    };
    rows.case.into_iter().map(read).collect()
}

/// The keys that all rows may have are taken out first, so that the room's own type can refuse what is left unknown.
fn one<T: DeserializeOwned>(file: &str, line: usize, mut row: Table) -> Result<Case<T>, Wrong> {
    let shared: Table = SHARED.into_iter().filter_map(|key| row.remove_entry(key)).collect();
    let name = shared.get("name").map_or(String::new(), |name| format!("{name}: "));
    let wrong = |error: toml::de::Error| format!("{name}{}", error.message());
    let Shared { rule, rules, id, name, check, given, expect } = shared.try_into().map_err(wrong)?;
    let own = row.try_into().map_err(|error| format!("{name}: {}", toml::de::Error::message(&error)))?;
    let rules = rule.into_iter().chain(rules).collect();
    Ok(Case { rules, id, name, check, given, expect, own, file: file.to_owned(), line })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Own {
        #[serde(default)]
        dice: Vec<i32>,
    }

    #[test]
    fn a_row_has_what_all_rows_have_and_what_those_of_its_room_have() {
        let text = "[[case]]\nrule = \"XX-1\"\nrules = [\"XX-2\"]\nid = \"V3a\"\nname = \"it snows\"\ndice = [4]\n\
                    given = { month = 1 }\nexpect = 3\n";
        let rows: Vec<Case<Own>> = read("winter.toml", text, 1).unwrap();
        let [case] = rows.as_slice() else { panic!("{} rows", rows.len()) };
        assert_eq!(case.title(), "tests/cases/winter.toml:1: XX-1, XX-2 [V3a]: it snows");
        assert_eq!((case.check.as_str(), case.own.dice.as_slice()), ("play", [4].as_slice()));
        assert_eq!((&case.given["month"], &case.expect), (&Value::from(1), &Value::from(3)));
    }

    #[test]
    fn a_key_that_nobody_knows_is_refused_with_the_row_that_has_it() {
        let row = "[[case]]\nrule = \"XX-1\"\nname = \"it snows\"\nexpect = 3\n";
        let wrong =
            |more: &str| read::<Own>("winter.toml", &format!("{row}{row}{more}\n"), 1).err().unwrap_or_default();
        assert!(wrong("dise = [4]").starts_with("line 5: it snows: unknown field `dise`"), "{}", wrong("dise = [4]"));
        assert!(wrong("dice = 4").starts_with("line 5: it snows: "), "{}", wrong("dice = 4"));
        assert!(wrong("check = 4").starts_with("line 5: \"it snows\": "), "{}", wrong("check = 4"));
        assert!(wrong("[[rows]]").contains("unknown field `rows`"));
        assert!(read::<Own>("winter.toml", "[[case]]\nname = \"it snows\"\n", 1).is_err_and(|w| w.contains("expect")));
    }
}
