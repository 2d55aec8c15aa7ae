//! (being written)

use super::Turn;

/// (being written)
pub fn strike(_turn: &mut Turn) {}
/// (being written)
pub fn grow_old(_turn: &mut Turn) {}
