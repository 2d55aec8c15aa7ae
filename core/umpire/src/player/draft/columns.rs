//! Flying columns: a few fast units take or guard one undefended province after another.

use super::{COLUMN, LEAST_GAIN, Pace, Task, Work, routes, total};
use crate::model::ids::{GeneralId, ProvinceId, TypeId};

impl Work<'_, '_> {
    /// Second generals take a few fast units round the undefended provinces.
    pub(super) fn send_columns(&mut self) {
        for at in 0..self.stacks.len() {
            let stack = &self.stacks[at];
            if stack.generals.len() < 2 || stack.besieged || !stack.home || total(&stack.free) < 3 {
                continue;
            }
            let general = stack.generals[1];
            if self.admirals.contains(&general) {
                continue;
            }
            let units = self.column_units(&stack.free, total(&stack.free) / 3);
            if let Some(task) = self.sweep(stack.place, general, units) {
                let used = sweep_units(&task, self.survey.sc.types.len());
                for (free, gone) in self.stacks[at].free.iter_mut().zip(used) {
                    *free -= gone.min(*free);
                }
                self.note_taken(&task);
                self.columns[at] = Some((general, task));
            }
        }
    }

    /// The fastest of some units, and not the best fighters among equals.
    pub(super) fn column_units(&self, free: &[u16], most: u32) -> Vec<u16> {
        let sc = self.survey.sc;
        let mut kinds: Vec<TypeId> = sc.type_ids().filter(|&kind| free[kind.index()] > 0).collect();
        kinds.sort_by_key(|&kind| (std::cmp::Reverse(sc.unit(kind).multi), sc.unit(kind).land[0], kind));
        let mut left = most.min(COLUMN);
        let mut units = vec![0; free.len()];
        for kind in kinds {
            let goes = left.min(u32::from(free[kind.index()])) as u16;
            units[kind.index()] = goes;
            left -= u32::from(goes);
        }
        units
    }

    /// A round of undefended provinces for a column; `None` when there is nothing worth it.
    pub(super) fn sweep(&self, from: ProvinceId, general: GeneralId, mut units: Vec<u16>) -> Option<Task> {
        let survey = self.survey;
        let mut stops: Vec<(Vec<ProvinceId>, Vec<u16>)> = Vec::new();
        let mut pace = Pace::of(survey, &units, general);
        let (mut here, mut gain) = (from, 0);
        while total(&units) > 0 {
            let ways = routes::reach(survey, here, pace);
            let taken = |place: ProvinceId| {
                self.taken.contains(&place) || stops.iter().any(|(way, _)| way.last() == Some(&place))
            };
            let prize = |place: ProvinceId| if place == from || taken(place) { 0 } else { self.prize(place) };
            let best = ways
                .places()
                .map(|(place, ends)| (prize(place) * 20_000 / (ends - pace.spent + 5_000), place))
                .filter(|(value, _)| *value > LEAST_GAIN)
                .max_by_key(|(value, place)| (*value, std::cmp::Reverse(*place)));
            let Some((place, way)) = best.and_then(|(_, place)| Some((place, ways.way(place)?))) else { break };
            let leave = self.drop(&units, if survey.worth(place) > 60 && total(&units) > 2 { 2 } else { 1 });
            for (have, gone) in units.iter_mut().zip(&leave) {
                *have -= gone;
            }
            gain += prize(place);
            pace.spent = way.ends;
            here = place;
            stops.push((way.path, leave));
        }
        // Nobody stays behind on the road: the last stop takes what is left.
        if let Some((_, last)) = stops.last_mut() {
            for (have, rest) in last.iter_mut().zip(&units) {
                *have += rest;
            }
        }
        (gain > LEAST_GAIN).then_some(Task::Sweep { stops })
    }

    /// The slowest of some units, so that the column gets no slower.
    pub(super) fn drop(&self, units: &[u16], count: u32) -> Vec<u16> {
        let sc = self.survey.sc;
        let mut kinds: Vec<TypeId> = sc.type_ids().filter(|&kind| units[kind.index()] > 0).collect();
        kinds.sort_by_key(|&kind| (sc.unit(kind).multi, kind));
        let mut left = count;
        let mut gone = vec![0; units.len()];
        for kind in kinds {
            let goes = left.min(u32::from(units[kind.index()])) as u16;
            gone[kind.index()] = goes;
            left -= u32::from(goes);
        }
        gone
    }

    /// What a unit or two are worth in a province: all of it where nobody stands guard, a part of an own one that has
    /// no garrison.
    pub(super) fn prize(&self, place: ProvinceId) -> i64 {
        let survey = self.survey;
        if survey.st.province(place).owner == survey.me {
            if survey.armies(place) > 0 || survey.contested(place) {
                return 0;
            }
            let danger = survey.danger(place) > 0;
            return survey.worth(place) * if danger { 35 } else { 15 } / 100;
        }
        // Targets are listed in the order of the provinces.
        let Ok(at) = self.targets.binary_search_by_key(&place, |target| target.place) else { return 0 };
        let target = &self.targets[at];
        if !target.is_empty() {
            return 0;
        }
        let risk = survey.danger(place);
        let sure = if target.sure { 95 } else { 60 };
        target.worth * sure / 100 * if risk > 60 { 50 } else { 85 } / 100
    }
}

/// Units that a sweep takes along.
fn sweep_units(task: &Task, types: usize) -> Vec<u16> {
    let mut units = vec![0; types];
    if let Task::Sweep { stops } = task {
        for (_, left) in stops {
            for (sum, count) in units.iter_mut().zip(left) {
                *sum += count;
            }
        }
    }
    units
}
