//! Elevation in rank (RN-19.3 to RN-19.5, RN-R43).

use super::deed::Government;
use crate::model::calendar;
use crate::model::ids::{Holder, Name, PersonaId, TitleId};
use crate::model::measures::Rating;
use crate::model::ranks::{ladder, next_above, rung_of};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::titles::{NonPlayer, Title, TitleKind, TitleRecord};
use crate::rules::month::Month;
use crate::rules::refusal::{Refused, must};

/// His place on the ladder of ranks, to which Islamic titles do not belong: the value of his highest title (RN-R43).
pub fn ladder_rank(sc: &Scenario, st: &State, id: PersonaId) -> u16 {
    let records = st.titles_of(id).map(|title| st.title_record(sc, title));
    records.filter(|record| record.kind != TitleKind::Islamic).map(|record| record.rank).max().unwrap_or(0)
}

/// Rights of elevation that a persona still has in this February (RN-19.2, RN-19.3).
pub fn rights_left(sc: &Scenario, st: &State, month: &Month, id: PersonaId) -> u32 {
    let rights = ladder()[rung_of(ladder_rank(sc, st, id))].rights;
    rights.saturating_sub(month.peace.rights_spent.get(&id).copied().unwrap_or(0))
}

/// Raises somebody by one rank, with a new title that brings no land.
pub fn elevate(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, persona: PersonaId, name: Name,
) -> Result<(), Refused> {
    must(sc.month(st.turn) == calendar::Month::February, "RN-19.3", "titles are given in February")?;
    must(by != persona, "RN-R43", "nobody elevates himself")?;
    must(st.persona(persona).alive, "RN-19.3", "he is dead")?;
    must(!st.persona(persona).raised, "RN-19.4", "he has been raised this year")?;
    let next = next_above(ladder_rank(sc, st, persona));
    let (rank, price) = next.ok_or(Refused { rule: "RN-19.2", reason: "nobody is raised any higher" })?;
    let needs_land = rank.value >= sc.rulings.offices.hereditary_sovereign_rank;
    must(!needs_land || is_hereditary_sovereign(sc, st, persona), "RN-19.5", "he is no hereditary sovereign")?;
    must(rights_left(sc, st, month, by) >= price, "RN-19.3", "he has not so many rights left")?;
    let taken = (0..st.titles.len()).any(|at| st.title_record(sc, TitleId::at(at)).name == name);
    must(!taken, "RN-R43", "there is a title of that name")?;
    *month.peace.rights_spent.entry(by).or_default() += price;
    st.persona_mut(persona).raised = true;
    let kind = if needs_land { TitleKind::Sovereign } else { TitleKind::Feudal };
    let hereditary = rank.value > sc.rulings.offices.knight_rank;
    let title = create(st, name, kind, rank.value, hereditary, Holder::Persona(persona));
    month.tell(Government::Elevated { by, persona, title });
    Ok(())
}

/// Whether he holds a hereditary title to which the sovereignty of a location belongs (RN-19.5).
fn is_hereditary_sovereign(sc: &Scenario, st: &State, id: PersonaId) -> bool {
    let mut hereditary = st.titles_of(id).filter(|title| st.title_record(sc, *title).hereditary);
    hereditary.any(|title| st.locations.iter().any(|here| here.sovereign == Some(title)))
}

/// A title that the scenario does not have.
pub(crate) fn create(
    st: &mut State, name: Name, kind: TitleKind, rank: u16, hereditary: bool, holder: Holder,
) -> TitleId {
    let religion = holder.persona().map_or(crate::model::family::Religion::Catholic, |id| st.religion_of(id));
    let nobody = Rating::default();
    let non_player = NonPlayer { name: name.clone(), religion, popularity: nobody, piety: nobody, sermonizing: nobody };
    let title = TitleId::at(st.titles.len());
    st.new_titles.push(TitleRecord { name, kind, rank, hereditary, non_player });
    st.titles.push(Title { holder, ..Title::default() });
    title
}
