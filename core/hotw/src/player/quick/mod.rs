//! A quick expansion for playouts: step by step the best gain for its price. Where `steps.rs` looks at everything anew
//! before each step, here a Land's gain is kept until something in its Area changes, and one glance ahead is enough.

mod areas;
mod voyage;

use super::decision::DecisionContext;
use super::expansion::PlannedExpansion;
use super::forces::{Pay, PlannedForces, Price, Task};
use super::gains::{Gains, Preference};
use super::position::{Position, Spot};
use super::steps::{Action, ExpansionStep, LATER, bridged, defences, lanes, ratio, task};
use crate::model::ids::{LandId, Lands, Space, Waters, Works};
use crate::model::scenario::board_facts::BoardFacts;

/// The most steps of an expansion.
const MOST_STEPS: usize = 60;

/// A Land in reach.
#[derive(Clone, Copy)]
struct Near {
    land: LandId,
    task: Task,
}

/// An expansion under way.
pub struct Quick<'a> {
    context: &'a DecisionContext<'a>,
    facts: &'a BoardFacts,
    position: Position,
    planned: PlannedForces,
    /// Whether forces may become fleets and forts (HW-30/b).
    any_kind: bool,
    near: Vec<Near>,
    /// Held or in reach.
    known: Lands,
    lanes: Waters,
    gains: Gains<'a>,
    together: Vec<i32>,
}

impl<'a> Quick<'a> {
    /// Looks round.
    pub fn new(
        context: &'a DecisionContext<'a>, position: Position, planned: PlannedForces, preference: Preference,
        any_kind: bool,
    ) -> Self {
        let mut quick = Self {
            context,
            facts: BoardFacts::of(context.board),
            position,
            planned,
            any_kind,
            near: Vec::with_capacity(40),
            known: Lands::NONE,
            lanes: Waters::NONE,
            gains: Gains::new(context, preference),
            together: Vec::with_capacity(40),
        };
        quick.survey();
        quick
    }

    /// The whole expansion; in dice mode up to the first fight.
    pub fn expand(mut self) -> PlannedExpansion {
        let mut campaign = PlannedExpansion::default();
        while campaign.steps.len() < MOST_STEPS {
            let Some(step) = self.best() else { break };
            campaign.worth += step.gain;
            campaign.steps.push(step);
            if self.planned.dice && matches!(step.price.pay, Pay::Fight(_)) {
                return campaign;
            }
            self.enter(&step);
        }
        self.dig_in(&mut campaign);
        campaign
    }

    fn survey(&mut self) {
        let board = self.context.board;
        self.lanes = lanes(self.context, &self.position);
        self.near.clear();
        let base = self.position.base;
        let borders = base.iter().fold(Lands::NONE, |all, land| all.or(self.facts.near[land.index()]));
        let shores = self.lanes.iter().fold(Lands::NONE, |all, water| all.or(board.water(water).coasts));
        let reach = borders.or(shores).and(board.usable).without(base);
        self.known = base.or(reach);
        for land in reach.iter() {
            let task = self.task(land);
            self.near.push(Near { land, task });
        }
    }

    /// What the easiest way into a Land meets.
    fn task(&self, land: LandId) -> Task {
        let ways = || self.context.ways[land.index()].iter().filter(|way| self.position.base.has(way.from));
        let easy = ways()
            .any(|way| if way.strait { bridged(self.context, &self.position, way.bridged_by) } else { !way.difficult });
        task(self.context, &self.position, land, !easy, ways().next().is_some())
    }

    fn price(&self, task: Task) -> Option<Price> {
        if task.defenders > 0 && !self.context.bias.fights {
            return None;
        }
        self.planned.price(&self.context.board.tables, task)
    }

    fn gain(&mut self, land: LandId) -> i32 {
        self.gains.taking(&self.position, land)
    }

    fn best(&mut self) -> Option<ExpansionStep> {
        self.look_for_areas();
        let mut best: Option<ExpansionStep> = None;
        let mut offer = |step: ExpansionStep| {
            if step.ratio > 0 && best.is_none_or(|best| step.ratio > best.ratio) {
                best = Some(step);
            }
        };
        for at in 0..self.near.len() {
            let Near { land, task } = self.near[at];
            let Some(price) = self.price(task) else { continue };
            let gain = self.gain(land);
            let behind = self.behind(land, gain, price.cost);
            let ratio = ratio(gain, price.cost).max(behind).max(self.together[at]);
            let action = Action::Enter(Space::Land(land));
            offer(ExpansionStep { action, via: None, defenders: task.defenders, rank: task.rank, price, gain, ratio });
        }
        if self.any_kind {
            for water in self.position.navigation.iter() {
                if let Some(step) = self.voyage(water) {
                    offer(step);
                }
            }
        }
        best
    }

    /// The ratio of a Land together with the best one behind it.
    fn behind(&mut self, land: LandId, gain: i32, cost: i32) -> i32 {
        let mut best = 0;
        for next in self.facts.near[land.index()].without(self.known).iter() {
            let way = self.context.ways[next.index()].iter().find(|way| way.from == land);
            let difficult = way.is_some_and(|way| way.difficult || way.strait);
            let task = task(self.context, &self.position, next, difficult, true);
            let Some(price) = self.price(task) else { continue };
            let more = self.gain(next) * LATER / 100;
            best = best.max(ratio(gain + more, cost + price.cost));
        }
        best
    }

    fn enter(&mut self, step: &ExpansionStep) {
        self.planned.spend(step.price, step.defenders);
        match step.action {
            Action::Enter(Space::Land(land)) => self.take(land),
            Action::Enter(Space::Water(water)) => {
                self.position.sail(self.context, water);
                self.survey();
            }
            Action::Fort(_) | Action::Stack(_) => {}
        }
    }

    fn take(&mut self, land: LandId) {
        self.position.take(self.context, land);
        self.gains.forget(land);
        if lanes(self.context, &self.position) != self.lanes {
            self.survey();
            return;
        }
        self.near.retain(|near| near.land != land);
        let around = self.facts.near[land.index()];
        for at in 0..self.near.len() {
            if around.has(self.near[at].land) {
                self.near[at].task = self.task(self.near[at].land);
            }
        }
        for next in around.without(self.known).iter() {
            let task = self.task(next);
            self.near.push(Near { land: next, task });
        }
        self.known = self.known.or(around);
    }

    /// What is left becomes forts and further armies, where they gain most.
    fn dig_in(&mut self, campaign: &mut PlannedExpansion) {
        let walk = Task { defenders: 0, rank: 0, water: false, vacant: false };
        if self.planned.forts == 0 && self.price(walk).is_none() {
            return;
        }
        let mut actions = defences(self.context, &self.position, &mut self.gains);
        actions.retain(|(action, gain)| *gain > 0 && (self.any_kind || matches!(action, Action::Stack(_))));
        actions.sort_unstable_by_key(|(action, gain)| (-gain, *action));
        for (action, gain) in actions {
            let free = self.planned.forts > 0 && matches!(action, Action::Fort(_));
            let Some(price) = self.price(walk).or(free.then_some(Price { cost: 0, pay: Pay::Fight(0) })) else { break };
            if free {
                self.planned.forts -= 1;
            } else {
                self.planned.spend(price, 0);
            }
            if let Action::Fort(land) = action {
                let spot = self.position.spots[land.index()];
                self.position.spots[land.index()] = Spot { works: Works::Fort, ..spot };
            }
            campaign.worth += gain;
            campaign.steps.push(ExpansionStep { action, via: None, defenders: 0, rank: 0, price, gain, ratio: 0 });
        }
    }
}
