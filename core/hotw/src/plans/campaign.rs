//! A whole expansion in expectation: step after step, each the best there is.

use super::chart::Chart;
use super::gains::{Gains, Taste};
use super::position::{Position, Spot};
use super::purse::{Pay, Purse};
use super::steps::{Deed, Scout, Step};
use crate::ids::{Space, Works};

/// The most steps of an expansion.
const MOST_STEPS: usize = 60;

/// An expansion as it would go on average.
#[derive(Clone, Debug, Default)]
pub struct Campaign {
    /// Its steps, in order.
    pub steps: Vec<Step>,
    /// What they gain, in thousandths of a VP.
    pub worth: i32,
}

/// Draws up an expansion from a position with these forces.
pub fn draw(chart: &Chart, position: &Position, purse: &Purse) -> Campaign {
    let (mut position, mut purse) = (position.clone(), purse.clone());
    let mut campaign = Campaign::default();
    let mut gains = Gains::new(chart, Taste::NONE);
    while campaign.steps.len() < MOST_STEPS {
        let Some(step) = Scout::new(chart, &position, &purse, &[], &mut gains).best(&position) else { break };
        apply(chart, &mut position, &mut purse, &step);
        if let Some(land) = step.deed.land() {
            gains.forget(land);
        }
        campaign.worth += step.gain;
        campaign.steps.push(step);
    }
    campaign
}

fn apply(chart: &Chart, position: &mut Position, purse: &mut Purse, step: &Step) {
    match step.deed {
        Deed::Enter(Space::Land(land)) => position.take(chart, land),
        Deed::Enter(Space::Water(water)) => position.sail(chart, water),
        Deed::Fort(land) => {
            let spot = position.spots[land.index()];
            position.put(chart, land, Spot { works: Works::Fort, ..spot });
            if purse.forts > 0 {
                purse.forts -= 1;
                return;
            }
        }
        Deed::Stack(land) => {
            let spot = position.spots[land.index()];
            position.put(chart, land, Spot { armies: spot.armies + 1, ..spot });
        }
    }
    purse.spend(step.price, step.defenders);
}

/// What an expansion would gain, reckoned with another chart than it was drawn up with.
pub fn weigh(chart: &Chart, position: &Position, purse: &Purse, campaign: &Campaign) -> i32 {
    let (mut position, mut purse) = (position.clone(), purse.clone());
    let mut worth = 0;
    for step in &campaign.steps {
        worth += match step.deed {
            Deed::Enter(Space::Land(land)) => position.land_gain(chart, land),
            Deed::Enter(Space::Water(water)) => position.water_gain(chart, water),
            Deed::Fort(_) | Deed::Stack(_) => step.gain,
        };
        apply(chart, &mut position, &mut purse, step);
    }
    worth
}

/// What an empire's card would gain on the present board, from its start Land on.
pub fn appear(chart: &Chart, position: &Position, empire: &crate::scenario::Empire) -> (Position, i32) {
    let mut position = position.clone();
    let start = empire.start;
    let before = position.spots[start.index()];
    let town = match (&empire.capital, before.town) {
        (Some(_), _) => crate::ids::Town::Capital,
        (None, crate::ids::Town::Capital) => crate::ids::Town::City,
        (None, _) => crate::ids::Town::None,
    };
    let spot = Spot { holder: Some(chart.me.0), armies: 1, works: Works::None, town, ..before };
    let worth = position.set(chart, start, spot);
    position.base.add(start);
    position.navigation = empire.navigation;
    position.symbols = i32::from(chart.board.resources.has(start));
    (position, worth)
}

impl Campaign {
    /// Fights that need a lookup still to be made: Lands and their defenders at each level, and what they cost.
    pub fn fights(&self, rank: usize) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.price.pay == Pay::Fight(rank))
    }

    /// Entries that need no fight and are paid out of the free forces.
    pub fn walks(&self) -> usize {
        let free = Pay::Now(crate::command::Source::Walkover);
        self.steps.iter().filter(|step| step.price.pay == free && matches!(step.deed, Deed::Enter(_))).count()
    }
}
