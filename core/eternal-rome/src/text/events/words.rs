//! Names in place of ids, and the grammar of sentences.

pub use kernel::words::{capital, count, list};

use crate::model::ids::{HexId, LeaderName, PowerId, UnitKind};
use crate::model::map;
use crate::model::scenario::Scenario;
use crate::model::units::Units;

/// Names of a scenario.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub sc: &'a Scenario,
}

impl Words<'_> {
    pub fn power(&self, party: &crate::model::ids::PowerName) -> String {
        self.name(party.id)
    }

    pub fn name(&self, power: PowerId) -> String {
        self.sc.power(power).name.to_string()
    }

    pub fn powers(&self, parties: &[crate::model::ids::PowerName]) -> String {
        let names: Vec<String> = parties.iter().map(|party| self.power(party)).collect();
        if names.is_empty() { "nobody".to_owned() } else { list(&names) }
    }

    /// A seat's name by its key.
    pub fn seat(&self, key: &str) -> String {
        let seat = self.sc.seats.iter().find(|seat| seat.key == key);
        seat.map_or_else(|| key.to_owned(), |seat| seat.name.clone())
    }

    /// A city by name, any other hex by its land or water and its number.
    pub fn place(&self, hex: HexId) -> String {
        match self.sc.hex(hex).city {
            Some(city) => self.sc.city(city).name.to_string(),
            None => format!("{} ({hex})", map::place(self.sc, hex)),
        }
    }

    /// A place that an event names: a city, or a hex by its number.
    pub fn place_named(&self, name: &str) -> String {
        name.parse().map_or_else(|_| name.to_owned(), |hex| self.place(hex))
    }

    pub fn unit(&self, kind: UnitKind) -> String {
        self.sc.unit(kind).name.clone()
    }

    /// *2 Legion I*, *1 new Archers*.
    pub fn units(&self, units: &[Units]) -> Vec<String> {
        let words = |units: &Units| {
            let new = if units.seasoned { "" } else { "new " };
            format!("{} {new}{}", units.count, self.unit(units.kind))
        };
        units.iter().map(words).collect()
    }

    /// A force of ships, units and leaders.
    pub fn force(&self, ships: u32, units: &[Units], leaders: &[LeaderName]) -> String {
        let ships = (ships > 0).then(|| count(ships, "fleet unit", "fleet units"));
        let leaders = leaders.iter().map(ToString::to_string);
        let all: Vec<String> = ships.into_iter().chain(self.units(units)).chain(leaders).collect();
        if all.is_empty() { "nobody".to_owned() } else { list(&all) }
    }
}

/// A verb for so many subjects.
pub fn verb<'v>(subjects: usize, one: &'v str, many: &'v str) -> &'v str {
    if subjects == 1 { one } else { many }
}

/// *+2*, *-1*.
pub fn signed(number: i32) -> String {
    format!("{number:+}")
}
