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

/// What the prestige of a family is made of, each in tenths of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prestige {
    /// Ranks of its living personae.
    pub ranks: i64,
    /// Their popularity.
    pub popularity: i64,
    /// Their piety.
    pub piety: i64,
    /// Their offices.
    pub offices: i64,
    /// Their ducats.
    pub ducats: i64,
    /// The people of its locations.
    pub locations: i64,
    /// The people of locations that it controls.
    pub controlled: i64,
    /// Its towers.
    pub towers: i64,
}

impl Prestige {
    /// Of a family, as far as `st` tells.
    pub fn of(sc: &Scenario, st: &State, family: FamilyId) -> Self {
        let figures = &sc.rulings.prestige;
        let mut all = Self::default();
        for id in st.family(family).personae.iter().copied().filter(|id| st.persona(*id).alive) {
            let persona = st.persona(id);
            let ducats = i64::try_from(persona.assets.money.whole()).unwrap_or(i64::MAX / 20);
            all.ranks += i64::from(rank_of(sc, st, id)) * figures.rank;
            all.popularity += persona.popularity.points() * figures.popularity;
            all.piety += persona.piety.points() * figures.piety;
            all.offices += offices(sc, st, id);
            all.ducats += ducats * 10 / figures.ducats_per_point;
        }
        for location in sc.board.location_ids() {
            all.of_location(sc, st, family, location);
        }
        all
    }

    /// In points.
    pub fn points(&self) -> i64 {
        let of_personae = self.ranks + self.popularity + self.piety + self.offices + self.ducats;
        (of_personae + self.locations + self.controlled + self.towers) / 10
    }

    /// What of it everybody can reckon, in points: ranks, popularity, offices and locations.
    pub fn public(&self) -> i64 {
        (self.ranks + self.popularity + self.offices + self.locations) / 10
    }

    /// Adds what a location and the towers there are worth.
    fn of_location(&mut self, sc: &Scenario, st: &State, family: FamilyId, location: LocationId) {
        let figures = &sc.rulings.prestige;
        let here = st.location(location);
        let own = |id: Option<PersonaId>| id.is_some_and(|id| st.persona(id).family == family);
        let positions = [
            (LocalOffice::Sovereign, figures.sovereign),
            (LocalOffice::Feudatory, figures.feudatory),
            (LocalOffice::Tenant, figures.tenant),
        ];
        let holds = |office: LocalOffice| own(holder_of(sc, st, location, office).persona());
        let held: i64 = positions.into_iter().filter(|(office, _)| holds(*office)).map(|(_, tenths)| tenths).sum();
        let controls = if own(controller(sc, st, location)) { figures.controller } else { 0 };
        // A tenth is what the people of both together make: neither part may round more away.
        let people = i64::from(here.population);
        let (both, alone) = (people * (held + controls) / 1_000, people * held / 1_000);
        self.locations += alone;
        self.controlled += both - alone;
        let towers = here.towers.iter().filter(|tower| family_of_tower(sc, st, location, tower) == Some(family));
        self.towers += towers.map(|tower| tower.fas.points()).sum::<i64>() * figures.tower;
    }
}

/// The prestige of a family, in points: of its living personae, the people of its locations, its towers and its ducats.
pub fn of_family(sc: &Scenario, st: &State, family: FamilyId) -> i64 {
    Prestige::of(sc, st, family).points()
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
