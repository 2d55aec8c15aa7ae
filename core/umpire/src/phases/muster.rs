//! (being written)

use super::Turn;

/// (being written)
pub fn muster(_turn: &mut Turn) {}
