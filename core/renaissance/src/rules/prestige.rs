//! Prestige, and the end of a campaign (RN-R133).

use std::cmp::Reverse;

use super::church::posts::{is_archbishop, is_bishop};
use super::elections::suffrage::is_elective;
use super::titles::{holds, rank_of};
use crate::model::calendar::Month;
use crate::model::ids::{FamilyId, Holder, LocationId, PersonaId};
use crate::model::location::LocalOffice;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::titles::TitleKind;
use crate::rules::conflict::control::controller;
use crate::rules::places::{family_of_tower, holder_of};

/// The prestige of a family, in points: of its living personae, the people of its locations, its towers and its ducats.
pub fn of_family(sc: &Scenario, st: &State, family: FamilyId) -> i64 {
    let alive = st.family(family).personae.iter().copied().filter(|id| st.persona(*id).alive);
    let tenths: i64 = alive.map(|id| of_persona(sc, st, id)).sum();
    let ground: i64 = sc.board.location_ids().map(|location| of_location(sc, st, family, location)).sum();
    (tenths + ground) / 10
}

/// Of a persona and his ducats, in tenths of a point.
fn of_persona(sc: &Scenario, st: &State, id: PersonaId) -> i64 {
    let figures = &sc.rulings.prestige;
    let persona = st.persona(id);
    let ratings = i64::from(rank_of(sc, st, id)) * figures.rank
        + persona.popularity.points() * figures.popularity
        + persona.piety.points() * figures.piety;
    let ducats = i64::try_from(persona.assets.money.whole()).unwrap_or(i64::MAX / 20);
    ratings + offices(sc, st, id) + ducats * 10 / figures.ducats_per_point
}

/// Of his positions: in the church, in orders, in states and in towns.
fn offices(sc: &Scenario, st: &State, id: PersonaId) -> i64 {
    let figures = &sc.rulings.prestige;
    let church = [
        (sc.pope.is_some_and(|pope| holds(st, id, pope)), figures.pope),
        (st.persona(id).cardinal, figures.cardinal),
        (is_archbishop(sc, st, id), figures.archbishop),
        (is_bishop(sc, st, id), figures.bishop),
    ];
    let church: i64 = church.into_iter().filter(|(holds, _)| *holds).map(|(_, points)| points).sum();
    let of_title = |title| match st.title_record(sc, title).kind {
        TitleKind::Order => figures.grandmaster,
        TitleKind::Church => 0,
        _ if is_elective(sc, st, title) => figures.elective,
        _ => 0,
    };
    let titles: i64 = st.titles_of(id).map(of_title).sum();
    let magistracies = st.locations.iter().filter(|here| here.magistrate == Holder::Persona(id)).count() as i64;
    church + titles + magistracies * figures.magistrate
}

/// Of a location and the towers there, in tenths of a point.
fn of_location(sc: &Scenario, st: &State, family: FamilyId, location: LocationId) -> i64 {
    let figures = &sc.rulings.prestige;
    let here = st.location(location);
    let own = |id: Option<PersonaId>| id.is_some_and(|id| st.persona(id).family == family);
    let positions = [
        (holder_of(sc, st, location, LocalOffice::Sovereign).persona(), figures.sovereign),
        (holder_of(sc, st, location, LocalOffice::Feudatory).persona(), figures.feudatory),
        (holder_of(sc, st, location, LocalOffice::Tenant).persona(), figures.tenant),
        (controller(sc, st, location), figures.controller),
    ];
    let held: i64 = positions.into_iter().filter(|(id, _)| own(*id)).map(|(_, tenths)| tenths).sum();
    let towers = here.towers.iter().filter(|tower| family_of_tower(sc, st, location, tower) == Some(family));
    let strength: i64 = towers.map(|tower| tower.fas.points()).sum();
    i64::from(here.population) * held / 1_000 + strength * figures.tower
}

/// What a family has gained since the start, in thousandths of what it had then and the figure of the ruling.
pub fn gain(sc: &Scenario, st: &State, family: FamilyId) -> i64 {
    let start = st.family(family).prestige_at_start;
    (of_family(sc, st, family) - start) * 1_000 / (start + sc.rulings.prestige.gain_base)
}

/// The families from the best to the last: by gain, then by prestige, then as they stand in the list.
pub fn ranking(sc: &Scenario, st: &State) -> Vec<FamilyId> {
    let mut all: Vec<(i64, i64, FamilyId)> =
        sc.family_ids().map(|family| (gain(sc, st, family), of_family(sc, st, family), family)).collect();
    all.sort_by_key(|(gain, points, family)| (Reverse((*gain, *points)), *family));
    all.into_iter().map(|(.., family)| family).collect()
}

/// After the last turn the campaign is over.
pub fn end_campaign(sc: &Scenario, st: &mut State) {
    if st.turn.0 > sc.game_turns && st.ended.is_none() {
        st.ended = Some(ranking(sc, st));
    }
}

/// Whether the prestige of all families is published at the beginning of this turn: each January but the first.
pub fn is_published(sc: &Scenario, st: &State) -> bool {
    st.turn.0 > 1 && sc.month(st.turn) == Month::January
}
