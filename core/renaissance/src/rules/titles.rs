//! What the titles of a persona make him (RN-19.1, RN-R34).

use crate::model::ids::{Holder, LocationId, PersonaId, TitleId};
use crate::model::location::LocalOffice;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::titles::TitleKind;

/// His rank value: that of his highest title (RN-19.1, RN-20.3).
pub fn rank_of(sc: &Scenario, st: &State, id: PersonaId) -> u16 {
    st.titles_of(id).map(|title| st.title_record(sc, title).rank).max().unwrap_or(0)
}

/// Whether he holds a title.
pub fn holds(st: &State, id: PersonaId, title: TitleId) -> bool {
    st.title(title).holder == Holder::Persona(id)
}

/// Whether he is a bishop or an archbishop, the Pope included.
pub fn is_prelate(sc: &Scenario, st: &State, id: PersonaId) -> bool {
    sc.board.sees.iter().any(|see| holds(st, id, see.title))
        || sc.board.provinces.iter().any(|province| holds(st, id, province.title))
}

/// Whether he is a sovereign: he holds a sovereign prince's title, or one to which the sovereignty of a location belongs.
pub fn is_sovereign(sc: &Scenario, st: &State, id: PersonaId) -> bool {
    let prince = |title: TitleId| st.title_record(sc, title).kind == TitleKind::Sovereign;
    let rules = |title: TitleId| st.locations.iter().any(|here| here.sovereign == Some(title));
    st.titles_of(id).any(|title| prince(title) || rules(title))
}

/// The title to which an office of a location belongs; none of a magistrate.
pub fn title_of(sc: &Scenario, st: &State, location: LocationId, office: LocalOffice) -> Option<TitleId> {
    let here = st.location(location);
    let see = || sc.board.location(location).see.map(|see| &sc.board.sees[see.index()]);
    match office {
        LocalOffice::Sovereign => here.sovereign,
        LocalOffice::Feudatory => here.feudatory,
        LocalOffice::Tenant => here.tenant,
        LocalOffice::Magistrate => None,
        LocalOffice::Bishop => see().map(|see| see.title),
        LocalOffice::Archbishop => {
            see().and_then(|see| see.province).map(|province| sc.board.provinces[province.index()].title)
        }
    }
}
