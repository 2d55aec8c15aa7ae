//! (being written)

use super::Turn;

/// (being written)
pub fn carry_out(_turn: &mut Turn) {}
