//! One word for one thing (docs/glossary.md), as far as names of public types show it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

pub const CRATES: [&str; 11] = [
    "core/kernel",
    "core/rows",
    "core/testkit",
    "core/umpire",
    "core/hotw",
    "core/eternal-rome",
    "core/strategos",
    "core/renaissance",
    "core/catalog",
    "ai",
    "api",
];

/// Words that the glossary does without.
const BANNED: [&str; 12] =
    ["Desk", "Luck", "Bell", "Ears", "Shelf", "Thoughts", "Habit", "Habits", "Imagined", "Sheet", "Sheets", "News"];

/// The Rust files below a folder.
pub fn sources(under: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(under).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Names of the public types of a file.
fn public_types(text: &str) -> Vec<String> {
    let declared = text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix("pub")?;
        let rest = match rest.strip_prefix('(') {
            Some(scope) => scope.split_once(')')?.1,
            None => rest,
        };
        let mut words = rest.split_whitespace();
        ["struct", "enum", "trait", "type"].contains(&words.next()?).then(|| words.next().map(str::to_owned))?
    });
    let named = declared.map(|name| name.chars().take_while(|letter| letter.is_alphanumeric()).collect::<String>());
    // What a macro declares has its name elsewhere.
    named.filter(|name| !name.is_empty()).collect()
}

/// By crate and name: the files that declare it. What HTTP shows and the use case behind it may share a name, as they are
/// one thing; so may the small rooms that are for tests alone.
fn declared() -> BTreeMap<String, BTreeSet<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    for name in CRATES {
        let mut files = Vec::new();
        let src = root.join(name).join("src");
        sources(&src, &mut files);
        assert!(!files.is_empty(), "{} has no sources", src.display());
        for file in files {
            let inside = file.strip_prefix(&src).expect("below").to_owned();
            if inside.starts_with("routes") || inside.starts_with("toys") {
                continue;
            }
            for type_name in public_types(&fs::read_to_string(&file).expect("a source")) {
                all.entry(format!("{name}: {type_name}")).or_default().insert(inside.clone());
            }
        }
    }
    all
}

/// The words of a name in CamelCase.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for letter in name.chars() {
        match words.last_mut() {
            Some(word) if !letter.is_uppercase() => word.push(letter),
            _ => words.push(letter.to_string()),
        }
    }
    words
}

#[test]
fn a_public_type_has_a_name_of_its_own() {
    let double: Vec<_> = declared().into_iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(double.is_empty(), "one name for two types: {double:#?}");
}

#[test]
fn public_types_do_without_banned_words() {
    let banned = |name: &String| {
        let (_, type_name) = name.split_once(": ").expect("a crate and a name");
        words(type_name).iter().any(|word| BANNED.contains(&word.as_str()))
    };
    let found: Vec<String> = declared().into_keys().filter(banned).collect();
    assert!(found.is_empty(), "a word that the glossary bans: {found:?}");
}

#[test]
fn types_are_found_in_sources() {
    let text =
        "pub struct Desk<'a> {\n    pub(crate) enum LateNews {\n pub fn news() {}\nstruct Own;\npub type News = u8;";
    assert_eq!(public_types(text), ["Desk", "LateNews", "News"]);
    assert_eq!(words("LateNewsOfUM"), ["Late", "News", "Of", "U", "M"]);
}

/// What the plain run of tests leaves out for its length is tried by the optimised one.
#[test]
fn the_optimised_run_tries_what_the_plain_one_leaves_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut left_out = BTreeSet::new();
    for package in CRATES {
        let tests = root.join(package).join("tests/it");
        let mut files = Vec::new();
        sources(&tests, &mut files);
        for file in files {
            let text: String = fs::read_to_string(&file).expect("a source").split_whitespace().collect();
            if text.contains("cfg_attr(debug_assertions,ignore") || text.contains("ifcfg!(debug_assertions)") {
                let inside = file.strip_prefix(&tests).expect("inside").components().next().expect("a name");
                let module = Path::new(inside.as_os_str()).file_stem().expect("a name").to_string_lossy().into_owned();
                left_out.insert((package.rsplit('/').next().unwrap().to_owned(), module));
            }
        }
    }
    assert!(left_out.len() > 8, "{left_out:?}");
    for file in [".ci/run", "justfile"] {
        let text = fs::read_to_string(root.join(file)).expect("a file").replace("\\\n", " ");
        let command = text.lines().find(|line| line.contains("cargo test") && line.contains("--profile proof"));
        let command: BTreeSet<&str> = command.expect("an optimised run").split_whitespace().collect();
        for (package, module) in &left_out {
            let chosen = [format!("cursus-{package}"), format!("{module}::")];
            assert!(chosen.iter().all(|it| command.contains(it.as_str())), "{file} tries {package}'s {module} nowhere");
        }
    }
}
