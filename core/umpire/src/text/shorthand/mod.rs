//! Orders as players write them: a line per order (UM-15.9, UM-34).
//!
//! ```text
//! Carne, Bari 4 FOO 6 MAA to Padua army 1D        # generals, troops, destination, combat orders
//! Colleoni 4 4 - - Ravenna 1R 3M                  # the same in columns: ships, foot, horse, via, destination, orders
//! Sforza - Monza via Bergamo, Como                # without troops
//! Sforza 2M                                       # combat orders where he stands
//! tax 90
//! recruit 2 FOO Padua
//! ```
//!
//! Columns are either one for every type of unit in the scenario's order, or the three of the old sheets: ships, foot and
//! horse. `-` stands for none. Everything after `#` is a remark. Names may be shortened to any words that fit one only.

mod parse;
#[cfg(test)]
mod tests;

pub use parse::{parse, print};
