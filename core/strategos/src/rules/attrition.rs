//! Attrition: who suffers it, and one in how many (ST-20, ST-R53).

use super::weather::rain_wears;
use crate::model::rulings::{Rulings, Weather};
use crate::model::state::RainRun;

/// ST-20.2, ST-20.3: one in how many regiments a forced march costs; `forced_weeks` counts the weeks running, this one
/// included. `None` without one.
pub fn forced_march(rulings: &Rulings, forced_weeks: u8) -> Option<i32> {
    match forced_weeks {
        0 => None,
        1 => Some(rulings.attrition.forced_first),
        _ => Some(rulings.attrition.forced_later),
    }
}

/// ST-R63: the forced weeks running after a week; one without a forced march ends the run.
pub fn forced_weeks(before: u8, forced: bool) -> u8 {
    if forced { before.saturating_add(1) } else { 0 }
}

/// ST-13.4, ST-20.4, ST-R53: one in how many regiments the rain costs; not those that were at a city all week.
pub fn rain(rulings: &Rulings, run: RainRun, at_city_all_week: bool) -> Option<i32> {
    (rain_wears(rulings, run) && !at_city_all_week).then_some(rulings.attrition.rain)
}

/// ST-20.9, ST-R53: one in how many squadrons a week of storm costs; only those that were in an all-sea hex.
pub fn storm(rulings: &Rulings, weather: Weather, was_at_sea: bool) -> Option<i32> {
    (weather.wears_fleets() && was_at_sea).then_some(rulings.attrition.storm)
}
