//! What the lines of orders are made of: names, units, standing answers.

pub mod contents;
pub mod line;
pub mod names;
pub mod reader;
pub mod standing;
pub mod writing;

pub use names::{NameKind, hint_at};
