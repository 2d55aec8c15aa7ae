//! (being written)

use super::Turn;

/// (being written)
pub fn revolt(_turn: &mut Turn) {}
