//! (being written)

use super::Turn;

/// (being written)
pub fn retire(_turn: &mut Turn) {}
/// (being written)
pub fn disperse_feudal(_turn: &mut Turn) {}
/// (being written)
pub fn commanders(_turn: &mut Turn) {}
