//! The order of this crate's parts, held by a test that reads their sources: who may know whom.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up: a part knows those above it in this list, and itself.
const LAYERS: [&[&str]; 12] = [
    &["model", "clock", "ledger", "config"],
    &["store", "archive", "computer"],
    &["context"],
    &["game"],
    &["service"],
    &["workers"],
    &["problem"],
    &["http"],
    &["routes", "web"],
    &["openapi", "reference"],
    &["server"],
    &["cli"],
];

/// Who must not know whom, though the order would allow it.
const APART: [(&str, &str); 1] = [("routes", "store")];

struct Source {
    /// `game/settle`; of a folder's `mod.rs` the folder.
    name: String,
    text: String,
}

/// All sources, without their tests.
fn sources() -> Vec<Source> {
    fn collect(dir: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|ext| ext == "rs") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    let source = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap().with_extension("").to_str().unwrap().replace('\\', "/");
        let text = fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned();
        Source { name: name.trim_end_matches("/mod").to_owned(), text }
    };
    let is_part =
        |source: &Source| !["lib", "main", "tidy"].contains(&source.name.as_str()) && !source.name.ends_with("tests");
    paths.into_iter().map(source).filter(is_part).collect()
}

fn part_of(name: &str) -> &str {
    name.split('/').next().unwrap()
}

fn rank(part: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&part))
}

/// The paths below `crate::` that a source names outside its comments, one segment or two: `store`, `store/games`.
fn named(source: &Source) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    for line in source.text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        for (at, _) in line.match_indices("crate::") {
            let rest = &line[at + "crate::".len()..];
            if let Some(group) = rest.strip_prefix('{') {
                let group = group.split('}').next().unwrap_or_default();
                found.extend(group.split(',').map(|item| word(item.trim())));
                continue;
            }
            let part = word(rest);
            let next = rest[part.len()..].strip_prefix("::").map(word).unwrap_or_default();
            let file = format!("{part}/{next}");
            found.insert(if next.starts_with(char::is_lowercase) { file } else { part });
        }
    }
    found
}

#[test]
fn every_part_knows_only_those_below_it() {
    let mut wrong = Vec::new();
    for source in sources() {
        let own = part_of(&source.name);
        let own_rank = rank(own).unwrap_or_else(|| panic!("{own} has no place in LAYERS"));
        for path in named(&source) {
            let part = part_of(&path);
            let Some(rank) = rank(part) else { continue };
            if (part != own && rank >= own_rank) || APART.contains(&(own, part)) {
                wrong.push(format!("{} must not know {part}", source.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Files that import each other, directly or by way of others, are one file in several places. A folder's `mod.rs` counts as
/// one with the files that it is made of.
#[test]
fn no_files_import_each_other_in_a_circle() {
    let sources = sources();
    let known: BTreeSet<&str> = sources.iter().map(|source| source.name.as_str()).collect();
    let mut arrows: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for source in &sources {
        let folder = part_of(&source.name);
        let mut to: BTreeSet<String> = named(source);
        for line in source.text.lines().filter(|line| line.starts_with("use super::")) {
            let rest = line.trim_start_matches("use super::").trim_start_matches('{').trim_end_matches(['}', ';']);
            to.extend(
                rest.split(',').map(|item| format!("{folder}/{}", item.trim().split("::").next().unwrap_or_default())),
            );
        }
        let files = to.iter().filter_map(|path| known.get(path.as_str()).copied());
        let files = files.filter(|file| *file != source.name && file.contains('/') && source.name.contains('/'));
        arrows.insert(&source.name, files.collect());
    }
    // Whoever nobody imports, or who imports nobody, is in no circle; what is left at the end is.
    loop {
        let before = arrows.len();
        let left: BTreeSet<&str> = arrows.keys().copied().collect();
        arrows.values_mut().for_each(|to| to.retain(|file| left.contains(file)));
        arrows.retain(|_, to| !to.is_empty());
        if arrows.len() == before {
            break;
        }
    }
    assert!(arrows.is_empty(), "in a circle, or above one: {arrows:#?}");
}
