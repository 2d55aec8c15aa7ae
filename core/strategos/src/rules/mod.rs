//! What happens: pure functions of the scenario and the state, a file for each step or subject (docs/rules/strategos.md).

pub mod city;
pub mod founding;
pub mod leaders;
pub mod losses;
pub mod money;
pub mod pyramid;
pub mod revolt;
pub mod roads;
pub mod setup;
pub mod tax;
pub mod weather;
