//! An office is given up (RN-17.4, RN-21).

use super::deed::Government;
use crate::model::ids::{Holder, PersonaId};
use crate::model::persona::Office;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::titles::TitleKind;
use crate::rules::church::posts::vacate;
use crate::rules::month::Month;
use crate::rules::refusal::{Refused, must};
use crate::rules::titles::holds;

/// Gives up an office: a magistracy, a cardinal's hat, a title that is not inherited by its kind.
pub fn resign(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, office: Office) -> Result<(), Refused> {
    match office {
        Office::Title(title) => {
            must(holds(st, by, title), "RN-21", "he does not hold it")?;
            let record = st.title_record(sc, title);
            let office =
                matches!(record.kind, TitleKind::Church | TitleKind::Order | TitleKind::Elective | TitleKind::Office);
            must(office && !record.hereditary, "RN-21", "a title of nobility is not given up")?;
            vacate(st, title);
        }
        Office::Cardinal => {
            must(st.persona(by).cardinal, "RN-21", "he is no cardinal")?;
            st.persona_mut(by).cardinal = false;
        }
        Office::Magistrate(location) => {
            let here = st.location_mut(location);
            must(here.magistrate == Holder::Persona(by), "RN-17.4", "he is not the magistrate")?;
            here.magistrate = Holder::Vacant;
        }
    }
    month.tell(Government::Resigned { persona: by, office });
    Ok(())
}
