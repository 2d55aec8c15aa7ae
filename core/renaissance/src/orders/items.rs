//! Lists of things in orders: `{"ducats": 100, "pikemen": 20}`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::asset::Asset;

/// Numbers of things by their key.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Items(BTreeMap<Asset, u32>);

impl Items {
    /// As a list, money first.
    pub fn list(&self) -> Vec<(Asset, u32)> {
        self.0.iter().map(|(asset, count)| (*asset, *count)).collect()
    }
    /// So many of a thing; none of it when there are 0.
    pub fn put(&mut self, asset: Asset, count: u32) {
        if count > 0 {
            self.0.insert(asset, count);
        }
    }
    /// As a line has them: `100 ducats, 20 pikemen`.
    pub fn print(&self) -> String {
        let parts: Vec<String> = self.0.iter().map(|(asset, count)| format!("{count} {asset}")).collect();
        parts.join(", ")
    }
}
