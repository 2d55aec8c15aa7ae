//! (being written)

use super::Turn;

/// (being written)
pub fn calculate(_turn: &mut Turn) {}

/// (being written)
pub fn arrears(
    _sc: &crate::scenario::Scenario, _st: &crate::state::State, _faction: crate::ids::NationId,
) -> (i64, i64) {
    (0, 1)
}
