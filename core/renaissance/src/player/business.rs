//! Money and goods: what is sold, what upkeep will ask for, what is worth carrying from one market to another.

use super::draft::Draft;
use crate::model::asset::Asset;
use crate::model::board::Ware;
use crate::model::goods::{Good, GoodClass};
use crate::model::ids::{LocationId, PersonaId};
use crate::model::persona::Assets;
use crate::model::ships::Ship;
use crate::orders::{BuyGoods, Items, Sale, SellGoods, TransferAssets};
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

/// Food that the market sells where somebody is, the cheapest first: good, units, price.
fn food_here(draft: &Draft<'_>, id: PersonaId) -> Vec<(Good, u32, u32)> {
    let Some(here) = draft.persona(id).place.location() else { return Vec::new() };
    let quotas = draft.sc.board.location(here).supply.iter().zip(&draft.st.location(here).supply);
    let food = quotas.filter_map(|(it, quota)| match it.ware {
        Ware::Good(good) if good.classes().contains(&GoodClass::Food) && quota.quantity > 0 => {
            Some((good, quota.quantity, quota.price))
        }
        _ => None,
    });
    let mut food: Vec<(Good, u32, u32)> = food.collect();
    food.sort_by_key(|(good, _, price)| (*price, *good));
    food
}

/// Buys the food that upkeep will ask for, for himself and as much as he can carry for those of his family who have none.
pub fn provide(draft: &mut Draft<'_>, id: PersonaId) {
    let own = needs(draft, id).grain;
    let spare = draft.persona(id).assets.money.whole().saturating_sub(needs(draft, id).ducats);
    let others: u32 = draft.own().into_iter().filter(|it| *it != id).map(|it| needs(draft, it).grain).sum();
    let carried = u32::try_from(room(draft, &draft.persona(id).assets, Carriage::Land)).unwrap_or(u32::MAX);
    let for_others = others.min(carried.saturating_sub(own));
    let mut wanted = own.saturating_add(for_others);
    for (good, units, price) in food_here(draft, id) {
        let affordable = u32::try_from(spare / u64::from(price.max(1))).unwrap_or(u32::MAX);
        let units = units.min(wanted).min(affordable);
        if units > 0 && buy(draft, id, good, units) {
            wanted -= units;
        }
    }
}

/// Whether food is sold where somebody is, or he has some, that others of his family are in want of.
pub fn has_food_for_others(draft: &Draft<'_>, id: PersonaId) -> bool {
    food_to_spare(draft, id).iter().map(|(_, units)| units).sum::<u32>() > 50
}

/// Food beyond what his own men eat in the months ahead.
fn food_to_spare(draft: &Draft<'_>, id: PersonaId) -> Vec<(Good, u32)> {
    let persona = draft.persona(id);
    // Half a unit for each man and animal in each of the months ahead is more than they eat.
    let eaters = persona.assets.troops.men() + persona.assets.goods.of(Good::Horses).saturating_sub(1_000);
    let mut kept = eaters * u32::from(MONTHS_AHEAD) / 2;
    let mut spare = Vec::new();
    for (good, units) in persona.assets.goods.iter() {
        let edible = good.classes().contains(&GoodClass::Food) && good != Good::Horses;
        if edible {
            let own = units.min(kept);
            kept -= own;
            if units > own {
                spare.push((good, units - own));
            }
        }
    }
    spare
}

/// Gives food to those of his family who are with him and want it, and money for their pay.
pub fn share(draft: &mut Draft<'_>, id: PersonaId) {
    let here = draft.persona(id).place;
    let Some(here) = here.location() else { return };
    let kin: Vec<PersonaId> =
        draft.own().into_iter().filter(|it| *it != id && draft.persona(*it).place.location() == Some(here)).collect();
    for to in kin {
        let wants = needs(draft, to);
        let mut items = Items::default();
        let mut wanted = wants.grain;
        for (good, units) in food_to_spare(draft, id) {
            let given = units.min(wanted);
            wanted -= given;
            items.put(Asset::Good(good), given);
        }
        let short = wants.ducats.saturating_sub(draft.persona(to).assets.money.whole());
        let over = draft.persona(id).assets.money.whole().saturating_sub(needs(draft, id).ducats);
        items.put(Asset::Ducats, u32::try_from(short.min(over)).unwrap_or(0));
        if !items.list().is_empty() {
            let (persona, to) = (draft.name(id), draft.name(to));
            draft.give(id, TransferAssets { persona, to, items });
        }
    }
}

/// Whether somebody of the family wants food that he has not got.
pub fn is_hungry(draft: &Draft<'_>) -> bool {
    draft.own().into_iter().any(|it| needs(draft, it).grain > 50)
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
