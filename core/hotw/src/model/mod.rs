//! What the campaign remembers, and the static board.

pub mod array;
pub mod ids;
pub mod scenario;
pub mod state;
pub mod tables;
