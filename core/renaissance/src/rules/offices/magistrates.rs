//! Magistrates: tariffs, appointments, systems of selection (RN-17).

use super::control::must_control;
use super::deed::Government;
use super::towers;
use crate::model::ids::{Holder, LocationId, PersonaId};
use crate::model::location::{LocalOffice, Selection};
use crate::model::measures::round_half_up;
use crate::model::persona::{Persona, Place, Side};
use crate::model::rulings::Offices;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::month::Month;
use crate::rules::peace::memory::Once;
use crate::rules::places::holder_of;
use crate::rules::refusal::{Refused, must};

/// The magistrate changes tariffs where he started, by a few points each, once; raising costs popularity (RN-17.1, RN-17.2,
/// RN-41.5, RN-R41).
pub fn set_tariffs(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, location: LocationId, changes: (i64, i64),
) -> Result<(), Refused> {
    let figures = &sc.rulings.offices;
    let (import, export) = changes;
    let here = st.location(location);
    must(here.magistrate == Holder::Persona(by), "RN-17.1", "he is not the magistrate")?;
    must(month.started_at(by, location), "RN-17.1", "he did not start the month there")?;
    must(!month.peace.is_done(Once::Tariffs(by)), "RN-R41", "he has changed tariffs this month")?;
    must(import.abs().max(export.abs()) <= figures.tariff_step, "RN-17.1", "tariffs change by so much only")?;
    let now = [(here.import_tariff, import), (here.export_tariff, export)].map(|(now, by)| i64::from(now) + by);
    must(now.iter().all(|it| (0..=figures.tariff_most).contains(it)), "RN-17.2", "a tariff is 0 to 99 per cent")?;
    pay(st.persona_mut(by), import.max(0) + export.max(0))?;
    month.peace.note(Once::Tariffs(by));
    let now = now.map(|it| u8::try_from(it).unwrap_or(0));
    let here = st.location_mut(location);
    (here.import_tariff, here.export_tariff) = (now[0], now[1]);
    month.tell(Government::Tariffs { persona: by, location, now: (now[0], now[1]) });
    Ok(())
}

/// Popularity that an act costs who does it; he has to have it (RN-11.4, RN-R20).
pub(crate) fn pay(persona: &mut Persona, points: i64) -> Result<(), Refused> {
    must(persona.popularity.points() >= points, "RN-11.4", "he is not popular enough to bear the loss")?;
    persona.popularity = persona.popularity.changed(-points);
    Ok(())
}

/// What an appointment costs in popularity: the less popular the magistrate, the more (RN-17.7).
pub fn cost_of_appointment(appointee: &Persona, is_citizen: bool, figures: &Offices) -> i64 {
    let times = if is_citizen { 1 } else { figures.foreigner_factor };
    let points = figures.magistrate_base - appointee.popularity.points();
    round_half_up(points * figures.magistrate_per_cent * times, 100)
}

/// The office that appoints, if magistrates are not elected (RN-17.5).
pub const fn appointing(selection: Selection) -> Option<LocalOffice> {
    match selection {
        Selection::Election => None,
        Selection::Sovereign => Some(LocalOffice::Sovereign),
        Selection::Feudatory => Some(LocalOffice::Feudatory),
        Selection::Tenant => Some(LocalOffice::Tenant),
        Selection::Bishop => Some(LocalOffice::Bishop),
        Selection::Archbishop => Some(LocalOffice::Archbishop),
    }
}

/// Appoints a magistrate who started inside and is inside (RN-17.4, RN-17.6 to RN-17.8, RN-R39).
pub fn appoint(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, location: LocationId, appointee: PersonaId,
) -> Result<(), Refused> {
    let office = appointing(st.location(location).selection);
    let office = office.ok_or(Refused { rule: "RN-17.5", reason: "magistrates are elected there" })?;
    let appoints = holder_of(sc, st, location, office) == Holder::Persona(by);
    must(appoints, "RN-17.6", "the appointment is not his")?;
    must(by != appointee, "RN-17.6", "nobody appoints himself")?;
    let inside = st.persona(appointee).alive && st.persona(appointee).place == Place::At(location, Side::Inside);
    must(inside && month.started_inside(appointee, location), "RN-17.6", "he is not inside since the month began")?;
    let busy = st.locations.iter().any(|it| it.magistrate == Holder::Persona(appointee));
    must(!busy, "RN-17.4", "he is a magistrate already")?;
    let citizen = sc.family(st.persona(appointee).family).citizen_of == location;
    let cost = cost_of_appointment(st.persona(appointee), citizen, &sc.rulings.offices);
    pay(st.persona_mut(by), cost)?;
    install(sc, st, month, location, Holder::Persona(appointee));
    Ok(())
}

/// Somebody is magistrate now, and of no other location (RN-17.4).
pub fn install(sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId, holder: Holder) {
    if holder.persona().is_some() {
        for other in st.locations.iter_mut().filter(|it| it.magistrate == holder) {
            other.magistrate = Holder::Vacant;
        }
    }
    let before = std::mem::replace(&mut st.location_mut(location).magistrate, holder);
    towers::office_changed(sc, st, month, location, LocalOffice::Magistrate, before, holder);
    month.tell(Government::Magistrate { location, holder });
}

/// Who is in control changes how magistrates are chosen; the people do not like it (RN-17.9).
pub fn change_system(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, location: LocationId, selection: Selection,
) -> Result<(), Refused> {
    must_control(sc, st, location, by, "RN-17.9")?;
    let figures = &sc.rulings.offices;
    let here = st.location_mut(location);
    must(here.selection != selection, "RN-17.9", "it is the system there")?;
    let abolished = here.selection == Selection::Election;
    let loss = if abolished { figures.abolition_loyalty } else { figures.system_loyalty };
    here.loyalty = here.loyalty.changed(-loss);
    here.selection = selection;
    month.tell(Government::System { location, selection });
    Ok(())
}
