//! P3: options, each player's list in his own order (UM-4.7, UM-R5).

pub mod generals;

use super::Turn;

/// (being written)
pub fn carry_out(_turn: &mut Turn) {}
