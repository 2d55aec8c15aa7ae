//! Which stack does what: targets are taken by the best prospect first, then what is left looks after the rest.

mod alternatives;
mod approach;
mod columns;
mod overseas;

use std::cell::OnceCell;
use std::rc::Rc;

use super::assess::Survey;
use super::forces::Strength;
pub use super::forces::{Stack, total};
use super::generals;
use super::reach::{Pace, Reach};
use super::routes;
use super::sea::{Crossing, Passage, Voyage};
use super::targets::{self, Aim, Target};
use crate::model::ids::{GeneralId, ProvinceId, TypeId};

pub use alternatives::alternatives;

/// Prospects below this are not worth marching for, tenths of a revenue point.
const LEAST_GAIN: i64 = 4;
/// What it costs to tie up a unit for a turn, tenths of a revenue point.
const TIED_UP: i64 = 1;
/// What an undertaking begun counts for above a new one, per cent.
const CONSTANCY: i64 = 60;
/// Units of a flying column.
const COLUMN: u32 = 4;

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
    /// Goes across the sea, to a target or to an own province.
    Sail {
        /// Where in the end.
        place: ProvinceId,
        /// How.
        voyage: Voyage,
        /// With what army.
        units: Vec<u16>,
    },
    /// Its general brings the squadrons to another stack, and sails with it.
    Escort,
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
pub fn stacks<'s>(survey: &'s Survey) -> &'s [Stack] {
    survey.recall.stacks(|| {
        let led = survey.sc.province_ids().filter(|place| survey.led[place.index()]);
        let mut all: Vec<Stack> = led.filter_map(|place| stack(survey, place)).collect();
        all.sort_by_cached_key(|stack| (std::cmp::Reverse(survey.own_at(stack.place).field), stack.place));
        all
    })
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

/// How many may leave a province when `keep` army units stay.
pub fn may_leave(survey: &Survey, place: ProvinceId, keep: u32) -> u32 {
    survey.armies(place).saturating_sub(keep)
}

/// Drafts tasks for all stacks. `fixed` tasks stand; the rest is drafted around them.
pub fn draft(survey: &Survey, targets: &[Target], fixed: &[Option<Task>]) -> Draft {
    let mut work = Work::new(survey, targets, stacks(survey).to_vec());
    work.tasks = (0..work.stacks.len()).map(|at| fixed.get(at).cloned().flatten()).collect();
    for task in work.tasks.clone().into_iter().flatten() {
        work.note_taken(&task);
    }
    work.escort();
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
    /// How far each stack gets across the sea, likewise.
    crossings: Vec<OnceCell<Vec<Crossing>>>,
    /// Provinces whose squadrons sail for somebody already.
    afloat: Vec<ProvinceId>,
    /// Admirals who sail with another stack.
    admirals: Vec<GeneralId>,
}

/// Units of a stack, and how far they get.
type Marching = (Vec<u16>, Rc<Reach>);

/// One stack on its way to a target.
struct March {
    stack: usize,
    by: By,
    strength: Strength,
    ends: i64,
}

/// How a stack gets to a target.
enum By {
    /// It is there.
    There,
    /// Over land, with one of the forces whose reach is known.
    Land(usize),
    /// Across the sea.
    Sea(Box<Passage>),
}

impl March {
    /// Whether the stack is at the target already.
    fn there(&self) -> bool {
        matches!(self.by, By::There)
    }

    /// The passage, when the way leads across the sea.
    fn passage(&self) -> Option<&Passage> {
        if let By::Sea(passage) = &self.by { Some(passage) } else { None }
    }
}

/// The best group for a target, as long as nobody of those asked has anything else to do.
struct Offer {
    gain: i64,
    group: Vec<March>,
    /// All who could come, whether they are of the group or not.
    asked: Vec<usize>,
    /// Whether any of them would come by sea: then it hangs on who else sails.
    by_sea: bool,
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
            crossings: vec![OnceCell::new(); stacks.len()],
            stacks,
            reaches,
            afloat: Vec::new(),
            admirals: Vec::new(),
        }
    }

    fn note_taken(&mut self, task: &Task) {
        match task {
            Task::Attack { place, .. } | Task::Join { place, .. } => self.taken.push(*place),
            Task::Sweep { stops } => self.taken.extend(stops.iter().filter_map(|(way, _)| way.last().copied())),
            Task::Sail { place, voyage, .. } => {
                self.taken.push(*place);
                self.afloat.push(voyage.fleet);
                self.admirals.extend(voyage.admiral);
            }
            Task::Hold | Task::Escort => {}
        }
    }

    /// The best group for the best target, until nothing is worth it.
    fn attack(&mut self) {
        let mut offers: Vec<Option<Offer>> = self.targets.iter().map(|target| self.offer(target)).collect();
        loop {
            let mut best: Option<(i64, usize)> = None;
            for (target, offer) in offers.iter().enumerate() {
                let Some(Offer { gain, .. }) = offer else { continue };
                if *gain > LEAST_GAIN && best.is_none_or(|(known, _)| *gain > known) {
                    best = Some((*gain, target));
                }
            }
            let Some((_, target)) = best else { break };
            let place = self.targets[target].place;
            for march in offers[target].take().map_or_else(Vec::new, |offer| offer.group) {
                let stack = march.stack;
                let task = self.task(march, place);
                self.note_taken(&task);
                self.tasks[stack] = Some(task);
            }
            self.escort();
            // Whoever had nothing to offer has nothing now: stacks and squadrons only become fewer.
            for (offer, target) in offers.iter_mut().zip(self.targets) {
                let stands = |offer: &Offer| !offer.by_sea && offer.asked.iter().all(|&at| self.tasks[at].is_none());
                if offer.as_ref().is_some_and(|offer| !stands(offer)) {
                    *offer = self.offer(target);
                }
            }
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

    /// The smallest group of stacks with the best prospect at a target that they reach this turn. Nothing where somebody
    /// looks after it already.
    fn offer(&self, target: &Target) -> Option<Offer> {
        if self.taken.contains(&target.place) {
            return None;
        }
        let survey = self.survey;
        let mut marches: Vec<March> = (0..self.stacks.len())
            .filter(|&at| self.tasks[at].is_none())
            .filter_map(|at| self.march(at, target.place))
            .collect();
        marches.sort_by_key(|march| (!march.there(), std::cmp::Reverse(march.strength.field), march.ends, march.stack));
        if marches.is_empty() {
            return None;
        }
        let asked = marches.iter().map(|march| march.stack).collect();
        let by_sea = marches.iter().any(|march| march.passage().is_some());
        if by_sea {
            self.one_voyage_a_fleet(&mut marches);
        }
        let mut best = (i64::MIN, 0);
        let mut army = Strength::default();
        let mut leader: Option<GeneralId> = None;
        let mut storms = 0;
        for (count, march) in marches.iter().enumerate().take(4) {
            army = army.and(march.strength);
            let general = self.stacks[march.stack].generals[0];
            leader = survey.st.senior(leader.into_iter().chain([general]));
            let skill = generals::skill(survey, leader.unwrap_or(general));
            let prospect = targets::prospect(survey, target, army, skill);
            let mut gain = prospect.gain - TIED_UP * i64::from(army.armies);
            if let Some(passage) = march.passage() {
                storms += passage.storms;
            }
            if marches[..=count].iter().any(|march| march.passage().is_some()) {
                gain = targets::over_sea(survey, target, gain, storms);
            }
            if marches[0].there() {
                // Whoever sits before a city stays there, unless something much better offers.
                gain += gain.max(0) * CONSTANCY / 100;
            }
            if gain > best.0 {
                best = (gain, count + 1);
            }
        }
        let (gain, count) = best;
        marches.truncate(count);
        Some(Offer { gain, group: marches, asked, by_sea })
    }

    /// A stack's way to a place this turn, with all that is free or, where the train is too slow, without it.
    fn march(&self, at: usize, place: ProvinceId) -> Option<March> {
        let (survey, stack) = (self.survey, &self.stacks[at]);
        let terrain = survey.sc.province(place).terrain;
        if stack.place == place {
            let strength = Strength::of(survey.sc, survey.st.stacks.of(place, survey.me), terrain);
            let there = !stack.besieged && strength.armies > 0;
            return there.then_some(March { stack: at, by: By::There, strength, ends: 0 });
        }
        let by_land = self.reaches(at).iter().enumerate();
        let found = by_land.filter_map(|(number, (_, reach))| Some((number, reach.ends(place)?))).next();
        let Some((number, ends)) = found else {
            let passage = Box::new(self.passage(at, place)?);
            let (strength, ends) = (passage.strength, passage.ends);
            return Some(March { stack: at, by: By::Sea(passage), strength, ends });
        };
        let strength = Strength::of(survey.sc, &self.reaches(at)[number].0, terrain);
        Some(March { stack: at, by: By::Land(number), strength, ends })
    }

    /// The task of marching against a place so.
    fn task(&self, march: March, place: ProvinceId) -> Task {
        match march.by {
            By::There => {
                let units = army_only(self.survey, self.survey.st.stacks.of(place, self.survey.me).to_vec());
                Task::Attack { place, way: Vec::new(), units }
            }
            By::Land(number) => {
                let (units, reach) = &self.reaches(march.stack)[number];
                let way = reach.way(place).map_or_else(Vec::new, |way| way.path);
                Task::Attack { place, way, units: units.clone() }
            }
            By::Sea(passage) => Task::Sail { place, voyage: passage.voyage, units: passage.units },
        }
    }

    /// How far a stack gets with all that is free, and, from home, without its train and other slow units.
    fn reaches(&self, at: usize) -> &[Marching] {
        self.reaches[at].get_or_init(|| self.reckon_reaches(at))
    }

    fn reckon_reaches(&self, at: usize) -> Vec<Marching> {
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
}

fn army_only(survey: &Survey, mut units: Vec<u16>) -> Vec<u16> {
    for (kind, count) in survey.sc.types.iter().zip(units.iter_mut()) {
        if kind.is_fleet() {
            *count = 0;
        }
    }
    units
}
