//! The Islamic hierarchy (RN-20).

use super::deed::Government;
use super::nobility::create;
use crate::model::ids::{Holder, LocationId, Name, PersonaId, TitleId};
use crate::model::measures::Rating;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::titles::TitleKind;
use crate::rules::month::Month;
use crate::rules::refusal::{Refused, must};

/// A Sunni or Shia persona declares himself emir (RN-20.2, RN-R44).
pub fn declare_emir(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId) -> Result<(), Refused> {
    let figures = &sc.rulings.offices;
    let persona = st.persona(by);
    must(st.religion_of(by).is_moslem(), "RN-20.2", "he is neither Sunni nor Shia")?;
    let enough = persona.assets.troops.soldiers() > figures.emir_troops;
    must(enough, "RN-20.2", "he has too few troops")?;
    let points = persona.morale.points() + persona.popularity.points() + persona.piety.points();
    must(points >= figures.emir_points, "RN-20.2", "morale, popularity and piety are too low")?;
    let emir = |title: TitleId| {
        let record = st.title_record(sc, title);
        record.kind == TitleKind::Islamic && record.rank >= figures.emir_rank
    };
    must(!st.titles_of(by).any(emir), "RN-20.2", "he is an emir or more already")?;
    let name = Name::from(format!("Emir {}", st.name_of(sc, by)).as_str());
    let title = create(st, name, TitleKind::Islamic, figures.emir_rank, false, Holder::Persona(by));
    month.tell(Government::Elevated { by, persona: by, title });
    Ok(())
}

/// A persona has died: if he was a sultan, there is strife in the most populous cities of his sultanate (RN-20.5, RN-20.6,
/// RN-R45). His replacement inherits the title.
pub fn mourn(sc: &Scenario, st: &mut State, month: &mut Month, dead: PersonaId) {
    let figures = &sc.rulings.offices;
    let sultan = |title: &TitleId| {
        let record = st.title_record(sc, *title);
        record.kind == TitleKind::Islamic && record.rank >= figures.sultan_rank
    };
    let titles: Vec<TitleId> = st.titles_of(dead).filter(sultan).collect();
    for title in titles {
        let mut cities: Vec<LocationId> =
            sc.board.location_ids().filter(|it| st.location(*it).sovereign == Some(title)).collect();
        cities.sort_by_key(|it| (std::cmp::Reverse(st.location(*it).population), *it));
        cities.truncate(figures.strife_cities);
        for city in &cities {
            st.location_mut(*city).loyalty = Rating::default();
        }
        if !cities.is_empty() {
            month.tell(Government::Strife { title, locations: cities });
        }
    }
}
