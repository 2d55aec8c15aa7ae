//! Reads the files of the board and of the scenarios, looks every name up, and checks what must hold.

mod board;
mod cards;
mod map;
mod seats;

use kernel::scenario::{Checked, Lookup, wrong};

pub use board::load_board;
pub use seats::load_scenario;

/// Ids to indices, for one kind of thing: at most `most`, each listed once.
fn lookup<'a>(
    file: &str, what: &'static str, most: usize, names: impl IntoIterator<Item = &'a str>,
) -> Checked<Lookup> {
    let names: Vec<&str> = names.into_iter().collect();
    if let Some(name) = names.iter().find(|name| !is_id(name)) {
        return Err(wrong(file, *name, "an id has lower-case letters, digits and _ only"));
    }
    if let Some(name) = names.get(most) {
        return Err(wrong(file, *name, format!("there are more than {most} entries: {what}")));
    }
    Lookup::new(file, what, names)
}

/// Whether a word can be an id: lower-case letters, digits, `_` and `-`.
fn is_id(word: &str) -> bool {
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    !word.is_empty() && word.chars().all(letter)
}
