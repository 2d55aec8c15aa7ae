//! Who leads, and who must not.

use super::assess::Survey;
use crate::model::combat_orders::Arm;
use crate::model::ids::{GeneralId, ProvinceId};

/// Reported loyalty at which a general is not left alone with much of the army (UM-27).
pub const DOUBTFUL: u8 = 2;

/// The own generals in a province, the best to lead an army first.
pub fn leaders(survey: &Survey, place: ProvinceId) -> Vec<GeneralId> {
    let mut all: Vec<GeneralId> = survey.generals_at(place).collect();
    all.sort_by_key(|&id| (std::cmp::Reverse(fitness(survey, id)), id));
    all
}

/// How fit a general is to lead an army.
pub fn fitness(survey: &Survey, id: GeneralId) -> i64 {
    let general = survey.st.general(id);
    let land = if general.arm == Arm::Land { 0 } else { -8 };
    let doubt = if doubtful(survey, id) { -6 } else { 0 };
    2 * i64::from(general.reputation) + i64::from(general.seniority) / 3 + land + doubt
}

/// Whether a general may turn against his nation. The commander-in-chief never does (UM-13.11).
pub fn doubtful(survey: &Survey, id: GeneralId) -> bool {
    survey.st.general(id).loyalty <= DOUBTFUL && survey.chief != Some(id)
}

/// Skill to reckon with when a general leads (UM-13.5).
pub fn skill(survey: &Survey, id: GeneralId) -> i64 {
    let general = survey.st.general(id);
    if general.arm == Arm::Land { i64::from(general.reputation) } else { 2 }
}
