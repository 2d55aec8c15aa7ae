//! (being written)

use super::Turn;

/// (being written)
pub fn recruit(_turn: &mut Turn) {}
