//! What a row does: one order after another.

use renaissance::model::family::Religion;
use renaissance::model::ids::PersonaId;
use renaissance::model::skills::Skill;
use renaissance::rules::market::guild::GuildRank;
use renaissance::rules::offices::lists::admit_waiting;
use renaissance::rules::peace::work::Work;
use renaissance::rules::persons::works;
use renaissance::rules::persons::{begin_year, conversion, devotion, duels, murder, sermons, training};
use renaissance::rules::refusal::Refused;
use testkit::casebook::{Given, Wrong, table};
use toml::Value;

use crate::peace::world::{World, number};
use crate::peace::{church, government};

/// Carries out an act, `{ by = "A", preach_to = "B" }`: the first key but `by` is what he does.
pub fn carry_out(world: &mut World, act: &Value) -> Result<(), Wrong> {
    let act = table("an act", act)?;
    let mut given = Given::new(act);
    let by = given.maybe_text("by")?.map(|letter| world.id(&letter)).transpose()?;
    let done = match by {
        Some(by) => {
            let done = match persons(world, &mut given, by)? {
                None => government::act(world, &mut given, by)?,
                done => done,
            };
            let done = match done {
                None => church::act(world, &mut given, by)?,
                done => done,
            };
            done.ok_or_else(|| format!("there is no act {act}"))?
        }
        None => step(world, &mut given)?,
    };
    if let Err(refused) = done {
        world.refused.push(refused.rule.to_owned());
    }
    given.finish()
}

/// A step of the turn, which nobody orders.
fn step(world: &mut World, given: &mut Given) -> Result<Result<(), Refused>, Wrong> {
    match given.text("step")?.as_str() {
        "month" => {
            world.st.turn = world.st.turn.later(1);
            admit_waiting(&world.sc, &mut world.st);
        }
        "year" => begin_year(&world.sc, &mut world.st),
        other if church::step(world, given, other)? => {}
        other => return Err(format!("there is no step {other}")),
    }
    Ok(Ok(()))
}

/// The persona whom a key names.
pub fn whom(world: &World, given: &mut Given, key: &str) -> Result<Option<PersonaId>, Wrong> {
    given.maybe_text(key)?.map(|letter| world.id(&letter)).transpose()
}

/// What an act came to; `None` if the row names no act of this kind.
pub type Done = Option<Result<(), Refused>>;

fn persons(world: &mut World, given: &mut Given, by: PersonaId) -> Result<Done, Wrong> {
    if let Some(done) = devotions(world, given, by)? {
        return Ok(Some(done));
    }
    if let Some(trainee) = whom(world, given, "train")? {
        let skill = Skill::of_key(&given.text("skill")?).ok_or("there is no such skill")?;
        return Ok(Some(training::train(&world.sc, &mut world.st, &mut world.month, by, trainee, skill)));
    }
    if let Some(candidate) = whom(world, given, "support")? {
        let rank = match given.text("as")?.as_str() {
            "apprentice" => GuildRank::Apprentice,
            "journeyman" => GuildRank::Journeyman,
            "master" => GuildRank::Master,
            other => return Err(format!("there is no rank {other}")),
        };
        return Ok(Some(training::support(&world.sc, &mut world.st, &mut world.month, by, candidate, rank)));
    }
    works_and_deeds(world, given, by)
}

fn devotions(world: &mut World, given: &mut Given, by: PersonaId) -> Result<Done, Wrong> {
    let beneficiary = whom(world, given, "indulgence")?;
    let World { sc, st, month, .. } = world;
    Ok(if given.take("charity").is_some() {
        Some(devotion::give_charity(sc, st, month, by, number(given, "ducats")?))
    } else if given.take("alms").is_some() {
        Some(devotion::give_alms(sc, st, month, by, number(given, "ducats")?))
    } else if given.take("pilgrimage").is_some() {
        Some(devotion::complete_pilgrimage(sc, st, month, by))
    } else if given.take("venerate").is_some() {
        Some(devotion::venerate(sc, st, month, by))
    } else {
        beneficiary.map(|beneficiary| devotion::grant_indulgence(sc, st, month, by, beneficiary))
    })
}

fn works_and_deeds(world: &mut World, given: &mut Given, by: PersonaId) -> Result<Done, Wrong> {
    let work = match given.maybe_text("work")?.as_deref() {
        Some("architecture") => Some(Work::Architecture),
        Some("art") => Some(Work::Art),
        Some("letters") => Some(Work::Letters),
        Some(other) => return Err(format!("there is no work of {other}")),
        None => None,
    };
    let [sponsor, victim, leader, prey, rival] =
        ["sponsor", "against", "preach_to", "murder", "challenge"].map(|key| whom(world, given, key));
    let religion = given.maybe_text("convert")?;
    // Whose other family the same player has.
    let other = whom(world, given, "player_of")?;
    let families: Vec<_> = [Some(by), other].into_iter().flatten().map(|id| world.st.persona(id).family).collect();
    let World { sc, st, month, .. } = world;
    Ok(match (work, sponsor?, victim?) {
        (Some(work), Some(sponsor), None) => Some(works::create(sc, st, month, by, work, sponsor)),
        (Some(work), None, Some(victim)) => Some(works::create_against(sc, st, month, by, work, victim)),
        _ => {
            if given.take("preach").is_some() {
                Some(sermons::preach_to_people(sc, st, month, by))
            } else if let Some(leader) = leader? {
                Some(sermons::preach_to_troops(sc, st, month, by, leader))
            } else if let Some(prey) = prey? {
                Some(murder::attempt(sc, st, month, by, prey))
            } else if let Some(rival) = rival? {
                Some(duels::challenge_to_duel(sc, st, month, by, rival))
            } else if let Some(religion) = religion {
                let religion = Religion::of_key(&religion).ok_or("there is no such religion")?;
                Some(conversion::convert(sc, st, month, by, religion, &families))
            } else {
                None
            }
        }
    })
}
