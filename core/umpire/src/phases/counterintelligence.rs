//! (being written)

use super::Turn;

/// (being written)
pub fn hunt(_turn: &mut Turn) {}
