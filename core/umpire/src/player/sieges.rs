//! Cities under siege by us.

use super::assess::Survey;
use super::draft::{Draft, Task};
use crate::model::ids::ProvinceId;
use crate::model::scenario::CityStatus;

/// Worth of a city for which money is no object, tenths of a revenue point.
pub const GREAT_PRIZE: i64 = 150;

/// Cities under siege by us that we go on with.
pub fn sieges<'a>(survey: &'a Survey, draft: &'a Draft) -> impl Iterator<Item = ProvinceId> + 'a {
    let stays = draft.tasks.iter().filter_map(|task| match task {
        Task::Attack { place, way, .. } if way.is_empty() => Some(*place),
        _ => None,
    });
    stays.filter(|&place| {
        let province = survey.st.province(place);
        let ours = province.siege.is_some_and(|siege| siege.besiegers.has(survey.me));
        province.cty == CityStatus::Standing && ours
    })
}

/// A city under siege by us that is worth a traitor, and has no network to find him (UM-11.6).
pub fn unwatched_siege(survey: &Survey, draft: &Draft) -> Option<ProvinceId> {
    sieges(survey, draft)
        .find(|&place| survey.worth(place) >= GREAT_PRIZE && !survey.st.province(place).spies.has(survey.me))
}
