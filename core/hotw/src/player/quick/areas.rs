//! Lands of one Area that together reach Domination.

use super::Quick;
use crate::model::ids::{AreaId, MOST_PLAYERS};
use crate::player::steps::ratio;

/// The most Lands in reach that are looked at in an Area, and room for all Areas.
const MEMBERS: usize = 12;
const AREAS: usize = 16;

impl Quick<'_> {
    /// Cheap Lands of one Area that together reach Domination (HW-28.4).
    pub(super) fn look_for_areas(&mut self) {
        self.together.clear();
        self.together.resize(self.near.len(), 0);
        let mut members = [[0u8; MEMBERS]; AREAS];
        let mut counts = [0usize; AREAS];
        for (at, near) in self.near.iter().enumerate() {
            let area = self.context.board.land(near.land).area.index();
            if self.context.vp[area][0] > 0 && counts[area] < MEMBERS {
                members[area][counts[area]] = at as u8;
                counts[area] += 1;
            }
        }
        for area in 0..self.context.board.areas.len() {
            if counts[area] >= 2 {
                self.dominate(AreaId::at(area), &members[area][..counts[area]]);
            }
        }
    }

    fn dominate(&mut self, area: AreaId, members: &[u8]) {
        let mut held = self.position.areas[area.index()].now;
        let me = self.context.me.index();
        let wanted = self.context.board.constants.domination_lands as i32;
        let leads = |held: &[i32; MOST_PLAYERS + 1]| {
            let rival = held.iter().enumerate().filter(|(other, _)| *other != me).map(|(_, lands)| *lands).max();
            held[me] >= wanted && held[me] > rival.unwrap_or(0)
        };
        if leads(&held) {
            return;
        }
        let mut prices: Vec<(i32, i32, u8)> = members
            .iter()
            .filter_map(|at| {
                let near = self.near[usize::from(*at)];
                let price = self.price(near.task)?;
                Some((price.cost, -self.gain(near.land), *at))
            })
            .collect();
        prices.sort_unstable();
        let [_, domination, _] = self.context.board.constants.area_multiples;
        let step = self.context.vp[area.index()][0] * (domination - 1);
        let (mut gain, mut cost) = (step, 0);
        for (count, (price, less, at)) in prices.iter().enumerate() {
            (gain, cost) = (gain - less, cost + price);
            if cost > self.planned.total() {
                return;
            }
            let land = self.near[usize::from(*at)].land;
            if let Some(holder) = self.position.spots[land.index()].holder {
                held[usize::from(holder)] -= 1;
            }
            held[me] += 1;
            if leads(&held) {
                // The last Land's own gain has the step in it already.
                let together = if count == 0 { 0 } else { ratio(gain, cost) };
                for (_, _, at) in &prices[..=count] {
                    self.together[usize::from(*at)] = together;
                }
                return;
            }
        }
    }
}
