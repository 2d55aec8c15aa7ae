//! Makes a test of each row of a file of cases, so that the test runner names, chooses and counts rows.
//!
//! A macro has to do it: what tests there are is settled when they are compiled, and the rows are data.

use std::fmt::Write;
use std::path::Path;

use proc_macro::{Delimiter, TokenStream, TokenTree};

/// `rows::tests!("movement", BOOK, check);` makes a module `movement_rows` with a test for each row of `tests/cases/movement.toml`.
/// `line_112_UM_9_2` is the row that begins on line 112 and shows UM-9.2. `BOOK` is the casebook, `check` takes a row.
///
/// # Panics
///
/// When the file is not there or has no rows, which stops the build with the reason.
#[proc_macro]
pub fn tests(input: TokenStream) -> TokenStream {
    let mut input = input.into_iter();
    let name = input.next().map(text_of).expect("the name of a file of rows comes first");
    let rest: TokenStream = input.skip(1).collect();
    let folder = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let path = Path::new(&folder).join("tests/cases").join(format!("{name}.toml"));
    let rows = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows = rows_of(&rows);
    assert!(!rows.is_empty(), "{} has no rows", path.display());
    source(&name, &path.display().to_string(), &rest.to_string(), &rows).parse().expect("it is Rust")
}

/// The tests of a file as Rust. The file is included, so that a change of it builds them anew.
fn source(name: &str, path: &str, rest: &str, rows: &[(usize, Vec<String>)]) -> String {
    let mut source = format!("#[allow(non_snake_case)] mod {}_rows {{ use super::*;", word(name));
    write!(source, "const _: &str = include_str!({path:?});").unwrap();
    for (line, rules) in rows {
        let rules: String = rules.iter().map(|rule| format!("_{}", word(rule))).collect();
        write!(
            source,
            "#[test] fn line_{line}{rules}() {{ ::testkit::casebook::assert_row({name:?}, {line}, {rest}); }}"
        )
        .unwrap();
    }
    source + "}"
}

/// A string literal, also where another macro passes it on.
fn text_of(token: TokenTree) -> String {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            group.stream().into_iter().next().map(text_of).unwrap_or_default()
        }
        other => other.to_string().trim_matches('"').to_owned(),
    }
}

/// What may stand in a name of Rust.
fn word(text: &str) -> String {
    text.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect()
}

/// The line on which each row begins, from 1, and the rules that it shows.
fn rows_of(text: &str) -> Vec<(usize, Vec<String>)> {
    let mut rows: Vec<(usize, Vec<String>)> = Vec::new();
    let mut in_list = false;
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line == "[[case]]" {
            rows.push((at + 1, Vec::new()));
        }
        let names_rules = ["rule = ", "rules = "].iter().any(|key| line.starts_with(key)) || in_list;
        if let Some((_, rules)) = rows.last_mut().filter(|_| names_rules) {
            rules.extend(line.split('"').skip(1).step_by(2).map(str::to_owned));
            in_list = line.contains('[') && !line.contains(']') || in_list && !line.contains(']');
        }
    }
    rows
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn rows_are_found_with_their_lines_and_rules() {
        let text = "# remark\n\n[[case]]\nrule = \"UM-1\"\nname = \"rule = no\"\n\n[[case]]\nrules = [\n  \"UM-2.1\",\n  \"UM-R3\",\n]\n\
                    name = \"x\"\n[[case]]\nrules = [\"UM-4\"]\n";
        let rows = rows_of(text);
        let named =
            |line: usize, rules: &[&str]| (line, rules.iter().map(|rule| (*rule).to_owned()).collect::<Vec<_>>());
        assert_eq!(rows, [named(3, &["UM-1"]), named(7, &["UM-2.1", "UM-R3"]), named(13, &["UM-4"])]);
    }

    #[test]
    fn a_row_is_a_function_that_names_line_and_rules() {
        let source = source("field-battle", "/a.toml", "BOOK, check", &[(3, vec!["RN-R3".into(), "RN-2.1".into()])]);
        assert!(source.starts_with("#[allow(non_snake_case)] mod field_battle_rows { use super::*;"), "{source}");
        let test =
            "#[test] fn line_3_RN_R3_RN_2_1() { ::testkit::casebook::assert_row(\"field-battle\", 3, BOOK, check); }";
        assert!(source.contains(test), "{source}");
    }
}
