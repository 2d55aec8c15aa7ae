//! The Pope and the archbishops fill vacant positions (RN-21.5 to RN-21.10); excommunication (RN-21.11).

use super::deed::Church;
use super::offers;
use super::posts::{is_archbishop, is_bishop, may_serve, merit, province_of, religion_of, see_of};
use crate::model::calendar::Month as Calendar;
use crate::model::family::Religion;
use crate::model::ids::{Holder, PersonaId, ProvinceId, TitleId};
use crate::model::persona::Office;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::month::Month;
use crate::rules::offices::magistrates::pay;
use crate::rules::peace::memory::Once;
use crate::rules::refusal::{Refused, must};
use crate::rules::titles::holds;

fn must_be_pope(sc: &Scenario, st: &State, by: PersonaId, rule: &'static str) -> Result<(), Refused> {
    must(sc.pope.is_some_and(|pope| holds(st, by, pope)), rule, "he is not the Pope")
}

/// A title of the church is vacant and nobody has it offered to him.
fn must_be_vacant(st: &State, title: TitleId, rule: &'static str) -> Result<(), Refused> {
    let free = st.title(title).holder == Holder::Vacant && !offers::is_offered(st, Office::Title(title));
    must(free, rule, "it is not vacant")
}

/// What it costs in popularity to choose somebody of too little merit (RN-21.8 to RN-21.10).
fn price(sc: &Scenario, st: &State, persona: PersonaId, least: i64) -> i64 {
    if merit(st, persona) < least { sc.rulings.church.unsuitable } else { 0 }
}

/// The Pope fills one vacant archbishopric a turn with a bishop (RN-21.5, RN-21.9).
pub fn invest(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, persona: PersonaId, title: TitleId,
) -> Result<(), Refused> {
    must_be_pope(sc, st, by, "RN-21.5")?;
    must(!month.peace.is_done(Once::Investiture(by)), "RN-21.5", "he has filled a position this month")?;
    let catholic = province_of(sc, title).is_some() && religion_of(sc, st, title) == Religion::Catholic;
    must(catholic && Some(title) != sc.pope, "RN-21.5", "it is no archbishopric of his church")?;
    must_be_vacant(st, title, "RN-21.5")?;
    must(may_serve(st, persona, Religion::Catholic), "RN-21.1", "clergy are men of the religion of their church")?;
    must(is_bishop(sc, st, persona), "RN-21.5", "archbishops are chosen from the bishops")?;
    let cost = price(sc, st, persona, sc.rulings.church.archbishop_merit);
    pay(st.persona_mut(by), cost)?;
    month.peace.note(Once::Investiture(by));
    offers::make(st, month, Office::Title(title), persona, Some(by), cost);
    Ok(())
}

/// In March and September the Pope may make one archbishop a cardinal instead (RN-21.6, RN-21.10).
pub fn create_cardinal(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, persona: PersonaId,
) -> Result<(), Refused> {
    must_be_pope(sc, st, by, "RN-21.6")?;
    let season = matches!(sc.month(st.turn), Calendar::March | Calendar::September);
    must(season, "RN-21.6", "cardinals are made in March and September")?;
    must(!month.peace.is_done(Once::Investiture(by)), "RN-21.6", "he has filled a position this month")?;
    must(may_serve(st, persona, Religion::Catholic), "RN-21.1", "clergy are men of the religion of their church")?;
    must(is_archbishop(sc, st, persona), "RN-21.6", "cardinals are chosen from the archbishops")?;
    let has_hat = st.persona(persona).cardinal
        || st.offers.iter().any(|it| it.persona == persona && it.office == Office::Cardinal);
    must(!has_hat, "RN-21.6", "he is a cardinal, or has the hat offered to him")?;
    let cost = price(sc, st, persona, sc.rulings.church.cardinal_merit);
    pay(st.persona_mut(by), cost)?;
    month.peace.note(Once::Investiture(by));
    offers::make(st, month, Office::Cardinal, persona, Some(by), cost);
    Ok(())
}

/// An archbishop fills one vacant see of his archbishopric a turn (RN-21.7, RN-21.8, RN-R46).
pub fn appoint_bishop(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, persona: PersonaId, title: TitleId,
) -> Result<(), Refused> {
    let mine = |province: ProvinceId| holds(st, by, sc.board.provinces[province.index()].title);
    let see = see_of(sc, title).filter(|_| province_of(sc, title).is_none());
    must(see.and_then(|see| see.province).is_some_and(mine), "RN-21.7", "it is no see of his archbishopric")?;
    must(!month.peace.is_done(Once::Appointment(by)), "RN-21.7", "he has filled a see this month")?;
    must_be_vacant(st, title, "RN-21.7")?;
    let religion = religion_of(sc, st, title);
    must(may_serve(st, persona, religion), "RN-21.1", "clergy are men of the religion of their church")?;
    let cost = price(sc, st, persona, sc.rulings.church.bishop_merit);
    pay(st.persona_mut(by), cost)?;
    month.peace.note(Once::Appointment(by));
    offers::make(st, month, Office::Title(title), persona, Some(by), cost);
    Ok(())
}

/// The Pope excommunicates Catholics for the turn, each once (RN-21.11, RN-R50).
pub fn excommunicate(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, victims: &[PersonaId],
) -> Result<(), Refused> {
    must_be_pope(sc, st, by, "RN-21.11")?;
    must(!victims.is_empty(), "RN-21.11", "nobody is named")?;
    let catholic = |id: &PersonaId| st.persona(*id).alive && st.religion_of(*id) == Religion::Catholic;
    must(victims.iter().all(catholic), "RN-21.11", "only Catholics are excommunicated")?;
    let mut banned: Vec<PersonaId> = victims.to_vec();
    banned.sort_unstable();
    banned.dedup();
    let anew = banned.iter().all(|id| *id != by && !month.peace.is_done(Once::Ban(*id)));
    must(anew, "RN-21.11", "that is he himself, or somebody who has been excommunicated this month")?;
    for persona in banned {
        month.peace.note(Once::Ban(persona));
        let him = st.persona_mut(persona);
        let before = him.popularity.points();
        him.popularity = him.popularity.changed(-sc.rulings.church.ban);
        let popularity = before - st.persona(persona).popularity.points();
        month.tell(Church::Excommunicated { persona, popularity });
    }
    Ok(())
}
