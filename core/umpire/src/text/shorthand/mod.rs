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

mod line;
mod movement;
mod names;
mod parse;
mod print;
#[cfg(test)]
mod tests;

pub use parse::parse;
pub use print::print;

use crate::model::ids::TypeId;
use crate::model::scenario::Scenario;

/// The types that the three columns of the old sheets mean: the first kind of squadron, the common foot (that of the
/// militia), and the horse: the strongest in the open among the types faster than that foot.
pub fn three_columns(sc: &Scenario) -> Option<[TypeId; 3]> {
    let ships = sc.type_ids().find(|&kind| sc.unit(kind).is_fleet())?;
    let foot = sc.militia_type;
    let faster = |kind: &TypeId| !sc.unit(*kind).is_fleet() && sc.unit(*kind).multi > sc.unit(foot).multi;
    let strength = |kind: &TypeId| (sc.unit(*kind).land.first().copied(), std::cmp::Reverse(*kind));
    let horse = sc.type_ids().filter(faster).max_by_key(strength)?;
    Some([ships, foot, horse])
}
