//! Growth of towns in March (RN-47), and colonies (RN-48).

use crate::model::location::Location;
use crate::model::measures::round_half_up;
use crate::model::rulings::{Colonies, Markets};

/// Wealth becomes people (RN-47.2, RN-47.3, RN-R81).
pub fn grow(here: &mut Location, figures: &Markets) {
    let surplus = here.wealth.points() - figures.growth_from;
    if surplus <= 0 || here.population >= figures.greatest_population {
        return;
    }
    // Per cent times the divisor, so that nothing is rounded twice.
    let divisor = 100 * figures.growth_divisor;
    let more = i64::from(here.population) * surplus / divisor;
    here.population = figures.greatest_population.min(here.population.saturating_add(more as u32));
    here.wealth = here.wealth.changed(-round_half_up(here.wealth.points() * surplus, divisor));
}

/// Whether an order to plant has no more slaves than others (RN-48.3, RN-R82).
pub const fn may_plant(others: u32, slaves: u32) -> bool {
    slaves <= others
}

/// Plants colonists where `planted` have been planted this turn; how many are lost. Who is beyond the turn's limit or the
/// population's is (RN-48.2, RN-48.4, RN-R82).
pub fn plant(here: &mut Location, planted: &mut u32, colonists: u32, figures: &Colonies) -> u32 {
    let room = figures.population_most.saturating_sub(here.population);
    let added = colonists.min(figures.a_turn.saturating_sub(*planted)).min(room);
    *planted = planted.saturating_add(colonists);
    here.population += added;
    colonists - added
}
