//! The calendar: one turn is one month (ER-2.1), numbered without a gap over the missing year 0 (ER-R61).

use std::fmt;

use serde::{Deserialize, Serialize};

/// A month by its index (ER-R61): 0 is January of 1 BC, 12 is January of AD 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Month(pub i16);

/// Names of the months.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl Month {
    /// Month `month` (1..=12) of `year`, negative for BC; `None` for the year 0, which did not exist, and for a month
    /// that does not.
    pub fn of(year: i16, month: u8) -> Option<Self> {
        let years = if year < 0 { year.checked_add(1)? } else { year };
        let in_range = year != 0 && (1..=12).contains(&month) && (-2000..=2000).contains(&year);
        in_range.then(|| Self(12 * years + i16::from(month) - 1))
    }

    /// The year, negative for BC.
    pub fn year(self) -> i16 {
        let years = self.0.div_euclid(12);
        if years <= 0 { years - 1 } else { years }
    }

    /// The month of the year, 1..=12.
    pub fn of_year(self) -> u8 {
        (self.0.rem_euclid(12) + 1) as u8
    }

    /// So many months later.
    #[must_use]
    pub fn plus(self, months: i16) -> Self {
        Self(self.0 + months)
    }

    /// Full months from `earlier` to this one.
    pub fn since(self, earlier: Self) -> i16 {
        self.0 - earlier.0
    }

    /// Whether legions fight at half strength: after AD 290 (ER-6.3, ER-R57).
    pub fn legions_halved(self) -> bool {
        self.year() > 290
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = MONTHS[usize::from(self.of_year()) - 1];
        match self.year() {
            year if year < 0 => write!(f, "{name} {} BC", -year),
            year => write!(f, "{name} AD {year}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_count_on_over_the_missing_year() {
        let rows = [(-32, 3, -370), (-1, 1, 0), (1, 1, 12), (291, 1, 3492)];
        for (year, month, index) in rows {
            let found = Month::of(year, month).unwrap();
            assert_eq!((found.0, found.year(), found.of_year()), (index, year, month), "ER-R61");
        }
        assert_eq!(Month::of(0, 1), None);
        assert_eq!(Month(-370).to_string(), "March 32 BC");
        assert_eq!(Month(3492).to_string(), "January AD 291");
        assert!(Month(3492).legions_halved() && !Month(3491).legions_halved());
    }
}
