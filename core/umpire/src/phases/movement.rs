//! (being written)

use super::Turn;

/// (being written)
pub fn move_forces(_turn: &mut Turn) {}
