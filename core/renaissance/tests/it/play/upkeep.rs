//! Upkeep (RN-50).

use renaissance::model::calendar::Month;
use renaissance::model::rulings::Rulings;
use renaissance::rules::upkeep::maintain;
use testkit::casebook::{Given, Wrong};
use toml::{Table, Value};

use crate::play::assets;

/// What a month takes from somebody's assets.
pub fn check(given: &mut Given) -> Result<Table, Wrong> {
    let month = given.text("month")?;
    let month = Month::of_key(&month).ok_or(format!("{month} is no month"))?;
    let mut owned = assets::read(&given.table("assets")?)?;
    let kept = maintain(&Rulings::standard().upkeep, month, &mut owned);
    Ok(Table::from_iter([
        ("paid".into(), Value::from(kept.paid.whole() as i64)),
        ("used".into(), assets::write(kept.used)),
        ("lost".into(), assets::write(kept.lost)),
        ("left".into(), assets::write(owned.iter())),
    ]))
}
