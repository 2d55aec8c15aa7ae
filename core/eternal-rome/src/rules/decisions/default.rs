//! What is done where neither the player nor a standing policy has answered (ER-R45).

use super::response;
use crate::model::frames::{Ask, Question, Reply};
use crate::model::scenario::Scenario;
use crate::model::state::{AttackedPolicy, State};
use crate::rules::combat::season;
use crate::rules::reserves;

/// The default answer; `None` when nothing is known of the question.
pub fn answer(sc: &Scenario, st: &State, ask: &Ask) -> Option<Reply> {
    Some(match &ask.question {
        Question::Intercept { .. } => Reply::Intercept(Vec::new()),
        Question::RespondAttack { .. } => {
            let figures = &sc.constants.policy;
            let policy = AttackedPolicy::Retreat {
                city_percent: Some(figures.city_if_odds * 100),
                hex_percent: Some(figures.hex_if_odds * 100),
            };
            response::respond(sc, st, &ask.question, |_| policy)
        }
        Question::ChooseRetreat { options, .. } => Reply::Retreat(*options.first()?),
        Question::Season { limit, units, .. } => Reply::Season(season::by_default(*limit, units)),
        Question::SetUp { power } => Reply::SetUp(reserves::by_default(sc, st, *power)),
        Question::Alliance { .. } => Reply::Alliance(false),
        Question::Unknown => return None,
    })
}
