//! (being written)

use super::Turn;

/// (being written)
pub fn name_enemies(_turn: &mut Turn) {}
