//! What the world remembers, and the static board.

pub mod combat_orders;
pub mod constants;
pub mod ids;
pub mod scenario;
pub mod state;
