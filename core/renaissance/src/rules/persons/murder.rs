//! Assassination (RN-14.11 to RN-14.15).

use crate::model::persona::Persona;
use crate::model::skills::Skill;

/// Whether attempts whose ratings are these together kill: more than the victim's own rating and his soldiers; crew, slaves, guns
/// and garrisons do not protect (RN-14.12, RN-14.13, RN-R31).
pub fn succeeds(ratings: u32, victim: &Persona) -> bool {
    ratings > u32::from(victim.skills.of(Skill::Assassination).get()) + victim.assets.troops.soldiers()
}
