//! (being written)

use kernel::Dice;

use super::Turn;
use crate::scenario::Scenario;
use crate::state::State;

/// (being written)
pub fn close(_turn: &mut Turn) {}

/// (being written)
pub fn first_reports(_sc: &Scenario, _st: &mut State, _dice: &mut Dice) {}
