//! Positions of the church: who holds them, and who gives them up (RN-21, RN-22.5).

use crate::model::affairs::Offer;
use crate::model::ids::{Holder, PersonaId, TitleId};
use crate::model::persona::Office;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::titles::TitleKind;

/// Whether an office is one of the church: a see, an archbishopric, a military order, a cardinal's hat.
pub fn is_of_church(sc: &Scenario, st: &State, office: Office) -> bool {
    match office {
        Office::Title(title) => matches!(st.title_record(sc, title).kind, TitleKind::Church | TitleKind::Order),
        Office::Cardinal => true,
        Office::Magistrate(_) => false,
    }
}

/// A title becomes vacant.
pub fn vacate(st: &mut State, title: TitleId) {
    let turn = st.turn;
    let title = st.title_mut(title);
    (title.holder, title.vacant_since) = (Holder::Vacant, Some(turn));
}

/// Gives up every position of the church, except one title that he keeps; also the hat.
pub fn leave_all(sc: &Scenario, st: &mut State, id: PersonaId, keep: Option<TitleId>) {
    let held: Vec<TitleId> = st.titles_of(id).filter(|title| Some(*title) != keep).collect();
    for title in held {
        if is_of_church(sc, st, Office::Title(title)) {
            vacate(st, title);
        }
    }
    st.persona_mut(id).cardinal = false;
}

/// Offers of positions of the church to somebody lapse.
pub fn decline_all(sc: &Scenario, st: &mut State, id: PersonaId) {
    let offers = std::mem::take(&mut st.offers);
    let stands = |it: &Offer| it.persona != id || !is_of_church(sc, st, it.office);
    st.offers = offers.into_iter().filter(stands).collect();
}
