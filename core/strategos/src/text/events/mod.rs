//! Events in words: short, by name, and what they mean.
//!
//! An event is told in the same words to all who learn of it, so that both sides are named where both read it.

mod cities;
mod court;
mod household;
#[cfg(test)]
mod tests;
mod war;

use super::words;
use crate::model::scenario::Scenario;
use crate::rules::event::{Event, What};

/// An event in words.
pub fn tell(sc: &Scenario, event: &Event) -> String {
    let what = &event.what;
    let told = household::tell(sc, what).or_else(|| court::tell(sc, what)).or_else(|| war::tell(sc, what));
    told.or_else(|| cities::tell(sc, what)).expect("every kind of event has its words: the tests see to it")
}

/// The place of an event, by name.
pub fn place(sc: &Scenario, event: &Event) -> Option<String> {
    match &event.what {
        What::CityFounded { hex, .. }
        | What::FortBuilt { hex, .. }
        | What::CommandRaised { hex, .. }
        | What::TroopsBoarded { hex, .. }
        | What::TroopsLanded { hex, .. }
        | What::BoardingFailed { hex, .. }
        | What::BattleFought { hex, .. }
        | What::BattleHeard { hex, .. }
        | What::CommandCaptured { hex, .. }
        | What::DivisionStarved { hex, .. }
        | What::SiteSeen { hex, .. }
        | What::RoadSeen { hex } => Some(words::place(sc, *hex)),
        What::ForceMoved { to, .. } => Some(words::place(sc, *to)),
        What::UnitsReady { city, .. }
        | What::ForcesArrived { city, .. }
        | What::CityCeded { city, .. }
        | What::CityGrew { city, .. }
        | What::WallsRaised { city, .. }
        | What::BaseSet { city }
        | What::RaidMade { city, .. }
        | What::CityRaided { city, .. }
        | What::AssaultMade { city, .. }
        | What::AssaultHeard { city, .. }
        | What::GarrisonSet { city, .. }
        | What::CityBesieged { city, .. }
        | What::SiegeReported { city, .. }
        | What::SiegeLifted { city, .. }
        | What::GarrisonStarved { city, .. }
        | What::CityDevastated { city, .. }
        | What::WallsPulledDown { city, .. }
        | What::PlunderEnded { city, .. }
        | What::CityWavered { city, .. }
        | What::CityLost { city, .. }
        | What::CityWon { city, .. }
        | What::CityTaken { city, .. }
        | What::SpyReported { city, .. }
        | What::SpyCaught { city, .. }
        | What::CitySettled { city } => Some(city.to_string()),
        What::ChanceBefell { city, .. } => city.as_ref().map(ToString::to_string),
        _ => None,
    }
}
