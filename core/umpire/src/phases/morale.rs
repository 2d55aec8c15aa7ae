//! (being written)

use super::Turn;

/// (being written)
pub fn calculate(_turn: &mut Turn) {}
