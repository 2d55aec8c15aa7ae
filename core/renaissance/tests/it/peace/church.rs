//! Acts of the church and of elections, and the count of votes by itself.

use kernel::Dice;
use renaissance::model::affairs::Due;
use renaissance::model::ids::PersonaId;
use renaissance::model::location::Selection;
use renaissance::model::measures::Rating;
use renaissance::model::persona::Office;
use renaissance::model::rulings::Rulings;
use renaissance::rules::church::brotherhoods;
use renaissance::rules::church::deed::Plan;
use renaissance::rules::church::{appointments, clergy, offers};
use renaissance::rules::collectors;
use renaissance::rules::elections;
use renaissance::rules::elections::count::{Ballot, Candidate, count};
use renaissance::rules::refusal::Refused;
use testkit::casebook::{Given, Wrong, table, text};
use toml::{Table, Value};

use crate::peace::acts::{Done, whom};
use crate::peace::world::{TOWN, World, int, listed};

fn office(world: &World, name: &str) -> Result<Office, Wrong> {
    match name {
        "cardinal" => Ok(Office::Cardinal),
        "magistrate" => Ok(Office::Magistrate(TOWN)),
        name => world.title(name).map(Office::Title),
    }
}

/// Carries out an act of the church or of an election.
pub fn act(world: &mut World, given: &mut Given, by: PersonaId) -> Result<Done, Wrong> {
    if let Some(candidate) = whom(world, given, "vote")? {
        let office = office(world, &given.text("office")?)?;
        return Ok(Some(elections::vote(&world.sc, &world.st, &mut world.month, by, office, candidate)));
    }
    if let Some(name) = given.maybe_text("accept")? {
        let office = office(world, &name)?;
        return Ok(Some(offers::accept(&world.sc, &mut world.st, &mut world.month, by, office)));
    }
    for (key, bishop) in [("invest", false), ("appoint_bishop", true)] {
        if let Some(persona) = whom(world, given, key)? {
            let title = world.title(&given.text("office")?)?;
            let World { sc, st, month, .. } = world;
            let appoint = if bishop { appointments::appoint_bishop } else { appointments::invest };
            return Ok(Some(appoint(sc, st, month, by, persona, title)));
        }
    }
    if let Some(collector) = whom(world, given, "tithes_by")? {
        let allowed = collectors::may_appoint(&world.sc, &world.st, Due::Tithes, TOWN, by);
        if allowed {
            collectors::appoint(&mut world.st, Due::Tithes, TOWN, collector);
        }
        let reason = "tithes are not his to have collected";
        return Ok(Some(if allowed { Ok(()) } else { Err(Refused { rule: "RN-21.14", reason }) }));
    }
    let hat = whom(world, given, "hat")?;
    let banned = listed(given, "ban")?;
    let banned = banned.iter().map(|letter| world.id(text(letter)?)).collect::<Result<Vec<_>, Wrong>>()?;
    let plan = |name: String| Plan { seat: TOWN, title: name.as_str().into() };
    let (found, give) = (given.maybe_text("found")?.map(plan), given.maybe_text("give")?.map(plan));
    let World { sc, st, month, .. } = world;
    Ok(if let Some(persona) = hat {
        Some(appointments::create_cardinal(sc, st, month, by, persona))
    } else if !banned.is_empty() {
        Some(appointments::excommunicate(sc, st, month, by, &banned))
    } else if let Some(plan) = found {
        Some(brotherhoods::found(sc, st, month, by, plan))
    } else if let Some(plan) = give {
        Some(brotherhoods::consent(sc, st, month, by, plan))
    } else {
        given.take("claim").map(|_| brotherhoods::claim(sc, st, month, by))
    })
}

/// A step of the end of a turn; `false` if it is none of these.
pub fn step(world: &mut World, given: &mut Given, name: &str) -> Result<bool, Wrong> {
    let World { sc, st, month, .. } = world;
    match name {
        "elections" => elections::hold(sc, st, month),
        "clergy" => {
            let face = given.int("roll")? as i32;
            clergy::grow_old(sc, st, month, &mut Dice::middling().rigged("clergy", face));
        }
        "offers" => offers::lapse(st, month),
        "announcements" => elections::announce(sc, st, month),
        "election_of_magistrates" => st.location_mut(TOWN).selection = Selection::Election,
        _ => return Ok(false),
    }
    Ok(true)
}

/// The count of votes: candidates by letter with their votes and ratings.
pub fn counted(given: &mut Given) -> Result<Table, Wrong> {
    let figures = &Rulings::standard().church;
    let npc = given.int_or("non_players", 0)? as u32;
    let ballot = match given.text("ballot")?.as_str() {
        "papal" => Ballot::Papal(npc),
        "congress" => Ballot::Congress,
        "order" => Ballot::Brotherhood,
        "secular" => Ballot::Secular(npc),
        other => return Err(format!("there is no ballot {other}")),
    };
    let mut all = Vec::new();
    for (at, row) in given.list("candidates")?.iter().enumerate() {
        let mut row = Given::new(table("a candidate", row)?);
        let mut rating = |key: &str| row.int_or(key, 0).map(Rating::new);
        let (popularity, piety, sermonizing) = (rating("popularity")?, rating("piety")?, rating("sermonizing")?);
        let votes = row.int("votes")? as u32;
        let (rank, sitting) = (row.int_or("rank", 0)? as u16, row.take("sitting").is_some());
        all.push(Candidate { id: PersonaId::at(at), votes, popularity, piety, sermonizing, rank, sitting });
        row.finish()?;
    }
    let counted = count(all, ballot, figures);
    let letter = |it: &Candidate| String::from(char::from(b'A' + it.id.0 as u8));
    let mut found =
        Table::from_iter([("winner".to_owned(), Value::from(counted.first().map_or("nobody".into(), letter)))]);
    found.extend(counted.iter().map(|it| (letter(it), int(it.votes))));
    Ok(found)
}
