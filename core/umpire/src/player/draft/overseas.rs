//! Stacks that go across the sea.

use kernel::map::Mode;

use super::{LEAST_GAIN, March, Strength, TIED_UP, Task, Work, generals, routes, targets, total};
use crate::model::combat_orders::Arm;
use crate::model::ids::{GeneralId, ProvinceId};
use crate::player::sea::{self, Passage};

/// Movement points by land within which an army is left to march.
const FAR_BY_LAND: i64 = 25;
/// Movement points from a port to a target within which it is in reach next turn.
const NEXT_TURN: i64 = 9;

impl Work<'_, '_> {
    /// The passage of a stack to a place with squadrons that nobody else uses: with the strongest army, then the
    /// earliest.
    pub(super) fn passage(&self, at: usize, place: ProvinceId) -> Option<Passage> {
        let all = self.crossings[at].get_or_init(|| {
            let fleets = sea::fleets(self.survey, |port| self.admiral(at, port));
            sea::crossings(self.survey, &self.stacks[at], &fleets)
        });
        let free = all.iter().filter(|crossing| self.may_sail(at, crossing.fleet(), crossing.admiral()));
        let passages = free.filter_map(|crossing| crossing.to(self.survey, place));
        passages.min_by_key(|passage| (std::cmp::Reverse(passage.strength.field), passage.ends, passage.voyage.fleet))
    }

    fn may_sail(&self, at: usize, fleet: ProvinceId, admiral: Option<GeneralId>) -> bool {
        let busy = |admiral: GeneralId| {
            let leads = |(other, stack): (usize, &super::Stack)| {
                other != at && stack.generals[0] == admiral && self.tasks[other].is_some()
            };
            self.admirals.contains(&admiral) || self.stacks.iter().enumerate().any(leads)
        };
        !self.afloat.contains(&fleet) && !admiral.is_some_and(busy)
    }

    /// Who may sail with the squadrons of a port for a stack: a man of the sea, and nobody who has an army to lead.
    fn admiral(&self, at: usize, port: ProvinceId) -> Option<GeneralId> {
        let (with, stack) = self.stacks.iter().enumerate().find(|(_, stack)| stack.place == port)?;
        if !stack.home || stack.besieged {
            return None;
        }
        let column = self.columns[with].as_ref().map(|(general, _)| *general);
        let sailor = |id: &GeneralId| self.survey.st.general(*id).arm == Arm::Sea;
        let spare = stack.generals.iter().rev().copied().filter(|id| Some(*id) != column);
        let mut spare = spare.filter(|id| *id != stack.generals[0] || (with != at && total(&stack.free) == 0));
        if with == at { spare.find(sailor) } else { spare.next() }
    }

    /// Squadrons carry one army at a time: of marches that want the same, the first has them.
    pub(super) fn one_voyage_a_fleet(&self, marches: &mut Vec<March>) {
        let (mut afloat, mut admirals) = (Vec::new(), Vec::new());
        let leaders: Vec<(usize, GeneralId)> =
            marches.iter().map(|march| (march.stack, self.stacks[march.stack].generals[0])).collect();
        marches.retain(|march| {
            let Some(passage) = march.passage() else { return true };
            let voyage = &passage.voyage;
            let leads = |id: GeneralId| leaders.iter().any(|(stack, leader)| *stack != march.stack && *leader == id);
            let taken = afloat.contains(&voyage.fleet)
                || voyage.admiral.is_some_and(|admiral| admirals.contains(&admiral) || leads(admiral));
            afloat.push(voyage.fleet);
            admirals.extend(voyage.admiral);
            !taken
        });
    }

    /// Whoever sails with another stack leads none himself.
    pub(super) fn escort(&mut self) {
        for at in 0..self.stacks.len() {
            if self.tasks[at].is_none() && self.admirals.contains(&self.stacks[at].generals[0]) {
                self.tasks[at] = Some(Task::Escort);
            }
        }
    }

    /// To the own port from which the best target can be reached that is out of reach from here.
    pub(super) fn ferry(&self, at: usize) -> Option<Task> {
        let (survey, stack) = (self.survey, &self.stacks[at]);
        let skill = generals::skill(survey, stack.generals[0]);
        let safe = |place: &ProvinceId| *place != stack.place && !survey.contested(*place);
        let ports = survey.own.iter().copied().filter(safe);
        let mut harbours: Vec<(ProvinceId, Passage)> =
            ports.filter_map(|port| Some((port, self.passage(at, port)?))).collect();
        harbours.retain(|(_, passage)| passage.voyage.onward.is_empty());
        if harbours.is_empty() {
            return None;
        }
        let mut best: Option<(i64, usize)> = None;
        for target in self.targets.iter().filter(|target| !self.taken.contains(&target.place)) {
            // Whatever can be reached by land, now or later, is left to those who go by land.
            if routes::towards(survey, stack.place)[target.place.index()] <= FAR_BY_LAND {
                continue;
            }
            let way = routes::towards(survey, target.place);
            let terrain = survey.sc.province(target.place).terrain;
            for (number, (port, passage)) in harbours.iter().enumerate() {
                let by_sea = survey.sc.graph.route(port.0, target.place.0, Mode::Sea).is_some();
                let left = if by_sea { 2 } else { way[port.index()] };
                if left > NEXT_TURN {
                    continue;
                }
                let army = Strength::of(survey.sc, &passage.units, terrain);
                let gain = targets::prospect(survey, target, army, skill).gain - TIED_UP * i64::from(army.armies);
                let gain = targets::over_sea(survey, target, gain, passage.storms) * (60 - left) / 80;
                if gain > LEAST_GAIN && best.is_none_or(|(known, _)| gain > known) {
                    best = Some((gain, number));
                }
            }
        }
        let (place, passage) = harbours.swap_remove(best?.1);
        Some(Task::Sail { place, voyage: passage.voyage, units: passage.units })
    }

    /// Back to the nearest own port without hostile troops.
    pub(super) fn sail_home(&self, at: usize) -> Option<Task> {
        let survey = self.survey;
        let safe = survey.own.iter().filter(|place| !survey.contested(**place));
        let passages = safe.filter_map(|&place| Some((self.passage(at, place)?, place)));
        let (passage, place) = passages.min_by_key(|(passage, place)| (passage.ends, *place))?;
        Some(Task::Sail { place, voyage: passage.voyage, units: passage.units })
    }
}
