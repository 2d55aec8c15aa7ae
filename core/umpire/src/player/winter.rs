//! Where generals spend the winter (UM-31.7): each with troops to lead in spring.

use super::assess::Survey;
use super::draft::may_leave;
use super::generals;
use crate::model::ids::{GeneralId, ProvinceId};
use crate::orders::{Order, WinterDestination};

/// Winter destinations: the fittest generals to the greatest stacks, nobody moved without need.
pub fn destinations(survey: &Survey) -> Vec<Order> {
    if !survey.carries.last_campaign {
        return Vec::new();
    }
    let spare = |place: ProvinceId| may_leave(survey, place, survey.keep(place));
    let quiet = |place: ProvinceId| !survey.contested(place);
    let led = |place: ProvinceId| survey.led[place.index()];
    let mut waiting: Vec<ProvinceId> =
        survey.own.iter().copied().filter(|&place| quiet(place) && !led(place) && spare(place) >= 3).collect();
    waiting.sort_by_key(|&place| (std::cmp::Reverse(survey.own_at(place).field), place));
    let idle = |id: GeneralId| {
        let place = survey.st.general(id).province;
        let others = survey.generals_at(place).count() > 1;
        let home = survey.st.province(place).owner == survey.me && quiet(place);
        home && (spare(place) < 3 || (others && generals::leaders(survey, place).first() != Some(&id)))
    };
    let mut free: Vec<GeneralId> = survey.generals.iter().copied().filter(|&id| idle(id)).collect();
    free.sort_by_key(|&id| (std::cmp::Reverse(generals::fitness(survey, id)), id));
    let pairs = free.into_iter().zip(waiting);
    pairs
        .map(|(general, place)| {
            Order::WinterDestination(WinterDestination {
                general: survey.st.captain(survey.sc, general).to_string(),
                province: survey.st.place(survey.sc, place).to_string(),
            })
        })
        .collect()
}
