//! Naval bombardment (RN-72): cannons ashore fire at ships.

use serde::{Deserialize, Serialize};

use super::exact::Exact;
use super::field::{Guns, burst};
use super::ships::Ships;
use crate::model::rulings::War;
use crate::model::ships::Ship;

/// The ships from the largest to the smallest, with the hits that sink one (RN-72.5, RN-72.6, RN-R132).
const LARGEST_FIRST: [(Ship, u32); 5] =
    [(Ship::Galley, 3), (Ship::Roundship, 2), (Ship::Galliot, 1), (Ship::Caravel, 1), (Ship::Barque, 1)];

/// What shore guns did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShoreFire {
    /// Hits, rounded down (RN-R132).
    pub hits: u32,
    /// Ships sunk. One that is hit and not sunk is repaired at once (RN-72.7).
    pub sunk: Ships,
    /// Cannons that burst (RN-72.4).
    pub burst: u32,
}

/// Cannons fire at a fleet: 0.3 of the gunnery in thousandths hit (RN-72.3), all at one ship until it sinks.
pub fn fire_at_ships(cannons: u32, gunnery: u16, fleet: &Ships, war: &War) -> ShoreFire {
    let hits = (Exact::from(cannons) * Exact::new(3 * u64::from(gunnery), 10_000)).floor();
    let mut left = hits;
    let mut sunk = Ships::NONE;
    for (ship, needed) in LARGEST_FIRST {
        let count = fleet[ship].min(left / needed);
        sunk[ship] = count;
        left -= count * needed;
        if count < fleet[ship] {
            break;
        }
    }
    ShoreFire { hits, sunk, burst: burst(Guns { cannons, falconets: 0 }, cannons.into(), war).cannons }
}
