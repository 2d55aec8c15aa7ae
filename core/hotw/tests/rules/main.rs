//! Every rule of `docs/rules/hotw.md` as rows of data: `tests/cases/README.md` tells what a row may say.

mod cases;
mod chances;
mod documents;
mod formulas;
mod properties;
mod situation;
mod world;

use std::collections::{BTreeMap, BTreeSet};

use cases::{Case, Wrong};

/// Feeds a row to its check.
fn check(case: &Case) -> Result<(), Wrong> {
    match case.check.as_str() {
        "play" => situation::play(case),
        "win_chance" => chances::check(case),
        _ => formulas::check(case),
    }
}

fn check_file(name: &str) {
    let rows = cases::file(name);
    let failures: Vec<String> = rows
        .iter()
        .filter_map(|case| check(case).err().map(|wrong| format!("{}\n    {wrong}", case.title())))
        .collect();
    assert!(failures.is_empty(), "{} of {} rows fail:\n{}", failures.len(), rows.len(), failures.join("\n"));
}

macro_rules! files {
    ($($test:ident = $file:literal),* $(,)?) => {
        const FILES: &[&str] = &[$($file),*];
        $(
            #[test]
            fn $test() {
                check_file($file);
            }
        )*
    };
}

files! {
    barbarians = "barbarians",
    board = "board",
    cards = "cards",
    defence = "defence",
    dice = "dice",
    draft = "draft",
    events = "events",
    expansion = "expansion",
    fleets = "fleets",
    lookups = "lookups",
    monuments = "monuments",
    options = "options",
    refusals = "refusals",
    scoring = "scoring",
    sight = "sight",
    tables = "tables",
    turns = "turns",
}

#[test]
fn every_file_of_cases_is_read() {
    assert_eq!(cases::file_names(), FILES);
}

#[test]
fn every_rule_has_a_case() {
    let register = cases::titles();
    let rows = cases::all();
    let shown: BTreeSet<&str> = rows.iter().flat_map(Case::rules).collect();
    let known: BTreeSet<&str> = register.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(known.len(), register.len(), "an id stands in the register twice");

    let unknown: Vec<_> = shown.difference(&known).collect();
    assert!(unknown.is_empty(), "rows name rules that are not in the register: {unknown:?}");

    let listed = cases::uncovered();
    let excused: BTreeSet<&str> = listed.iter().map(|(id, _)| id.as_str()).collect();
    let missing: Vec<&str> = register.iter().map(|(id, _)| id.as_str()).filter(|id| !shown.contains(id)).collect();
    let silent: Vec<_> = missing.iter().filter(|id| !excused.contains(*id)).collect();
    assert!(silent.is_empty(), "no row shows these rules, and uncovered-rules.txt does not say why: {silent:?}");
    let stale: Vec<_> = excused.iter().filter(|id| !missing.contains(id)).collect();
    assert!(stale.is_empty(), "uncovered-rules.txt lists rules that are shown or do not exist: {stale:?}");
}

/// `docs/rules/hotw-cases.md`: for each rule the rows that show it. `UPDATE_EXPECT=1 cargo test` writes it anew.
#[test]
fn the_list_of_cases_is_up_to_date() {
    let rows = cases::all();
    let mut list = String::from(
        "# History of the World: the cases that show each rule\n\nMade from the rows in `core/hotw/tests/cases/` by \
         `UPDATE_EXPECT=1 cargo test -p cursus-hotw --test rules`.\n",
    );
    for (id, title) in cases::titles() {
        list += &format!("\n**{id}** {title}\n\n");
        for case in rows.iter().filter(|case| case.rules().any(|rule| rule == id)) {
            let vector = case.id.as_ref().map_or(String::new(), |vector| format!(", {vector}"));
            list += &format!("- {} (`{}`{vector})\n", case.name, case.file);
        }
    }
    let path = "../../docs/rules/hotw-cases.md";
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(cases::in_crate(path), &list).expect("the list can be written");
    }
    assert!(cases::text(path) == list, "docs/rules/hotw-cases.md is stale: run the tests with UPDATE_EXPECT=1");
}

#[test]
fn every_row_shows_something() {
    for case in cases::all() {
        assert!(case.rules().next().is_some(), "{}: a row without a rule", case.title());
        let empty = case.expect.as_table().is_some_and(toml::Table::is_empty);
        assert!(!empty, "{}: a row that expects nothing", case.title());
    }
}

/// Section 10 of the rules: forty vectors of the source, twelve of the board game, fifteen resting on rulings.
#[test]
fn every_worked_vector_is_a_case() {
    let mut rows: BTreeMap<String, usize> = documents::vectors().into_iter().map(|id| (id, 0)).collect();
    assert_eq!(rows.len(), 67);
    for case in cases::all() {
        if let Some(id) = &case.id {
            let vector = id.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
            *rows.get_mut(vector).unwrap_or_else(|| panic!("{}: there is no such vector", case.title())) += 1;
        }
    }
    let missing: Vec<_> = rows.iter().filter(|(_, count)| **count == 0).collect();
    assert!(missing.is_empty(), "vectors without a row: {missing:?}");
}

/// An event that no row brings about would be one that nobody has seen happen.
#[test]
fn every_kind_of_event_happens() {
    let rows = cases::all();
    let seen: BTreeSet<&str> = rows.iter().filter(|case| case.check == "play").flat_map(situation::kinds).collect();
    let silent: Vec<_> = hotw::event::What::KINDS.iter().filter(|kind| !seen.contains(*kind)).collect();
    assert!(silent.is_empty(), "no row brings about {silent:?}");
}
