//! What is left of the stacks: nearer to the next target, to where danger threatens, or home.

use super::{LEAST_GAIN, Pace, Strength, TIED_UP, Task, Work, army_only, generals, may_leave, routes, targets, total};
use crate::model::ids::ProvinceId;

impl Work<'_, '_> {
    /// Stacks without a task go to the frontier of the best target out of reach, to the main army, or home.
    pub(super) fn approach(&mut self) {
        for at in 0..self.stacks.len() {
            if self.tasks[at].is_some() || self.stacks[at].besieged {
                continue;
            }
            let stack = self.stacks[at].clone();
            let task = if !stack.home {
                self.way_home(at).or_else(|| self.sail_home(at))
            } else if total(&stack.free) >= 3 {
                self.ferry(at).or_else(|| self.staging(at))
            } else {
                self.fetch(at)
            };
            if let Some(task) = &task {
                // Several may gather at the same place.
                if !matches!(task, Task::Join { .. }) {
                    self.note_taken(task);
                }
            }
            self.tasks[at] = task;
        }
    }

    /// The nearest own province without hostile troops.
    pub(super) fn way_home(&self, at: usize) -> Option<Task> {
        let (survey, stack) = (self.survey, &self.stacks[at]);
        let units = army_only(survey, survey.st.stacks.of(stack.place, survey.me).to_vec());
        let pace = Pace::of(survey, &units, stack.generals[0]);
        let ways = routes::reach(survey, stack.place, pace);
        let safe = survey.own.iter().filter(|place| !survey.contested(**place));
        let (_, place) = safe.filter_map(|place| Some((ways.ends(*place)?, *place))).min()?;
        Some(Task::Join { place, way: ways.way(place)?.path, units })
    }

    /// Towards the target with the best prospect for all that is still free, or to where an enemy threatens.
    pub(super) fn staging(&self, at: usize) -> Option<Task> {
        let (survey, stack) = (self.survey, &self.stacks[at]);
        let idle: Vec<usize> = (0..self.stacks.len()).filter(|&other| self.tasks[other].is_none()).collect();
        let skill = generals::skill(survey, stack.generals[0]);
        let mut best: Option<(i64, ProvinceId)> = None;
        for target in self.targets.iter().filter(|target| !self.taken.contains(&target.place)) {
            let terrain = survey.sc.province(target.place).terrain;
            // As far as from there to here: there are fewer stacks than targets.
            let far = routes::towards(survey, stack.place)[target.place.index()];
            if far > 40 {
                continue;
            }
            let way = |other: usize| routes::towards(survey, self.stacks[other].place)[target.place.index()];
            let near = idle.iter().filter(|&&other| way(other) <= far.max(12) + 6);
            let army = near.fold(Strength::default(), |sum, &other| {
                sum.and(Strength::of(survey.sc, &self.stacks[other].free, terrain))
            });
            let prospect = targets::prospect(survey, target, army, skill);
            let gain = (prospect.gain - TIED_UP * i64::from(army.armies)) * (60 - far) / 60;
            if gain > LEAST_GAIN && best.is_none_or(|(known, _)| gain > known) {
                best = Some((gain, target.place));
            }
        }
        // A threatened province of one's own draws the idle.
        let strongest = survey.own.iter().copied().filter(|place| survey.danger(*place) > 0);
        let threatened = strongest.max_by_key(|place| (survey.danger(*place) * survey.worth(*place), place.0));
        let goal = best.map(|(_, place)| place).or(threatened)?;
        self.go_towards(at, goal)
    }

    /// The way this turn to the own province nearest to a goal.
    pub(super) fn go_towards(&self, at: usize, goal: ProvinceId) -> Option<Task> {
        let (survey, stack) = (self.survey, &self.stacks[at]);
        let left = routes::towards(survey, goal);
        let pace = Pace::of(survey, &stack.free, stack.generals[0]);
        let ways = routes::reach(survey, stack.place, pace);
        let safe = survey.own.iter().filter(|place| !survey.contested(**place));
        let open =
            safe.filter(|place| survey.danger(**place) <= survey.own_at(**place).field.max(1) * 3 || **place == goal);
        let (after, _, place) =
            open.filter_map(|place| Some((left[place.index()], ways.ends(*place)?, *place))).min()?;
        if after >= left[stack.place.index()] {
            return None;
        }
        Some(Task::Join { place, way: ways.way(place)?.path, units: stack.free.clone() })
    }

    /// A general with nobody to lead rides to the greatest stack that has no general.
    pub(super) fn fetch(&self, at: usize) -> Option<Task> {
        let (survey, stack) = (self.survey, &self.stacks[at]);
        let sc = survey.sc;
        let general = stack.generals[0];
        if stack.generals.len() == 1 && survey.armies(stack.place) > 6 {
            return None;
        }
        let led =
            |place: ProvinceId| self.stacks.iter().any(|other| other.place == place) || self.taken.contains(&place);
        let waiting = |place: ProvinceId| may_leave(survey, place, survey.keep(place));
        let mut waits: Vec<ProvinceId> = survey.own.clone();
        waits.retain(|&place| !survey.contested(place) && waiting(place) >= 3 && !led(place));
        if waits.is_empty() {
            return None;
        }
        let none = vec![0; sc.types.len()];
        let ways = routes::reach(survey, stack.place, Pace::of(survey, &none, general));
        waits.retain(|&place| ways.ends(place).is_some());
        let best = waits.into_iter().max_by_key(|&place| (waiting(place), std::cmp::Reverse(ways.ends(place))));
        let place = best?;
        Some(Task::Join { place, way: ways.way(place)?.path, units: none })
    }
}
