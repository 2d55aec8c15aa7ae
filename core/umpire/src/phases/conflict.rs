//! (being written)

use super::Turn;

/// (being written)
pub fn resolve(_turn: &mut Turn) {}
