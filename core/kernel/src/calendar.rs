//! Turns of the year and their names.

use serde::{Deserialize, Serialize};

/// A year cut into named turns, repeated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Calendar {
    /// Year of the first turn: positive for AD, negative for BC (-218 is 218 BC; there is no year 0).
    pub start_year: i32,
    /// Names of the turns of a year, in order.
    pub turns: Vec<String>,
}

/// A date: which turn of which year.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Date {
    /// Year, negative for BC.
    pub year: i32,
    /// Index into [`Calendar::turns`].
    pub turn_of_year: usize,
}

impl Calendar {
    /// The date of turn `turn`, counted from 1. Turn 0 is taken as turn 1.
    pub fn date(&self, turn: u32) -> Date {
        let index = turn.saturating_sub(1) as usize;
        let years = (index / self.turns.len()) as i32;
        let mut year = self.start_year + years;
        if self.start_year < 0 && year >= 0 {
            year += 1; // 1 BC is followed by AD 1
        }
        Date { year, turn_of_year: index % self.turns.len() }
    }

    /// The date in words, such as *March 1450* or *July-August 218 BC*.
    pub fn label(&self, turn: u32) -> String {
        let date = self.date(turn);
        let name = &self.turns[date.turn_of_year];
        if date.year < 0 { format!("{name} {} BC", -date.year) } else { format!("{name} {}", date.year) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_turn_over_and_there_is_no_year_nought() {
        let calendar = Calendar { start_year: -2, turns: vec!["Spring".into(), "Autumn".into()] };
        let labels: Vec<_> = (1..=6).map(|turn| calendar.label(turn)).collect();
        assert_eq!(labels, ["Spring 2 BC", "Autumn 2 BC", "Spring 1 BC", "Autumn 1 BC", "Spring 1", "Autumn 1"]);
    }
}
