//! Challenges and duels (RN-14.16 to RN-14.22).

use crate::model::ids::PersonaId;
use crate::model::measures::{Rating, round_half_up};
use crate::model::persona::{Persona, Sex};
use crate::model::rulings::Reputation;
use crate::model::scenario::Scenario;
use crate::model::skills::Skill;
use crate::model::state::State;
use crate::rules::month::Month;
use crate::rules::peace::deed::Peace;
use crate::rules::peace::memory::Once;
use crate::rules::peace::shared_start;
use crate::rules::refusal::{Refused, must};
use crate::rules::titles::{is_prelate, rank_of};

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

/// A persona challenges another; once both have challenged, they fight (RN-14.16 to RN-14.22, RN-R33).
pub fn challenge_to_duel(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, challenged: PersonaId,
) -> Result<(), Refused> {
    let figures = &sc.rulings.reputation;
    let prelate = |id: PersonaId| is_prelate(sc, st, id);
    let may = may_challenge(st.persona(by), prelate(by), figures);
    must(may, "RN-14.16", "he is not popular enough, or it does not befit him")?;
    let befits = by != challenged && st.persona(challenged).alive;
    let befits = befits && may_be_challenged(st.persona(challenged), prelate(challenged));
    must(befits, "RN-14.17", "that persona is not challenged")?;
    must(shared_start(month, by, challenged).is_some(), "RN-14.17", "they did not start the month at one location")?;
    must(!month.acts(by).moved, "RN-14.19", "he has moved this month")?;
    let challenge_now = Once::Challenge(by, challenged);
    must(!month.peace.is_done(challenge_now), "RN-14.17", "he has challenged that persona this month")?;
    month.peace.note(challenge_now);
    month.acts_mut(by).bound = Some("RN-14.19");
    let upwards = rank_of(sc, st, challenged) > rank_of(sc, st, by); // RN-14.22
    let before = st.persona(challenged).popularity.points();
    let both = st.personae.get_disjoint_mut([by.index(), challenged.index()]);
    let Ok([challenger, other]) = both else { return Ok(()) };
    if !upwards {
        challenge(challenger, other, figures);
    }
    let lost = before - other.popularity.points();
    month.tell(Peace::Challenged { challenger: by, challenged, lost });
    if month.peace.is_done(Once::Challenge(challenged, by)) {
        let won = fight(challenger, other, figures);
        let winner = won.map(|second| if second { by } else { challenged });
        month.tell(Peace::Dueled { first: challenged, second: by, winner });
    }
    Ok(())
}
