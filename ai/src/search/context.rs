//! What a search works with: one seat's planner, its determinizations, and the playouts on them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use kernel::{Answer, Determinization, Dice, GameSeed, OrderSet, Orders, Planner, RuleRef, SeatId};

use super::{Effort, PROOF, Progress, trimmed};
use crate::personality::bonus;

const RULE: RuleRef = RuleRef::new("ai");

/// What leading adds to a share of the whole, in millionths: a campaign is won by the first place, and a share alone
/// would as soon help another ahead.
pub const LEAD: i64 = 20_000;

/// Sets of samples: those on which plans are found, [`PROOF`], and [`FRESH`](super::FRESH).
const SETS: u32 = 3;

/// Most steps to the end of a campaign: a watchdog, some times as many as the longest has.
const LONGEST: u32 = 20_000;

/// How a playout ended for the seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Playout {
    /// Share of the whole, in millionths.
    pub share: i64,
    /// What the search is after: the share, [`LEAD`] for the first place (divided among those who share it), and what
    /// the player's personality makes of the plan.
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

/// One seat's planner with its determinizations. Playouts are numbered by *samples*: the number of the sample decides the
/// determinization, the dice and what rivals do, so two plans tried on the same sample differ by nothing but themselves.
///
/// Counters are atomic, and what is filed is locked, because the tree wants to share the context, not because anything runs
/// beside it: one search runs on one thread.
pub struct SearchContext<'a> {
    planner: &'a dyn Planner,
    /// Determinizations by number, each sampled when it is first played in.
    determinizations: Vec<OnceLock<Box<dyn Determinization>>>,
    seed: GameSeed,
    effort: Effort,
    progress: Progress,
    rivals: Vec<OrderSet>,
    plans: Mutex<Plans>,
    results: Mutex<BTreeMap<(usize, u32), Playout>>,
    played: AtomicU32,
    stepped: AtomicU64,
    cut_short: AtomicU32,
}

/// Orders with their number, and what the personality makes of the answers that mean them.
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

impl<'a> SearchContext<'a> {
    /// Nothing has been sampled yet.
    pub fn new(planner: &'a dyn Planner, seed: GameSeed, effort: Effort) -> Self {
        let number = effort.determinizations.min(effort.playouts).max(1) * SETS;
        Self {
            determinizations: (0..number).map(|_| OnceLock::new()).collect(),
            planner,
            seed,
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

    /// Counts playouts where somebody watches, too.
    #[must_use]
    pub fn watched(self, progress: &Progress) -> Self {
        Self { progress: progress.clone(), ..self }
    }

    /// Lets rivals hand in these order sets in every other playout when they first act; the rollout policy moves them in the
    /// rest.
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

    /// Where playouts are counted for whoever watches.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// What all dice of the samples are drawn from.
    pub fn seed(&self) -> &GameSeed {
        &self.seed
    }

    /// One of the determinizations.
    pub fn first(&self) -> &dyn Determinization {
        self.determinization(0)
    }

    fn determinization(&self, number: usize) -> &dyn Determinization {
        let label = || format!("world {number}");
        let sampled = || self.planner.sample(&mut Dice::keyed(&self.seed, &label()).quiet());
        self.determinizations[number].get_or_init(sampled).as_ref()
    }

    /// The determinization of a sample: they take turns, and each set of samples has its own. What a plan owes to those it
    /// was found in must not count when it is put to the proof.
    fn determinization_of(&self, sample: u32) -> &dyn Determinization {
        let (set, each) = ((sample / PROOF).min(SETS - 1), self.determinizations.len() / SETS as usize);
        self.determinization(set as usize * each + sample as usize % each)
    }

    /// Playouts so far.
    pub fn played(&self) -> u32 {
        self.played.load(Ordering::Relaxed)
    }

    /// Counts playouts of another search on the account of this one. Whoever watches has seen them.
    pub fn charge(&self, playouts: u32) {
        self.played.fetch_add(playouts, Ordering::Relaxed);
    }

    /// Determinizations sampled; steps carried out; playouts that the watchdog cut short.
    pub fn counts(&self) -> (usize, u64, u32) {
        let imagined = self.determinizations.iter().filter(|state| state.get().is_some()).count();
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

    /// How a playout ends for the seat with the order set that the answers mean. The same order set on the same sample comes to the
    /// same, so it is played once.
    pub fn play(&self, answers: &[Answer], sample: u32) -> Playout {
        let filed = self.filed(answers);
        let known = held(&self.results).get(&(filed.number, sample)).copied();
        let playout = known.unwrap_or_else(|| {
            let playout = Playout::of(&self.playout(answers, sample).evaluate(), self.planner.seat());
            held(&self.results).insert((filed.number, sample), playout);
            playout
        });
        Playout { reward: playout.reward + filed.leaning, ..playout }
    }

    /// What the player's personality makes of answers, beyond what it makes of first answers.
    fn leaning(&self, answers: &[Answer]) -> i64 {
        let leanings = self.effort.leanings;
        let departures = answers.iter().enumerate().filter(|(_, answer)| **answer != 0 && !leanings.is_empty());
        let leaning = |(at, answer): (usize, &Answer)| {
            let question = self.planner.ask(&answers[..at])?;
            Some(bonus(leanings, &question, *answer) - bonus(leanings, &question, 0))
        };
        departures.filter_map(leaning).sum()
    }

    /// A playout to the horizon: the seat's own orders when it first acts, the rollout policy for everybody else and
    /// afterwards.
    pub fn playout(&self, answers: &[Answer], sample: u32) -> Box<dyn Determinization> {
        let mut state = self.determinization_of(sample).clone_box();
        let orders = self.orders(answers);
        let mut pending = self.expected(sample);
        pending.push(OrderSet { seat: self.planner.seat(), orders });
        let end = state.clock().saturating_add(self.effort.horizon);
        self.carry(state.as_mut(), pending, (end, self.effort.steps), sample);
        state
    }

    /// A [`playout`](Self::playout) carried on to the end of the campaign, everybody by the rollout policy.
    pub fn ending(&self, playout: &dyn Determinization, sample: u32) -> Box<dyn Determinization> {
        let mut state = playout.clone_box();
        self.carry(state.as_mut(), Vec::new(), (u32::MAX, LONGEST), sample);
        state
    }

    /// Carries a state on to a time, or for so many steps: these order sets when their seats first act, and the rollout
    /// policy.
    fn carry(&self, state: &mut dyn Determinization, mut pending: Vec<OrderSet>, (end, most): (u32, u32), sample: u32) {
        let mut acts: Vec<SeatId> = Vec::new();
        let (mut clock, mut steps) = (state.clock(), 0);
        loop {
            let actors = state.to_act();
            let Some(&first) = actors.first() else { break };
            if state.clock() >= end {
                break;
            }
            if steps == most {
                self.cut_short.fetch_add(1, Ordering::Relaxed);
                break;
            }
            if state.clock() != clock {
                clock = state.clock();
                acts.clear();
            }
            // By sample, time and actor: a reaction more or less in between leaves everybody else's dice as they were.
            let act = acts.iter().filter(|seat| **seat == first).count();
            let label = format!("lot {sample}, time {clock}, {first}, act {act}");
            acts.push(first);
            let (now, later) = pending.into_iter().partition(|set| actors.contains(&set.seat));
            pending = later;
            state.step_with(&now, &mut Dice::keyed(&self.seed, &label).quiet());
            steps += 1;
        }
        self.played.fetch_add(1, Ordering::Relaxed);
        self.progress.count();
        self.stepped.fetch_add(u64::from(steps), Ordering::Relaxed);
    }

    /// The rivals' order sets that are handed in on this sample.
    fn expected(&self, sample: u32) -> Vec<OrderSet> {
        if self.rivals.is_empty() {
            return Vec::new();
        }
        let mut dice = Dice::keyed(&self.seed, &format!("lot {sample}, rivals")).quiet();
        let as_planned = |set: &&OrderSet| dice.stream("rival", set.seat.0, 0).range(0, 1, RULE) == 1;
        self.rivals.iter().filter(as_planned).cloned().collect()
    }
}
