//! Assassination (RN-14.11 to RN-14.15).

use crate::model::ids::PersonaId;
use crate::model::persona::Persona;
use crate::model::scenario::Scenario;
use crate::model::skills::Skill;
use crate::model::state::State;
use crate::rules::death::die;
use crate::rules::deed::Cause;
use crate::rules::month::Month;
use crate::rules::peace::deed::Peace;
use crate::rules::peace::memory::Once;
use crate::rules::peace::{shared_start, stays_at};
use crate::rules::places::tower_of;
use crate::rules::refusal::{Refused, must};

/// Whether attempts whose ratings are these together kill: more than the victim's own rating and his soldiers; crew, slaves, guns
/// and garrisons do not protect (RN-14.12, RN-14.13, RN-R31).
pub fn succeeds(ratings: u32, victim: &Persona) -> bool {
    ratings > u32::from(victim.skills.of(Skill::Assassination).get()) + victim.assets.troops.soldiers()
}

/// Attempts to murder somebody (RN-14.11 to RN-14.15, RN-R31).
pub fn attempt(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, victim: PersonaId,
) -> Result<(), Refused> {
    must(by != victim && st.persona(victim).alive, "RN-14.11", "there is nobody to be murdered")?;
    let stays = stays_at(st, month, by);
    must(stays.is_some(), "RN-14.11", "he does not spend the whole month at a location")?;
    must(shared_start(month, by, victim) == stays, "RN-14.11", "they did not start the month at one location")?;
    let hold = |id: PersonaId| (st.persona(id).place, tower_of(sc, st, id));
    must(hold(by).0.location() == hold(victim).0.location(), "RN-14.11", "the victim has left")?;
    must(hold(by) == hold(victim), "RN-14.11", "a wall is between them")?;
    must(!month.peace.is_done(Once::Attempt(by)), "RN-14.14", "he has attempted a murder this month")?;
    month.peace.note(Once::Attempt(by));
    month.acts_mut(by).bound = Some("RN-14.11");
    let ratings = month.peace.attempts.entry(victim).or_default();
    *ratings += u32::from(st.persona(by).skills.of(Skill::Assassination).get());
    let killed = succeeds(*ratings, st.persona(victim));
    month.tell(Peace::Attempted { assassin: by, victim, killed });
    if killed {
        die(sc, st, month, victim, Cause::Murder);
    }
    Ok(())
}
