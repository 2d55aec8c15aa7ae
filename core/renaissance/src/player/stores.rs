//! What upkeep will ask for, and where it comes from: money, food, what ships are kept up with.

use super::draft::Draft;
use super::markets::{self, Reach};
use crate::model::asset::Asset;
use crate::model::calendar::Month;
use crate::model::goods::{Good, GoodClass};
use crate::model::ids::{LocationId, PersonaId};
use crate::model::location::LocalOffice;
use crate::model::persona::Assets;
use crate::model::ships::Ship;
use crate::model::stock::Stock;
use crate::model::troops::Troop;
use crate::orders::{BuyGoods, Items, TransferAssets};
use crate::rules::forecast::forecast;
use crate::rules::movement::load::{Carriage, Load};
use crate::rules::places::{has_ingress, holder_of, is_besieged};
use crate::rules::upkeep::materials;

/// So few soldiers are no army.
pub const FEW: u32 = 200;
/// With so many somebody goes to war.
pub const ARMY: u32 = 500;
/// Months for which pay is kept.
const PAY_AHEAD: usize = 3;
/// Horses that are lent to one of the family who has nothing to carry with.
const PACK_HORSES: u32 = 60;
/// Times of upkeep before somebody who sets out has bought where he goes.
const ON_THE_WAY: u16 = 2;
/// Units of food that are worth a way.
const HUNGER: u32 = 50;
/// Ducats that a unit of food costs, about.
const FOOD_PRICE: u64 = 10;
/// Most towns among which somebody chooses who is hungry.
const LARDERS: usize = 2;

/// What upkeep will ask for in the months ahead, beyond what there is; ducats are all that it asks for.
#[derive(Clone, Default)]
pub struct Needs {
    /// Pay of the next three months, in whole ducats.
    pub ducats: u64,
    /// Units of food that are missing, grain among them.
    pub food: u32,
    /// Of these, units that have to be grain: animals eat nothing else (RN-50.7).
    pub grain: u32,
    /// What ships will want in April (RN-50.10).
    pub materials: Vec<(Good, u32)>,
}

/// Months that food has to last: until April, when nobody eats from stores any more. Food is cheap beside pay, and markets have
/// it all year, so it is bought before pay takes the money.
fn months_ahead(month: Month) -> u16 {
    let until_april = (12 + Month::April as u16 - month as u16) % 12;
    if until_april == 0 { 12 } else { until_april }
}

/// What a persona needs for the months ahead.
pub fn needs(draft: &Draft<'_>, id: PersonaId) -> Needs {
    let months = months_ahead(draft.sc.month(draft.st.turn));
    // Who has nobody to feed but his horses finds their grain on the way.
    let men = draft.persona(id).assets.troops.men();
    needs_of(draft, id, if men > 0 { months } else { months.min(ON_THE_WAY) })
}

/// What a persona needs for so many months.
fn needs_of(draft: &Draft<'_>, id: PersonaId, months: u16) -> Needs {
    missing(draft, &draft.persona(id).assets, months)
}

/// What whoever has these assets needs for so many months.
fn missing(draft: &Draft<'_>, assets: &Assets, months: u16) -> Needs {
    let months = (1..=months).map(|ahead| draft.sc.month(draft.st.turn.later(ahead)));
    let mut needs = Needs { materials: refit(&assets.goods), ..Needs::default() };
    for (ahead, wanted) in forecast(&draft.sc.rulings.upkeep, assets, months).into_iter().enumerate() {
        if ahead < PAY_AHEAD {
            needs.ducats += wanted.pay;
        }
        needs.food = needs.food.saturating_add(wanted.food);
        needs.grain = needs.grain.saturating_add(wanted.grain);
    }
    needs
}

/// What is missing to keep up ships in April.
fn refit(goods: &Stock) -> Vec<(Good, u32)> {
    let mut wanted: Vec<(Good, u32)> = Vec::new();
    for ship in Ship::ALL {
        for (good, each) in materials(*ship) {
            let units = each * goods.ships(*ship);
            match wanted.iter_mut().find(|(it, _)| *it == good) {
                Some((_, sum)) => *sum += units,
                None => wanted.push((good, units)),
            }
        }
    }
    let missing = wanted.into_iter().map(|(good, units)| (good, units.saturating_sub(goods.of(good))));
    missing.filter(|(_, units)| *units > 0).collect()
}

/// Whether men may eat it; horses are the last that they eat.
fn is_food(good: Good) -> bool {
    good.classes().contains(&GoodClass::Food) && good != Good::Horses
}

/// Ducats that somebody has beyond what pay and the food of men will ask for; animals come after other men's pay.
pub fn spare_ducats(draft: &Draft<'_>, id: PersonaId) -> u64 {
    let needs = needs(draft, id);
    let mens_food = u64::from(needs.food.saturating_sub(needs.grain));
    draft.persona(id).assets.money.whole().saturating_sub(needs.ducats + mens_food * FOOD_PRICE)
}

/// Cargo units that somebody may still load.
pub fn room(draft: &Draft<'_>, assets: &Assets, by: Carriage) -> u32 {
    let load = Load::of(&draft.sc.rulings.movement, assets, by);
    u32::try_from(load.capacity.saturating_sub(load.cargo) / 4).unwrap_or(u32::MAX)
}

/// The same by the better way for him.
pub fn best_room(draft: &Draft<'_>, id: PersonaId) -> u32 {
    let assets = &draft.persona(id).assets;
    room(draft, assets, Carriage::Land).max(room(draft, assets, Carriage::Water))
}

/// Buys what upkeep will ask for, for himself and as much as he can carry for those of his family who have none.
pub fn provide(draft: &mut Draft<'_>, id: PersonaId) {
    let Some(here) = draft.persona(id).place.location() else { return };
    if !markets::is_open(draft, id) {
        return;
    }
    let own = needs(draft, id);
    let others: Vec<Needs> = draft.own().into_iter().filter(|it| *it != id).map(|it| needs(draft, it)).collect();
    let room = best_room(draft, id);
    let for_others = others.iter().map(|it| it.food).sum::<u32>().min(room.saturating_sub(own.food));
    // Abroad he buys no more than he takes home or his men eat at once; where he lives stores are as large as he likes.
    let room = room.max(needs_of(draft, id, 1).food);
    // So does an army from spring to harvest: it will go on.
    let soldiers = draft.persona(id).assets.troops.soldiers();
    let goes_on = soldiers >= ARMY && !is_winter(draft);
    let has_quarters = draft.persona(id).place.is_inside() || has_ingress(&draft.st, draft.persona(id).family, here);
    let lives_here = has_quarters && !goes_on;
    let mut food = own.food.saturating_add(for_others).min(if lives_here { u32::MAX } else { room });
    let mut grain = own.grain.saturating_add(others.iter().map(|it| it.grain).sum::<u32>().min(for_others)).min(food);
    let of_others: u32 = others.iter().map(|it| it.food - it.grain.min(it.food)).sum();
    let mut mens_food = own.food.saturating_sub(own.grain).saturating_add(of_others.min(for_others));
    // In winter who is hungry spends what pay will ask for much later: the dead are not paid. Before that pay comes first, and
    // what is eaten at once.
    let money = draft.persona(id).assets.money.whole();
    let at_once = u64::from(needs_of(draft, id, ON_THE_WAY).food) * FOOD_PRICE * 2;
    let mut purse = if is_winter(draft) { money } else { money.min(at_once.max(money.saturating_sub(own.ducats))) };
    // Animals eat more than they are worth before anybody eats them.
    let eats = |good: Good| matches!(good, Good::Sheep | Good::Cattle);
    let starves = needs_of(draft, id, 1).food > 0;
    let mut wares: Vec<(Good, u32, u64)> = markets::supply(draft, here)
        .into_iter()
        .filter(|(good, quota)| is_food(*good) && quota.quantity > 0 && (starves || !eats(*good)))
        .map(|(good, quota)| (good, quota.quantity, quota.price.into()))
        .collect();
    // Grain first, as far as animals want it, then the cheapest.
    wares.sort_by_key(|(good, _, price)| (*good != Good::Grain || grain == 0, *price, *good));
    for (good, units, price) in wares {
        let affordable = u32::try_from(purse / price.max(1)).unwrap_or(u32::MAX);
        // What animals want is left for grain, where it is men's food that is bought.
        let wanted = if good == Good::Grain { food } else { food.min(mens_food) };
        let units = units.min(wanted).min(affordable);
        if units > 0 && buy(draft, id, good, units) {
            food -= units;
            mens_food = mens_food.saturating_sub(if good == Good::Grain { units.saturating_sub(grain) } else { units });
            purse -= u64::from(units) * price;
            if good == Good::Grain {
                grain = grain.saturating_sub(units);
            }
        }
    }
    for (good, units) in own.materials {
        let spare = spare_ducats(draft, id);
        let ware = markets::supply(draft, here).into_iter().find(|(it, quota)| *it == good && quota.quantity > 0);
        if let Some((good, quota)) = ware {
            let affordable = u32::try_from(spare / u64::from(quota.price.max(1))).unwrap_or(u32::MAX);
            buy(draft, id, good, units.min(quota.quantity).min(affordable));
        }
    }
}

/// Buys so many units of a good where he is; whether he did.
pub fn buy(draft: &mut Draft<'_>, id: PersonaId, good: Good, units: u32) -> bool {
    let persona = draft.name(id);
    units > 0 && draft.give(id, BuyGoods { persona, good: Asset::Good(good), units, surcharge: false })
}

/// Food beyond what his own men and animals eat in the months ahead.
fn food_to_spare(draft: &Draft<'_>, id: PersonaId) -> Vec<(Good, u32)> {
    let persona = draft.persona(id);
    // Half a unit for each man and animal in each of the months ahead is more than they eat.
    let eaters =
        persona.assets.troops.men() + persona.assets.goods.of(Good::Horses) + persona.assets.goods.of(Good::Slaves);
    let mut kept = eaters.saturating_mul(u32::from(months_ahead(draft.sc.month(draft.st.turn)))) / 2;
    let mut spare = Vec::new();
    for (good, units) in persona.assets.goods.iter().filter(|(good, _)| is_food(*good)) {
        let own = units.min(kept);
        kept -= own;
        if units > own {
            spare.push((good, units - own));
        }
    }
    spare
}

/// Whether somebody has food that others of his family are in want of.
pub fn has_food_for_others(draft: &Draft<'_>, id: PersonaId) -> bool {
    food_to_spare(draft, id).iter().map(|(_, units)| units).sum::<u32>() > HUNGER
}

/// Those of his family who are where he is and may be given something.
fn kin_here(draft: &Draft<'_>, id: PersonaId) -> Vec<PersonaId> {
    let here = draft.persona(id).place.location();
    let with = |it: &PersonaId| *it != id && here.is_some() && draft.persona(*it).place.location() == here;
    draft.own().into_iter().filter(with).collect()
}

/// Gives food to those of his family who are with him and want it, and money for their food and pay.
pub fn share(draft: &mut Draft<'_>, id: PersonaId) {
    for to in kin_here(draft, id) {
        let wants = needs(draft, to);
        let mut items = Items::default();
        let mut wanted = wants.food;
        for (good, units) in food_to_spare(draft, id) {
            let given = units.min(wanted);
            wanted -= given;
            items.put(Asset::Good(good), given);
        }
        if room(draft, &draft.persona(to).assets, Carriage::Land) == 0 && draft.persona(to).assets.troops.men() == 0 {
            lend_horses(draft, id, &mut items);
        }
        let purse = wants.ducats + u64::from(wanted) * FOOD_PRICE;
        let short = purse.saturating_sub(draft.persona(to).assets.money.whole());
        items.put(Asset::Ducats, u32::try_from(short.min(spare_ducats(draft, id))).unwrap_or(0));
        if !items.list().is_empty() {
            let (persona, to) = (draft.name(id), draft.name(to));
            draft.give(id, TransferAssets { persona, to, items });
        }
    }
}

/// Horses to carry with for one of his family, and the grain that they eat on the way.
fn lend_horses(draft: &Draft<'_>, id: PersonaId, items: &mut Items) {
    // A horse carries two units (RN-30.4).
    let wanted = PACK_HORSES.max(hunger(draft, id) / 2).min(spare_horses(draft, id));
    let mut stable = Assets::default();
    stable.add(Asset::Good(Good::Horses), wanted);
    let grain: u32 = missing(draft, &stable, ON_THE_WAY).grain;
    let own = needs_of(draft, id, ON_THE_WAY);
    let stored = draft.persona(id).assets.goods.of(Good::Grain);
    // Who is short of food himself lends what he can feed: none.
    let fed = if own.food > 0 { 0 } else { stored };
    let lent = if grain <= fed { wanted } else { wanted * fed / grain };
    items.put(Asset::Good(Good::Horses), lent);
    items.put(Asset::Good(Good::Grain), grain.min(fed));
}

/// Horses that nobody of somebody's men rides and that carry nothing of his, at most half of those that are not ridden.
fn spare_horses(draft: &Draft<'_>, id: PersonaId) -> u32 {
    let assets = &draft.persona(id).assets;
    let free = assets.goods.of(Good::Horses).saturating_sub(assets.troops[Troop::HeavyCavalry]);
    (free / 2).min(room(draft, assets, Carriage::Land) / 2)
}

/// Units of food that a persona and those of his family who are with him are in want of.
pub fn hunger(draft: &Draft<'_>, id: PersonaId) -> u32 {
    // For horses alone nobody goes anywhere.
    let has_men = |it: &PersonaId| draft.persona(*it).assets.troops.men() > 0;
    // An army abroad will be gone before anybody is back.
    let lives_here = draft.persona(id).place.location().is_some_and(|at| has_ingress(&draft.st, draft.family, at));
    let kin = if lives_here { kin_here(draft, id) } else { Vec::new() };
    let all = kin.into_iter().chain([id]).filter(has_men);
    // In summer the harvest is still to come.
    let months = if is_winter(draft) { months_ahead(draft.sc.month(draft.st.turn)) } else { ON_THE_WAY * 2 };
    let units: u32 = all.map(|it| needs_of(draft, it, months).food).sum();
    if units > HUNGER { units } else { 0 }
}

/// Whether somebody's men have what they eat until he has come somewhere else and has bought there; from harvest on they are to
/// have what they eat until spring.
pub fn is_fed_on_the_way(draft: &Draft<'_>, id: PersonaId) -> bool {
    let month = draft.sc.month(draft.st.turn);
    let months = if is_winter(draft) { months_ahead(month).max(ON_THE_WAY) } else { ON_THE_WAY };
    needs_of(draft, id, months).food <= HUNGER
}

/// From harvest to February: men live on what was stored.
pub fn is_winter(draft: &Draft<'_>) -> bool {
    !matches!(
        draft.sc.month(draft.st.turn),
        Month::March | Month::April | Month::May | Month::June | Month::July | Month::August
    )
}

/// Whether anybody of the family is in want of food.
pub fn is_anybody_hungry(draft: &Draft<'_>) -> bool {
    draft.own().into_iter().any(|it| needs(draft, it).food > HUNGER)
}

/// Whether somebody stays where he is lord, and others of the family go for him: as long as his men can wait for them.
fn keeps_house(draft: &Draft<'_>, id: PersonaId) -> bool {
    let Some(here) = draft.persona(id).place.location() else { return false };
    let lord = [LocalOffice::Sovereign, LocalOffice::Tenant]
        .into_iter()
        .any(|office| holder_of(draft.sc, &draft.st, here, office).persona() == Some(id));
    lord && draft.own().len() > 1
}

/// Where somebody who is hungry finds food: first towns that let him in, then the nearest, if they have enough to be worth the
/// way.
pub fn larders(draft: &Draft<'_>, id: PersonaId, reach: &[Reach]) -> Vec<LocationId> {
    // What others have set out to fetch he need not.
    let wanted = hunger(draft, id).saturating_sub(draft.fetched);
    let waits = keeps_house(draft, id) && is_fed_on_the_way(draft, id);
    if waits || wanted == 0 || draft.persona(id).assets.money.whole() < 100 {
        return Vec::new();
    }
    let family = draft.persona(id).family;
    let carried = best_room(draft, id);
    let food = |at: LocationId| -> u32 {
        markets::supply(draft, at).into_iter().filter(|(good, _)| is_food(*good)).map(|(_, quota)| quota.quantity).sum()
    };
    let own_here = draft.persona(id).place.location().map_or(0, food);
    if own_here >= wanted && markets::is_open(draft, id) {
        return Vec::new();
    }
    // An army without horses goes where food is and stays.
    let lives_on_markets = draft.persona(id).assets.troops.soldiers() >= FEW;
    let larder = |(to, miles): (LocationId, u32)| {
        let quarters = has_ingress(&draft.st, family, to);
        let worth = food(to).min(if quarters || lives_on_markets { wanted } else { wanted.min(carried) });
        (worth >= HUNGER.min(wanted) && worth * 3 > wanted.min(carried.max(HUNGER)) && !is_besieged(&draft.st, to))
            .then_some((!quarters, miles, to))
    };
    let mut all: Vec<(bool, u32, LocationId)> = reach.iter().copied().filter_map(larder).collect();
    all.sort();
    all.into_iter().map(|(_, _, to)| to).take(LARDERS).collect()
}
