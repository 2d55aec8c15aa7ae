//! Where forces get in a turn, by land and by sea, once it has been reckoned.

use crate::model::ids::ProvinceId;
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
    /// Time that a leg takes, in parts of a turn (UM-R45); `None` where it is too long for a leg among others.
    pub fn time(self, sc: &Scenario, mp: i64) -> Option<i64> {
        (mp <= self.stage).then(|| mp * sc.constants.R45.turn_length * 100 / (self.multi * self.activity).max(1))
    }
}

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
    pub(super) from: ProvinceId,
    /// Time of arrival by province; `i64::MAX` where the force does not get.
    pub(super) ends: Vec<i64>,
    /// The place before, by province.
    pub(super) before: Vec<u16>,
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

/// Time of arrival and the place before, by province; where a way begins, the place before is the place itself.
pub type Ways = Vec<Option<(i64, u16)>>;
