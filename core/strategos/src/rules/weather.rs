//! The weather of a week, and what rain does to the march (ST-13, ST-R52).

use kernel::{Dice, RuleRef};

use crate::model::measures::{Quarter, Turn};
use crate::model::rulings::{Rulings, Weather};
use crate::model::state::RainRun;

const R52: RuleRef = RuleRef::new("ST-R52");

/// ST-R52: the state that a face of a d100 draws in a quarter.
pub fn of_face(rulings: &Rulings, quarter: Quarter, face: i32) -> Weather {
    let row = rulings.weather.iter().find(|row| face <= row.up_to[quarter.index()]);
    row.map_or(Weather::Storm, |row| row.state)
}

/// ST-13.1: draws the weather of a turn.
pub fn draw(rulings: &Rulings, quarter: Quarter, turn: Turn, dice: &mut Dice) -> Weather {
    of_face(rulings, quarter, dice.stream("weather", turn.0, 0).d100(R52))
}

/// ST-13.3, ST-13.5: the rain, this week included.
pub fn after(run: RainRun, weather: Weather) -> RainRun {
    match (weather.is_rain(), run.drying) {
        (true, true) => RainRun { weeks: 1, drying: false },
        (true, false) => RainRun { weeks: run.weeks.saturating_add(1), drying: false },
        (false, false) if run.weeks > 0 => RainRun { weeks: run.weeks, drying: true },
        (false, _) => RainRun::default(),
    }
}

/// What the rain takes from the movement of foot and of horse in the week that a run includes: the first fine week still
/// suffers the last penalty (ST-13.5).
pub fn rain_penalty(rulings: &Rulings, run: RainRun) -> (u8, u8) {
    let Some(week) = usize::from(run.weeks).checked_sub(1) else { return (0, 0) };
    let of = |list: &[i32]| list[week.min(list.len() - 1)] as u8;
    (of(&rulings.rain.foot), of(&rulings.rain.horse))
}

/// ST-13.4, ST-R53: whether regiments away from cities suffer attrition by rain in the week that a run includes.
pub fn rain_wears(rulings: &Rulings, run: RainRun) -> bool {
    !run.drying && u16::from(run.weeks) >= rulings.rain.attrition_from_week
}
