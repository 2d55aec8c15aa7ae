//! Men of a persona and their morale (RN-61.8, RN-10.10).

use super::battle::morale::combined;
use crate::model::measures::Rating;
use crate::model::persona::Persona;
use crate::model::troops::{Troop, Troops};

/// Men of a morale join a persona's: morale is averaged by number (RN-61.8).
pub fn join(persona: &mut Persona, men: &Troops, morale: Rating) {
    let parts = [(persona.assets.troops.men(), persona.morale.get()), (men.men(), morale.get())];
    persona.morale = Rating::new(combined(&parts).into());
    for &troop in Troop::ALL {
        persona.assets.troops[troop] = persona.assets.troops[troop].saturating_add(men[troop]);
    }
}

/// Who has neither troops nor crew has no morale (RN-10.10). To be called wherever men are lost.
pub fn settle(persona: &mut Persona) {
    if persona.assets.troops.men() == 0 {
        persona.morale = Rating::default();
    }
}
