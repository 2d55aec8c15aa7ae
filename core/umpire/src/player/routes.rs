//! How far a force gets in a turn (UM-15.10 to UM-15.15, UM-R45, UM-R46).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::rc::Rc;

use kernel::map::Mode;

use super::assess::Survey;
use crate::model::ids::{GeneralId, ProvinceId};
use crate::model::scenario::Scenario;

/// How a force marches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Least multiple move of its types, movement points.
    pub multi: i64,
    /// Least longest stage of its types.
    pub stage: i64,
    /// Speed by the commander's activity, per cent.
    pub activity: i64,
    /// Time gone already, in parts of a turn.
    pub spent: i64,
}

impl Pace {
    /// Of army units under a general; of the general alone when there are none.
    pub fn of(survey: &Survey, stack: &[u16], general: GeneralId) -> Self {
        let sc = survey.sc;
        let kinds = || stack.iter().zip(&sc.types).filter(|(count, kind)| **count > 0 && !kind.is_fleet());
        let multi = kinds().map(|(_, kind)| kind.multi).min().unwrap_or(sc.general_max_move);
        let stage = kinds().map(|(_, kind)| kind.longest_stage()).min().unwrap_or(sc.general_max_move);
        let activity = usize::from(survey.st.general(general).activity.min(7));
        Self { multi, stage, activity: sc.constants.R45.activity_pct[activity], spent: 0 }
    }

    /// Time that a leg takes, in parts of a turn (UM-R45); `None` where it is too long for a leg among others.
    pub fn time(self, sc: &Scenario, mp: i64) -> Option<i64> {
        (mp <= self.stage).then(|| mp * sc.constants.R45.turn_length * 100 / (self.multi * self.activity).max(1))
    }
}

/// Provinces that a search for ways keeps in mind at first.
pub const OPEN: usize = 32;

/// A way through provinces, the destination last.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    /// Provinces entered in order.
    pub path: Vec<ProvinceId>,
    /// Time at its end, in parts of a turn.
    pub ends: i64,
}

/// Everywhere a force gets this turn over land.
#[derive(Clone, Debug)]
pub struct Reach {
    from: ProvinceId,
    /// Time of arrival by province; `i64::MAX` where the force does not get.
    ends: Vec<i64>,
    /// The place before, by province.
    before: Vec<u16>,
}

impl Reach {
    /// Time of arrival in a province, in parts of a turn; `None` where the force does not get, and where it starts.
    pub fn ends(&self, to: ProvinceId) -> Option<i64> {
        let ends = self.ends[to.index()];
        (ends < i64::MAX && to != self.from).then_some(ends)
    }

    /// The way to a province.
    pub fn way(&self, to: ProvinceId) -> Option<Way> {
        let ends = self.ends(to)?;
        let mut path = vec![to];
        let mut at = self.before[to.index()];
        while at != self.from.0 {
            path.push(ProvinceId(at));
            at = self.before[usize::from(at)];
        }
        path.reverse();
        Some(Way { path, ends })
    }

    /// The provinces reached, in order.
    pub fn places(&self) -> impl Iterator<Item = (ProvinceId, i64)> + '_ {
        (0..self.ends.len()).map(ProvinceId::at).filter_map(|place| Some((place, self.ends(place)?)))
    }
}

/// Where a force gets from `from` this turn over land. Provinces with hostile armies end a way.
pub fn reach(survey: &Survey, from: ProvinceId, pace: Pace) -> Rc<Reach> {
    survey.recall.reach(from, pace, || march(survey, from, pace))
}

fn march(survey: &Survey, from: ProvinceId, pace: Pace) -> Reach {
    let sc = survey.sc;
    let turn = sc.constants.R45.turn_length;
    let mut ends = vec![i64::MAX; sc.provinces.len()];
    let mut before = vec![0; sc.provinces.len()];
    ends[from.index()] = pace.spent;
    let mut open = BinaryHeap::with_capacity(OPEN);
    open.push(Reverse((pace.spent, from.0)));
    while let Some(Reverse((time, at))) = open.pop() {
        let here = ProvinceId(at);
        if ends[here.index()] < time || (here != from && survey.contested[here.index()]) {
            continue;
        }
        for step in sc.graph.steps(at, Mode::Land).iter().filter(|step| step.to != from.0) {
            let mp = sc.route(step.route).mp;
            let Some(leg) = pace.time(sc, mp) else { continue };
            // One arduous stage may use the whole turn of a force that has not moved yet (UM-R46).
            let there = if time + leg > turn && time == 0 { turn } else { time + leg };
            let to = usize::from(step.to);
            if there <= turn && (there, at) < (ends[to], before[to]) {
                (ends[to], before[to]) = (there, at);
                open.push(Reverse((there, step.to)));
            }
        }
    }
    Reach { from, ends, before }
}

/// Distances in movement points from everywhere to one place, through provinces that let this nation pass: the same in
/// both directions.
pub fn towards<'s>(survey: &'s Survey, to: ProvinceId) -> &'s [i64] {
    survey.recall.towards(to, || distances(survey, to))
}

fn distances(survey: &Survey, to: ProvinceId) -> Vec<i64> {
    let sc = survey.sc;
    let mut best = vec![i64::MAX; sc.provinces.len()];
    best[to.index()] = 0;
    let mut open = VecDeque::with_capacity(OPEN);
    open.push_back(to);
    while let Some(here) = open.pop_front() {
        if here != to && survey.contested[here.index()] {
            continue;
        }
        for step in sc.graph.steps(here.0, Mode::Land) {
            let total = best[here.index()] + sc.route(step.route).mp;
            if total < best[usize::from(step.to)] {
                best[usize::from(step.to)] = total;
                open.push_back(ProvinceId(step.to));
            }
        }
    }
    best
}
