//! Which stack does what: targets are taken by the best prospect first, then what is left looks after the rest.

use std::cell::OnceCell;

use super::assess::{Strength, Survey};
use super::generals;
use super::routes::{self, Pace, Reach, Way};
use super::targets::{self, Aim, Target};
use crate::ids::{GeneralId, ProvinceId, TypeId};

/// Prospects below this are not worth marching for, tenths of a revenue point.
const LEAST_GAIN: i64 = 4;
/// What it costs to tie up a unit for a turn, tenths of a revenue point.
const TIED_UP: i64 = 1;
/// What an undertaking begun counts for above a new one, per cent.
const CONSTANCY: i64 = 60;
/// Units of a flying column.
const COLUMN: u32 = 4;

/// Army units of one's own in a province, with generals.
#[derive(Clone, Debug)]
pub struct Stack {
    /// Where.
    pub place: ProvinceId,
    /// Generals there, the best first.
    pub generals: Vec<GeneralId>,
    /// Army units that may leave, by type.
    pub free: Vec<u16>,
    /// Whether it is shut up in a city.
    pub besieged: bool,
    /// Whether the province is one's own.
    pub home: bool,
}

/// What a stack does.
#[derive(Clone, PartialEq, Debug)]
pub enum Task {
    /// Stays.
    Hold,
    /// Goes to a target, or stays at it when the way is empty.
    Attack {
        /// Where.
        place: ProvinceId,
        /// How, this turn.
        way: Vec<ProvinceId>,
        /// With what.
        units: Vec<u16>,
    },
    /// Goes to an own province, as far as it gets this turn.
    Join {
        /// Where in the end.
        place: ProvinceId,
        /// How, this turn.
        way: Vec<ProvinceId>,
        /// With what; nothing for a general alone.
        units: Vec<u16>,
    },
    /// Goes from one undefended province to the next and leaves a unit or two in each.
    Sweep {
        /// Way to each stop, and units left there by type.
        stops: Vec<(Vec<ProvinceId>, Vec<u16>)>,
    },
}

/// What everybody does.
#[derive(Clone, Debug)]
pub struct Draft {
    /// All stacks with generals, greatest first.
    pub stacks: Vec<Stack>,
    /// Task of each stack.
    pub tasks: Vec<Task>,
    /// A flying column of a second general, if any.
    pub columns: Vec<Option<(GeneralId, Task)>>,
}

/// The stacks of a seat that have a general, greatest first.
pub fn stacks(survey: &Survey) -> Vec<Stack> {
    let mut all: Vec<Stack> = survey.sc.province_ids().filter_map(|place| stack(survey, place)).collect();
    all.sort_by_key(|stack| (std::cmp::Reverse(survey.own_at(stack.place).field), stack.place));
    all
}

fn stack(survey: &Survey, place: ProvinceId) -> Option<Stack> {
    let generals = generals::leaders(survey, place);
    if generals.is_empty() {
        return None;
    }
    let siege = survey.st.province(place).siege;
    let besieged = siege.is_some_and(|siege| siege.besieged.has(survey.me));
    let home = survey.st.province(place).owner == survey.me;
    let free = if besieged { vec![0; survey.sc.types.len()] } else { leaving(survey, place, survey.keep(place)) };
    Some(Stack { place, generals, free, besieged, home })
}

/// What may leave a province when `keep` army units stay: those that fight worst in the open stay.
pub fn leaving(survey: &Survey, place: ProvinceId, keep: u32) -> Vec<u16> {
    let sc = survey.sc;
    let terrain = sc.province(place).terrain;
    let mut free = survey.st.stacks.of(place, survey.me).to_vec();
    for kind in sc.type_ids().filter(|&kind| sc.unit(kind).is_fleet()) {
        free[kind.index()] = 0;
    }
    let mut kinds: Vec<TypeId> = sc.type_ids().filter(|&kind| free[kind.index()] > 0).collect();
    // A siege train is no garrison: it is left last.
    kinds.sort_by_key(|&kind| {
        let unit = sc.unit(kind);
        (unit.siege > 3 * unit.land[terrain].max(10), unit.land[terrain], kind)
    });
    let mut left = keep;
    for kind in kinds {
        let stays = left.min(u32::from(free[kind.index()])) as u16;
        free[kind.index()] -= stays;
        left -= u32::from(stays);
    }
    free
}

/// Units in all.
pub fn total(units: &[u16]) -> u32 {
    units.iter().map(|count| u32::from(*count)).sum()
}

/// Drafts tasks for all stacks. `fixed` tasks stand; the rest is drafted around them.
pub fn draft(survey: &Survey, targets: &[Target], fixed: &[Option<Task>]) -> Draft {
    let stacks = stacks(survey);
    let mut work = Work::new(survey, targets, stacks);
    work.tasks = (0..work.stacks.len()).map(|at| fixed.get(at).cloned().flatten()).collect();
    for task in work.tasks.clone().into_iter().flatten() {
        work.note_taken(&task);
    }
    work.send_columns();
    work.attack();
    work.approach();
    let tasks = work.tasks.into_iter().map(|task| task.unwrap_or(Task::Hold)).collect();
    Draft { stacks: work.stacks, tasks, columns: work.columns }
}

struct Work<'s, 'a> {
    survey: &'s Survey<'a>,
    targets: &'s [Target],
    /// Provinces that somebody looks after already.
    taken: Vec<ProvinceId>,
    stacks: Vec<Stack>,
    tasks: Vec<Option<Task>>,
    columns: Vec<Option<(GeneralId, Task)>>,
    /// How far each stack gets, with all that is free, and without the slow ones; found when first asked for.
    reaches: Vec<OnceCell<Vec<Marching>>>,
}

/// Units of a stack, and how far they get.
type Marching = (Vec<u16>, Reach);

/// One stack on its way to a target.
struct March {
    stack: usize,
    way: Vec<ProvinceId>,
    units: Vec<u16>,
    strength: Strength,
    ends: i64,
}

impl<'s, 'a> Work<'s, 'a> {
    fn new(survey: &'s Survey<'a>, targets: &'s [Target], stacks: Vec<Stack>) -> Self {
        let reaches = vec![OnceCell::new(); stacks.len()];
        Self {
            survey,
            targets,
            taken: Vec::new(),
            tasks: Vec::new(),
            columns: vec![None; stacks.len()],
            stacks,
            reaches,
        }
    }

    fn note_taken(&mut self, task: &Task) {
        match task {
            Task::Attack { place, .. } | Task::Join { place, .. } => self.taken.push(*place),
            Task::Sweep { stops } => self.taken.extend(stops.iter().filter_map(|(way, _)| way.last().copied())),
            Task::Hold => {}
        }
    }

    /// Second generals take a few fast units round the undefended provinces.
    fn send_columns(&mut self) {
        for at in 0..self.stacks.len() {
            let stack = &self.stacks[at];
            if stack.generals.len() < 2 || stack.besieged || !stack.home || total(&stack.free) < 3 {
                continue;
            }
            let general = stack.generals[1];
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
    fn column_units(&self, free: &[u16], most: u32) -> Vec<u16> {
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
    fn sweep(&self, from: ProvinceId, general: GeneralId, mut units: Vec<u16>) -> Option<Task> {
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
    fn drop(&self, units: &[u16], count: u32) -> Vec<u16> {
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
    fn prize(&self, place: ProvinceId) -> i64 {
        let survey = self.survey;
        if survey.st.province(place).owner == survey.me {
            if survey.armies(place) > 0 || survey.contested(place) {
                return 0;
            }
            let danger = survey.danger[place.index()] > 0;
            return survey.worth(place) * if danger { 35 } else { 15 } / 100;
        }
        let target = self.targets.iter().find(|target| target.place == place && target.is_empty());
        let Some(target) = target else { return 0 };
        let risk = survey.danger[place.index()];
        let sure = if target.sure { 95 } else { 60 };
        target.worth * sure / 100 * if risk > 60 { 50 } else { 85 } / 100
    }

    /// The best group for the best target, until nothing is worth it.
    fn attack(&mut self) {
        loop {
            let mut best: Option<(i64, usize, Vec<March>)> = None;
            for target in 0..self.targets.len() {
                if self.taken.contains(&self.targets[target].place) {
                    continue;
                }
                if let Some((gain, group)) = self.group_for(&self.targets[target])
                    && gain > LEAST_GAIN
                    && best.as_ref().is_none_or(|(known, ..)| gain > *known)
                {
                    best = Some((gain, target, group));
                }
            }
            let Some((_, target, group)) = best else { break };
            let place = self.targets[target].place;
            for march in group {
                self.tasks[march.stack] = Some(Task::Attack { place, way: march.way, units: march.units });
            }
            self.taken.push(place);
        }
        // Small change: stacks with nothing better to do go round the undefended provinces.
        for at in 0..self.stacks.len() {
            let stack = &self.stacks[at];
            if self.tasks[at].is_some() || !stack.home || total(&stack.free) == 0 {
                continue;
            }
            let units = self.column_units(&stack.free, COLUMN);
            if let Some(task) = self.sweep(stack.place, stack.generals[0], units) {
                self.note_taken(&task);
                self.tasks[at] = Some(task);
            }
        }
    }

    /// The smallest group of stacks with the best prospect at a target that they reach this turn.
    fn group_for(&self, target: &Target) -> Option<(i64, Vec<March>)> {
        let mut marches: Vec<March> = (0..self.stacks.len())
            .filter(|&at| self.tasks[at].is_none())
            .filter_map(|at| self.march(at, target.place))
            .collect();
        marches.sort_by_key(|march| {
            (!march.way.is_empty(), std::cmp::Reverse(march.strength.field), march.ends, march.stack)
        });
        let mut best: Option<(i64, usize)> = None;
        let mut army = Strength::default();
        let mut leader: Option<GeneralId> = None;
        for (count, march) in marches.iter().enumerate().take(4) {
            army = army.and(march.strength);
            let general = self.stacks[march.stack].generals[0];
            leader = self.survey.st.senior(leader.into_iter().chain([general]));
            let skill = generals::skill(self.survey, leader.unwrap_or(general));
            let prospect = targets::prospect(self.survey, target, army, skill);
            let mut gain = prospect.gain - TIED_UP * i64::from(army.armies);
            if marches[0].way.is_empty() {
                // Whoever sits before a city stays there, unless something much better offers.
                gain += gain.max(0) * CONSTANCY / 100;
            }
            if best.is_none_or(|(known, _)| gain > known) {
                best = Some((gain, count + 1));
            }
        }
        let (gain, count) = best?;
        marches.truncate(count);
        Some((gain, marches))
    }

    /// A stack's way to a place this turn, with all that is free or, where the train is too slow, without it.
    fn march(&self, at: usize, place: ProvinceId) -> Option<March> {
        let (survey, stack) = (self.survey, &self.stacks[at]);
        let terrain = survey.sc.province(place).terrain;
        if stack.place == place {
            let units = survey.st.stacks.of(place, survey.me).to_vec();
            let strength = Strength::of(survey.sc, &units, terrain);
            let there = !stack.besieged && strength.armies > 0;
            return there.then(|| March {
                stack: at,
                way: Vec::new(),
                units: army_only(survey, units),
                strength,
                ends: 0,
            });
        }
        let reaches = self.reaches[at].get_or_init(|| self.reaches(at));
        let (units, reach) = reaches.iter().find(|(_, reach)| reach.ends(place).is_some())?;
        let Way { path, ends } = reach.way(place)?;
        let strength = Strength::of(survey.sc, units, terrain);
        Some(March { stack: at, way: path, units: units.clone(), strength, ends })
    }

    /// How far a stack gets with all that is free, and, from home, without its train and other slow units.
    fn reaches(&self, at: usize) -> Vec<Marching> {
        let (survey, stack) = (self.survey, &self.stacks[at]);
        let mut list = Vec::new();
        if total(&stack.free) == 0 {
            return list;
        }
        let go = |units: Vec<u16>| {
            let pace = Pace::of(survey, &units, stack.generals[0]);
            let reach = routes::reach(survey, stack.place, pace);
            (units, reach)
        };
        list.push(go(stack.free.clone()));
        let kinds = || survey.sc.types.iter().zip(&stack.free).filter(|(_, count)| **count > 0);
        let slow = kinds().map(|(kind, _)| kind.multi).max().unwrap_or(0) * 3 / 4;
        if stack.home && kinds().any(|(kind, _)| kind.multi < slow) {
            let fast = survey.sc.types.iter().zip(&stack.free);
            list.push(go(fast.map(|(kind, count)| if kind.multi < slow { 0 } else { *count }).collect()));
        }
        list
    }

    /// Stacks without a task go to the frontier of the best target out of reach, to the main army, or home.
    fn approach(&mut self) {
        for at in 0..self.stacks.len() {
            if self.tasks[at].is_some() || self.stacks[at].besieged {
                continue;
            }
            let stack = self.stacks[at].clone();
            let task = if !stack.home {
                self.way_home(at)
            } else if total(&stack.free) >= 3 {
                self.staging(at)
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
    pub fn way_home(&self, at: usize) -> Option<Task> {
        let (survey, stack) = (self.survey, &self.stacks[at]);
        let units = army_only(survey, survey.st.stacks.of(stack.place, survey.me).to_vec());
        let pace = Pace::of(survey, &units, stack.generals[0]);
        let ways = routes::reach(survey, stack.place, pace);
        let safe = survey.own.iter().filter(|place| !survey.contested(**place));
        let nearest = safe.filter_map(|place| ways.way(*place).map(|way| (way.ends, *place, way.path))).min()?;
        Some(Task::Join { place: nearest.1, way: nearest.2, units })
    }

    /// Towards the target with the best prospect for all that is still free, or to where an enemy threatens.
    fn staging(&self, at: usize) -> Option<Task> {
        let (survey, stack) = (self.survey, &self.stacks[at]);
        let idle: Vec<usize> = (0..self.stacks.len()).filter(|&other| self.tasks[other].is_none()).collect();
        let skill = generals::skill(survey, stack.generals[0]);
        let mut best: Option<(i64, ProvinceId)> = None;
        for target in self.targets.iter().filter(|target| !self.taken.contains(&target.place)) {
            let terrain = survey.sc.province(target.place).terrain;
            let way = routes::towards(survey, target.place);
            let far = way[stack.place.index()];
            if far > 40 {
                continue;
            }
            let near = idle.iter().filter(|&&other| way[self.stacks[other].place.index()] <= far.max(12) + 6);
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
        let strongest = survey.own.iter().copied().filter(|place| survey.danger[place.index()] > 0);
        let threatened = strongest.max_by_key(|place| (survey.danger[place.index()] * survey.worth(*place), place.0));
        let goal = best.map(|(_, place)| place).or(threatened)?;
        self.go_towards(at, goal)
    }

    /// The way this turn to the own province nearest to a goal.
    pub fn go_towards(&self, at: usize, goal: ProvinceId) -> Option<Task> {
        let (survey, stack) = (self.survey, &self.stacks[at]);
        let left = routes::towards(survey, goal);
        let pace = Pace::of(survey, &stack.free, stack.generals[0]);
        let ways = routes::reach(survey, stack.place, pace);
        let safe = survey.own.iter().filter(|place| !survey.contested(**place));
        let open = safe
            .filter(|place| survey.danger[place.index()] <= survey.own_at(**place).field.max(1) * 3 || **place == goal);
        let nearest = open
            .filter_map(|place| ways.way(*place).map(|way| (left[place.index()], way.ends, *place, way.path)))
            .min()?;
        (nearest.0 < left[stack.place.index()]).then_some(Task::Join {
            place: nearest.2,
            way: nearest.3,
            units: stack.free.clone(),
        })
    }

    /// A general with nobody to lead rides to the greatest stack that has no general.
    fn fetch(&self, at: usize) -> Option<Task> {
        let (survey, stack) = (self.survey, &self.stacks[at]);
        let sc = survey.sc;
        let general = stack.generals[0];
        if stack.generals.len() == 1 && survey.armies(stack.place) > 6 {
            return None;
        }
        let none = vec![0; sc.types.len()];
        let ways = routes::reach(survey, stack.place, Pace::of(survey, &none, general));
        let led =
            |place: ProvinceId| self.stacks.iter().any(|other| other.place == place) || self.taken.contains(&place);
        let waiting = |place: ProvinceId| total(&leaving(survey, place, survey.keep(place)));
        let best = survey
            .own
            .iter()
            .copied()
            .filter(|&place| !led(place) && !survey.contested(place) && waiting(place) >= 3)
            .filter_map(|place| ways.way(place).map(|way| (waiting(place), way)))
            .max_by_key(|(units, way)| (*units, std::cmp::Reverse(way.ends)));
        best.map(|(_, way)| Task::Join {
            place: *way.path.last().expect("a way has an end"),
            way: way.path,
            units: none,
        })
    }
}

/// Units that a sweep takes along.
pub fn sweep_units(task: &Task, types: usize) -> Vec<u16> {
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

fn army_only(survey: &Survey, mut units: Vec<u16>) -> Vec<u16> {
    for (kind, count) in survey.sc.types.iter().zip(units.iter_mut()) {
        if kind.is_fleet() {
            *count = 0;
        }
    }
    units
}

/// Other things a stack might do, for a question about it: with the words for them.
pub fn alternatives(survey: &Survey, targets: &[Target], drafted: &Draft, at: usize) -> Vec<(String, bool, Task)> {
    let mut work = Work::new(survey, targets, drafted.stacks.clone());
    work.tasks = drafted.tasks.iter().cloned().map(Some).collect();
    work.tasks[at] = None;
    let mut list = vec![("hold where they stand".to_owned(), true, Task::Hold)];
    let mut attacks: Vec<(i64, String, Task)> = Vec::new();
    for target in targets {
        let Some(march) = work.march(at, target.place) else { continue };
        let skill = generals::skill(survey, work.stacks[at].generals[0]);
        let gain = targets::prospect(survey, target, march.strength, skill).gain;
        let verb = match target.aim {
            Aim::Free => "drive the enemy from",
            Aim::Take if target.is_empty() => "occupy",
            Aim::Take => "besiege",
        };
        let words = format!("{verb} {}", survey.st.place(survey.sc, target.place));
        attacks.push((gain, words, Task::Attack { place: target.place, way: march.way, units: march.units }));
    }
    attacks.sort_by_key(|(gain, ..)| std::cmp::Reverse(*gain));
    list.extend(attacks.into_iter().take(4).map(|(_, words, task)| (words, false, task)));
    let stack = work.stacks[at].clone();
    if !stack.besieged {
        let units = work.column_units(&stack.free, COLUMN);
        work.taken.clear();
        if stack.home
            && let Some(task) = work.sweep(stack.place, stack.generals[0], units)
        {
            list.push(("send a column round the undefended places".to_owned(), false, task));
        }
        let threatened = survey.own.iter().copied().filter(|place| *place != stack.place);
        let goal = threatened.max_by_key(|place| (survey.danger[place.index()], place.0));
        if let Some(goal) = goal
            && stack.home
            && let Some(task) = work.go_towards(at, goal)
        {
            list.push((format!("reinforce {}", survey.st.place(survey.sc, goal)), true, task));
        }
        if !stack.home
            && let Some(task) = work.way_home(at)
        {
            list.push(("retire to own territory".to_owned(), true, task));
        }
    }
    list.retain(|(.., task)| *task != drafted.tasks[at]);
    list
}
