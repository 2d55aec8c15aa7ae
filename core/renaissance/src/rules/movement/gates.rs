//! In and out of the walls where one is (RN-25, RN-31.10).

use super::start::{may_leave, may_move};
use crate::model::ids::PersonaId;
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::conflict::intercept::{Passage, Way, pass};
use crate::rules::deed::Deed;
use crate::rules::month::Month;
use crate::rules::places::has_ingress;
use crate::rules::refusal::{Refused, must};

/// Carries out a bare order to go inside, or outside: nothing has to be carried for it (RN-31.10).
pub fn go(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, inside: bool) -> Result<(), Refused> {
    may_move(st, month, by)?;
    let Place::At(location, side) = st.persona(by).place else {
        return Err(Refused { rule: "RN-31.10", reason: "he is not at a location" });
    };
    must((side == Side::Inside) != inside, "RN-31.10", "he is on that side of the walls")?;
    if inside {
        must(has_ingress(st, st.persona(by).family, location), "RN-25.1", "his family is not let in")?;
    } else {
        may_leave(st, month, by)?;
    }
    month.acts_mut(by).moved = true;
    cross(sc, st, month, by, inside);
    Ok(())
}

/// Goes to the other side of the walls, unless somebody who waits there stops him (RN-R60).
pub fn cross(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, inside: bool) {
    let Place::At(location, _) = st.persona(by).place else { return };
    let points = vec![sc.board.location(location).point];
    let way = Way { points, from: Some(location), to: Some(location), enters: inside, by_water: false };
    if pass(sc, st, month, by, &way) == Passage::Stopped {
        return;
    }
    let to = Place::At(location, if inside { Side::Inside } else { Side::Outside });
    st.persona_mut(by).place = to;
    if inside {
        month.conflicts.enter(location, by, false);
    }
    month.deeds.push(Deed::Crossed { persona: by, to });
}
