//! Step 3.3: land combat (ER-17).

pub mod armies;
pub mod attack;
mod battle;
pub mod casualties;
pub mod crt;
pub mod land;
pub mod prospects;
mod respond;
pub mod retreat;
pub mod season;
mod seasoning;
pub mod side;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_city;
#[cfg(test)]
mod tests_melee;

use crate::model::frames::{Frame, LandCombat};
use crate::model::ids::Powers;
use crate::model::state::ArmyId;
use crate::rules::engine::Engine;
use crate::rules::relations;

/// The number of a new combat.
pub fn number(eng: &mut Engine<'_>) -> u16 {
    eng.st.combats += 1;
    eng.st.combats
}

/// Begins the next combat of an interception (ER-15.11, ER-17.1). False when there is none left.
pub fn next_caught(eng: &mut Engine<'_>) -> bool {
    if eng.st.caught.is_empty() {
        return false;
    }
    let caught = eng.st.caught.remove(0);
    let here = |id: &ArmyId| eng.st.army(*id).is_some_and(|army| army.hex == caught.hex);
    // Whoever was beaten, ridden down or reconciled meanwhile does not fight.
    let able = |id: &&ArmyId| here(id) && relations::may_fight(eng.sc, eng.st, id.power, caught.army.power);
    let attackers: Vec<ArmyId> = caught.by.iter().filter(able).copied().collect();
    if attackers.is_empty() || !here(&caught.army) {
        return true;
    }
    let number = number(eng);
    let targets = Powers::one(caught.army.power);
    attack::provoke(eng, attackers[0].power, targets);
    let combat = LandCombat::new(number, caught.hex, attackers, targets);
    eng.push(Frame::LandCombat(LandCombat { interception: true, ..combat }));
    true
}
