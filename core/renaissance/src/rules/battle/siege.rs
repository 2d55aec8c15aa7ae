//! Sieges (RN-66) and siege bombardment (RN-67): the formulas.

use serde::{Deserialize, Serialize};

use super::exact::Exact;
use super::field::{Guns, burst};
use crate::model::rulings::War;

/// Whether a siege can be begun, or goes on: the besieger has no fewer troops and crew than all inside (RN-66.3, RN-R115).
pub const fn holds(besiegers: u32, inside: u32) -> bool {
    besiegers >= inside
}

/// Who is lost of so many at the end of the so-manieth successive turn of a successful siege: a hundredth more each turn,
/// rounded up (RN-66.5, RN-66.6, RN-R4).
pub fn attrition(count: u32, successes: u16) -> u32 {
    (Exact::from(count) * Exact::per_cent(successes.into())).ceil().min(count)
}

/// A bombardment of a fortification (RN-67).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SiegeBombardment {
    /// Cannons that bombard.
    pub cannons: u32,
    /// The bombarder's gunnery.
    pub gunnery: u16,
    /// FAR of the fortification.
    pub far: u16,
    /// FAS of the fortification.
    pub fas: u16,
    /// The least FAS: 1 of a location, 0 of a tower.
    pub least_fas: u16,
    /// Cannons inside, by owner, with his gunnery.
    pub inside: Vec<(u32, u16)>,
}

/// What a bombardment does, all computed from the numbers before it (RN-R117).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BombardmentEffect {
    /// FAS after it.
    pub fas: u16,
    /// Bombarding cannons that burst.
    pub burst: u32,
    /// Bombarding cannons that counter-battery fire destroys.
    pub destroyed: u32,
    /// Cannons inside that burst, by owner; none fire when FAR is 0 (RN-67.4).
    pub burst_inside: Vec<u32>,
}

impl SiegeBombardment {
    /// Carries it out.
    pub fn effect(&self, war: &War) -> BombardmentEffect {
        let per_cannon = Exact::new(self.gunnery.saturating_sub(self.far).into(), 1000);
        let loss = (Exact::from(self.cannons) * per_cannon).half_up();
        let fas = u32::from(self.fas).saturating_sub(loss).max(self.least_fas.min(self.fas).into()) as u16;
        let answering = if self.far == 0 { &[] } else { self.inside.as_slice() };
        let hits = answering.iter().fold(Exact::ZERO, |hits, (cannons, gunnery)| {
            hits + Exact::new(u64::from(*cannons) * u64::from(*gunnery) * u64::from(self.far), 1_000_000)
        });
        let bursts = |cannons: u32| burst(Guns { cannons, falconets: 0 }, cannons.into(), war).cannons;
        let burst = bursts(self.cannons);
        BombardmentEffect {
            fas,
            burst,
            destroyed: hits.half_up().min(self.cannons - burst),
            burst_inside: answering.iter().map(|(cannons, _)| bursts(*cannons)).collect(),
        }
    }
}
