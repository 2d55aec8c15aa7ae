//! The floor plan of rooms (core/README.md): a folder of a room imports those above it in the plan, never one below.

use std::fs;
use std::path::{Path, PathBuf};

use crate::tidy;

/// The folders of a room, in the order of the plan.
const FOLDERS: [&str; 6] = ["model", "rules", "knowledge", "orders", "text", "player"];

/// The sources of all rooms: crates of `core/` that have a model.
fn rooms() -> Vec<PathBuf> {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core");
    let crates = fs::read_dir(core).expect("core/").flatten().map(|entry| entry.path().join("src"));
    crates.filter(|src| src.join("model").is_dir()).collect()
}

/// Whether a room is in the catalog; one that is being built may lack folders.
fn is_hosted(src: &Path) -> bool {
    let room = src.parent().and_then(Path::file_name).and_then(|name| name.to_str()).expect("a crate");
    let catalog = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/catalog/Cargo.toml");
    fs::read_to_string(catalog).expect("the catalog").contains(&format!("cursus-{room}"))
}

/// Whether a source declares a module for tests alone, which may use the whole room.
fn declares_for_tests(text: &str, module: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let named = [format!("mod {module};"), format!("pub mod {module};")];
    lines.windows(2).any(|pair| pair[0] == "#[cfg(test)]" && named.iter().any(|line| line == pair[1]))
}

/// Whether a file belongs to a module for tests alone.
pub fn is_test(src: &Path, inside: &Path) -> bool {
    let within: Vec<_> = inside.ancestors().filter(|path| !path.ends_with("mod.rs")).collect();
    within.iter().any(|path| {
        let (Some(folder), Some(module)) = (path.parent(), path.file_stem().and_then(|stem| stem.to_str())) else {
            return false;
        };
        let parents = [src.join(folder).join("mod.rs"), src.join(folder).with_extension("rs"), src.join("lib.rs")];
        let parent = parents.iter().find_map(|file| fs::read_to_string(file).ok());
        parent.is_some_and(|text| declares_for_tests(&text, module))
    })
}

/// The code of a source: without remarks, and without what is compiled for tests alone. A module of tests ends its file.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    while let Some(line) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            code.push_str(line);
            code.push('\n');
        } else if lines.next().is_some_and(|item| item.trim_start().starts_with("mod ") && item.ends_with('{')) {
            break;
        }
    }
    code
}

/// The first words of what follows `crate::`: one name, or those of a list in braces.
fn heads(path: &str) -> Vec<String> {
    let name = |text: &str| text.trim_start().chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect();
    let Some(list) = path.strip_prefix('{') else { return vec![name(path)] };
    let mut heads = Vec::new();
    let (mut depth, mut from) = (0, 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                heads.push(name(&list[from..at]));
                from = at + 1;
                if letter == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    heads.retain(|head: &String| !head.is_empty());
    heads
}

/// What a source imports of its crate, `depth` modules below the root: by `crate::`, or by `super::` as far as the root.
fn imports(code: &str, depth: usize) -> Vec<String> {
    let to_root = "super::".repeat(depth);
    let by_super = code.match_indices(&to_root).filter(|(at, _)| !code[..*at].ends_with("super::"));
    let by_crate = code.match_indices("crate::");
    by_crate.chain(by_super).flat_map(|(at, found)| heads(&code[at + found.len()..])).collect()
}

/// What a file of a folder imports against the arrows.
fn offences(folder: usize, text: &str, depth: usize) -> Vec<String> {
    let mut names = imports(&code(text), depth);
    names.retain(|name| !FOLDERS[..=folder].contains(&name.as_str()));
    names
}

/// How many modules lie between a file and the root of its crate.
fn depth(inside: &Path) -> usize {
    inside.components().count() - usize::from(inside.file_name().is_some_and(|name| name == "mod.rs"))
}

#[test]
fn folders_of_a_room_import_along_the_arrows() {
    let rooms = rooms();
    assert!(rooms.len() >= 4, "{rooms:?}");
    let mut wrong = Vec::new();
    for src in rooms {
        for (folder, name) in FOLDERS.iter().enumerate() {
            let mut files = Vec::new();
            tidy::sources(&src.join(name), &mut files);
            assert!(!files.is_empty() || !is_hosted(&src), "{} has no folder {name}", src.display());
            for file in &files {
                let inside = file.strip_prefix(&src).expect("below");
                if is_test(&src, inside) {
                    continue;
                }
                let text = fs::read_to_string(file).expect("a source");
                let found = offences(folder, &text, depth(inside));
                wrong.extend(found.iter().map(|import| format!("{} imports {import}", file.display())));
            }
        }
    }
    assert!(wrong.is_empty(), "against the arrows of core/README.md:\n{}", wrong.join("\n"));
}

#[test]
fn an_import_against_the_arrows_is_found() {
    let rules = 1;
    let found = |text: &str, depth| offences(rules, text, depth);
    assert_eq!(found("use crate::model::state::State;\nuse super::event;\n", 2), [""; 0]);
    assert_eq!(found("use crate::orders::Order;\n", 2), ["orders"]);
    assert_eq!(found("fn a(_: &crate::knowledge::Knowledge) {}\n", 2), ["knowledge"]);
    assert_eq!(found("use crate::{\n    model::{self, ids},\n    player, text::tell,\n};\n", 2), ["player", "text"]);
    assert_eq!(found("use super::super::text::tell;\nuse super::dice;\n", 2), ["text"]);
    assert_eq!(found("use crate::room::Umpire;\n", 2), ["room"]);
    let tests = "/// See [`crate::text`].\n#[cfg(test)]\nuse crate::testing;\n#[cfg(test)]\nmod tests {\n use crate::orders;\n}\n";
    assert_eq!(found(tests, 2), [""; 0]);
    assert_eq!(depth(Path::new("rules/combat/mod.rs")), 2);
    assert_eq!(depth(Path::new("rules/combat/battle.rs")), 3);
    assert!(declares_for_tests(
        "#[cfg(test)]
mod tests;
mod naval;",
        "tests"
    ));
    assert!(!declares_for_tests(
        "#[cfg(test)]
mod tests;
mod naval;",
        "naval"
    ));
}
