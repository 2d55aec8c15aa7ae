//! How far ships go without loss (RN-35.1 to RN-35.8, RN-R62 to RN-R64).

use crate::model::calendar::Month;
use crate::model::goods::Good;
use crate::model::measures::Point;
use crate::model::persona::Persona;
use crate::model::rulings::Movement;
use crate::model::ships::Ship;
use crate::model::skills::Skill;
use crate::model::troops::Troop;
use crate::rules::battle::ships::{Ships, effective_navigation};

/// What a voyage is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conditions {
    /// It begins or ends in open water (RN-35.3).
    pub open_water: bool,
    /// Somewhere on the way it is not summer (RN-35.5, RN-35.7).
    pub winter: bool,
    /// The way is prescribed (RN-R59).
    pub prescribed: bool,
}

/// The ships of somebody.
pub fn fleet(persona: &Persona) -> Ships {
    Ships::of(Ship::ALL.iter().map(|ship| (*ship, persona.assets.goods.ships(*ship))))
}

/// Miles that cost nothing, half up (RN-R63).
pub fn range(figures: &Movement, persona: &Persona, conditions: Conditions) -> u32 {
    let ships = fleet(persona);
    let (crew, slaves) = (persona.assets.troops[Troop::Crew], persona.assets.goods.of(Good::Slaves));
    let navigation = effective_navigation(persona.skills.of(Skill::Navigation).get(), &ships, crew, slaves);
    let only_sailing = ships.iter().all(|(ship, _)| matches!(ship, Ship::Caravel | Ship::Roundship));
    let unpopular = i64::from(figures.popularity_least) - persona.popularity.points();
    let change = |holds: bool, miles: i64| if holds { miles } else { 0 };
    let more = change(conditions.open_water, -figures.open_water_miles)
        + change(only_sailing, figures.sailing_miles)
        + change(conditions.winter, -figures.winter_miles)
        - figures.unpopular_miles * unpopular.max(0);
    let (numerator, denominator) = (i128::from(navigation.numerator()), i128::from(navigation.denominator()));
    let sum = (numerator + i128::from(more) * denominator).max(0);
    let miles = u32::try_from((2 * sum + denominator) / (2 * denominator)).unwrap_or(u32::MAX);
    if conditions.prescribed { miles * figures.route_factor_per_cent / 100 } else { miles }
}

/// Whether some of these points have no summer in a month: north of the tropics it is from June to September, south of them from
/// December to March, between them all year (RN-35.6, RN-R64).
pub fn is_winter(figures: &Movement, month: Month, points: &[Point]) -> bool {
    let summer = |point: &Point| {
        if point.lat > figures.tropic_latitude {
            matches!(month, Month::June | Month::July | Month::August | Month::September)
        } else if point.lat < -figures.tropic_latitude {
            matches!(month, Month::December | Month::January | Month::February | Month::March)
        } else {
            true
        }
    };
    !points.iter().all(summer)
}
