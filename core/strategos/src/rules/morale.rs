//! Country morale (ST-24.13, ST-R54).

use crate::model::ids::Power;
use crate::model::rulings::Rulings;
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// ST-R54: whether a check holds: a d20 of at most the morale; 1 always, 20 never.
pub fn holds(morale: u8, d20: i32) -> bool {
    d20 == 1 || d20 != 20 && d20 <= i32::from(morale)
}

/// ST-22.7: half, rounded up.
pub fn halved(morale: u8) -> u8 {
    morale.div_ceil(2)
}

/// ST-R54: the morale after the changes of a week, of which no more than so much counts.
pub fn after_week(rulings: &Rulings, morale: u8, due: i32) -> u8 {
    let change = due.clamp(rulings.morale.most_down, rulings.morale.most_up);
    (i32::from(morale) + change).clamp(1, 20) as u8
}

/// ST-R54: the morale after a quarter: a step towards the middle.
pub fn after_quarter(rulings: &Rulings, morale: u8) -> u8 {
    let middle = rulings.morale.drifts_to;
    (i32::from(morale) + (middle - i32::from(morale)).signum()).clamp(1, 20) as u8
}

/// ST-R54: applies what the week did to the morale of every country.
pub fn apply_week(rulings: &Rulings, st: &mut State) {
    for country in &mut st.countries {
        country.morale = after_week(rulings, country.morale, i32::from(country.morale_due));
        country.morale_due = 0;
    }
}

/// The morale that a power's forces fight with: a free city's is its own (ST-R56).
pub fn morale_of(sc: &Scenario, st: &State, power: Power) -> u8 {
    match power {
        Power::Country(country) => st.country(country).morale,
        Power::FreeCity(_) => sc.rulings.free_cities.morale as u8,
    }
}
