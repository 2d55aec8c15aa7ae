//! Who may begin a conflict (RN-62).

use super::{Refused, must};
use crate::model::ids::PersonaId;
use crate::model::persona::Place;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::month::Month;

/// Whether a persona may still carry out a conflict order: he is nobody's passenger, has not moved and has not assaulted
/// (RN-62.3, RN-62.5, RN-62.12). Who has fought may fight again (RN-62.11).
pub fn may_act(st: &State, month: &Month, by: PersonaId, is_battle: bool) -> Result<(), Refused> {
    let (acts, war) = (month.acts(by), month.conflicts.of(by));
    must(st.persona(by).alive, "RN-R17", "he is dead")?;
    must(!matches!(st.persona(by).place, Place::With(_)), "RN-36.3", "he is aboard another's ships")?;
    must(!war.has_assaulted, "RN-62.5", "he has assaulted this month")?;
    must(!war.has_fought || is_battle, "RN-62.11", "after a battle only further battles follow")?;
    let used = acts.moved && !war.has_fought && !war.has_bombarded;
    must(!used, "RN-62.12", "he has moved or carried out another order in place of moving")
}

/// Whether a persona may begin a battle now.
pub fn may_attack(
    sc: &Scenario, st: &State, month: &Month, by: PersonaId, victim: Option<PersonaId>,
) -> Result<(), Refused> {
    may_act(st, month, by, true)?;
    must(!month.conflicts.of(by).has_bombarded, "RN-R12", "after a bombardment only an assault follows")?;
    must(has_stages(sc, month, by), "RN-62.10", "his battles have lasted too long this month")?;
    if let Some(victim) = victim {
        must(victim != by, "RN-62.3", "he cannot attack himself")?;
        must(st.persona(victim).alive, "RN-R17", "who is to be attacked is dead")?;
        must(
            !month.conflicts.is_over_between(by, victim),
            "RN-R111",
            "he may not attack that persona again this month",
        )?;
    }
    Ok(())
}

/// Whether the battles that a persona has initiated still allow another (RN-62.10).
pub fn has_stages(sc: &Scenario, month: &Month, by: PersonaId) -> bool {
    month.conflicts.of(by).stages < sc.rulings.war.initiator_stages
}

/// A persona has begun a battle that took so many stages (RN-62.10, RN-62.11).
pub fn has_begun(month: &mut Month, by: PersonaId, stages: usize) {
    let war = month.conflicts.of_mut(by);
    war.has_fought = true;
    war.stages += stages as u32;
}

/// A persona attacks: it takes the place of his movement, and only battles follow (RN-62.11, RN-62.12).
pub fn commit(month: &mut Month, by: PersonaId) {
    month.conflicts.of_mut(by).has_fought = true;
    let acts = month.acts_mut(by);
    acts.moved = true;
    acts.finished = acts.finished.or(Some("RN-62.11"));
}
