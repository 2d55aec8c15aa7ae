//! Orders as lines: words, names, and the lines that begin with a general.

mod line;
mod movement;
mod names;

pub use line::{Line, tokens};
pub use movement::{combat_orders, three_columns, word};
pub use names::Names;
