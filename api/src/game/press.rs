//! What holds for the letters of a game.

use crate::context::fault::Fault;
use crate::model::PressRules;
use crate::store::{AnyConn, press};

/// The rules for letters of a game.
pub fn press_rules_of(conn: &mut AnyConn, game: &str) -> Result<PressRules, Fault> {
    match press::find_press_rules(conn, game)? {
        Some(rules) => serde_json::from_str(&rules).map_err(Fault::broken),
        None => Ok(PressRules::default()),
    }
}
