//! Training and promotions in the guild of merchants (RN-13.3 to RN-13.11).

use crate::model::calendar;
use crate::model::ids::PersonaId;
use crate::model::measures::{Rating, sqrt_half_up};
use crate::model::persona::Persona;
use crate::model::rulings::Merchants;
use crate::model::scenario::Scenario;
use crate::model::skills::Skill;
use crate::model::state::State;
use crate::rules::market::guild::GuildRank;
use crate::rules::month::Month;
use crate::rules::peace::deed::Peace;
use crate::rules::peace::memory::Once;
use crate::rules::peace::shared_start;
use crate::rules::refusal::{Refused, must};

/// What a trainee has after a lesson: more by the root of the difference, if the trainer is better (RN-13.3).
pub fn after_lesson(trainer: Rating, trainee: Rating) -> Rating {
    let ahead = u64::try_from(trainer.points() - trainee.points()).unwrap_or(0);
    trainee.changed(sqrt_half_up(ahead) as i64)
}

/// How many masters have to approve of a promotion in one turn (RN-13.8 to RN-13.10).
pub const fn approvals_needed(to: GuildRank) -> usize {
    match to {
        GuildRank::Apprentice => 1,
        GuildRank::Journeyman => 5,
        GuildRank::Master => 10,
    }
}

/// A persona trains another in a skill (RN-13.3 to RN-13.6, RN-R27).
pub fn train(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, trainee: PersonaId, skill: Skill,
) -> Result<(), Refused> {
    must(by != trainee, "RN-13.3", "nobody trains himself")?;
    let together = month.together(st, by, trainee).is_some() && st.persona(trainee).alive;
    must(together, "RN-13.3", "they have not been at one location since the start of the month")?;
    let lesson = Once::Lesson(by, trainee);
    must(!month.peace.is_done(lesson), "RN-13.4", "he has trained that persona this month")?;
    let rating = |id: PersonaId| st.persona(id).skills.of(skill);
    must(rating(by) > rating(trainee), "RN-13.3", "he knows no more of it than the other")?;
    let rating = after_lesson(rating(by), rating(trainee));
    let learned = st.persona_mut(trainee).skills.set(skill, rating, sc.rulings.persons.max_skills);
    must(learned, "RN-R8", "the other has as many skills as anybody can")?;
    month.peace.note(lesson);
    month.tell(Peace::Trained { trainer: by, trainee, skill, rating });
    Ok(())
}

/// A master accepts an apprentice, or approves of a journeyman or a master: in its month, of somebody who has the rank below
/// and started where he did (RN-13.8 to RN-13.11).
pub fn support(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, candidate: PersonaId, rank: GuildRank,
) -> Result<(), Refused> {
    let (when, rule) = terms(rank);
    let figures = &sc.rulings.merchants;
    must(sc.month(st.turn) == when, rule, "it is not the month for it")?;
    let rank_of = |id: PersonaId| GuildRank::of(st.persona(id).skills.of(Skill::Merchantry), figures);
    must(rank_of(by) == Some(GuildRank::Master), rule, "he is no master")?;
    must(next_rank(rank_of(candidate)) == Some(rank), rule, "the candidate has not the rank below it")?;
    let together = shared_start(month, by, candidate).is_some() && st.persona(candidate).alive;
    must(together, rule, "they did not start the month at one location")?;
    must(!month.peace.is_done(Once::Support(by)), "RN-13.11", "he has supported somebody this month")?;
    month.peace.note(Once::Support(by));
    let approvals = month.peace.approvals.entry((candidate, rank)).or_default();
    *approvals += 1;
    let (approvals, most) = (*approvals, sc.rulings.persons.max_skills);
    let promoted = promote(st.persona_mut(candidate), rank, approvals, most, figures);
    month.tell(Peace::Supported { master: by, candidate, rank, promoted });
    Ok(())
}

/// When masters raise somebody to a rank, and the rule of it.
const fn terms(rank: GuildRank) -> (calendar::Month, &'static str) {
    match rank {
        GuildRank::Apprentice => (calendar::Month::December, "RN-13.8"),
        GuildRank::Journeyman => (calendar::Month::November, "RN-13.9"),
        GuildRank::Master => (calendar::Month::October, "RN-13.10"),
    }
}

/// The rank above one.
const fn next_rank(rank: Option<GuildRank>) -> Option<GuildRank> {
    match rank {
        None => Some(GuildRank::Apprentice),
        Some(GuildRank::Apprentice) => Some(GuildRank::Journeyman),
        Some(GuildRank::Journeyman) => Some(GuildRank::Master),
        Some(GuildRank::Master) => None,
    }
}

/// Promotes a merchant to the next rank, if enough masters approve (RN-13.8 to RN-13.10); otherwise nothing changes.
pub fn promote(
    merchant: &mut Persona, to: GuildRank, approvals: usize, most_skills: usize, figures: &Merchants,
) -> bool {
    let merchantry = merchant.skills.of(Skill::Merchantry);
    let is_next = next_rank(GuildRank::of(merchantry, figures)) == Some(to);
    let rating = Rating::new(i64::from(figures.from[to as usize]));
    is_next && approvals >= approvals_needed(to) && merchant.skills.set(Skill::Merchantry, rating, most_skills)
}
