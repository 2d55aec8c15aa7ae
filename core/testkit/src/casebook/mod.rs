//! A room's rules as rows of data, for its tests: reads `tests/cases/*.toml`, feeds each row to the room's check, and
//! holds the rows against the register of rules.
//!
//! A room gives the type of what its rows have besides, a [`Casebook`], a function that feeds a row to its check, and
//! the names of the files to [`cases!`](crate::cases), which makes the tests of them.

mod case;
mod given;
mod value;

pub use case::{Case, Nothing};
pub use given::Given;
pub use value::{flag, same, shows, table, text, texts, thousandths, whole, words};

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use toml::Table;

/// Why a row does not hold, or cannot be read.
pub type Wrong = String;

/// Makes the tests of a [`Casebook`]: one for each row of its files, and those that hold the rows against the register.
///
/// ```ignore
/// testkit::cases! { BOOK, check; "fleets", "winter-quarters" }
/// ```
#[macro_export]
macro_rules! cases {
    ($book:expr, $check:expr; $($file:literal),* $(,)?) => {
        $($crate::rows::tests!($file, $book, $check);)*

        #[test]
        fn every_file_of_cases_is_read() {
            assert_eq!($book.file_names(), [$($file),*]);
        }

        #[test]
        fn every_rule_has_a_case() {
            $book.assert_every_rule_has_a_case();
        }

        #[test]
        fn the_list_of_cases_is_up_to_date() {
            $book.assert_the_list_is_up_to_date();
        }

        #[test]
        fn every_row_shows_something() {
            $book.assert_every_row_shows_something();
        }
    };
}

/// Asserts that the row of a file that begins on a line holds: what [`rows::tests!`](crate::rows::tests) makes a test of.
///
/// # Panics
///
/// When it does not, with file, line, rules and what is wrong.
pub fn assert_row<T: DeserializeOwned>(
    name: &str, line: usize, book: Casebook<T>, check: impl FnOnce(&Case<T>) -> Result<(), Wrong>,
) {
    let case = book.row(name, line);
    if let Err(wrong) = check(&case) {
        panic!("{}\n    {wrong}", case.title());
    }
}

/// The cases of a room: its rows, the register of its rules, and the list made of both. `T` is what its rows have
/// besides what all rows have.
pub struct Casebook<T> {
    id: &'static str,
    title: &'static str,
    folder: &'static str,
    rows: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Casebook<T> {
    /// The cases of the rule system `id`, called `title`, whose crate is in `folder`: `env!("CARGO_MANIFEST_DIR")`.
    pub const fn new(id: &'static str, title: &'static str, folder: &'static str) -> Self {
        Self { id, title, folder, rows: PhantomData }
    }

    /// A path inside the crate.
    pub fn in_crate(&self, path: &str) -> PathBuf {
        Path::new(self.folder).join(path)
    }

    /// Reads a file of the crate.
    pub fn text(&self, path: &str) -> String {
        fs::read_to_string(self.in_crate(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// The names of all files of rows, without the ending.
    pub fn file_names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.in_crate("tests/cases")).expect("the folder of cases");
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut files: Vec<String> = names.filter_map(|name| name.strip_suffix(".toml").map(str::to_owned)).collect();
        files.sort();
        files
    }

    /// The rows of one file, by its name without the ending.
    pub fn file(&self, name: &str) -> Vec<Case<T>> {
        let path = format!("tests/cases/{name}.toml");
        case::read(&format!("{name}.toml"), &self.text(&path), 1).unwrap_or_else(|wrong| panic!("{path}: {wrong}"))
    }

    /// The row of a file that begins on a line. Only its own lines are read.
    fn row(&self, name: &str, line: usize) -> Case<T> {
        let path = format!("tests/cases/{name}.toml");
        let text = self.text(&path);
        let mut from_line = text.split_inclusive('\n').skip(line - 1);
        let head = from_line.next().unwrap_or_default().to_owned();
        let own = head + &from_line.take_while(|line| line.trim() != "[[case]]").collect::<String>();
        let rows = case::read(&format!("{name}.toml"), &own, line).unwrap_or_else(|wrong| panic!("{path}: {wrong}"));
        rows.into_iter().next().expect("a row begins there")
    }

    /// All rows.
    pub fn all(&self) -> Vec<Case<T>> {
        self.file_names().iter().flat_map(|name| self.file(name)).collect()
    }

    /// The ids of all rules with their titles, in the order of the rulebook.
    fn register(&self) -> Vec<(String, String)> {
        pairs(&self.text(&format!("../../docs/rules/{}-register.txt", self.id)), "an id, a tab, a title")
    }

    /// The rules that no row shows, each with its reason.
    fn uncovered(&self) -> Vec<(String, String)> {
        let list = pairs(&self.text(UNCOVERED), "an id, a tab, a reason");
        for (id, reason) in &list {
            assert!(!reason.trim().is_empty(), "{id} is listed as uncovered without a reason");
        }
        list
    }

    /// Takes the rules that rows show off the list of those that none does.
    fn drop_shown(&self, shown: &BTreeSet<&str>) {
        let left: String = self
            .text(UNCOVERED)
            .lines()
            .filter(|line| !line.split('\t').next().is_some_and(|id| shown.contains(id)))
            .fold(String::new(), |all, line| all + line + "\n");
        fs::write(self.in_crate(UNCOVERED), left).expect("the list can be written");
    }

    /// Every rule of the register is shown by a row, or listed with the reason why not; and rows name no other rules.
    pub fn assert_every_rule_has_a_case(&self) {
        let register = self.register();
        let rows = self.all();
        let shown: BTreeSet<&str> = rows.iter().flat_map(Case::rules).collect();
        let known: BTreeSet<&str> = register.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(known.len(), register.len(), "an id stands in the register twice");

        let unknown: Vec<_> = shown.difference(&known).collect();
        assert!(unknown.is_empty(), "rows name rules that are not in the register: {unknown:?}");

        if updating() {
            self.drop_shown(&shown);
        }
        let listed = self.uncovered();
        let excused: BTreeSet<&str> = listed.iter().map(|(id, _)| id.as_str()).collect();
        let missing: Vec<&str> = register.iter().map(|(id, _)| id.as_str()).filter(|id| !shown.contains(id)).collect();
        let silent: Vec<_> = missing.iter().filter(|id| !excused.contains(*id)).collect();
        assert!(silent.is_empty(), "no row shows these rules, and uncovered-rules.txt does not say why: {silent:?}");
        let stale: Vec<_> = excused.iter().filter(|id| !missing.contains(id)).collect();
        assert!(stale.is_empty(), "uncovered-rules.txt lists rules that are shown or do not exist: {stale:?}");
    }

    /// `docs/rules/<id>-cases.md` has for each rule the rows that show it. `UPDATE_EXPECT=1 cargo test` writes it anew.
    pub fn assert_the_list_is_up_to_date(&self) {
        let rows = self.all();
        let mut list = format!(
            "# {}: the cases that show each rule\n\nMade from the rows in `core/{id}/tests/cases/` by \
             `UPDATE_EXPECT=1 cargo test -p cursus-{id} --test it rules`.\n",
            self.title,
            id = self.id
        );
        for (id, title) in self.register() {
            list += &format!("\n**{id}** {title}\n\n");
            for case in rows.iter().filter(|case| case.rules().any(|rule| rule == id)) {
                let vector = case.id.as_ref().map_or(String::new(), |vector| format!(", {vector}"));
                list += &format!("- {} (`{}`{vector})\n", case.name, case.file);
            }
        }
        let path = format!("../../docs/rules/{}-cases.md", self.id);
        if updating() {
            fs::write(self.in_crate(&path), &list).expect("the list can be written");
        }
        assert!(self.text(&path) == list, "{path} is stale: run the tests with UPDATE_EXPECT=1");
    }

    /// Every row names a rule and expects something.
    pub fn assert_every_row_shows_something(&self) {
        for case in self.all() {
            assert!(case.rules().next().is_some(), "{}: a row without a rule", case.title());
            let empty = case.expect.as_table().is_some_and(Table::is_empty);
            assert!(!empty, "{}: a row that expects nothing", case.title());
        }
    }

    /// How many rows are a part of each worked vector. Rows name no others; one of `V4b` is a part of `V4`.
    pub fn count_vectors(&self, vectors: impl IntoIterator<Item = String>) -> BTreeMap<String, usize> {
        let mut rows: BTreeMap<String, usize> = vectors.into_iter().map(|id| (id, 0)).collect();
        for case in self.all() {
            if let Some(id) = &case.id {
                let vector = id.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
                *rows.get_mut(vector).unwrap_or_else(|| panic!("{}: there is no such vector", case.title())) += 1;
            }
        }
        rows
    }
}

const UNCOVERED: &str = "tests/uncovered-rules.txt";

/// Whether what is kept as expected is to be written anew.
fn updating() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

/// Lines of two parts with a tab between; remarks begin with `#`.
fn pairs(text: &str, parts: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let pair = |line: &str| line.split_once('\t').map(|(id, rest)| (id.to_owned(), rest.to_owned()));
    lines.map(|line| pair(line).unwrap_or_else(|| panic!("“{line}” should be {parts}"))).collect()
}
