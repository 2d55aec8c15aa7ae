//! Who collects taxes and tithes (RN-46.1, RN-46.5, RN-R36).

use super::revenue::{self, NoRevenue};
use crate::model::affairs::{Collector, Due};
use crate::model::family::Religion;
use crate::model::ids::{Holder, LocationId, PersonaId, TitleId};
use crate::model::money::Money;
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// The religion of who holds a title, also if nobody plays him; `None` if it is vacant.
pub fn religion_of_holder(sc: &Scenario, st: &State, title: TitleId) -> Option<Religion> {
    match st.title(title).holder {
        Holder::Vacant => None,
        Holder::NonPlayer => Some(st.title_record(sc, title).non_player.religion),
        Holder::Persona(persona) => Some(st.religion_of(persona)),
    }
}

/// Whether a persona may appoint who collects at a location: the sovereign for taxes; for tithes the bishop, if he has the
/// sovereign's religion (RN-46.1, RN-46.5, RN-21.14).
pub fn may_appoint(sc: &Scenario, st: &State, due: Due, location: LocationId, actor: PersonaId) -> bool {
    let holds = |title: Option<TitleId>| title.is_some_and(|title| st.title(title).holder == Holder::Persona(actor));
    let sovereign = st.location(location).sovereign;
    match due {
        Due::Taxes => holds(sovereign),
        Due::Tithes => {
            let see = sc.board.location(location).see;
            let creed = sovereign.and_then(|title| religion_of_holder(sc, st, title));
            holds(see.map(|see| sc.board.sees[see.index()].title)) && creed == Some(st.religion_of(actor))
        }
    }
}

/// Appoints who collects next turn; the last appointment counts (RN-R36).
pub fn appoint(st: &mut State, due: Due, location: LocationId, persona: PersonaId) {
    let turn = st.turn.later(1);
    st.collectors.retain(|it| (it.due, it.location, it.turn) != (due, location, turn));
    st.collectors.push(Collector { due, location, persona, turn });
}

/// Whether a persona is this turn's collector and nothing has been collected yet.
pub fn is_collector(st: &State, due: Due, location: LocationId, persona: PersonaId) -> bool {
    st.collectors.contains(&Collector { due, location, persona, turn: st.turn })
}

/// The collector collects; then nobody collects the same there this turn (RN-R36). Whether he started inside is asked before.
pub fn collect(
    sc: &Scenario, st: &mut State, due: Due, location: LocationId, persona: PersonaId,
) -> Result<Money, NoRevenue> {
    let (here, collector) = (&mut st.locations[location.index()], &mut st.personae[persona.index()]);
    let money = match due {
        Due::Taxes => revenue::collect_taxes(here, collector, &sc.rulings.revenue)?,
        Due::Tithes => revenue::collect_tithes(here, collector, &sc.rulings.revenue)?,
    };
    let turn = st.turn;
    st.collectors.retain(|it| (it.due, it.location, it.turn) != (due, location, turn));
    Ok(money)
}
