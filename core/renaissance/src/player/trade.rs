//! What is sold, and what is worth carrying from one market to another.

use super::draft::Draft;
use super::markets::{self, Reach};
use super::stores::{buy, room, spare_ducats};
use crate::model::goods::{Good, GoodClass};
use crate::model::ids::{LocationId, PersonaId};
use crate::model::ships::Ship;
use crate::orders::{Sale, SellGoods};
use crate::rules::movement::load::Carriage;

/// Per cent of the money that is over which goes into goods.
const VENTURE: u64 = 60;
/// A ware is worth carrying when it brings so many per cent of its price, tariffs not counted.
const WORTH_CARRYING: u64 = 125;

/// Whether somebody keeps a good: arms, animals that carry, ships and what they are kept up with, guns, food for his men.
fn is_kept(good: Good, has_men: bool, sails: bool) -> bool {
    let food = good.classes().contains(&GoodClass::Food);
    let gear =
        matches!(good, Good::Horses | Good::Slaves | Good::Cannons | Good::Falconets | Good::SmallArms | Good::Pikes);
    let rigging = sails && matches!(good, Good::Pitch | Good::Timber | Good::Sails | Good::Cordage);
    gear || rigging || Ship::of_good(good).is_some() || (food && has_men)
}

/// Sells what the market wants and he does not need, the greatest lot first (RN-43.5).
pub fn sell(draft: &mut Draft<'_>, id: PersonaId) {
    let Some(here) = draft.persona(id).place.location() else { return };
    let assets = &draft.persona(id).assets;
    let (has_men, sails) = (assets.troops.men() > 0, assets.has_ships());
    let mut lots: Vec<(u32, Sale)> = Vec::new();
    for (good, units) in assets.goods.iter().filter(|(good, _)| !is_kept(*good, has_men, sails)) {
        if let Some((class, quota)) = markets::offer(draft, here, good) {
            let units = units.min(quota.quantity);
            lots.push((units, Sale { class, good, units }));
        }
    }
    lots.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.good.cmp(&b.1.good)));
    if !lots.is_empty() {
        let sales = lots.into_iter().map(|(_, sale)| sale).collect();
        let persona = draft.name(id);
        draft.give(id, SellGoods { persona, sales });
    }
}

/// A ware that is worth carrying.
#[derive(Clone, Copy)]
pub struct Venture {
    /// To where.
    pub to: LocationId,
    /// What.
    pub good: Good,
    /// How many units.
    pub units: u32,
    /// About what it brings, in ducats.
    pub profit: u64,
}

/// The best ware for each market in reach, the best market first.
pub fn ventures(draft: &Draft<'_>, id: PersonaId, reach: &[Reach]) -> Vec<Venture> {
    let persona = draft.persona(id);
    let Some(here) = persona.place.location() else { return Vec::new() };
    let spare = spare_ducats(draft, id) * VENTURE / 100;
    let by = if persona.assets.has_ships() { Carriage::Water } else { Carriage::Land };
    let room = u64::from(room(draft, &persona.assets, by));
    let carried: Vec<(Good, u32)> =
        persona.assets.goods.iter().filter(|(good, _)| !is_kept(*good, true, true)).collect();
    let wares = markets::supply(draft, here);
    let wares = || wares.iter().filter(|(good, quota)| quota.quantity > 0 && Ship::of_good(*good).is_none());
    let mut all: Vec<Venture> = Vec::new();
    for (to, _) in reach.iter().copied() {
        let bought = wares().filter_map(|(good, quota)| {
            let (_, wanted) = markets::offer(draft, to, *good)?;
            let (price, worth) = (u64::from(quota.price.max(1)), u64::from(wanted.price));
            let affordable = (spare / price).min(room / u64::from(good.weight().max(1)));
            let units = u64::from(quota.quantity.min(wanted.quantity)).min(affordable);
            let profit = units * worth.saturating_sub(price);
            let pays = worth * 100 > price * WORTH_CARRYING && units > 0;
            pays.then_some(Venture { to, good: *good, units: units as u32, profit })
        });
        // What he has already is sold where it is wanted.
        let had = carried.iter().filter_map(|(good, units)| {
            let (_, wanted) = markets::offer(draft, to, *good)?;
            let units = (*units).min(wanted.quantity);
            Some(Venture { to, good: *good, units: 0, profit: u64::from(units) * u64::from(wanted.price) })
        });
        all.extend(bought.chain(had).max_by_key(|it| (it.profit, it.good)));
    }
    all.sort_by(|a, b| b.profit.cmp(&a.profit).then(a.to.cmp(&b.to)));
    all
}

/// Whether a town sells something that another wants at a better price.
pub fn sells_for(draft: &Draft<'_>, from: LocationId, to: LocationId) -> bool {
    markets::supply(draft, from).into_iter().any(|(good, quota)| {
        let wanted = markets::offer(draft, to, good);
        wanted.is_some_and(|(_, it)| u64::from(it.price) * 100 > u64::from(quota.price) * WORTH_CARRYING)
    })
}

/// Loads the ware of a venture.
pub fn load(draft: &mut Draft<'_>, id: PersonaId, venture: &Venture) {
    buy(draft, id, venture.good, venture.units);
}
