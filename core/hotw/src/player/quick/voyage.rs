//! Fleets, and the shores they open.

use super::Quick;
use crate::model::ids::{Space, WaterId};
use crate::player::steps::{Action, ExpansionStep, LATER, ratio, sea_task, task};

/// How many Lands a landing is judged by.
const LANDINGS: usize = 3;

impl Quick<'_> {
    /// A fleet: the Sea itself and the shores it opens.
    pub(super) fn voyage(&mut self, water: WaterId) -> Option<ExpansionStep> {
        let (context, board) = (self.context, self.context.board);
        let info = board.water(water);
        let own = |water: WaterId| self.position.fleets[water.index()][context.me.index()] > 0;
        if !info.fleets || own(water) {
            return None;
        }
        let ashore = !info.coasts.and(self.position.base).is_empty();
        if !ashore && !info.neighbours.and(self.position.navigation).iter().any(own) {
            return None;
        }
        let fight = sea_task(context, &self.position, water);
        let price = self.price(fight)?;
        let gain = self.position.water_gain(context, water);
        let mut shores: [(i32, i32, i32); LANDINGS] = [(0, 0, 0); LANDINGS];
        for land in info.coasts.and(board.usable).without(self.known).iter() {
            let landing = task(context, &self.position, land, true, false);
            let Some(price) = self.price(landing) else { continue };
            let more = self.gain(land) * LATER / 100;
            let one = (ratio(more, price.cost), more, price.cost);
            if let Some(at) = shores.iter().position(|other| one > *other) {
                shores[at..].rotate_right(1);
                shores[at] = one;
            }
        }
        let (mut most, mut sum, mut cost) = (ratio(gain, price.cost), gain, price.cost);
        for (_, more, price) in shores.into_iter().filter(|(ratio, _, _)| *ratio > 0) {
            (sum, cost) = (sum + more, cost + price);
            if cost > self.planned.total() {
                break;
            }
            most = most.max(ratio(sum, cost));
        }
        let action = Action::Enter(Space::Water(water));
        Some(ExpansionStep { action, via: None, defenders: fight.defenders, rank: 0, price, gain, ratio: most })
    }
}
