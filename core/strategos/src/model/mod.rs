//! What the world remembers and the static board. Imports nothing above itself.

pub mod board;
pub mod calendar;
pub mod command;
pub mod ids;
pub mod invariants;
pub mod load;
pub mod measures;
pub mod reports;
pub mod rulings;
pub mod scenario;
pub mod shipped;
pub mod state;
pub mod units;
