//! Orders as lines: what all kinds share. A name stands in quotes where it is written; who reads takes it without, too, as
//! far as it is known. Names may be shortened as long as they fit one only.

pub mod line;
pub mod names;
pub mod writing;

pub use line::{OrderLine, orders_on};
pub use names::NameKind;
