//! (being written)

use super::Turn;

/// (being written)
pub fn capture_unaccompanied(_turn: &mut Turn) {}
