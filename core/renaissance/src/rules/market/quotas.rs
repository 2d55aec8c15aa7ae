//! Quotas: demand is renewed in March, supply in September (RN-42, RN-R73 to RN-R76).

use crate::model::board::{LocationRecord, Ware};
use crate::model::goods::{Good, GoodClass};
use crate::model::location::{Location, Quota};
use crate::model::measures::round_half_up;
use crate::model::rulings::Markets;

/// The price a step up or down: a tenth, half up, at least 1 ducat; never below the floor (RN-R74).
fn step(price: u32, up: bool, figures: &Markets) -> u32 {
    let tenth = round_half_up(i64::from(price) * i64::from(figures.step_per_cent), 100) as u32;
    let step = tenth.max(figures.step_least);
    if up { price.saturating_add(step) } else { price.saturating_sub(step).max(figures.price_floor) }
}

/// Whether so little is left of a quota that it is renewed. One that is nothing even when it is full never is (RN-42.1/a).
fn is_completed(quota: Quota, full: u32, figures: &Markets) -> bool {
    full > 0 && u64::from(quota.quantity) * 100 <= u64::from(full) * u64::from(figures.quota_per_cent)
}

/// The beginning of March: demand (RN-42.1 to RN-42.3).
pub fn renew_demand(record: &LocationRecord, here: &mut Location, figures: &Markets) {
    let hungry = |(class, quota): (GoodClass, &Quota)| class == GoodClass::Food && quota.quantity > 0;
    let fed = !record.demand.iter().map(|entry| entry.class).zip(&here.demand).any(hungry);
    let mut completed = 0;
    for (entry, quota) in record.demand.iter().zip(&mut here.demand) {
        let full = entry.base.full(here.population);
        let done = is_completed(*quota, full, figures);
        if done {
            quota.quantity = full;
            completed += 1;
        }
        if full > 0 {
            quota.price = step(quota.price, !done, figures);
        }
    }
    here.wealth = here.wealth.changed(completed * figures.demand_wealth);
    if fed {
        here.loyalty = here.loyalty.changed(completed * figures.demand_loyalty);
    }
}

/// The beginning of September: supply (RN-42.4 to RN-42.8). Sieges and burnt crops of the summer are forgotten afterwards.
pub fn renew_supply(record: &LocationRecord, here: &mut Location, figures: &Markets) {
    let blocked = here.blocked_months >= figures.blocked_months;
    let mut completed = 0;
    for (entry, quota) in record.supply.iter().zip(&mut here.supply) {
        let full = entry.base.full(here.population);
        let done = is_completed(*quota, full, figures);
        if full > 0 {
            quota.price = step(quota.price, done, figures);
        }
        if done && !blocked {
            let burnt = if entry.ware == Ware::Good(Good::Grain) { here.burnt_grain } else { 0 };
            quota.quantity += (full - quota.quantity).saturating_sub(burnt);
            completed += 1;
        }
    }
    here.wealth = here.wealth.changed(completed * figures.supply_wealth);
    here.loyalty = here.loyalty.changed(completed * figures.supply_loyalty);
    (here.blocked_months, here.burnt_grain) = (0, 0);
}
