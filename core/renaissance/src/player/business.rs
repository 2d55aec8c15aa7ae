//! Money and goods: what is sold, what upkeep will ask for, what is worth carrying from one market to another.

use super::draft::Draft;
use crate::model::asset::Asset;
use crate::model::board::Ware;
use crate::model::goods::{Good, GoodClass};
use crate::model::ids::{LocationId, PersonaId};
use crate::model::persona::Assets;
use crate::model::ships::Ship;
use crate::orders::{BuyGoods, Sale, SellGoods};
use crate::rules::movement::load::{Carriage, Load};
use crate::rules::upkeep::maintain;

/// Months for which pay and food are kept.
const MONTHS_AHEAD: u16 = 3;
/// Per cent of the money that is over which goes into goods.
const VENTURE: u64 = 60;
/// A ware is worth carrying when it brings so many per cent of its price, tariffs not counted.
const WORTH_CARRYING: u64 = 130;

/// What upkeep will ask for in the months ahead: ducats, and units of grain that are missing.
#[derive(Clone, Copy, Default)]
pub struct Needs {
    /// Whole ducats.
    pub ducats: u64,
    /// Units of grain.
    pub grain: u32,
}

/// What a persona needs for the months ahead.
pub fn needs(draft: &Draft<'_>, id: PersonaId) -> Needs {
    let mut assets = draft.persona(id).assets.clone();
    // As if he were rich: what he pays is what he needs.
    assets.add(Asset::Ducats, 50_000_000);
    let mut needs = Needs::default();
    for ahead in 1..=MONTHS_AHEAD {
        let month = draft.sc.month(draft.st.turn.later(ahead));
        let kept = maintain(&draft.sc.rulings.upkeep, month, &mut assets);
        needs.ducats += kept.paid.whole();
        // A fifth of who is not fed is lost; each eats half a unit (RN-50.5, RN-50.6).
        let starved: u32 = kept.lost.iter().map(|(_, count)| *count).sum();
        needs.grain += starved.saturating_mul(5).div_ceil(2);
    }
    needs
}

/// Whether somebody keeps a good: arms, animals that carry, ships, guns, food for his men.
fn is_kept(good: Good, has_men: bool) -> bool {
    let food = good.classes().contains(&GoodClass::Food);
    let gear =
        matches!(good, Good::Horses | Good::Slaves | Good::Cannons | Good::Falconets | Good::SmallArms | Good::Pikes);
    gear || Ship::of_good(good).is_some() || (food && has_men)
}

/// Sells what the market wants and he does not need, the greatest lot first (RN-43.5).
pub fn sell(draft: &mut Draft<'_>, id: PersonaId) {
    let Some(here) = draft.persona(id).place.location() else { return };
    let demanded = |class: GoodClass| {
        let record = &draft.sc.board.location(here).demand;
        let quotas = record.iter().zip(&draft.st.location(here).demand);
        quotas.into_iter().find(|(it, _)| it.class == class).map(|(_, quota)| *quota).filter(|it| it.quantity > 0)
    };
    let assets = &draft.persona(id).assets;
    let has_men = assets.troops.men() > 0;
    let mut lots: Vec<(u32, Sale)> = Vec::new();
    for (good, units) in assets.goods.iter().filter(|(good, _)| !is_kept(*good, has_men)) {
        let best = good.classes().iter().filter_map(|class| demanded(*class).map(|quota| (quota, *class)));
        if let Some((quota, class)) = best.max_by_key(|(quota, _)| quota.price) {
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

/// Buys the grain that upkeep will ask for.
pub fn provide(draft: &mut Draft<'_>, id: PersonaId) {
    let Needs { grain, .. } = needs(draft, id);
    if grain > 0 {
        buy(draft, id, Good::Grain, grain);
    }
}

fn buy(draft: &mut Draft<'_>, id: PersonaId, good: Good, units: u32) -> bool {
    let persona = draft.name(id);
    units > 0 && draft.give(id, BuyGoods { persona, good: Asset::Good(good), units, surcharge: false })
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

/// Cargo units that somebody may still load.
fn room(draft: &Draft<'_>, assets: &Assets, by: Carriage) -> u64 {
    let load = Load::of(&draft.sc.rulings.movement, assets, by);
    load.capacity.saturating_sub(load.cargo) / 4
}

/// The best ware for each other market that the family sees, the best market first.
pub fn ventures(draft: &Draft<'_>, id: PersonaId) -> Vec<Venture> {
    let persona = draft.persona(id);
    let Some(here) = persona.place.location() else { return Vec::new() };
    let spare = persona.assets.money.whole().saturating_sub(needs(draft, id).ducats) * VENTURE / 100;
    let room = room(draft, &persona.assets, Carriage::Land).max(room(draft, &persona.assets, Carriage::Water));
    let record = draft.sc.board.location(here);
    let quotas = record.supply.iter().zip(&draft.st.location(here).supply);
    let wares: Vec<(Good, u32, u32)> = quotas
        .filter_map(|(it, quota)| match it.ware {
            Ware::Good(good) if Ship::of_good(good).is_none() => Some((good, quota.quantity, quota.price)),
            _ => None,
        })
        .filter(|(_, units, price)| *units > 0 && *price > 0)
        .collect();
    let mut all: Vec<Venture> = Vec::new();
    for to in draft.seen.iter().copied().filter(|to| *to != here) {
        let there = draft.sc.board.location(to);
        let wanted = |good: Good| {
            let quotas = there.demand.iter().zip(&draft.st.location(to).demand);
            quotas.filter(move |(it, quota)| good.classes().contains(&it.class) && quota.quantity > 0)
        };
        let best = wares.iter().filter_map(|(good, units, price)| {
            let (_, quota) = wanted(*good).max_by_key(|(_, quota)| quota.price)?;
            let (price, worth) = (u64::from(*price), u64::from(quota.price));
            let affordable = (spare / price.max(1)).min(room / u64::from(good.weight().max(1)));
            let units = u64::from((*units).min(quota.quantity)).min(affordable);
            let profit = units * worth.saturating_sub(price);
            (worth * 100 > price * WORTH_CARRYING && units > 0).then_some(Venture {
                to,
                good: *good,
                units: units as u32,
                profit,
            })
        });
        all.extend(best.max_by_key(|it| (it.profit, it.good)));
    }
    all.sort_by(|a, b| b.profit.cmp(&a.profit).then(a.to.cmp(&b.to)));
    all
}

/// Loads the ware of a venture.
pub fn load(draft: &mut Draft<'_>, id: PersonaId, venture: &Venture) -> bool {
    buy(draft, id, venture.good, venture.units)
}
