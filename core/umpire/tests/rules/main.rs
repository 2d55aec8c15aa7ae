//! Every rule of `docs/rules/umpire.md` as rows of data: `tests/cases/README.md` tells what a row may say.

mod cases;
mod formulas;
mod situation;
mod world;

use std::collections::{BTreeMap, BTreeSet};

use cases::{Case, Wrong};

/// Feeds a row to its check.
fn check(case: &Case) -> Result<(), Wrong> {
    if case.check == "turn" { situation::play(case).map(|_| ()) } else { formulas::check(case) }
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
    blockade = "blockade",
    bounds = "bounds",
    conflict = "conflict",
    diplomacy = "diplomacy",
    economy = "economy",
    formulas_conflict = "formulas-conflict",
    formulas_economy = "formulas-economy",
    formulas_foundations = "formulas-foundations",
    formulas_generals = "formulas-generals",
    formulas_movement = "formulas-movement",
    formulas_recruitment = "formulas-recruitment",
    frame = "frame",
    generals = "generals",
    intrigue = "intrigue",
    investment = "investment",
    movement = "movement",
    news = "news",
    provinces = "provinces",
    reports = "reports",
    unrest = "unrest",
    winter = "winter",
}

#[test]
fn every_file_of_cases_is_read() {
    assert_eq!(cases::file_names(), FILES);
}

#[test]
fn every_rule_has_a_case() {
    let register = cases::register();
    let rows = cases::all();
    let shown: BTreeSet<&str> = rows.iter().flat_map(Case::rules).collect();
    let known: BTreeSet<&str> = register.iter().map(String::as_str).collect();
    assert_eq!(known.len(), register.len(), "an id stands in the register twice");

    let unknown: Vec<_> = shown.difference(&known).collect();
    assert!(unknown.is_empty(), "rows name rules that are not in the register: {unknown:?}");

    let listed = cases::uncovered();
    let excused: BTreeSet<&str> = listed.iter().map(|(id, _)| id.as_str()).collect();
    let missing: Vec<_> = register.iter().map(String::as_str).filter(|id| !shown.contains(id)).collect();
    let silent: Vec<_> = missing.iter().filter(|id| !excused.contains(*id)).collect();
    assert!(silent.is_empty(), "no row shows these rules, and uncovered-rules.txt does not say why: {silent:?}");
    let stale: Vec<_> = excused.iter().filter(|id| !missing.contains(id)).collect();
    assert!(stale.is_empty(), "uncovered-rules.txt lists rules that are shown or do not exist: {stale:?}");
}

/// `docs/rules/umpire-cases.md`: for each rule the rows that show it. `UPDATE_EXPECT=1 cargo test` writes it anew.
#[test]
fn the_list_of_cases_is_up_to_date() {
    let rows = cases::all();
    let mut list = String::from(
        "# Umpire: the cases that show each rule\n\nMade from the rows in `core/umpire/tests/cases/` by \
         `UPDATE_EXPECT=1 cargo test -p cursus-umpire --test rules`.\n",
    );
    for (id, title) in cases::titles() {
        list += &format!("\n**{id}** {title}\n\n");
        for case in rows.iter().filter(|case| case.rules().any(|rule| rule == id)) {
            let vector = case.id.as_ref().map_or(String::new(), |vector| format!(", {vector}"));
            list += &format!("- {} (`{}`{vector})\n", case.name, case.file);
        }
    }
    let path = "../../docs/rules/umpire-cases.md";
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(cases::in_crate(path), &list).expect("the list can be written");
    }
    assert!(cases::text(path) == list, "docs/rules/umpire-cases.md is stale: run the tests with UPDATE_EXPECT=1");
}

#[test]
fn every_row_shows_something() {
    for case in cases::all() {
        assert!(case.rules().next().is_some(), "{}: a row without a rule", case.title());
        let empty = case.expect.as_table().is_some_and(toml::Table::is_empty);
        assert!(!empty, "{}: a row that expects nothing", case.title());
    }
}

/// Section 9 of the rules: forty-one vectors resting on the rulebook and twenty-one on our readings.
#[test]
fn every_worked_vector_is_a_case() {
    let document = cases::text("../../docs/rules/umpire.md");
    let ids = document.lines().filter_map(|line| line.strip_prefix("- **UM-V")?.split_once("**").map(|(id, _)| id));
    let mut rows: BTreeMap<String, usize> = ids.map(|id| (format!("UM-V{id}"), 0)).collect();
    assert_eq!(rows.len(), 62);
    for case in cases::all() {
        if let Some(id) = &case.id {
            let vector = id.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
            *rows.get_mut(vector).unwrap_or_else(|| panic!("{}: there is no such vector", case.title())) += 1;
        }
    }
    let missing: Vec<_> = rows.iter().filter(|(_, count)| **count == 0).collect();
    assert!(missing.is_empty(), "vectors without a row: {missing:?}");
}

/// A purpose that no throw is ever made for would make a row say nothing.
#[test]
fn every_forced_purpose_is_thrown_for() {
    let (mut forced, mut thrown) = (BTreeSet::new(), BTreeSet::new());
    for case in cases::all() {
        forced.extend(case.force.keys().cloned());
        if case.check == "turn" && !case.force.is_empty() {
            thrown.extend(situation::purposes(&case));
        }
    }
    let idle: Vec<_> = forced.difference(&thrown).collect();
    assert!(idle.is_empty(), "rows force throws that are never made: {idle:?}");
}
