//! What every turn renews (section 3.1, step 6).

use super::terms::share;
use crate::model::location::Location;
use crate::model::rulings::Raising;

/// Recruits of a turn, in thousandths of the people (RN-60.13).
const RECRUITS: u32 = 100;
/// The garrison of a tower is one man for so many points of FAS (RN-69.2).
const TOWER_GARRISON: u16 = 10;

/// Recruits who may be hired this turn, those who were not hired last turn among them (RN-60.13, RN-R91), and the garrisons
/// of towers (RN-69.2).
pub fn renew(here: &mut Location, figures: &Raising) {
    here.recruits = share(here.population, RECRUITS) + here.recruits.min(figures.recruits_carry_most);
    for tower in &mut here.towers {
        tower.garrison = tower.fas.get() / TOWER_GARRISON;
    }
}
