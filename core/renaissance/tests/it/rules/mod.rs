//! Every rule of `docs/rules/renaissance.md` and its parts is shown by a row, or `uncovered-rules.txt` says why not. The rows
//! themselves are played by the tests of their chapters.

use testkit::casebook::Casebook;

/// All rows, whatever the tests of their chapter read in them.
const BOOK: Casebook<toml::Table> = Casebook::new("renaissance", "Renaissance", env!("CARGO_MANIFEST_DIR"));

#[test]
fn every_rule_has_a_case() {
    BOOK.assert_every_rule_has_a_case();
}

#[test]
fn the_list_of_cases_is_up_to_date() {
    BOOK.assert_the_list_is_up_to_date();
}

#[test]
fn every_row_shows_something() {
    BOOK.assert_every_row_shows_something();
}
