//! What the rows of `tests/cases/*.toml` have in this room.

use std::collections::BTreeMap;

use serde::Deserialize;
use testkit::casebook::Casebook;
use toml::Table;

/// All rows.
pub const BOOK: Casebook<Play> = Casebook::new("eternal-rome", "Eternal Rome", env!("CARGO_MANIFEST_DIR"));

/// One row.
pub type Case = testkit::casebook::Case<Play>;

/// The orders and the luck of a row that plays.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The orders, in the order in which they are handed in.
    #[serde(default)]
    pub orders: Vec<Table>,
    /// The faces of all dice that are rolled, in their order; none left over.
    pub dice: Option<Vec<i32>>,
    /// Luck instead of `dice`: what every throw for a purpose shows; all others show their middle.
    #[serde(default)]
    pub luck: BTreeMap<String, i32>,
}
