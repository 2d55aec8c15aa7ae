//! The garrison (RN-60.2, RN-60.3) and the feudal levy (RN-60.9 to RN-60.11).

use super::{NotRaised, join, terms};
use crate::model::goods::Good;
use crate::model::location::Location;
use crate::model::persona::Persona;
use crate::model::troops::Troop;

/// Loyalty below which nobody joins the garrison (RN-18.2).
const GARRISON_LOYALTY: i64 = 200;
/// Loyalty below which there is no levy (RN-18.2).
const LEVY_LOYALTY: i64 = 300;
/// What a levy costs in loyalty and in popularity (RN-60.10).
const LEVY_POINTS: i64 = 10;
/// Most recruits of a garrison in a month, in thousandths of the people (RN-60.2).
const A_MONTH: u32 = 5;
/// The largest garrison, in thousandths of the people.
const IN_ALL: u32 = 50;
/// A levy, in thousandths of the people (RN-60.9).
const LEVY: u32 = 10;

/// The tenant raises men for the garrison, as many as are wished and possible, with a small arm each. `before` were raised
/// this month already. How many.
pub fn recruit_garrison(here: &mut Location, tenant: &mut Persona, wish: u32, before: u32) -> Result<u32, NotRaised> {
    if here.loyalty.points() < GARRISON_LOYALTY {
        return Err(NotRaised::Disloyal);
    }
    let this_month = terms::share(here.population, A_MONTH).saturating_sub(before);
    let in_all = terms::share(here.population, IN_ALL).saturating_sub(here.garrison);
    let most = wish.min(this_month).min(in_all);
    if most == 0 {
        return Err(NotRaised::LimitReached);
    }
    let count = tenant.assets.goods.take(Good::SmallArms, most);
    here.garrison += count;
    if count == 0 { Err(NotRaised::NoWeapons) } else { Ok(count) }
}

/// The feudatory calls a hundredth of the people; those for whom he has small arms are auxiliaries of morale 200, the others
/// are lost, and so is some loyalty and popularity. How many he has, and how many are lost.
pub fn raise_levy(here: &mut Location, feudatory: &mut Persona) -> Result<(u32, u32), NotRaised> {
    if here.loyalty.points() < LEVY_LOYALTY {
        return Err(NotRaised::Disloyal);
    }
    if feudatory.popularity.points() < LEVY_POINTS {
        return Err(NotRaised::Unpopular);
    }
    let called = terms::share(here.population, LEVY);
    let armed = feudatory.assets.goods.take(Good::SmallArms, called);
    join(feudatory, Troop::Auxiliaries, armed, terms::MORALE);
    here.loyalty = here.loyalty.changed(-LEVY_POINTS);
    feudatory.popularity = feudatory.popularity.changed(-LEVY_POINTS);
    Ok((armed, called - armed))
}
