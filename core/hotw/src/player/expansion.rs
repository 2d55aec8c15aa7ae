//! A whole expansion in expectation: step after step, each the best there is.

use super::decision::DecisionContext;
use super::forces::{Pay, PlannedForces};
use super::gains::{Gains, Preference};
use super::position::{Position, Spot};
use super::steps::{Action, ExpansionStep, StepSearch};
use crate::model::ids::{Space, Works};

/// The most steps of an expansion.
const MOST_STEPS: usize = 60;

/// An expansion as it would go on average.
#[derive(Clone, Debug, Default)]
pub struct PlannedExpansion {
    /// Its steps, in order.
    pub steps: Vec<ExpansionStep>,
    /// What they gain, in thousandths of a VP.
    pub worth: i32,
}

/// Draws up an expansion from a position with these forces.
pub fn draw(context: &DecisionContext, position: &Position, planned: &PlannedForces) -> PlannedExpansion {
    let (mut position, mut planned) = (position.clone(), planned.clone());
    let mut campaign = PlannedExpansion::default();
    let mut gains = Gains::new(context, Preference::NONE);
    while campaign.steps.len() < MOST_STEPS {
        let Some(step) = StepSearch::new(context, &position, &planned, &[], &mut gains).best(&position) else { break };
        apply(context, &mut position, &mut planned, &step);
        if let Some(land) = step.action.land() {
            gains.forget(land);
        }
        campaign.worth += step.gain;
        campaign.steps.push(step);
    }
    campaign
}

fn apply(context: &DecisionContext, position: &mut Position, planned: &mut PlannedForces, step: &ExpansionStep) {
    match step.action {
        Action::Enter(Space::Land(land)) => position.take(context, land),
        Action::Enter(Space::Water(water)) => position.sail(context, water),
        Action::Fort(land) => {
            let spot = position.spots[land.index()];
            position.put(context, land, Spot { works: Works::Fort, ..spot });
            if planned.forts > 0 {
                planned.forts -= 1;
                return;
            }
        }
        Action::Stack(land) => {
            let spot = position.spots[land.index()];
            position.put(context, land, Spot { armies: spot.armies + 1, ..spot });
        }
    }
    planned.spend(step.price, step.defenders);
}

/// What an expansion would gain, reckoned with another context than it was drawn up with.
pub fn weigh(
    context: &DecisionContext, position: &Position, planned: &PlannedForces, campaign: &PlannedExpansion,
) -> i32 {
    let (mut position, mut planned) = (position.clone(), planned.clone());
    let mut worth = 0;
    for step in &campaign.steps {
        worth += match step.action {
            Action::Enter(Space::Land(land)) => position.land_gain(context, land),
            Action::Enter(Space::Water(water)) => position.water_gain(context, water),
            Action::Fort(_) | Action::Stack(_) => step.gain,
        };
        apply(context, &mut position, &mut planned, step);
    }
    worth
}

/// What an empire's card would gain on the present board, from its start Land on.
pub fn appear(
    context: &DecisionContext, position: &Position, empire: &crate::model::scenario::Empire,
) -> (Position, i32) {
    let mut position = position.clone();
    let start = empire.start;
    let before = position.spots[start.index()];
    let town = match (&empire.capital, before.town) {
        (Some(_), _) => crate::model::ids::Town::Capital,
        (None, crate::model::ids::Town::Capital) => crate::model::ids::Town::City,
        (None, _) => crate::model::ids::Town::None,
    };
    let spot = Spot { holder: Some(context.me.0), armies: 1, works: Works::None, town, ..before };
    let worth = position.set(context, start, spot);
    position.base.add(start);
    position.navigation = empire.navigation;
    position.symbols = i32::from(context.board.resources.has(start));
    (position, worth)
}

impl PlannedExpansion {
    /// Fights that need a lookup still to be made: Lands and their defenders at each level, and what they cost.
    pub fn fights(&self, rank: usize) -> impl Iterator<Item = &ExpansionStep> {
        self.steps.iter().filter(move |step| step.price.pay == Pay::Fight(rank))
    }

    /// Entries that need no fight and are paid out of the free forces.
    pub fn walks(&self) -> usize {
        let free = Pay::Now(crate::model::ids::Source::Walkover);
        self.steps.iter().filter(|step| step.price.pay == free && matches!(step.action, Action::Enter(_))).count()
    }
}
