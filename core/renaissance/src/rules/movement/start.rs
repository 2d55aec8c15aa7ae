//! Who may move, and what he takes along (RN-30.7, RN-30.8, RN-31.3).

use kernel::Dice;

use super::load::{Carriage, Load, abandon};
use crate::model::ids::PersonaId;
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::deed::Deed;
use crate::rules::force;
use crate::rules::month::Month;
use crate::rules::places::is_denied_egress;
use crate::rules::refusal::{Refused, must};

/// Whether a persona may still move: once a month, and not if what he did keeps him where he is (RN-31.3, RN-R12, RN-R13).
pub fn may_move(st: &State, month: &Month, id: PersonaId) -> Result<(), Refused> {
    let acts = month.acts(id);
    must(st.persona(id).alive, "RN-R17", "he is dead")?;
    if let Some(rule) = acts.bound {
        return Err(Refused { rule, reason: "what he did this month keeps him where he is" });
    }
    must(!acts.moved, "RN-31.3", "he has one order of movement or conflict in a month")
}

/// Whether he may go out of the walls (RN-25.6).
pub fn may_leave(st: &State, month: &Month, id: PersonaId) -> Result<(), Refused> {
    let persona = st.persona(id);
    let Place::At(location, Side::Inside) = persona.place else { return Ok(()) };
    let kept_in = is_denied_egress(st, persona.family, location) && !month.conflicts.of(id).has_broken_out;
    must(!kept_in, "RN-25.6", "his family may not go out of these walls: he has to fight his way out")
}

/// Whether he can carry what he has. If not, he leaves things behind where he has allowed it (RN-30.8); otherwise he comes no
/// farther than outside the walls, and at sea nowhere (RN-30.7, RN-R66).
pub fn takes_along(
    sc: &Scenario, st: &mut State, month: &mut Month, dice: &mut Dice, id: PersonaId, by: Carriage,
) -> bool {
    let figures = &sc.rulings.movement;
    if Load::of(figures, &st.persona(id).assets, by).excess() == 0 {
        return true;
    }
    if month.acts(id).abandons_excess {
        leave_behind(sc, st, month, dice, id, by, 0);
        if Load::of(figures, &st.persona(id).assets, by).excess() == 0 {
            return true;
        }
    }
    if let Place::At(location, _) = st.persona(id).place {
        st.persona_mut(id).place = Place::At(location, Side::Outside);
    }
    month.deeds.push(Deed::Overloaded { persona: id });
    false
}

/// He leaves behind at random what he cannot carry. `counter`: 0 before he moves, 1 on the way.
pub fn leave_behind(
    sc: &Scenario, st: &mut State, month: &mut Month, dice: &mut Dice, id: PersonaId, by: Carriage, counter: u16,
) {
    let persona = st.persona_mut(id);
    let mut stream = dice.stream("abandonment", id.0, counter);
    let things = abandon(&sc.rulings.movement, &mut persona.assets, by, &mut stream);
    force::settle(persona);
    if !things.is_empty() {
        month.deeds.push(Deed::Abandoned { persona: id, things });
    }
}
