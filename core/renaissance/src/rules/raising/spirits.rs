//! Bonus pay (RN-61.2) and alcohol (RN-61.4).

use super::Raised;
use crate::model::goods::{Good, GoodClass};
use crate::model::measures::round_half_up;
use crate::model::money::Money;
use crate::model::persona::Persona;

/// Most points of morale that alcohol brings a persona's men in a turn; so many for a unit a man (RN-61.4).
const ALCOHOL_MOST: i64 = 20;

/// Why morale is not raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotCheered {
    /// He has neither troops nor crew.
    NoMen,
    /// He has not so much.
    NotEnough,
    /// It is no alcohol, or another type than he has issued this turn.
    WrongType,
    /// Sunni and Shia do not drink (RN-61.6).
    Moslem,
}

/// Pays all his men together so many ducats: a point for each ducat a man, rounded down (RN-R95). How many points.
pub fn pay_bonus(by: &mut Persona, ducats: u64) -> Result<i64, NotCheered> {
    let men = u64::from(by.assets.troops.men());
    if men == 0 {
        return Err(NotCheered::NoMen);
    }
    by.assets.money = by.assets.money.less(Money::ducats(ducats)).ok_or(NotCheered::NotEnough)?;
    let points = i64::try_from(ducats / men).unwrap_or(i64::MAX);
    by.morale = by.morale.changed(points);
    Ok(points)
}

/// Issues units of one type of alcohol, at most 20 points a turn in all (RN-61.4). How many points.
pub fn issue_alcohol(
    by: &mut Persona, raised: &mut Raised, good: Good, units: u32, is_moslem: bool,
) -> Result<i64, NotCheered> {
    let (issued, points) = raised.issued.unwrap_or((good, 0));
    let men = by.assets.troops.men();
    if is_moslem {
        return Err(NotCheered::Moslem);
    }
    if issued != good || !good.classes().contains(&GoodClass::Alcohol) {
        return Err(NotCheered::WrongType);
    }
    if men == 0 {
        return Err(NotCheered::NoMen);
    }
    if units == 0 || by.assets.goods.of(good) < units {
        return Err(NotCheered::NotEnough);
    }
    by.assets.goods.take(good, units);
    let gain = round_half_up(ALCOHOL_MOST * i64::from(units), i64::from(men)).min(ALCOHOL_MOST - points);
    raised.issued = Some((good, points + gain));
    by.morale = by.morale.changed(gain);
    Ok(gain)
}
