//! Whose armies are in a combat: in the open, in the city, still there.

use crate::model::frames::LandCombat;
use crate::model::ids::{CityId, HexId, Powers};
use crate::model::scenario::Scenario;
use crate::model::state::{Army, ArmyId, ArmyStatus, State};
use crate::rules::engine::Engine;
use crate::rules::relations;

/// Who defends in the open: all field and besieging armies in the hex of the powers attacked and their friends
/// (ER-R21).
pub fn defenders(sc: &Scenario, st: &State, hex: HexId, targets: Powers) -> Vec<ArmyId> {
    let side = relations::friends(sc, st, targets);
    let open = st.armies_at(hex).filter(|army| army.status != ArmyStatus::Garrison && side.has(army.id.power));
    open.map(|army| army.id).collect()
}

/// The armies in a city: garrisons of its controller and of its friends (ER-R18).
pub fn garrison(sc: &Scenario, st: &State, hex: HexId, holder: Powers) -> Vec<ArmyId> {
    let side = relations::friends(sc, st, holder);
    let inside = st.armies_at(hex).filter(|army| army.status == ArmyStatus::Garrison && side.has(army.id.power));
    inside.map(|army| army.id).collect()
}

/// The powers of these armies.
pub fn powers(armies: &[ArmyId]) -> Powers {
    armies.iter().map(|id| id.power).collect()
}

/// Those of the armies that are still in the hex of the combat.
pub fn present<'a>(eng: &'a Engine<'_>, combat: &LandCombat, armies: &[ArmyId]) -> Vec<&'a Army> {
    let hex = combat.hex;
    armies.iter().filter_map(|&id| eng.st.army(id)).filter(|army| army.hex == hex).collect()
}

/// The friendly unbesieged city of an army's hex (ER-17.3, ER-17.5).
pub fn open_city(eng: &Engine<'_>, army: &Army) -> Option<CityId> {
    let city = relations::friendly_city(eng.sc, eng.st, army.id.power, army.hex);
    city.filter(|&city| !relations::besieged(eng.st, city))
}
