//! A world of one town, for rows.

use std::sync::Arc;

use renaissance::model::board::{Board, LocationRecord};
use renaissance::model::generated;
use renaissance::model::ids::{Holder, LocationId, PersonaId};
use renaissance::model::measures::{BaseQuantity, Rating};
use renaissance::model::rulings::Rulings;
use renaissance::model::scenario::Scenario;
use renaissance::model::skills::Skill;
use renaissance::model::state::State;
use testkit::casebook::{Given, Wrong, whole};
use toml::{Table, Value};

use crate::common;

/// The only town.
pub const TOWN: LocationId = LocationId(0);
/// Who trades; he is not the magistrate.
pub const TRADER: PersonaId = PersonaId(0);

/// The figures of the rules as they ship.
pub fn figures() -> Rulings {
    Rulings::standard()
}

/// The town with a market that is still empty, and a trader in it with neither goods nor money nor skills.
pub fn world() -> (Scenario, State) {
    let mut sc = generated::scenario(1, 1);
    let mut st = common::state(&sc);
    let board: &mut Board = Arc::make_mut(&mut sc.board);
    let record: &mut LocationRecord = &mut board.locations[0];
    (record.supply, record.demand) = (Vec::new(), Vec::new());
    let here = st.location_mut(TOWN);
    (here.supply, here.demand, here.magistrate) = (Vec::new(), Vec::new(), Holder::NonPlayer);
    let trader = st.persona_mut(TRADER);
    (trader.assets, trader.skills) = Default::default();
    (sc, st)
}

/// The record of the town, to change.
pub fn record(sc: &mut Scenario) -> &mut LocationRecord {
    &mut Arc::make_mut(&mut sc.board).locations[0]
}

/// Gives the trader a rating in a skill.
pub fn teach(st: &mut State, skill: Skill, rating: i64) {
    st.persona_mut(TRADER).skills.set(skill, Rating::new(rating), 21);
}

/// A rating of a row, 0 when the key is absent.
pub fn rating(given: &mut Given, key: &str) -> Result<Rating, Wrong> {
    given.int_or(key, 0).map(Rating::new)
}

/// A whole number of any type; `default` when the key is absent.
pub fn number_or<T: TryFrom<i64>>(given: &mut Given, key: &str, default: i64) -> Result<T, Wrong> {
    let value = given.int_or(key, default)?;
    T::try_from(value).map_err(|_| format!("{key} cannot be {value}"))
}

/// Units per head, written in thousandths or as a whole number.
pub fn base(value: &Value) -> Result<BaseQuantity, Wrong> {
    let thousandths = match value {
        Value::Float(number) => (number * 1_000.0).round() as i64,
        value => whole::<i64>(value)? * 1_000,
    };
    u32::try_from(thousandths * 100).map(BaseQuantity).map_err(|_| format!("{value} is no base quantity"))
}

/// Results by name.
pub fn pairs<const N: usize>(pairs: [(&str, Value); N]) -> Table {
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// A whole number.
pub fn int(value: impl TryInto<i64>) -> Value {
    value.try_into().map(Value::from).unwrap_or_else(|_| Value::from("too large"))
}
