//! (being written)

use super::Turn;

/// (being written)
pub fn break_out(_turn: &mut Turn) {}
