//! Looting and razing (RN-70): the formulas.

use crate::model::location::Location;
use crate::model::measures::{Rating, round_half_up};

/// What a controller takes when he has a location looted, in ducats: twice a turn's tax, at most 10 for each soldier
/// (RN-70.2, RN-R125).
pub fn yield_of(wealth: Rating, population: u32, soldiers: u32) -> u64 {
    let twice_the_tax = u64::from(wealth.get()) * u64::from(population) * 2 / 100;
    twice_the_tax.min(u64::from(soldiers) * 10)
}

/// What looting does to a location: 7% of its wealth is lost (RN-70.3) and, if its sovereign loots, half its loyalty, at
/// least 100 points (RN-70.6).
pub fn suffer(location: &mut Location, by_sovereign: bool) {
    location.wealth = location.wealth.changed(-round_half_up(location.wealth.points() * 7, 100));
    if by_sovereign {
        let half = round_half_up(location.loyalty.points(), 2);
        location.loyalty = location.loyalty.changed(-half.max(100));
    }
}

/// FAR and FAS after so many men have razed: a tenth of a point for each, FAR first, and FAS not below `least_fas`
/// (RN-70.9, RN-R126).
pub fn raze(far: Rating, fas: Rating, men: u32, least_fas: Rating) -> (Rating, Rating) {
    let points = i64::from(men / 10);
    let of_far = points.min(far.points());
    let of_fas = (points - of_far).min((fas.points() - least_fas.points()).max(0));
    (far.changed(-of_far), fas.changed(-of_fas))
}
