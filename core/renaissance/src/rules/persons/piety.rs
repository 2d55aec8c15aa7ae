//! Piety and charity (RN-11.6, RN-12, RN-24.4).

use crate::model::calendar::Month;
use crate::model::family::Religion;
use crate::model::goods::Good;
use crate::model::ids::LocationId;
use crate::model::measures::{Rating, round_half_up};
use crate::model::money::Money;
use crate::model::persona::Persona;
use crate::model::rulings::Reputation;
use crate::model::scenario::{Pilgrimage, Scenario};

/// Raises piety, and popularity by a part of what was gained in fact (RN-11.2, RN-R22).
pub fn raise(persona: &mut Persona, points: i64, figures: &Reputation) {
    let before = persona.piety;
    persona.piety = before.changed(points);
    let gained = persona.piety.points() - before.points();
    let more = round_half_up(gained * figures.piety_popularity_per_cent, 100);
    persona.popularity = persona.popularity.changed(more);
}

/// Points of a pilgrimage of a religion to a location in a month, if it is a centre (RN-12.8, RN-12.9).
pub fn pilgrimage(sc: &Scenario, religion: Religion, month: Month, location: LocationId) -> Option<u16> {
    let here = |it: &&Pilgrimage| (it.religion, it.month, it.location) == (religion, month, location);
    sc.pilgrimages.iter().find(here).map(|it| it.points)
}

/// What a religion venerates in April: relics or icons (RN-12.5, RN-12.6, RN-12.10).
pub const fn venerated(religion: Religion) -> Option<Good> {
    match religion {
        Religion::Catholic => Some(Good::Relics),
        Religion::Orthodox | Religion::Monophysite => Some(Good::Icons),
        _ => None,
    }
}

/// Piety that so many relics or icons give: their square, up to a limit (RN-12.5).
pub fn veneration(count: u32, figures: &Reputation) -> i64 {
    let square = i64::from(count).saturating_mul(i64::from(count));
    square.min(figures.relics_most)
}

/// What alms of so many ducats cost: for a point each so many, up to the year's limit; ducats beyond are not taken (RN-12.7,
/// RN-R25).
pub fn price_of_alms(persona: &Persona, ducats: u64, figures: &Reputation) -> Money {
    Money::ducats(figures.alms_ducats_a_point).times(u64::from(points_of_alms(persona, ducats, figures)))
}

fn points_of_alms(persona: &Persona, ducats: u64, figures: &Reputation) -> u16 {
    let room = figures.alms_most.saturating_sub(persona.alms);
    u16::try_from(ducats / figures.alms_ducats_a_point).unwrap_or(u16::MAX).min(room)
}

/// Gives alms (RN-12.7). The points; 0 if he has not enough ducats.
pub fn give_alms(persona: &mut Persona, ducats: u64, figures: &Reputation) -> u16 {
    let points = points_of_alms(persona, ducats, figures);
    let Some(left) = persona.assets.money.less(price_of_alms(persona, ducats, figures)) else { return 0 };
    persona.assets.money = left;
    persona.alms += points;
    raise(persona, i64::from(points), figures);
    points
}

/// Gives to charity: a point of popularity for so many ducats; all of them are spent (RN-11.6, RN-R21). `false` if he has not
/// enough.
pub fn give_to_charity(persona: &mut Persona, ducats: u64, figures: &Reputation) -> bool {
    let Some(left) = persona.assets.money.less(Money::ducats(ducats)) else { return false };
    persona.assets.money = left;
    let points = i64::try_from(ducats / figures.charity_ducats_a_point).unwrap_or(i64::MAX);
    persona.popularity = persona.popularity.changed(points);
    true
}

/// What firing guns costs a Sunni or Shia persona; once in a month (RN-12.3, RN-R23).
pub fn fire_guns(persona: &mut Persona, religion: Religion, figures: &Reputation) {
    if religion.is_moslem() {
        persona.piety = persona.piety.changed(-figures.guns_piety);
    }
}

/// What a change of religion costs (RN-24.4).
pub fn convert(persona: &mut Persona, figures: &Reputation) {
    let less = |rating: Rating, per_cent: i64| rating.changed(-round_half_up(rating.points() * per_cent, 100));
    persona.popularity = less(persona.popularity, figures.conversion_popularity);
    persona.morale = less(persona.morale, figures.conversion_morale);
    persona.piety = Rating::default();
}
