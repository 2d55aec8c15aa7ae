//! Challenges and duels (RN-14.16 to RN-14.22).

use crate::model::measures::{Rating, round_half_up};
use crate::model::persona::{Persona, Sex};
use crate::model::rulings::Reputation;
use crate::model::skills::Skill;

/// Whether a persona may challenge; `is_prelate` of bishops and archbishops (RN-14.16).
pub fn may_challenge(challenger: &Persona, is_prelate: bool, figures: &Reputation) -> bool {
    challenger.popularity.points() >= figures.challenge_least && may_be_challenged(challenger, is_prelate)
}

/// Whether a persona may be challenged at all (RN-14.17).
pub fn may_be_challenged(challenged: &Persona, is_prelate: bool) -> bool {
    challenged.sex == Sex::Male && !is_prelate
}

/// A challenge: the challenged loses points, and half of them go to the challenger (RN-14.18, RN-R33).
pub fn challenge(challenger: &mut Persona, challenged: &mut Persona, figures: &Reputation) {
    cost(challenger, challenged, figures.challenge_loss);
}

/// The duel, once both have challenged: the better one wins; `Some(true)` for the first, `None` for equals (RN-14.20, RN-R33).
pub fn fight(first: &mut Persona, second: &mut Persona, figures: &Reputation) -> Option<bool> {
    let rating = |persona: &Persona| persona.skills.of(Skill::Dueling).points();
    let difference = rating(first) - rating(second);
    let loss = round_half_up(difference.abs() * figures.duel_per_cent, 100);
    match difference {
        0 => return None,
        1.. => cost(first, second, loss),
        _ => cost(second, first, loss),
    }
    Some(difference > 0)
}

/// The loser loses at most what he has, and the winner gains half of that.
fn cost(winner: &mut Persona, loser: &mut Persona, points: i64) {
    let lost = points.min(loser.popularity.points());
    loser.popularity = Rating::new(loser.popularity.points() - lost);
    winner.popularity = winner.popularity.changed(round_half_up(lost, 2));
}
