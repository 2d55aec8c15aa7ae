//! What several tests need.

use renaissance::model::scenario::Scenario;
use renaissance::model::state::State;
use renaissance::rules::setup::at_set_up;
use testkit::casebook::{self, Casebook, Nothing};

/// One row.
pub type Case = casebook::Case<Nothing>;

/// All rows.
pub const BOOK: Casebook<Nothing> = Casebook::new("renaissance", "Renaissance", env!("CARGO_MANIFEST_DIR"));

/// The state as the scenario has it, before the first turn begins.
pub fn state(sc: &Scenario) -> State {
    at_set_up(sc)
}
