//! Plain data: ids and units, the scenario, the state.
