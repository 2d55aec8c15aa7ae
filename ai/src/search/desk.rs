//! Where futures are played: one seat's planner, the worlds it imagines, and its own luck.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use kernel::{Answer, Determinization, Dice, GameSeed, OrderSet, Orders, Planner, RuleRef, SeatId};

use super::{Effort, PROOF, Progress, trimmed};
use crate::Temper;

const RULE: RuleRef = RuleRef::new("ai");

/// What leading adds to a share of the whole, in millionths: a campaign is won by the first place, and a share alone
/// would as soon help another ahead.
pub const LEAD: i64 = 20_000;

/// Sets of lots: those on which plans are found, [`PROOF`], and [`FRESH`](super::FRESH).
const SETS: u32 = 3;

/// Most steps to the end of a campaign: a watchdog, some times as many as the longest has.
const LONGEST: u32 = 20_000;

/// How a future ended for the seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Playout {
    /// Share of the whole, in millionths.
    pub share: i64,
    /// What the search is after: the share, [`LEAD`] for the first place (divided among those who share it), and what
    /// the player's temper makes of the plan.
    pub reward: i64,
    /// Whether nobody is ahead of the seat.
    pub first: bool,
}

impl Playout {
    /// Reads a seat's result off the shares of all.
    pub fn of(worth: &[u32], seat: SeatId) -> Self {
        let share = worth.get(seat.index()).copied().unwrap_or(0);
        let ahead = worth.iter().filter(|other| **other > share).count();
        let level = worth.iter().filter(|other| **other == share).count().max(1);
        let share = i64::from(share);
        let lead = if ahead == 0 { LEAD / level as i64 } else { 0 };
        Self { share, reward: share + lead, first: ahead == 0 }
    }
}

/// One seat's planner with the worlds it imagines. Futures are numbered by *lots*: the lot decides the world, the dice
/// and what rivals do, so two plans tried on the same lot differ by nothing but themselves.
///
/// Counters are atomic, and what is filed is locked, because the tree wants to share the desk, not because anything runs
/// beside it: one search runs on one thread.
pub struct Desk<'a> {
    planner: &'a dyn Planner,
    /// Worlds by number, each imagined when it is first played in.
    worlds: Vec<OnceLock<Box<dyn Determinization>>>,
    luck: GameSeed,
    effort: Effort,
    progress: Progress,
    rivals: Vec<OrderSet>,
    plans: Mutex<Plans>,
    results: Mutex<BTreeMap<(usize, u32), Playout>>,
    played: AtomicU32,
    stepped: AtomicU64,
    cut_short: AtomicU32,
}

/// Orders with their number, and what the temper makes of the answers that mean them.
#[derive(Clone)]
struct Filed {
    number: usize,
    orders: Orders,
    leaning: i64,
}

/// Orders by the answers that mean them, and the different ones by number.
#[derive(Default)]
struct Plans {
    by_answers: BTreeMap<Vec<Answer>, Filed>,
    different: Vec<Orders>,
}

fn held<T>(file: &Mutex<T>) -> MutexGuard<'_, T> {
    file.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Desk<'a> {
    /// Nothing imagined yet.
    pub fn new(planner: &'a dyn Planner, luck: GameSeed, effort: Effort) -> Self {
        let number = effort.worlds.min(effort.playouts).max(1) * SETS;
        Self {
            worlds: (0..number).map(|_| OnceLock::new()).collect(),
            planner,
            luck,
            effort,
            progress: Progress::default(),
            rivals: Vec::new(),
            plans: Mutex::default(),
            results: Mutex::default(),
            played: AtomicU32::new(0),
            stepped: AtomicU64::new(0),
            cut_short: AtomicU32::new(0),
        }
    }

    /// Counts futures where somebody watches, too.
    #[must_use]
    pub fn watched(self, progress: &Progress) -> Self {
        Self { progress: progress.clone(), ..self }
    }

    /// Lets rivals hand in these sheets in every other future when they first act; by habit they act in the rest.
    pub fn expect(&mut self, rivals: Vec<OrderSet>) {
        self.rivals = rivals;
        self.results = Mutex::default();
    }

    /// The seat's planner.
    pub fn planner(&self) -> &'a dyn Planner {
        self.planner
    }

    /// What may be spent.
    pub fn effort(&self) -> &Effort {
        &self.effort
    }

    /// Where futures are counted for whoever watches.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Where the luck of lots comes from.
    pub fn luck(&self) -> &GameSeed {
        &self.luck
    }

    /// One of the worlds.
    pub fn world(&self) -> &dyn Determinization {
        self.imagined(0)
    }

    fn imagined(&self, number: usize) -> &dyn Determinization {
        let label = || format!("world {number}");
        let imagine = || self.planner.sample(&mut Dice::keyed(&self.luck, &label()).quiet());
        self.worlds[number].get_or_init(imagine).as_ref()
    }

    /// The world that a lot is played in: in turns, each set of lots in worlds of its own. What a plan owes to the worlds
    /// it was found in must not count when it is put to the proof.
    fn world_of(&self, lot: u32) -> &dyn Determinization {
        let (set, each) = ((lot / PROOF).min(SETS - 1), self.worlds.len() / SETS as usize);
        self.imagined(set as usize * each + lot as usize % each)
    }

    /// Futures played so far.
    pub fn played(&self) -> u32 {
        self.played.load(Ordering::Relaxed)
    }

    /// Counts futures that were played elsewhere on this desk's account. Whoever watches has seen them.
    pub fn charge(&self, playouts: u32) {
        self.played.fetch_add(playouts, Ordering::Relaxed);
    }

    /// Worlds imagined; steps carried out; futures that the watchdog cut short.
    pub fn counts(&self) -> (usize, u64, u32) {
        let imagined = self.worlds.iter().filter(|world| world.get().is_some()).count();
        (imagined, self.stepped.load(Ordering::Relaxed), self.cut_short.load(Ordering::Relaxed))
    }

    /// The orders that some answers mean.
    pub fn orders(&self, answers: &[Answer]) -> Orders {
        self.filed(answers).orders
    }

    /// Number of the orders that some answers mean: answers that come to the same orders share one.
    pub fn number(&self, answers: &[Answer]) -> usize {
        self.filed(answers).number
    }

    /// Plans without those that come to the same orders as an earlier one.
    pub fn distinct(&self, mut plans: Vec<Vec<Answer>>) -> Vec<Vec<Answer>> {
        let mut seen = BTreeSet::new();
        plans.retain(|plan| seen.insert(self.number(plan)));
        plans
    }

    fn filed(&self, answers: &[Answer]) -> Filed {
        let mut plans = held(&self.plans);
        let answers = trimmed(answers);
        if let Some(filed) = plans.by_answers.get(&answers) {
            return filed.clone();
        }
        let orders = self.planner.orders(&answers);
        let known = plans.different.iter().position(|other| *other == orders);
        let number = known.unwrap_or_else(|| {
            plans.different.push(orders.clone());
            plans.different.len() - 1
        });
        let filed = Filed { number, orders, leaning: self.leaning(&answers) };
        plans.by_answers.insert(answers, filed.clone());
        filed
    }

    /// How a future ends for the seat with the sheet that the answers mean. The same sheet on the same lot comes to the
    /// same, so it is played once.
    pub fn play(&self, answers: &[Answer], lot: u32) -> Playout {
        let filed = self.filed(answers);
        let known = held(&self.results).get(&(filed.number, lot)).copied();
        let playout = known.unwrap_or_else(|| {
            let playout = Playout::of(&self.future(answers, lot).evaluate(), self.planner.seat());
            held(&self.results).insert((filed.number, lot), playout);
            playout
        });
        Playout { reward: playout.reward + filed.leaning, ..playout }
    }

    /// What the player's temper makes of answers, beyond what it makes of first answers.
    fn leaning(&self, answers: &[Answer]) -> i64 {
        let temper = self.effort.temper;
        let departures = answers.iter().enumerate().filter(|(_, answer)| **answer != 0 && temper != Temper::Even);
        let leaning = |(at, answer): (usize, &Answer)| {
            let question = self.planner.ask(&answers[..at])?;
            Some(temper.worth(&question, *answer) - temper.worth(&question, 0))
        };
        departures.filter_map(leaning).sum()
    }

    /// Plays a future to the horizon: the own sheet when the seat first acts, habits for everybody else and afterwards.
    pub fn future(&self, answers: &[Answer], lot: u32) -> Box<dyn Determinization> {
        let mut world = self.world_of(lot).clone_box();
        let orders = self.orders(answers);
        let mut pending = self.expected(lot);
        pending.push(OrderSet { seat: self.planner.seat(), orders });
        let end = world.clock().saturating_add(self.effort.horizon);
        self.carry(world.as_mut(), pending, (end, self.effort.steps), lot);
        world
    }

    /// Plays a future on from where [`future`](Self::future) left it to the end of the campaign, everybody by habit.
    pub fn ending(&self, future: &dyn Determinization, lot: u32) -> Box<dyn Determinization> {
        let mut world = future.clone_box();
        self.carry(world.as_mut(), Vec::new(), (u32::MAX, LONGEST), lot);
        world
    }

    /// Carries a world on to a time, or for so many steps: these sheets when their seats first act, and habits.
    fn carry(&self, world: &mut dyn Determinization, mut pending: Vec<OrderSet>, (end, most): (u32, u32), lot: u32) {
        let mut acts: Vec<SeatId> = Vec::new();
        let (mut clock, mut steps) = (world.clock(), 0);
        loop {
            let actors = world.to_act();
            let Some(&first) = actors.first() else { break };
            if world.clock() >= end {
                break;
            }
            if steps == most {
                self.cut_short.fetch_add(1, Ordering::Relaxed);
                break;
            }
            if world.clock() != clock {
                clock = world.clock();
                acts.clear();
            }
            // By lot, time and actor: a reaction more or less in between leaves everybody else's luck as it was.
            let act = acts.iter().filter(|seat| **seat == first).count();
            let label = format!("lot {lot}, time {clock}, {first}, act {act}");
            acts.push(first);
            let (now, later) = pending.into_iter().partition(|set| actors.contains(&set.seat));
            pending = later;
            world.step_with(&now, &mut Dice::keyed(&self.luck, &label).quiet());
            steps += 1;
        }
        self.played.fetch_add(1, Ordering::Relaxed);
        self.progress.count();
        self.stepped.fetch_add(u64::from(steps), Ordering::Relaxed);
    }

    /// The rivals' sheets that are handed in on this lot.
    fn expected(&self, lot: u32) -> Vec<OrderSet> {
        if self.rivals.is_empty() {
            return Vec::new();
        }
        let mut dice = Dice::keyed(&self.luck, &format!("lot {lot}, rivals")).quiet();
        let as_planned = |set: &&OrderSet| dice.stream("rival", set.seat.0, 0).range(0, 1, RULE) == 1;
        self.rivals.iter().filter(as_planned).cloned().collect()
    }
}
