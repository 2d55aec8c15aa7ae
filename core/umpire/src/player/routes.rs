//! How far a force gets in a turn (UM-15.10 to UM-15.15, UM-R45, UM-R46).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::rc::Rc;

use kernel::map::Mode;

use super::assess::Survey;
use super::reach::{Pace, Reach};
use crate::model::ids::{GeneralId, ProvinceId};

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
}

/// Provinces that a search for ways keeps in mind at first.
pub const OPEN: usize = 32;

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
