//! What the rows of `tests/cases/*.toml` have in this room.

use serde::Deserialize;
use testkit::casebook::Casebook;
use toml::Value;

/// All rows.
pub const BOOK: Casebook<Play> = Casebook::new("hotw", "History of the World", env!("CARGO_MANIFEST_DIR"));

/// One row.
pub type Case = testkit::casebook::Case<Play>;

/// The order sets and the luck of a row that plays.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Who hands in; the colour that is to act when absent.
    by: Option<String>,
    /// The orders of the first order set, as tables.
    #[serde(default)]
    orders: Vec<Value>,
    /// The same in shorthand.
    lines: Option<String>,
    /// What a missing order set means, instead of orders.
    #[serde(default)]
    default: bool,
    /// The faces that the dice show, in order.
    #[serde(default)]
    pub dice: Vec<i32>,
    /// Dice of this seed, instead of faces.
    pub seed: Option<u64>,
    /// Further order sets.
    #[serde(default)]
    then: Vec<HandedIn>,
}

/// An order set.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandedIn {
    /// Who hands in; the colour that is to act when absent.
    pub by: Option<String>,
    /// As tables.
    #[serde(default)]
    pub orders: Vec<Value>,
    /// In shorthand.
    pub lines: Option<String>,
    /// What a missing order set means, instead of orders.
    #[serde(default)]
    pub default: bool,
}

impl Play {
    /// All order sets, in order.
    pub fn order_sets(&self) -> Vec<HandedIn> {
        let mut order_sets = Vec::new();
        if !self.orders.is_empty() || self.lines.is_some() || self.default {
            let (by, orders, lines) = (self.by.clone(), self.orders.clone(), self.lines.clone());
            order_sets.push(HandedIn { by, orders, lines, default: self.default });
        }
        order_sets.extend(self.then.iter().cloned());
        order_sets
    }
}
