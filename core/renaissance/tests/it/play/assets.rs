//! Assets in rows: `{ ducats = 100, pikemen = 20, grain = 5 }`.

use renaissance::model::asset::Asset;
use renaissance::model::persona::Assets;
use testkit::casebook::{Wrong, whole};
use toml::{Table, Value};

/// An asset by its key.
pub fn asset(key: &str) -> Result<Asset, Wrong> {
    Asset::of_key(key).ok_or(format!("nothing is called {key}"))
}

/// Assets of a row.
pub fn read(table: &Table) -> Result<Assets, Wrong> {
    let mut assets = Assets::default();
    for (key, count) in table {
        assets.add(asset(key)?, whole(count)?);
    }
    Ok(assets)
}

/// Numbers of things as a row has them.
pub fn write(things: impl IntoIterator<Item = (Asset, u32)>) -> Value {
    Value::Table(things.into_iter().map(|(asset, count)| (asset.key().to_owned(), i64::from(count).into())).collect())
}
