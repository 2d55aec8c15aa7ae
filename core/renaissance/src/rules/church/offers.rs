//! Positions wait to be accepted until the end of the turn after the choice (RN-21.4 to RN-21.7, RN-22.5, RN-R48).

use super::deed::Church;
use super::posts::{leave_all, may_serve, province_of, religion_of, vacate};
use crate::model::affairs::Offer;
use crate::model::family::Religion;
use crate::model::ids::{Holder, PersonaId};
use crate::model::persona::Office;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::month::Month;
use crate::rules::offices::hand_over::hand_to;
use crate::rules::refusal::{Refused, must};

/// Somebody may accept a position this turn or the next. `by` chose him, at a `cost` in popularity.
pub fn make(st: &mut State, month: &mut Month, office: Office, persona: PersonaId, by: Option<PersonaId>, cost: i64) {
    let until = st.turn.later(1);
    st.offers.push(Offer { office, persona, until });
    month.tell(Church::Offered { by, persona, office, cost });
}

/// Whether a position waits to be accepted.
pub fn is_offered(st: &State, office: Office) -> bool {
    st.offers.iter().any(|it| it.office == office)
}

/// Accepts a position. He gives up every other one of the church; a cardinal keeps one archbishopric (RN-21.6).
pub fn accept(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, office: Office) -> Result<(), Refused> {
    let at = st.offers.iter().position(|it| it.persona == by && it.office == office);
    let at = at.ok_or(Refused { rule: "RN-R48", reason: "nobody has offered him that" })?;
    let religion = match office {
        Office::Title(title) => religion_of(sc, st, title),
        Office::Cardinal | Office::Magistrate(_) => Religion::Catholic,
    };
    must(may_serve(st, by, religion), "RN-21.1", "a man of the religion of the church holds it")?;
    st.offers.remove(at);
    match office {
        Office::Title(title) => {
            leave_all(sc, st, by, None);
            hand_to(sc, st, month, title, Holder::Persona(by));
        }
        Office::Cardinal => {
            let keep = st.titles_of(by).find(|title| province_of(sc, *title).is_some());
            leave_all(sc, st, by, keep);
            st.persona_mut(by).cardinal = true;
        }
        Office::Magistrate(_) => {}
    }
    month.tell(Church::Accepted { persona: by, office });
    Ok(())
}

/// Step 11: what has not been accepted in time lapses, and is vacant from now on.
pub fn lapse(st: &mut State, month: &mut Month) {
    let turn = st.turn;
    let (late, open): (Vec<Offer>, Vec<Offer>) =
        std::mem::take(&mut st.offers).into_iter().partition(|it| it.until <= turn);
    st.offers = open;
    for Offer { persona, office, .. } in late {
        if let Office::Title(title) = office {
            vacate(st, title);
        }
        month.tell(Church::Lapsed { persona, office });
    }
}
