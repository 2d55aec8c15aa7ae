//! Turns, months and years (RN-1.1).

use serde::{Deserialize, Serialize};

use super::codes::coded;

coded! {
    /// A month of the year: one turn.
    Month {
        /// Men and animals eat, from here to March.
        January = "january",
        /// Titles and indulgences are given.
        February = "february",
        /// Demand is renewed, towns grow (RN-2.11).
        March = "march",
        /// Ships' upkeep, pilgrimage, alms.
        April = "april",
        /// Shipbuilding.
        May = "may",
        /// Summer at sea begins.
        June = "june",
        /// Pay.
        July = "july",
        /// Architecture; crops may be burnt.
        August = "august",
        /// Supply is renewed (RN-2.11).
        September = "september",
        /// Magistrates are elected (RN-17.10).
        October = "october",
        /// Their terms begin.
        November = "november",
        /// Florence and Ragusa elect (RN-23.1).
        December = "december",
    }
}

/// A turn of one month, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Turn(pub u16);

impl Turn {
    /// So many months later.
    #[must_use]
    pub fn later(self, months: u16) -> Self {
        Self(self.0.saturating_add(months))
    }
}

/// The month and year of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Date {
    /// The year, such as 1493.
    pub year: u16,
    /// The month.
    pub month: Month,
}

impl Date {
    /// The date of a turn in a game that begins at this date.
    #[must_use]
    pub fn of(self, turn: Turn) -> Self {
        let months = self.month.index() + usize::from(turn.0.saturating_sub(1));
        Self { year: self.year + (months / 12) as u16, month: Month::ALL[months % 12] }
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.month.key();
        write!(f, "{}{} {}", name[..1].to_uppercase(), &name[1..], self.year)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_has_twelve_turns() {
        let start = Date { year: 1493, month: Month::January };
        let dates = [1, 12, 13, 60].map(|turn| start.of(Turn(turn)).to_string());
        assert_eq!(dates, ["January 1493", "December 1493", "January 1494", "December 1497"]);
    }
}
