//! What is elected when, who votes, and who may be elected.

use crate::model::affairs::Election;
use crate::model::calendar::Month as Calendar;
use crate::model::family::Religion;
use crate::model::ids::{LocationId, PersonaId, RepublicId, TitleId};
use crate::model::location::Selection;
use crate::model::persona::{Office, Sex};
use crate::model::scenario::{Electors, Republic, Scenario};
use crate::model::state::State;
use crate::model::titles::TitleKind;
use crate::rules::church::posts::{may_serve, province_of, religion_of, seat_of};
use crate::rules::month::Month;
use crate::rules::titles::{holds, is_prelate};

/// Who elects somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Electorate {
    /// Cardinals who begin the turn in Rome elect the Pope (RN-21.2).
    Cardinals(TitleId),
    /// Prelates who begin it at the seat elect archbishops who are not of the church of Rome (RN-21.12, RN-R49).
    Prelates(TitleId),
    /// Catholic men who begin it at the seat elect a grandmaster (RN-22.2).
    Brothers(TitleId),
    /// The citizens inside, or the electors, elect the ruler of a state (RN-23.2, RN-23.3).
    State(RepublicId),
    /// The citizens inside elect the magistrate (RN-17.10).
    Citizens(LocationId),
}

impl Electorate {
    /// The rule that has its terms.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Cardinals(_) => "RN-21.2",
            Self::Prelates(_) => "RN-21.12",
            Self::Brothers(_) => "RN-22.2",
            Self::State(_) => "RN-23.2",
            Self::Citizens(_) => "RN-17.10",
        }
    }
}

fn republic_of(sc: &Scenario, title: TitleId) -> Option<RepublicId> {
    sc.republics.iter().position(|it| it.title == title).map(RepublicId::at)
}

fn republic(sc: &Scenario, id: RepublicId) -> &Republic {
    &sc.republics[id.index()]
}

/// Who elects to an office; `None` when nobody does.
pub fn electorate(sc: &Scenario, st: &State, office: Office) -> Option<Electorate> {
    match office {
        Office::Cardinal => None,
        Office::Magistrate(location) => {
            (st.location(location).selection == Selection::Election).then_some(Electorate::Citizens(location))
        }
        Office::Title(title) if sc.pope == Some(title) => Some(Electorate::Cardinals(title)),
        Office::Title(title) => match st.title_record(sc, title).kind {
            TitleKind::Order => seat_of(sc, st, title).map(|_| Electorate::Brothers(title)),
            TitleKind::Church => {
                let elects = province_of(sc, title).is_some() && religion_of(sc, st, title) != Religion::Catholic;
                elects.then_some(Electorate::Prelates(title))
            }
            _ => republic_of(sc, title).map(Electorate::State),
        },
    }
}

/// Whether a title is given by election.
pub fn is_elective(sc: &Scenario, st: &State, title: TitleId) -> bool {
    electorate(sc, st, Office::Title(title)).is_some()
}

/// Whether it is elected in a month of the year (RN-23.1), and not after a vacancy.
pub fn has_a_month(sc: &Scenario, title: TitleId) -> bool {
    republic_of(sc, title).is_some_and(|it| republic(sc, it).month.is_some())
}

/// The offices for which votes are cast this turn.
pub fn today(sc: &Scenario, st: &State) -> Vec<Office> {
    let month = sc.month(st.turn);
    let vacant = st.elections.iter().filter(|Election { turn, .. }| *turn == st.turn).map(|it| Office::Title(it.title));
    let yearly = sc.republics.iter().filter(|it| it.month == Some(month)).map(|it| Office::Title(it.title));
    let elects = |it: &LocationId| month == Calendar::October && st.location(*it).selection == Selection::Election;
    vacant.chain(yearly).chain(sc.board.location_ids().filter(elects).map(Office::Magistrate)).collect()
}

/// Whether votes for an office are cast this turn.
pub fn is_today(sc: &Scenario, st: &State, office: Office) -> bool {
    today(sc, st).contains(&office)
}

/// How many votes somebody has: one, or one for each elector's title that he holds.
pub fn seats_voted_by(sc: &Scenario, st: &State, month: &Month, id: PersonaId, electorate: Electorate) -> u32 {
    let persona = st.persona(id);
    let began_at = |title: TitleId| seat_of(sc, st, title).is_some_and(|seat| month.started_at(id, seat));
    let citizen =
        |location: LocationId| sc.family(persona.family).citizen_of == location && month.started_inside(id, location);
    let has_vote = persona.alive
        && match electorate {
            Electorate::Cardinals(title) => persona.cardinal && began_at(title),
            Electorate::Prelates(title) => {
                st.religion_of(id) == religion_of(sc, st, title) && is_prelate(sc, st, id) && began_at(title)
            }
            Electorate::Brothers(title) => may_serve(st, id, Religion::Catholic) && began_at(title),
            Electorate::Citizens(location) => citizen(location),
            Electorate::State(at) => match &republic(sc, at).electors {
                Electors::Citizens => citizen(republic(sc, at).seat),
                Electors::Titles(titles) => {
                    return titles.iter().filter(|title| holds(st, id, **title)).count().try_into().unwrap_or(0);
                }
            },
        };
    u32::from(has_vote)
}

/// Whether somebody may be elected: a man, and of the religion of what is the church's (RN-21.1, RN-R40, RN-R47).
pub fn is_eligible(sc: &Scenario, st: &State, id: PersonaId, electorate: Electorate) -> bool {
    let persona = st.persona(id);
    match electorate {
        Electorate::Cardinals(title) | Electorate::Prelates(title) => may_serve(st, id, religion_of(sc, st, title)),
        Electorate::Brothers(_) => may_serve(st, id, Religion::Catholic),
        Electorate::State(_) | Electorate::Citizens(_) => persona.alive && persona.sex == Sex::Male,
    }
}
