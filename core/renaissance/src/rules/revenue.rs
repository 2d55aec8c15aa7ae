//! Taxes and tithes (RN-46). Who may collect, and where, is asked before.

use crate::model::location::Location;
use crate::model::measures::{Rating, round_half_up};
use crate::model::money::Money;
use crate::model::persona::Persona;
use crate::model::rulings::Revenue;

/// Why nothing is collected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRevenue {
    /// Loyalty is too low (RN-18.2).
    Disloyal,
    /// The collector has not the popularity to lose (RN-11.4, RN-46.4).
    Unpopular,
}

/// What a tax costs the collector in popularity and the location in loyalty (RN-46.3).
pub fn points_lost(population: u32, figures: &Revenue) -> i64 {
    let points = round_half_up(i64::from(population), figures.people_per_point);
    points.clamp(figures.points_least, figures.points_most)
}

/// Collects taxes (RN-46.2 to RN-46.4): the ducats, which the collector has.
pub fn collect_taxes(here: &mut Location, collector: &mut Persona, figures: &Revenue) -> Result<Money, NoRevenue> {
    let cost = points_lost(here.population, figures);
    if here.loyalty.points() < figures.tax_loyalty {
        return Err(NoRevenue::Disloyal);
    }
    if collector.popularity.points() < cost {
        return Err(NoRevenue::Unpopular);
    }
    let tax = yield_of(here, figures.tax_divisor);
    here.wealth = here.wealth.changed(-round_half_up(here.wealth.points(), figures.tax_wealth_divisor).max(1));
    here.loyalty = here.loyalty.changed(-cost);
    collector.popularity = collector.popularity.changed(-cost);
    collector.assets.money += tax;
    Ok(tax)
}

/// Collects tithes (RN-46.6): the ducats, which the collector has. Popularity and loyalty stay (RN-R19).
pub fn collect_tithes(here: &mut Location, collector: &mut Persona, figures: &Revenue) -> Result<Money, NoRevenue> {
    if here.loyalty < Rating::new(figures.tithe_loyalty) {
        return Err(NoRevenue::Disloyal);
    }
    let tithe = yield_of(here, figures.tithe_divisor);
    here.wealth = here.wealth.changed(-1);
    collector.assets.money += tithe;
    Ok(tithe)
}

/// A part of wealth times population, rounded down (RN-R2).
fn yield_of(here: &Location, divisor: u64) -> Money {
    Money::ducats(u64::from(here.wealth.get()) * u64::from(here.population) / divisor)
}
