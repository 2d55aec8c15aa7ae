//! Elections: of magistrates (RN-17.10 to RN-17.13), the Pope and prelates (RN-21.2, RN-21.12), grandmasters (RN-22.2), rulers
//! of states (RN-23). Votes are cast by order in the turn of an election, and counted at its end.
//!
//! | file | what |
//! |---|---|
//! | `deed.rs` | what happened, as data |
//! | `suffrage.rs` | what is elected when, who votes, and who may be elected |
//! | `count.rs` | votes are counted |

pub mod count;
pub mod deed;
pub mod suffrage;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use count::{Ballot, Candidate, count};
use deed::Poll;
use suffrage::is_elective;
use suffrage::{Electorate, electorate, is_eligible, is_today, seats_voted_by, today};

use super::church::{offers, posts};
use super::month::Month;
use super::offices::hand_over::hand_to;
use super::offices::magistrates;
use super::refusal::{Refused, must};
use super::titles::rank_of;
use crate::model::affairs::Election;
use crate::model::ids::{Holder, LocationId, PersonaId, TitleId};
use crate::model::persona::Office;
use crate::model::scenario::{Electors, Scenario};
use crate::model::skills::Skill;
use crate::model::state::State;

/// A persona votes; each has one vote in an election (RN-17.10, RN-21.2, RN-22.2, RN-23.2).
pub fn vote(
    sc: &Scenario, st: &State, month: &mut Month, by: PersonaId, office: Office, candidate: PersonaId,
) -> Result<(), Refused> {
    let electorate =
        electorate(sc, st, office).ok_or(Refused { rule: "RN-17.10", reason: "nobody is elected to that" })?;
    let rule = electorate.rule();
    must(is_today(sc, st, office), rule, "there is no election for it this month")?;
    must(seats_voted_by(sc, st, month, by, electorate) > 0, rule, "he has no vote in it")?;
    must(is_eligible(sc, st, candidate, electorate), rule, "that persona cannot be elected to it")?;
    let anew = !month.peace.votes.contains_key(&(office, by));
    must(anew, rule, "he has voted")?;
    month.peace.votes.insert((office, by), candidate);
    month.tell(Poll::Voted { voter: by, office, candidate });
    Ok(())
}

/// Step 9: the elections of the turn are counted.
pub fn hold(sc: &Scenario, st: &mut State, month: &mut Month) {
    let votes = std::mem::take(&mut month.peace.votes);
    let offices = today(sc, st);
    let mut magistracies: Vec<(LocationId, Candidate)> = Vec::new();
    for office in offices {
        let Some(electorate) = electorate(sc, st, office) else { continue };
        let cast =
            votes.iter().filter(|((it, _), _)| *it == office).map(|((_, voter), candidate)| (*voter, *candidate));
        let mut tally: BTreeMap<PersonaId, u32> = BTreeMap::new();
        for (voter, candidate) in cast.filter(|(_, it)| is_eligible(sc, st, *it, electorate)) {
            *tally.entry(candidate).or_default() += seats_voted_by(sc, st, month, voter, electorate);
        }
        let all = tally.into_iter().map(|(id, votes)| candidate(sc, st, id, votes, office)).collect();
        let winner = count(all, ballot(sc, st, electorate), &sc.rulings.church).first().copied();
        match office {
            Office::Magistrate(location) => magistracies.extend(winner.map(|winner| (location, winner))),
            Office::Title(title) => choose(sc, st, month, title, electorate, winner),
            Office::Cardinal => {}
        }
    }
    st.elections.retain(|it| it.turn > st.turn);
    begin_terms(sc, st, month, magistracies);
}

fn candidate(sc: &Scenario, st: &State, id: PersonaId, votes: u32, office: Office) -> Candidate {
    let persona = st.persona(id);
    let holder = match office {
        Office::Title(title) => st.title(title).holder,
        Office::Magistrate(location) => st.location(location).magistrate,
        Office::Cardinal => Holder::Vacant,
    };
    Candidate {
        id,
        votes,
        popularity: persona.popularity,
        piety: persona.piety,
        sermonizing: persona.skills.of(Skill::Sermonizing),
        rank: rank_of(sc, st, id),
        sitting: holder == Holder::Persona(id),
    }
}

fn ballot(sc: &Scenario, st: &State, electorate: Electorate) -> Ballot {
    match electorate {
        Electorate::Cardinals(_) => Ballot::Papal(st.npc_cardinals.into()),
        Electorate::Prelates(_) => Ballot::Congress,
        Electorate::Brothers(_) => Ballot::Brotherhood,
        Electorate::Citizens(_) => Ballot::Secular(0),
        Electorate::State(at) => match &sc.republics[at.index()].electors {
            Electors::Citizens => Ballot::Secular(0),
            Electors::Titles(titles) => {
                let nobody = titles.iter().filter(|title| st.title(**title).holder == Holder::NonPlayer).count();
                Ballot::Secular(u32::try_from(nobody).unwrap_or(0))
            }
        },
    }
}

/// The winner of a title has it, or has it offered to him; without a vote it stays with who has it, or goes to somebody whom
/// nobody plays (RN-21.4, RN-22.5, RN-23.5, RN-R47, RN-R49).
fn choose(
    sc: &Scenario, st: &mut State, month: &mut Month, title: TitleId, electorate: Electorate, winner: Option<Candidate>,
) {
    let office = Office::Title(title);
    match winner {
        Some(Candidate { id, votes, .. }) => {
            let holder = Holder::Persona(id);
            month.tell(Poll::Elected { office, holder, votes });
            if posts::is_of_church(sc, st, office) {
                offers::make(st, month, office, id, None, 0);
            } else if st.title(title).holder != holder {
                hand_to(sc, st, month, title, holder);
            }
        }
        None if st.title(title).holder != Holder::Vacant => {}
        None if matches!(electorate, Electorate::State(at) if sc.republics[at.index()].month.is_some()) => {}
        None => {
            posts::place_somebody(st, title);
            month.tell(Poll::Elected { office, holder: Holder::NonPlayer, votes: 0 });
        }
    }
}

/// Magistrates begin their terms: those of November are chosen at the end of October (RN-17.12). Who is elected twice has the more
/// populous location (RN-R40); where nobody is elected, who has the office keeps it (RN-17.13).
fn begin_terms(sc: &Scenario, st: &mut State, month: &mut Month, mut elected: Vec<(LocationId, Candidate)>) {
    elected.sort_by_key(|(location, _)| (Reverse(st.location(*location).population), *location));
    let mut busy: Vec<PersonaId> = Vec::new();
    for (location, Candidate { id, votes, .. }) in elected {
        if busy.contains(&id) {
            continue;
        }
        busy.push(id);
        let holder = Holder::Persona(id);
        month.tell(Poll::Elected { office: Office::Magistrate(location), holder, votes });
        if st.location(location).magistrate != holder {
            magistrates::install(sc, st, month, location, holder);
        }
    }
}

/// At the end of a turn elections are announced for what has become vacant in it (RN-23.3, RN-R47, RN-R49, RN-R51, RN-R52).
pub fn announce(sc: &Scenario, st: &mut State, month: &mut Month) {
    let turn = st.turn.later(sc.rulings.church.election_delay_turns);
    for title in (0..st.titles.len()).map(TitleId::at) {
        let waits = st.elections.iter().any(|it| it.title == title) || offers::is_offered(st, Office::Title(title));
        let vacant = st.title(title).holder == Holder::Vacant && !waits;
        if vacant && is_elective(sc, st, title) && !suffrage::has_a_month(sc, title) {
            st.elections.push(Election { title, turn });
            month.tell(Poll::Announced { office: Office::Title(title), turn });
        }
    }
}
