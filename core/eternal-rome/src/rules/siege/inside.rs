//! Who is in a city: the armies of its side, and the fleets in its port with those aboard (ER-R18, ER-R38).

use crate::model::ids::{CityId, Powers};
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyId, Fleet, FleetStatus, State};
use crate::rules::combat::armies as fighting;
use crate::rules::relations;
use crate::rules::strength;

/// The armies in a city: garrisons of its holder and of his friends.
pub fn armies(sc: &Scenario, st: &State, city: CityId) -> Vec<ArmyId> {
    fighting::garrison(sc, st, sc.city(city).hex, Powers::one(st.city(city).controller))
}

/// The fleets anchored in its port that are of its side.
pub fn fleets<'a>(sc: &'a Scenario, st: &'a State, city: CityId) -> impl Iterator<Item = &'a Fleet> {
    let holder = st.city(city).controller;
    st.fleets_at(sc.city(city).hex).filter(move |fleet| {
        fleet.status == FleetStatus::Anchored && relations::friendly(sc, st, holder, fleet.id.power)
    })
}

/// Unmodified land strength inside in quarters, those aboard included (ER-18.10).
pub fn strength(sc: &Scenario, st: &State, city: CityId) -> u32 {
    let ashore = armies(sc, st, city).into_iter().filter_map(|id| st.army(id));
    let aboard = fleets(sc, st, city).map(|fleet| strength::of_bands(sc, st, &fleet.cargo.bands).land4);
    strength::of_armies(sc, st, ashore) + aboard.sum::<u32>()
}

/// Whether land units are inside, aboard or ashore.
pub fn held(sc: &Scenario, st: &State, city: CityId) -> bool {
    let ashore = armies(sc, st, city).into_iter().filter_map(|id| st.army(id)).any(|army| !army.bands.is_empty());
    ashore || fleets(sc, st, city).any(|fleet| !fleet.cargo.bands.is_empty())
}
