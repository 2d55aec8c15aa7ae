//! Professionals (RN-60.12 to RN-60.17), crew (RN-37.9, RN-R93), and the recruits of military orders (RN-22.4).

use super::{NotRaised, Raised, join, terms};
use crate::model::location::Location;
use crate::model::money::Money;
use crate::model::persona::Persona;
use crate::model::troops::Troop;

/// One man in so many may be hired each turn (RN-60.12).
const ONE_IN: u32 = 5;
/// A tier of crew, in thousandths of the people (RN-37.9).
const CREW_TIER: u32 = 1;
/// Most crew of a persona and turn, in thousandths of the people.
const CREW_MOST: u32 = 10;
/// Ducats a man of the first tier, and how much more of each further one.
const CREW_PRICE: u64 = 10;

/// Hires professionals of a type, as many as are wished and possible; how many.
pub fn hire(
    here: &mut Location, by: &mut Persona, raised: &mut Raised, troop: Troop, wish: u32,
) -> Result<u32, NotRaised> {
    let terms = terms::of(troop)?;
    let has = by.assets.troops[troop];
    let base = *raised.base.entry(troop).or_insert(has);
    let allowed = if (1..ONE_IN).contains(&base) { 1 } else { base / ONE_IN };
    if allowed == 0 {
        return Err(NotRaised::NoneOfThem);
    }
    let outside = if by.place.is_inside() { 1 } else { terms::OUTSIDE };
    let price = terms.bonus * outside;
    let limits = [
        (wish.min(allowed.saturating_sub(raised.hired[troop])), NotRaised::LimitReached),
        (here.recruits, NotRaised::PoolEmpty),
        (by.assets.goods.of(terms.weapon), NotRaised::NoWeapons),
        (u32::try_from(by.assets.money.whole() / price).unwrap_or(u32::MAX), NotRaised::TooDear),
    ];
    let count = least(limits)?;
    by.assets.money = by.assets.money.less(Money::ducats(price * u64::from(count))).ok_or(NotRaised::TooDear)?;
    by.assets.goods.take(terms.weapon, count);
    here.recruits -= count;
    raised.hired[troop] += count;
    let morale = terms::morale(by.popularity);
    join(by, troop, count, morale);
    Ok(count)
}

/// The least of several limits; the first that is 0 is why nobody is raised.
fn least<const N: usize>(limits: [(u32, NotRaised); N]) -> Result<u32, NotRaised> {
    match limits.iter().find(|(limit, _)| *limit == 0) {
        Some((_, reason)) => Err(*reason),
        None => Ok(limits.iter().map(|(limit, _)| *limit).min().unwrap_or(0)),
    }
}

/// Hires crew in a port, each tier dearer than the one before, as many as are wished and possible; how many.
pub fn hire_crew(here: &Location, by: &mut Persona, raised: &mut Raised, wish: u32) -> Result<u32, NotRaised> {
    if here.depth == 0 {
        return Err(NotRaised::NoPort);
    }
    let most = terms::share(here.population, CREW_MOST).saturating_sub(raised.hired[Troop::Crew]);
    if wish.min(most) == 0 {
        return Err(NotRaised::LimitReached);
    }
    let tier = terms::share(here.population, CREW_TIER).max(1);
    let mut count = 0;
    while count < wish.min(most) {
        // A tier at a time: so many are left of it, at one price.
        let so_far = raised.hired[Troop::Crew];
        let price = CREW_PRICE * u64::from(so_far / tier + 1);
        let left = (tier - so_far % tier).min(wish.min(most) - count);
        let affordable = u32::try_from(by.assets.money.whole() / price).unwrap_or(u32::MAX).min(left);
        by.assets.money = by.assets.money.less(Money::ducats(price * u64::from(affordable))).unwrap_or_default();
        raised.hired[Troop::Crew] += affordable;
        count += affordable;
        if affordable < left {
            break;
        }
    }
    let morale = terms::morale(by.popularity);
    join(by, Troop::Crew, count, morale);
    if count == 0 { Err(NotRaised::TooDear) } else { Ok(count) }
}

/// The grandmaster claims the free recruits of his order: heavy cavalry without mounts, once a turn (RN-22.4, RN-R51).
pub fn claim_recruits(by: &mut Persona, raised: &mut Raised, recruits: u32) -> Result<u32, NotRaised> {
    if std::mem::replace(&mut raised.has_claimed, true) {
        return Err(NotRaised::LimitReached);
    }
    let morale = terms::morale(by.popularity);
    join(by, Troop::HeavyCavalry, recruits, morale);
    Ok(recruits)
}
