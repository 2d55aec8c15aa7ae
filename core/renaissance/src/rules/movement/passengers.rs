//! Personae aboard another's ships (RN-36, RN-R69).

use super::start::may_move;
use crate::model::affairs::Permission;
use crate::model::ids::PersonaId;
use crate::model::persona::Place;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::deed::Deed;
use crate::rules::month::Month;
use crate::rules::places::arrive;
use crate::rules::refusal::{Refused, must};

/// An owner of ships lets somebody aboard next month (RN-36.2). Of several permissions for one month only the first counts.
pub fn permit(st: &mut State, month: &mut Month, owner: PersonaId, guest: PersonaId) -> Result<(), Refused> {
    must(st.persona(owner).assets.has_ships(), "RN-36.2", "he has no ships")?;
    let turn = st.turn.later(1);
    if !st.permissions.iter().any(|it| it.guest == guest && it.turn == turn) {
        st.permissions.push(Permission { owner, guest, turn });
    }
    month.deeds.push(Deed::Permitted { owner, guest });
    Ok(())
}

/// Goes aboard: with nothing of his own, with permission, where the owner is and has been since the month began (RN-36.1 to
/// RN-36.3), before the owner moves (RN-R69).
pub fn board(st: &mut State, month: &mut Month, by: PersonaId, owner: PersonaId) -> Result<(), Refused> {
    may_move(st, month, by)?;
    let turn = st.turn;
    let permitted = st.permissions.contains(&Permission { owner, guest: by, turn });
    must(permitted, "RN-36.2", "he was not let aboard last month")?;
    must(st.persona(by).assets.is_empty(), "RN-36.1", "who goes aboard owns nothing, not even ducats")?;
    must(st.persona(owner).assets.has_ships(), "RN-36.1", "the owner has no ships")?;
    must(month.together(st, by, owner).is_some(), "RN-36.3", "they have not both been there since the month began")?;
    must(!month.acts(owner).moved, "RN-R69", "the owner has moved already")?;
    month.acts_mut(by).moved = true;
    st.persona_mut(by).place = Place::With(owner);
    month.deeds.push(Deed::Boarded { persona: by, owner });
    Ok(())
}

/// Goes ashore where the ships are; he does nothing else this month (RN-36.6).
pub fn land(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId) -> Result<(), Refused> {
    may_move(st, month, by)?;
    let Place::With(owner) = st.persona(by).place else {
        return Err(Refused { rule: "RN-36.6", reason: "he is nobody's passenger" });
    };
    let Place::At(location, _) = st.persona(owner).place else {
        return Err(Refused { rule: "RN-36.6", reason: "the ships are at sea" });
    };
    let to = arrive(st, by, location, st.persona(owner).place.is_inside());
    st.persona_mut(by).place = to;
    if to.is_inside() && sc.board.location(location).water.is_some() {
        month.conflicts.enter(location, by, true);
    }
    let acts = month.acts_mut(by);
    acts.moved = true;
    acts.finished = acts.finished.or(Some("RN-36.6"));
    month.deeds.push(Deed::Landed { persona: by, to });
    Ok(())
}
