//! A sovereign holds court (RN-18.3, RN-R42).

use super::deed::Government;
use crate::model::ids::{Holder, LocationId, PersonaId};
use crate::model::location::LocalOffice;
use crate::model::measures::sqrt_half_up;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::month::Month;
use crate::rules::peace::memory::Once;
use crate::rules::places::holder_of;
use crate::rules::refusal::{Refused, must};

/// The sovereign holds court where he started the turn, once: the people are loyal by the root of his popularity more.
pub fn hold(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, location: LocationId,
) -> Result<(), Refused> {
    let sovereign = holder_of(sc, st, location, LocalOffice::Sovereign);
    must(sovereign == Holder::Persona(by), "RN-18.3", "he is not the sovereign")?;
    must(month.started_at(by, location), "RN-18.3", "he did not start the month there")?;
    must(!month.peace.is_done(Once::Court(location)), "RN-R42", "court has been held there this month")?;
    month.peace.note(Once::Court(location));
    let points = sqrt_half_up(st.persona(by).popularity.get().into());
    let here = st.location_mut(location);
    let before = here.loyalty.points();
    here.loyalty = here.loyalty.changed(i64::try_from(points).unwrap_or(0));
    let loyalty = here.loyalty.points() - before;
    month.tell(Government::HeldCourt { persona: by, location, loyalty });
    Ok(())
}
