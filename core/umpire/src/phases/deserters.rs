//! (being written)

use super::Turn;

/// (being written)
pub fn desert(_turn: &mut Turn) {}
