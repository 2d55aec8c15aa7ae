//! Buying and selling (RN-40.4 to RN-40.6, RN-43). Whether somebody is at the market in time is asked before.

use super::guild::GuildRank;
use super::tariffs;
use crate::model::board::Ware;
use crate::model::goods::{Good, GoodClass};
use crate::model::ids::{LocationId, PersonaId};
use crate::model::measures::Rating;
use crate::model::money::Money;
use crate::model::rulings::Markets;
use crate::model::scenario::Scenario;
use crate::model::skills::Skill;
use crate::model::state::State;
use crate::model::troops::Troop;
use crate::rules::battle::morale::combined;

/// What a persona has traded this turn, as far as rules ask for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dealings {
    /// What he has sold: class, good, units, in order (RN-43.5).
    sold: Vec<(GoodClass, Good, u32)>,
    /// The sold-out good that he bought, and how many units (RN-43.3).
    sold_out: Option<(Good, u32)>,
}

/// What was bought or sold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bargain {
    /// Units; fewer than ordered if there was no more to sell, to buy, or to pay with.
    pub units: u32,
    /// What the buyer paid or the seller received, the tariff added or withheld.
    pub money: Money,
    /// The tariff.
    pub tariff: Money,
}

/// Why nothing was bought or sold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoBargain {
    /// The good is not of the class (RN-44).
    NotOfClass,
    /// The location does not demand the class (RN-40.1).
    NotDemanded,
    /// The location wants no more of the class until March (RN-40.5).
    Satisfied,
    /// The seller has none.
    NothingToSell,
    /// The location does not supply the good (RN-40.1).
    NotSupplied,
    /// Nothing is left until September, and the buyer may not or will not pay the surcharge (RN-40.4, RN-43.3).
    SoldOut,
    /// The buyer has had his part of sold-out goods for this turn (RN-43.2, RN-43.3).
    SoldOutLimit,
    /// The buyer cannot pay for a single unit.
    TooDear,
}

/// Sells a good to the locals as one of a class (RN-40.5); what is more than they want, or than he has, stays with him.
pub fn sell(
    sc: &Scenario, st: &mut State, (id, location): (PersonaId, LocationId),
    (class, good, wish): (GoodClass, Good, u32), dealings: &mut Dealings,
) -> Result<Bargain, NoBargain> {
    let record = sc.board.location(location);
    let at = record.demand.iter().position(|entry| entry.class == class).ok_or(NoBargain::NotDemanded)?;
    if !good.classes().contains(&class) {
        return Err(NoBargain::NotOfClass);
    }
    let (here, seller) = (st.location(location), st.persona(id));
    let (quota, import) = (here.demand[at], here.import_tariff);
    let units = wish.min(quota.quantity).min(seller.assets.goods.of(good));
    if units == 0 {
        return Err(if quota.quantity == 0 { NoBargain::Satisfied } else { NoBargain::NothingToSell });
    }
    let rank = GuildRank::of(seller.skills.of(Skill::Merchantry), &sc.rulings.merchants);
    let premium = rank.map_or(0, |rank| rank.premium_per_cent(&sc.rulings.merchants));
    let gross = gross(quota.price, units, u64::from(premium) * u64::from(dealings.place_of(class, good, units)));
    let tariff = tariffs::on(gross, import);
    let money = gross.less(tariff).unwrap_or_default();
    let seller = st.persona_mut(id);
    seller.assets.goods.take(good, units);
    seller.assets.money += money;
    st.location_mut(location).demand[at].quantity -= units;
    tariffs::pay_magistrate(st, location, tariff);
    Ok(Bargain { units, money, tariff })
}

/// The class price for so many units, and so many per cent of it besides; fractions are lost (RN-R2).
fn gross(price: u32, units: u32, premium_per_cent: u64) -> Money {
    let base = Money::ducats(u64::from(price)).times(u64::from(units));
    base + base.share_received(premium_per_cent, 100)
}

impl Dealings {
    /// How many goods of a class counted before this one, which is listed now (RN-43.4, RN-R78). A good that is sold in a
    /// larger quantity than the last one that counted, or that was sold before, does not count and earns the base price.
    fn place_of(&mut self, class: GoodClass, good: Good, units: u32) -> u32 {
        let before: Vec<_> = self.sold.iter().filter(|(sold_as, ..)| *sold_as == class).collect();
        let out_of_order = before.last().is_some_and(|(.., last)| units > *last);
        if out_of_order || before.iter().any(|(_, sold, _)| *sold == good) {
            return 0;
        }
        let place = before.len() as u32;
        self.sold.push((class, good, units));
        place
    }
}

/// Buys a ware from the locals (RN-40.4): as much of what is wished as there is and as he can pay. With `surcharge` a merchant
/// buys a good that is sold out (RN-43.2, RN-43.3).
pub fn buy(
    sc: &Scenario, st: &mut State, (id, location): (PersonaId, LocationId), (ware, wish): (Ware, u32), surcharge: bool,
    dealings: &mut Dealings,
) -> Result<Bargain, NoBargain> {
    let record = sc.board.location(location);
    let at = record.supply.iter().position(|entry| entry.ware == ware).ok_or(NoBargain::NotSupplied)?;
    let here = st.location(location);
    let (quota, full, export) = (here.supply[at], record.supply[at].base.full(here.population), here.export_tariff);
    let (price, most, sold_out) = match ware {
        _ if quota.quantity > 0 => (quota.price, quota.quantity, None),
        Ware::Good(good) if surcharge => {
            let merchantry = st.persona(id).skills.of(Skill::Merchantry);
            let rank = GuildRank::of(merchantry, &sc.rulings.merchants).ok_or(NoBargain::SoldOut)?;
            let had = match dealings.sold_out {
                Some((other, _)) if other != good => return Err(NoBargain::SoldOutLimit),
                Some((_, units)) => units,
                None => 0,
            };
            let limit = rank.sold_out_limit(full, &sc.rulings.merchants).saturating_sub(had);
            (quota.price.saturating_mul(rank.sold_out_factor(&sc.rulings.merchants)), limit, Some((good, had)))
        }
        _ => return Err(NoBargain::SoldOut),
    };
    if most == 0 {
        return Err(NoBargain::SoldOutLimit);
    }
    let units = wish.min(most).min(affordable(st.persona(id).assets.money, price, export));
    let value = Money::ducats(u64::from(price)).times(u64::from(units));
    let tariff = tariffs::on(value, export);
    let left = st.persona(id).assets.money.less(value + tariff).filter(|_| units > 0).ok_or(NoBargain::TooDear)?;
    st.persona_mut(id).assets.money = left;
    deliver(st, id, ware, units, &sc.rulings.markets);
    match sold_out {
        Some((good, had)) => dealings.sold_out = Some((good, had + units)),
        None => st.location_mut(location).supply[at].quantity -= units,
    }
    tariffs::pay_magistrate(st, location, tariff);
    Ok(Bargain { units, money: value + tariff, tariff })
}

/// How many units somebody can pay, the tariff included, which is rounded up (RN-R2).
fn affordable(money: Money, price: u32, export: u8) -> u32 {
    let each = u128::from(price) * u128::from(100 + u32::from(export));
    u32::try_from(u128::from(money.whole()) * 100 / each.max(1)).unwrap_or(u32::MAX)
}

/// Goods, or mercenaries, armed but not mounted (RN-60.18), whose morale mixes with that of the others (RN-61.8).
fn deliver(st: &mut State, id: PersonaId, ware: Ware, units: u32, figures: &Markets) {
    let buyer = st.persona_mut(id);
    match ware {
        Ware::Good(good) => buyer.assets.goods.add(good, units),
        Ware::Mercenaries(troop) => {
            let morale = if troop == Troop::Pikemen { figures.pikemen_morale } else { figures.mercenary_morale };
            let parts = [(buyer.assets.troops.men(), buyer.morale.get()), (units, Rating::new(morale).get())];
            buyer.morale = Rating::new(i64::from(combined(&parts)));
            buyer.assets.troops[troop] = buyer.assets.troops[troop].saturating_add(units);
        }
    }
}
