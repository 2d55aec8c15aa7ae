//! Acts of charity and piety on the state (RN-11.6, RN-12).

use super::piety;
use crate::model::calendar;
use crate::model::family::Religion;
use crate::model::ids::PersonaId;
use crate::model::money::Money;
use crate::model::persona::Persona;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::month::Month;
use crate::rules::peace::deed::{Devotion, Peace};
use crate::rules::peace::memory::Once;
use crate::rules::refusal::{Refused, must};
use crate::rules::titles::holds;

/// Gives ducats to charity (RN-11.6, RN-R21).
pub fn give_charity(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, ducats: u64,
) -> Result<(), Refused> {
    let persona = st.persona_mut(by);
    let before = persona.popularity.points();
    let given = piety::give_to_charity(persona, ducats, &sc.rulings.reputation);
    must(given, "RN-11.6", "he has not so many ducats")?;
    let popularity = st.persona(by).popularity.points() - before;
    month.tell(Peace::Charity { persona: by, ducats, popularity });
    Ok(())
}

/// Gives alms: a Sunni or Shia persona in April (RN-12.7, RN-R25).
pub fn give_alms(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, ducats: u64) -> Result<(), Refused> {
    must(sc.month(st.turn) == calendar::Month::April, "RN-12.7", "alms are given in April")?;
    must(st.religion_of(by).is_moslem(), "RN-12.7", "he is neither Sunni nor Shia")?;
    let figures = &sc.rulings.reputation;
    must(st.persona(by).alms < figures.alms_most, "RN-R25", "he has given all the alms that count this year")?;
    let price = piety::price_of_alms(st.persona(by), ducats, figures);
    must(price != Money::NONE, "RN-12.7", "so few ducats bring no point")?;
    must(st.persona(by).assets.money >= price, "RN-12.7", "he has not so many ducats")?;
    tell_gain(st, month, by, Devotion::Alms, |persona| {
        piety::give_alms(persona, ducats, figures);
    });
    Ok(())
}

/// Announces a pilgrimage (RN-12.8 to RN-12.10).
pub fn complete_pilgrimage(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId) -> Result<(), Refused> {
    let start = month.start(by).location().filter(|location| month.started_inside(by, *location));
    let centre = start.ok_or(Refused { rule: "RN-12.8", reason: "he did not start the month inside a centre" })?;
    let points = piety::pilgrimage(sc, st.religion_of(by), sc.month(st.turn), centre);
    let points = points.ok_or(Refused { rule: "RN-12.9", reason: "there is no such pilgrimage this month" })?;
    must(!month.peace.is_done(Once::Pilgrimage(by)), "RN-R26", "he has completed a pilgrimage this month")?;
    month.peace.note(Once::Pilgrimage(by));
    gain(sc, st, month, by, Devotion::Pilgrimage(centre), points.into());
    Ok(())
}

/// Grants an indulgence: the Pope, or a Catholic archbishop in his see (RN-12.4, RN-R24).
pub fn grant_indulgence(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, beneficiary: PersonaId,
) -> Result<(), Refused> {
    must(sc.month(st.turn) == calendar::Month::February, "RN-12.4", "indulgences are granted in February")?;
    must(by != beneficiary, "RN-R24", "nobody grants one to himself")?;
    let catholic = |id| st.religion_of(id) == Religion::Catholic;
    must(catholic(by) && catholic(beneficiary), "RN-12.4", "both are to be Catholic")?;
    let here = month.together(st, by, beneficiary);
    let here = here.ok_or(Refused { rule: "RN-12.4", reason: "they have not been at one location since the start" })?;
    let see = sc.board.location(here).see.map(|see| &sc.board.sees[see.index()]);
    let province = see.and_then(|see| see.province).map(|province| &sc.board.provinces[province.index()]);
    let own = province.is_some_and(|province| holds(st, by, province.title));
    must(own, "RN-12.4", "the location is in no archbishopric of his")?;
    must(!month.peace.is_done(Once::Indulgence(beneficiary)), "RN-R24", "one indulgence in a February")?;
    month.peace.note(Once::Indulgence(beneficiary));
    gain(sc, st, month, beneficiary, Devotion::Indulgence(by), sc.rulings.reputation.indulgence);
    Ok(())
}

/// Venerates the relics or icons that he holds (RN-12.5, RN-12.6). To be called after the last order of the persona.
pub fn venerate(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId) -> Result<(), Refused> {
    must(sc.month(st.turn) == calendar::Month::April, "RN-12.5", "relics and icons are venerated in April")?;
    let good = piety::venerated(st.religion_of(by));
    let good = good.ok_or(Refused { rule: "RN-12.6", reason: "his religion venerates neither relics nor icons" })?;
    let count = st.persona(by).assets.goods.of(good);
    must(count > 0, "RN-12.5", "he has none")?;
    must(!month.peace.is_done(Once::Veneration(by)), "RN-12.5", "he has venerated this month")?;
    month.peace.note(Once::Veneration(by));
    let points = piety::veneration(count, &sc.rulings.reputation);
    gain(sc, st, month, by, Devotion::Veneration(good, count), points);
    Ok(())
}

/// Raises piety by an act, and tells what it brought.
fn gain(sc: &Scenario, st: &mut State, month: &mut Month, id: PersonaId, act: Devotion, points: i64) {
    let figures = &sc.rulings.reputation;
    tell_gain(st, month, id, act, |persona| piety::raise(persona, points, figures));
}

fn tell_gain(st: &mut State, month: &mut Month, id: PersonaId, act: Devotion, change: impl FnOnce(&mut Persona)) {
    let ratings = |st: &State| (st.persona(id).piety.points(), st.persona(id).popularity.points());
    let before = ratings(st);
    change(st.persona_mut(id));
    let after = ratings(st);
    month.tell(Peace::Devotion { persona: id, act, piety: after.0 - before.0, popularity: after.1 - before.1 });
}
