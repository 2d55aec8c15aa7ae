//! Every rule that the code or the data names is written down where a player finds it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Rooms with the prefix of their rules.
const ROOMS: [(&str, &str); 5] =
    [("umpire", "UM"), ("hotw", "HW"), ("eternal-rome", "ER"), ("strategos", "ST"), ("renaissance", "RN")];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn files(under: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(under).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                files(&path, endings, found);
            }
        } else if path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one)) {
            found.push(path);
        }
    }
}

/// The rules of a prefix that a text names, such as `9.2`, `R14` or `6/a`, without what stands in brackets.
fn cited(text: &str, prefix: &str) -> Vec<String> {
    let wanted = format!("{prefix}-");
    let starts = text.match_indices(&wanted).filter(|(at, _)| {
        let before = text[..*at].chars().next_back();
        !before.is_some_and(|letter| letter.is_alphanumeric())
    });
    let number = |(at, _): (usize, &str)| {
        let rest = &text[at + wanted.len()..];
        let letters = rest.strip_prefix('R').map_or(0, |_| 1);
        let digits = |from: &str| from.chars().take_while(char::is_ascii_digit).count();
        let whole = digits(&rest[letters..]);
        if whole == 0 {
            return None;
        }
        let mut end = letters + whole;
        if let Some(after) = rest[end..].strip_prefix('.') {
            end += match digits(after) {
                0 => 0,
                more => more + 1,
            };
        }
        Some(rest[..end].to_owned())
    };
    starts.filter_map(number).collect()
}

#[test]
fn every_rule_that_is_cited_is_written_down() {
    let mut sources = Vec::new();
    for folder in ["core", "ai", "api", "tests"] {
        files(&root().join(folder), &["rs", "toml", "txt"], &mut sources);
    }
    let texts: Vec<(&PathBuf, String)> =
        sources.iter().filter_map(|path| Some((path, fs::read_to_string(path).ok()?))).collect();
    for (room, prefix) in ROOMS {
        // The rules of a large room are in several parts.
        let parts =
            ["", "-economy", "-politics", "-war"].map(|part| root().join(format!("docs/rules/{room}{part}.md")));
        let texts_of_rules: String = parts.iter().filter_map(|part| fs::read_to_string(part).ok()).collect();
        let (document, written) = (&parts[0], cited(&texts_of_rules, prefix));
        assert!(written.len() > 100, "{} names few rules", document.display());
        let mut missing: BTreeMap<String, &Path> = BTreeMap::new();
        for (path, text) in &texts {
            for rule in cited(text, prefix) {
                if !written.contains(&rule) {
                    missing.insert(format!("{prefix}-{rule}"), path);
                }
            }
        }
        assert!(missing.is_empty(), "cited, but not in {}: {missing:#?}", document.display());
    }
}

#[test]
fn rules_are_found_in_running_text() {
    let text = "/// UM-9.2, (UM-R14) and UM-6: see UM-24.1(iii), not XUM-1.1, UM-x or UM-.";
    assert_eq!(cited(text, "UM"), ["9.2", "R14", "6", "24.1"]);
}
