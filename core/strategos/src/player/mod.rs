//! How a country is played by the computer, from what it knows alone.

use kernel::{Answer, Dice, Feature, Question};

use crate::knowledge::Knowledge;
use crate::model::ids::CountryId;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::Order;
use crate::rules::victory;

/// What a missing order set means: what stands goes on (ST-R61).
pub fn by_default(_: &Scenario, _: &Knowledge) -> Vec<Order> {
    Vec::new()
}

/// Legal orders at random.
pub fn random(_: &Scenario, _: &Knowledge, _: &mut Dice) -> Vec<Order> {
    Vec::new()
}

/// The next question after the answers so far.
pub fn ask(_: &Scenario, _: &Knowledge, _: &[Answer]) -> Option<Question> {
    None
}

/// The orders that the answers mean.
pub fn orders(_: &Scenario, _: &Knowledge, _: &[Answer]) -> Vec<Order> {
    Vec::new()
}

/// A whole state that fits what the country knows.
pub fn sample(_: &Scenario, knowledge: &Knowledge, _: &mut Dice) -> State {
    knowledge.state.clone()
}

/// Quick legal orders.
pub fn rollout_policy(_: &Scenario, _: &State, _: CountryId, _: &mut Dice) -> Vec<Order> {
    Vec::new()
}

/// Each country's share of the whole in millionths.
pub fn evaluate(sc: &Scenario, world: &State) -> Vec<u32> {
    let weights: Vec<u64> = sc.country_ids().map(|country| victory::score(sc, world, country).max(0) as u64).collect();
    kernel::exact::apportion(1_000_000, &weights)
}

/// The figures behind the evaluation.
pub fn features(sc: &Scenario, world: &State, country: CountryId) -> Vec<Feature> {
    vec![Feature::new("Score", victory::score(sc, world, country))]
}
