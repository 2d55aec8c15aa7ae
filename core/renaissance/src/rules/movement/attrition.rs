//! How far one goes by land without loss, and what is lost beyond, by land and by water (RN-32, RN-35.9).

use crate::model::goods::Good;
use crate::model::measures::Rating;
use crate::model::persona::Persona;
use crate::model::rulings::Movement;
use crate::model::troops::{Troop, Troops};
use crate::rules::battle::exact::Exact;
use crate::rules::force;

/// Animals and people among the goods: they tire on the way like troops (RN-32.5).
const TIRE: [Good; 4] = [Good::Horses, Good::Cattle, Good::Sheep, Good::Slaves];

/// Miles by land that cost nothing: 200, or as many as the points of an unpopular persona (RN-32.1, RN-32.2); on a prescribed
/// route three quarters of it, rounded down (RN-R59).
pub fn free_by_land(figures: &Movement, popularity: Rating, prescribed: bool) -> u32 {
    let points = u32::from(popularity.get());
    let miles = if points < figures.popularity_least { points } else { figures.land_free };
    if prescribed { miles * figures.route_factor_per_cent / 100 } else { miles }
}

/// The part that is lost on so many miles beyond those that cost nothing, by land: a tenth at 300, by the square of the distance
/// elsewhere, all at most (RN-32.3, RN-32.4, RN-R57).
pub fn rate_by_land(figures: &Movement, beyond: u32) -> Exact {
    rate(figures.land_attrition_miles, figures.attrition_per_cent, beyond)
}

/// The same by water: a tenth at 600 (RN-35.9, RN-R57).
pub fn rate_by_water(figures: &Movement, beyond: u32) -> Exact {
    rate(figures.water_attrition_miles, figures.attrition_per_cent, beyond)
}

fn rate(miles: u32, per_cent: u32, beyond: u32) -> Exact {
    let square = |miles: u32| u64::from(miles) * u64::from(miles);
    let full = square(miles) * 100;
    let lost = square(beyond) * u64::from(per_cent);
    if lost >= full { Exact::whole(1) } else { Exact::new(lost, full) }
}

/// Whether nobody lives through so many miles beyond those that cost nothing (RN-32.6, RN-R58).
pub fn is_deadly(figures: &Movement, beyond: u32) -> bool {
    beyond >= figures.death_miles
}

/// What a march cost.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Toll {
    /// Men.
    pub men: Troops,
    /// Animals and slaves, those of which some were lost.
    pub goods: Vec<(Good, u32)>,
}

/// Takes a part of the men, animals and slaves of a persona, each kind rounded up against him (RN-31.9, RN-32.5).
pub fn wear(persona: &mut Persona, rate: Exact) -> Toll {
    let lost = |count: u32| (Exact::from(count) * rate).ceil().min(count);
    let mut toll = Toll::default();
    for &troop in Troop::ALL {
        toll.men[troop] = lost(persona.assets.troops[troop]);
        persona.assets.troops[troop] -= toll.men[troop];
    }
    for good in TIRE {
        let count = persona.assets.goods.take(good, lost(persona.assets.goods.of(good)));
        if count > 0 {
            toll.goods.push((good, count));
        }
    }
    force::settle(persona);
    toll
}
