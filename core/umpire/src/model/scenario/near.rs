//! What is near over land: the same all through a campaign, so it is reckoned once.

use std::collections::VecDeque;

use kernel::map::Mode;

use super::Scenario;
use crate::model::ids::ProvinceId;

/// What counts as near, movement points.
const NEAR: i64 = 14;

/// Per province: those within [`NEAR`] movement points over land, whoever stands there, itself included, with their
/// distance.
pub fn of_all(sc: &Scenario) -> Vec<Vec<(ProvinceId, i64)>> {
    sc.province_ids().map(|place| around(sc, place)).collect()
}

fn around(sc: &Scenario, from: ProvinceId) -> Vec<(ProvinceId, i64)> {
    let mut best = vec![i64::MAX; sc.provinces.len()];
    best[from.index()] = 0;
    let mut open = VecDeque::from([from]);
    while let Some(here) = open.pop_front() {
        for step in sc.graph.steps(here.0, Mode::Land) {
            let total = best[here.index()] + sc.route(step.route).mp;
            if total <= NEAR && total < best[usize::from(step.to)] {
                best[usize::from(step.to)] = total;
                open.push_back(ProvinceId(step.to));
            }
        }
    }
    let near = best.iter().enumerate().filter(|(_, cost)| **cost < i64::MAX);
    near.map(|(at, cost)| (ProvinceId::at(at), *cost)).collect()
}

#[cfg(test)]
mod tests {
    use crate::model::scenario::shipped;

    #[test]
    fn it_is_as_far_there_as_back() {
        for sc in shipped::shipped() {
            for from in sc.province_ids() {
                for &(to, cost) in sc.near(from) {
                    assert!(sc.near(to).contains(&(from, cost)), "{from:?} to {to:?}: {cost}");
                }
            }
        }
    }
}
