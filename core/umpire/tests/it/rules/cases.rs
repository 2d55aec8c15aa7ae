//! What the rows of `tests/cases/*.toml` have in this room.

use std::collections::BTreeMap;

use serde::Deserialize;
use testkit::casebook::Casebook;
use toml::Table;

/// All rows.
pub const BOOK: Casebook<Play> = Casebook::new("umpire", "Umpire", env!("CARGO_MANIFEST_DIR"));

/// One row.
pub type Case = testkit::casebook::Case<Play>;

/// The order sets and the luck of a row that plays turns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The order sets of the first turn, by nation.
    #[serde(default)]
    pub orders: Table,
    /// The order sets of further turns.
    #[serde(default)]
    pub then: Vec<Table>,
    /// Luck: what every throw for a purpose shows.
    #[serde(default)]
    pub force: BTreeMap<String, i32>,
}
