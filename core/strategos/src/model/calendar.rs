//! Turns, quarters and years (ST-R1).

use super::measures::{Quarter, Turn};
use super::scenario::Scenario;

/// The quarter of a turn, in a scenario that begins with a given one (ST-24.2, ST-R1).
pub fn quarter(start: Quarter, weeks_per_quarter: i32, turn: Turn) -> Quarter {
    let quarters = usize::from(turn.0.saturating_sub(1)) / weeks_per_quarter.max(1) as usize;
    Quarter::ALL[(start.index() + quarters) % 4]
}

impl Scenario {
    /// The quarter of a turn.
    pub fn quarter(&self, turn: Turn) -> Quarter {
        quarter(self.start_quarter, self.rulings.calendar.weeks_per_quarter, turn)
    }
    /// Weeks in a quarter.
    pub fn weeks_per_quarter(&self) -> u16 {
        self.rulings.calendar.weeks_per_quarter.max(1) as u16
    }
    /// The week within its quarter, from 1.
    pub fn week_of_quarter(&self, turn: Turn) -> u16 {
        turn.0.saturating_sub(1) % self.weeks_per_quarter() + 1
    }
    /// Whether a turn is the first of its quarter.
    pub fn opens_quarter(&self, turn: Turn) -> bool {
        self.week_of_quarter(turn) == 1
    }
    /// Whether a turn is the last of its quarter.
    pub fn closes_quarter(&self, turn: Turn) -> bool {
        self.week_of_quarter(turn) == self.weeks_per_quarter()
    }
    /// The year of a turn, negative for BC; there is no year 0.
    pub fn year(&self, turn: Turn) -> i16 {
        let weeks = self.start_quarter.index() as u16 * self.weeks_per_quarter() + turn.0.saturating_sub(1);
        let year = self.start_year + (weeks / (4 * self.weeks_per_quarter())) as i16;
        if self.start_year < 0 && year >= 0 { year + 1 } else { year }
    }
    /// The turn in words, such as `week 3 of summer 310 BC`.
    pub fn date(&self, turn: Turn) -> String {
        let quarter = self.quarter(turn).name();
        let year = self.year(turn);
        let era = if year < 0 { " BC" } else { "" };
        format!("week {} of {quarter} {}{era}", self.week_of_quarter(turn), year.unsigned_abs())
    }
}
