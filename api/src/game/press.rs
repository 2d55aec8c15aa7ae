//! What holds for the letters of a game.

use crate::context::fault::Fault;
use crate::model::PressRules;
use crate::store::letters::LetterRow;
use crate::store::{AnyConn, StoreError, press};

/// The rules for letters of a game.
pub fn press_rules_of(conn: &mut AnyConn, game: &str) -> Result<PressRules, Fault> {
    match press::find_press_rules(conn, game)? {
        Some(rules) => serde_json::from_str(&rules).map_err(Fault::broken),
        None => Ok(PressRules::default()),
    }
}

/// The accounts to which a letter comes without a sound. One that does not say who wrote it would tell by its silence.
pub fn muted_in(conn: &mut AnyConn, letter: &LetterRow) -> Result<Vec<String>, StoreError> {
    match &letter.author_id {
        Some(author) if !letter.is_anonymous => press::who_mutes(conn, author),
        _ => Ok(Vec::new()),
    }
}
