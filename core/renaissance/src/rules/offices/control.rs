//! De facto control of locations (RN-16), in peace.

use super::deed::Government;
use crate::model::ids::{LocationId, PersonaId};
use crate::model::location::Controller;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::conflict::control::{controller, tenant};
use crate::rules::month::Month;
use crate::rules::refusal::{Refused, must};

/// Refuses who is not in control.
pub(crate) fn must_control(
    sc: &Scenario, st: &State, location: LocationId, by: PersonaId, rule: &'static str,
) -> Result<(), Refused> {
    must(controller(sc, st, location) == Some(by), rule, "he is not in control of the location")
}

/// Control returns to the tenancy when who has it is the tenant (RN-R38). To be called when either changes.
pub fn settle(sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId) {
    let tenant = tenant(sc, st, location);
    if st.location_mut(location).controller.take_if(|it| Some(it.persona) == tenant).is_some() {
        month.tell(Government::Controls { location, persona: None });
    }
}

/// A controller who is not the tenant hands control to somebody else (RN-16.7).
pub fn hand_over(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, location: LocationId, to: PersonaId,
) -> Result<(), Refused> {
    let has = st.location(location).controller.is_some_and(|it| it.persona == by);
    must(has, "RN-16.7", "he has no control that is separate from the tenancy")?;
    must(to != by && st.persona(to).alive, "RN-16.7", "there is nobody to take it")?;
    let since = st.turn;
    st.location_mut(location).controller = Some(Controller { persona: to, since });
    if tenant(sc, st, location) == Some(to) {
        settle(sc, st, month, location);
    } else {
        month.tell(Government::Controls { location, persona: Some(to) });
    }
    Ok(())
}
