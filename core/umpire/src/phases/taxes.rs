//! (being written)

use super::Turn;

/// (being written)
pub fn set_rates(_turn: &mut Turn) {}
/// (being written)
pub fn collect_and_pay(_turn: &mut Turn) {}
/// (being written)
pub fn recover(_turn: &mut Turn) {}
