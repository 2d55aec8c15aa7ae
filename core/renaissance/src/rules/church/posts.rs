//! Positions of the church: who holds them, where they are, and who gives them up (RN-21, RN-22.5).

use crate::model::affairs::Offer;
use crate::model::board::{Province, See};
use crate::model::family::Religion;
use crate::model::ids::{Holder, LocationId, PersonaId, TitleId};
use crate::model::measures::Rating;
use crate::model::persona::{Office, Sex};
use crate::model::scenario::Scenario;
use crate::model::skills::Skill;
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

/// The archbishopric of a title.
pub fn province_of(sc: &Scenario, title: TitleId) -> Option<&Province> {
    sc.board.provinces.iter().find(|it| it.title == title)
}

/// The see of a title, that of an archbishop included.
pub fn see_of(sc: &Scenario, title: TitleId) -> Option<&See> {
    sc.board.sees.iter().find(|it| it.title == title)
}

/// Whether he is an archbishop, who is not the Pope (RN-21.6).
pub fn is_archbishop(sc: &Scenario, st: &State, id: PersonaId) -> bool {
    st.titles_of(id).any(|title| Some(title) != sc.pope && province_of(sc, title).is_some())
}

/// Whether he is a bishop and no archbishop (RN-21.5).
pub fn is_bishop(sc: &Scenario, st: &State, id: PersonaId) -> bool {
    st.titles_of(id).any(|title| province_of(sc, title).is_none() && see_of(sc, title).is_some())
}

/// Where the holder of a title of the church, of an order or of an elective state is chosen.
pub fn seat_of(sc: &Scenario, st: &State, title: TitleId) -> Option<LocationId> {
    let of_order = sc.brotherhoods.iter().map(|it| (it.title, it.seat));
    let of_state = sc.republics.iter().map(|it| (it.title, it.seat));
    let others = of_order.chain(st.foundations.iter().map(|it| (it.title, it.seat))).chain(of_state);
    let see = see_of(sc, title).and_then(|see| see.seat);
    see.or_else(|| others.into_iter().find(|(it, _)| *it == title).map(|(_, seat)| seat))
}

/// The religion of a title's hierarchy (RN-21.1).
pub fn religion_of(sc: &Scenario, st: &State, title: TitleId) -> Religion {
    st.title_record(sc, title).non_player.religion
}

/// Whether somebody may hold positions in a hierarchy: a man of its religion who is alive (RN-21.1).
pub fn may_serve(st: &State, id: PersonaId, religion: Religion) -> bool {
    let persona = st.persona(id);
    persona.alive && persona.sex == Sex::Male && st.religion_of(id) == religion
}

/// Piety and rating as a preacher of a persona together (RN-21.8 to RN-21.10).
pub fn merit(st: &State, id: PersonaId) -> i64 {
    let persona = st.persona(id);
    persona.piety.points() + persona.skills.of(Skill::Sermonizing).points()
}

/// Popularity, piety and rating as a preacher of who holds a title; `None` when it is vacant (RN-R46).
pub fn ratings_of(sc: &Scenario, st: &State, title: TitleId) -> Option<[Rating; 3]> {
    let stands = st.title(title);
    match stands.holder {
        Holder::Vacant => None,
        Holder::Persona(id) => {
            let persona = st.persona(id);
            Some([persona.popularity, persona.piety, persona.skills.of(Skill::Sermonizing)])
        }
        Holder::NonPlayer => {
            let record = &st.title_record(sc, title).non_player;
            let points =
                if province_of(sc, title).is_some() { sc.rulings.church.archbishop } else { sc.rulings.church.bishop };
            let [piety, sermonizing] =
                if stands.renewed { [Rating::new(points); 2] } else { [record.piety, record.sermonizing] };
            Some([record.popularity, piety, sermonizing])
        }
    }
}

/// A title becomes vacant.
pub fn vacate(st: &mut State, title: TitleId) {
    let turn = st.turn;
    let title = st.title_mut(title);
    (title.holder, title.vacant_since) = (Holder::Vacant, Some(turn));
}

/// Somebody whom nobody plays holds a title from now on, another than before (RN-R46).
pub fn place_somebody(st: &mut State, title: TitleId) {
    let title = st.title_mut(title);
    (title.holder, title.renewed, title.vacant_since) = (Holder::NonPlayer, true, None);
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
