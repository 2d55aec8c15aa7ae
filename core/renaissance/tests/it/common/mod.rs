//! What several tests need.

use renaissance::model::scenario::Scenario;
use renaissance::model::state::State;
use renaissance::rules::setup::at_set_up;

/// The state as the scenario has it, before the first turn begins.
pub fn state(sc: &Scenario) -> State {
    at_set_up(sc)
}
