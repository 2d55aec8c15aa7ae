//! Who is shut up in a city.

use crate::model::ids::{NationId, ProvinceId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::turn::Turn;

/// Whether a faction whose army was shut up when the turn began still is: a besieger hostile to it is there with army
/// units (UM-15.16, UM-R105).
pub fn still_besieged(turn: &Turn, place: ProvinceId, nation: NationId) -> bool {
    is_besieged(turn.sc, turn.st, place, nation)
}

/// Whether a faction's troops are shut up in the city of a province.
pub fn is_besieged(sc: &Scenario, st: &State, place: ProvinceId, nation: NationId) -> bool {
    st.province(place).siege.is_some_and(|siege| {
        siege.besieged.has(nation)
            && siege
                .besiegers
                .iter()
                .any(|enemy| st.armies(sc, place, enemy) > 0 && st.hostile(sc, place, nation, enemy))
    })
}
