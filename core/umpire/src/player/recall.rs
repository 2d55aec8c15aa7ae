//! What has been reckoned once about a position and is asked for again: stacks, ways, the worth of provinces, relief.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use super::forces::{Stack, Threat};
use super::reach::{Pace, Reach, Ways};
use crate::model::ids::ProvinceId;

/// The answers so far. All of them follow from the survey that they belong to, which does not change any more.
#[derive(Default)]
pub struct Recall {
    stacks: OnceCell<Vec<Stack>>,
    places: Vec<Place>,
    reach: RefCell<Vec<(ProvinceId, Pace, Rc<Reach>)>>,
    sail: RefCell<Vec<(ProvinceId, Pace, Rc<Ways>)>>,
}

/// What is known of a province.
#[derive(Default)]
struct Place {
    worth: OnceCell<i64>,
    threat: OnceCell<Threat>,
    relief: OnceCell<i64>,
    towards: OnceCell<Vec<i64>>,
}

impl Recall {
    /// Nothing asked yet.
    pub fn new(provinces: usize) -> Self {
        Self { places: (0..provinces).map(|_| Place::default()).collect(), ..Self::default() }
    }

    /// The stacks that have a general.
    pub fn stacks(&self, reckon: impl FnOnce() -> Vec<Stack>) -> &[Stack] {
        self.stacks.get_or_init(reckon)
    }

    /// What holding a province is worth.
    pub fn worth(&self, place: ProvinceId, reckon: impl FnOnce() -> i64) -> i64 {
        *self.places[place.index()].worth.get_or_init(reckon)
    }

    /// What may arrive in a province.
    pub fn threat(&self, place: ProvinceId, reckon: impl FnOnce() -> Threat) -> Threat {
        *self.places[place.index()].threat.get_or_init(reckon)
    }

    /// The strongest hostile army that may come to a province.
    pub fn relief(&self, place: ProvinceId, reckon: impl FnOnce() -> i64) -> i64 {
        *self.places[place.index()].relief.get_or_init(reckon)
    }

    /// Distances from everywhere to a province.
    pub fn towards(&self, place: ProvinceId, reckon: impl FnOnce() -> Vec<i64>) -> &[i64] {
        self.places[place.index()].towards.get_or_init(reckon)
    }

    /// Where a force gets from a province over land.
    pub fn reach(&self, from: ProvinceId, pace: Pace, reckon: impl FnOnce() -> Reach) -> Rc<Reach> {
        found(&self.reach, from, pace, reckon)
    }

    /// Where squadrons get from a province.
    pub fn sail(&self, from: ProvinceId, pace: Pace, reckon: impl FnOnce() -> Ways) -> Rc<Ways> {
        found(&self.sail, from, pace, reckon)
    }
}

fn found<T>(
    known: &RefCell<Vec<(ProvinceId, Pace, Rc<T>)>>, from: ProvinceId, pace: Pace, reckon: impl FnOnce() -> T,
) -> Rc<T> {
    let known_already = known.borrow().iter().find(|(at, by, _)| (*at, *by) == (from, pace)).map(|(.., it)| it.clone());
    known_already.unwrap_or_else(|| {
        let it = Rc::new(reckon());
        known.borrow_mut().push((from, pace, it.clone()));
        it
    })
}
