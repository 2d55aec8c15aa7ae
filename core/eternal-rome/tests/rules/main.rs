//! Every rule of `docs/rules/eternal-rome.md` as rows of data: `tests/cases/README.md` tells what a row may say.

mod cases;
mod compare;
mod formulas;
mod play;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use cases::{Case, Wrong};

/// Feeds a row to its check.
fn check(case: &Case) -> Result<(), Wrong> {
    if case.check == "play" { compare::check(case) } else { formulas::check(case) }
}

/// The same; dice that run out of their script panic, and that is the row's fault.
fn guarded(case: &Case) -> Result<(), Wrong> {
    catch_unwind(AssertUnwindSafe(|| check(case))).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        Err(words.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default())
    })
}

fn check_file(name: &str) {
    let rows = cases::file(name);
    let failures: Vec<String> = rows
        .iter()
        .filter_map(|case| guarded(case).err().map(|wrong| format!("{}\n    {wrong}", case.title())))
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
    economy = "economy",
    foundations = "foundations",
    frame = "frame",
    land = "land",
    naval = "naval",
    siege = "siege",
    sight = "sight",
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

    if std::env::var_os("UPDATE_EXPECT").is_some() {
        cases::drop_shown(&shown);
    }
    let listed = cases::uncovered();
    let excused: BTreeSet<&str> = listed.iter().map(|(id, _)| id.as_str()).collect();
    let missing: Vec<_> = register.iter().map(String::as_str).filter(|id| !shown.contains(id)).collect();
    let silent: Vec<_> = missing.iter().filter(|id| !excused.contains(*id)).collect();
    assert!(silent.is_empty(), "no row shows these rules, and uncovered-rules.txt does not say why: {silent:?}");
    let stale: Vec<_> = excused.iter().filter(|id| !missing.contains(id)).collect();
    assert!(stale.is_empty(), "uncovered-rules.txt lists rules that are shown or do not exist: {stale:?}");
}

#[test]
fn no_two_readings_have_one_id() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/eternal-rome.md");
    let text = std::fs::read_to_string(path).expect("the rules");
    let (_, readings) = text.split_once("## 9. Readings").expect("section 9");
    let mut seen = BTreeSet::new();
    let ids = readings.split("**").filter(|part| part.starts_with("ER-") && part.contains('/'));
    ids.for_each(|id| assert!(seen.insert(id), "{id} stands there twice"));
    assert!(seen.len() > 40, "{}", seen.len());
}

/// `docs/rules/eternal-rome-cases.md`: for each rule the rows that show it. `UPDATE_EXPECT=1 cargo test` writes it anew.
#[test]
fn the_list_of_cases_is_up_to_date() {
    let rows = cases::all();
    let mut list = String::from(
        "# Eternal Rome: the cases that show each rule\n\nMade from the rows in `core/eternal-rome/tests/cases/` by \
         `UPDATE_EXPECT=1 cargo test -p cursus-eternal-rome --test rules`.\n",
    );
    for (id, title) in cases::titles() {
        list += &format!("\n**{id}** {title}\n\n");
        for case in rows.iter().filter(|case| case.rules().any(|rule| rule == id)) {
            let vector = case.id.as_ref().map_or(String::new(), |vector| format!(", {vector}"));
            list += &format!("- {} (`{}`{vector})\n", case.name, case.file);
        }
    }
    let path = "../../docs/rules/eternal-rome-cases.md";
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(cases::in_crate(path), &list).expect("the list can be written");
    }
    assert!(cases::text(path) == list, "docs/rules/eternal-rome-cases.md is stale: run the tests with UPDATE_EXPECT=1");
}

#[test]
fn every_row_shows_something() {
    for case in cases::all() {
        assert!(case.rules().next().is_some(), "{}: a row without a rule", case.title());
        let empty = case.expect.as_table().is_some_and(toml::Table::is_empty);
        assert!(!empty, "{}: a row that expects nothing", case.title());
    }
}

/// Section 8 of the rules: the worked vectors. Each is a row, or `unit-tested-vectors.txt` names the test that shows it.
#[test]
fn every_worked_vector_is_a_case() {
    let document = cases::text("../../docs/rules/eternal-rome.md");
    let ids = document.lines().filter_map(|line| line.strip_prefix("| V")?.split_once(' ').map(|(id, _)| id));
    let mut rows: BTreeMap<String, usize> =
        ids.filter(|id| id.starts_with('-') || id.starts_with("R-")).map(|id| (format!("V{id}"), 0)).collect();
    assert_eq!(rows.len(), 73);
    for case in cases::all() {
        if let Some(id) = &case.id {
            let vector = id.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
            *rows.get_mut(vector).unwrap_or_else(|| panic!("{}: there is no such vector", case.title())) += 1;
        }
    }
    let elsewhere = cases::text("tests/unit-tested-vectors.txt");
    let elsewhere = elsewhere.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'));
    for (id, place) in elsewhere {
        let (file, test) = place.split_once(' ').expect("a file, a blank, the name of a test");
        assert!(cases::text(file).contains(&format!("fn {test}(")), "{id}: {file} has no test {test}");
        *rows.get_mut(id).unwrap_or_else(|| panic!("there is no vector {id}")) += 1;
    }
    let missing: Vec<_> = rows.iter().filter(|(_, count)| **count == 0).collect();
    assert!(missing.is_empty(), "vectors without a row: {missing:?}");
}

/// A purpose that no throw is ever made for would make a row say nothing.
#[test]
fn every_rigged_purpose_is_thrown_for() {
    let idle = |case: &Case| {
        let thrown = catch_unwind(AssertUnwindSafe(|| play::run(case).map(|after| after.purposes)));
        let thrown = thrown.ok().and_then(Result::ok).unwrap_or_default();
        let idle: Vec<&String> = case.luck.keys().filter(|purpose| !thrown.contains(purpose)).collect();
        (!idle.is_empty()).then(|| format!("{}: {idle:?}", case.title()))
    };
    let rigged = cases::all().into_iter().filter(|case| case.check == "play" && !case.luck.is_empty());
    let idle: Vec<String> = rigged.filter_map(|case| idle(&case)).collect();
    assert!(idle.is_empty(), "rows rig throws that are never made: {idle:?}");
}
