//! Who holds how much of what: provinces, with those that are about to change hands, and victory conditions, with those that
//! are on their way. What the rules count by thresholds is smooth here, or a city that happens to fall this month or the
//! next would drown whatever an order set has done.

use kernel::SeatId;

use crate::model::ids::{CityId, PowerId, ProvinceId};
use crate::model::scenario::{Goal, Scenario, Victory};
use crate::model::state::{ArmyStatus, State};
use crate::rules::victory;

/// All of something.
pub(super) const WHOLE: u64 = 1_000;
/// What a province counts for who besieges its capital, of [`WHOLE`]: at first, more each month, and at most. The rest is
/// its holder's.
const SIEGE: [u64; 3] = [300, 100, 700];
/// What a province counts for who holds its capital and not yet enough of its other cities (ER-4.2).
const CAPITAL: u64 = 850;

/// Who holds what.
pub(super) struct Holdings<'a> {
    sc: &'a Scenario,
    st: &'a State,
    /// City, who besieges it, and the part that he has of it.
    sieges: Vec<(CityId, PowerId, u64)>,
    /// Months gone by, and months that the campaign may last.
    months: (u64, u64),
}

impl<'a> Holdings<'a> {
    /// Looks over a world.
    pub(super) fn of(sc: &'a Scenario, st: &'a State, months: (u64, u64)) -> Self {
        let sieges = sc.city_ids().filter_map(|city| {
            let months = u64::try_from(st.month.since(st.city(city).siege?)).unwrap_or(0);
            let before = st.armies_at(sc.city(city).hex).find(|army| army.status == ArmyStatus::Besieging)?;
            let [first, more, most] = SIEGE;
            Some((city, before.id.power, (first + more * months).min(most)))
        });
        Self { sc, st, sieges: sieges.collect(), months }
    }

    /// Parts of [`WHOLE`] of a city: its holder's, and its besieger's.
    fn city(&self, city: CityId, holder: Option<PowerId>, evaluation: u64) -> [(Option<PowerId>, u64); 2] {
        let siege = self.sieges.iter().find(|(other, ..)| *other == city);
        let (besieger, part) = siege.map_or((None, 0), |&(_, power, part)| (Some(power), part));
        [(holder, evaluation * (WHOLE - part) / WHOLE), (besieger, evaluation * part / WHOLE)]
    }

    /// The same of a province. Whoever has taken its capital has most of it, though nobody controls it.
    pub(super) fn province(&self, id: ProvinceId) -> [(Option<PowerId>, u64); 2] {
        let controller = self.st.province(id).controller;
        match (self.sc.province(id).capital, controller) {
            (Some(capital), None) => self.city(capital, Some(self.st.city(capital).controller), CAPITAL),
            (Some(capital), Some(_)) => self.city(capital, controller, WHOLE),
            (None, _) => [(controller, WHOLE), (None, 0)],
        }
    }

    /// How far a seat's majors have come, of [`WHOLE`]. Who has ceased to be one has come to nothing.
    pub(super) fn goals(&self, seat: SeatId) -> u64 {
        let (sc, st) = (self.sc, self.st);
        let come = |list: &Victory| {
            let goals = list.goals.iter().filter(|_| st.power(list.power).kind.is_major());
            let sum: u64 = goals.map(|goal| self.goal(list.power, &goal.goal)).sum();
            (sum / u64::from(list.needed).max(1)).min(WHOLE)
        };
        let lists = sc.victory.iter().filter(|list| sc.power(list.power).seat == Some(seat));
        let (sum, majors) = lists.fold((0, 0), |(sum, majors), list| (sum + come(list), majors + 1));
        sum / u64::max(majors, 1)
    }

    /// What a power has of a goal, of [`WHOLE`]: the way it has come, and the nearer the end, the more whether that is far
    /// enough, which counts for half at last.
    fn goal(&self, power: PowerId, goal: &Goal) -> u64 {
        let met = whole(victory::fulfilled(self.sc, self.st, power, goal));
        let (gone, all) = self.months;
        (met * gone + self.way(power, goal) * all) / (gone + all)
    }

    /// How far a power has come with a goal, of [`WHOLE`].
    fn way(&self, power: PowerId, goal: &Goal) -> u64 {
        let (sc, st) = (self.sc, self.st);
        let own = |parts: [(Option<PowerId>, u64); 2]| {
            let mine = parts.into_iter().filter(|(holder, _)| *holder == Some(power));
            mine.map(|(_, part)| part).sum::<u64>()
        };
        let held = |list: &[ProvinceId]| list.iter().map(|&id| own(self.province(id))).sum::<u64>();
        let part = |have: u64, wanted: u64| (WHOLE * have / wanted.max(1)).min(WHOLE);
        let met = victory::fulfilled(sc, st, power, goal);
        match goal {
            Goal::ControlAll(list) => held(list) / (list.len() as u64).max(1),
            Goal::ControlCount(list, wanted) => (held(list) / u64::from(*wanted).max(1)).min(WHOLE),
            // A friend's control may do.
            Goal::ControlCity { city, .. } => own(self.city(*city, met.then_some(power), WHOLE)),
            Goal::PowerDissolved(_) | Goal::LeaderCaptured(_) => whole(met),
            Goal::MoraleAtLeast(least) => part(st.power(power).morale.into(), (*least).into()),
            Goal::TreasuryAtLeast(least) => part(st.power(power).treasury.into(), (*least).into()),
            Goal::Any(goals) => goals.iter().map(|goal| self.way(power, goal)).max().unwrap_or(0),
            Goal::All(goals) => {
                goals.iter().map(|goal| self.way(power, goal)).sum::<u64>() / (goals.len() as u64).max(1)
            }
        }
    }
}

fn whole(yes: bool) -> u64 {
    if yes { WHOLE } else { 0 }
}
