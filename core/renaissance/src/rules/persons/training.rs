//! Training and promotions in the guild of merchants (RN-13.3 to RN-13.11).

use crate::model::measures::{Rating, sqrt_half_up};
use crate::model::persona::Persona;
use crate::model::rulings::Merchants;
use crate::model::skills::Skill;
use crate::rules::market::guild::GuildRank;

/// Who has trained whom in this turn: trainer and trainee, once each (RN-13.4).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lessons(Vec<(u16, u16)>);

impl Lessons {
    /// Notes a lesson; `false` if these two have had one this turn.
    pub fn note(&mut self, trainer: u16, trainee: u16) -> bool {
        let fresh = !self.0.contains(&(trainer, trainee));
        if fresh {
            self.0.push((trainer, trainee));
        }
        fresh
    }
}

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

/// Promotes a merchant to the next rank, if enough masters approve (RN-13.8 to RN-13.10); otherwise nothing changes.
pub fn promote(
    merchant: &mut Persona, to: GuildRank, approvals: usize, most_skills: usize, figures: &Merchants,
) -> bool {
    let merchantry = merchant.skills.of(Skill::Merchantry);
    let next = match GuildRank::of(merchantry, figures) {
        None => GuildRank::Apprentice,
        Some(GuildRank::Apprentice) => GuildRank::Journeyman,
        Some(GuildRank::Journeyman) => GuildRank::Master,
        Some(GuildRank::Master) => return false,
    };
    let rating = Rating::new(i64::from(figures.from[to as usize]));
    next == to && approvals >= approvals_needed(to) && merchant.skills.set(Skill::Merchantry, rating, most_skills)
}
