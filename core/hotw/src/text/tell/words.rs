//! Names in place of ids, and the grammar of sentences.

pub use kernel::words::{capital, count};

use crate::model::ids::{Town, Works};
use crate::model::scenario::Scenario;

/// Names of a scenario.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub sc: &'a Scenario,
}

impl Words<'_> {
    /// A player, or who else may own armies or attack: Sumeria's people, Barbarians, rebels.
    pub fn player(&self, key: &str) -> String {
        if let Some(colour) = self.sc.colours.iter().find(|colour| colour.key == key) {
            return colour.name.clone();
        }
        if let Some(seat) = self.sc.seats.iter().find(|seat| seat.key == key) {
            return seat.name.clone();
        }
        match key {
            "neutral" => "Sumeria".to_owned(),
            "barbarians" => "the Barbarians".to_owned(),
            other => self.card(other),
        }
    }

    pub fn players(&self, keys: &[String]) -> String {
        list(&keys.iter().map(|key| self.player(key)).collect::<Vec<_>>())
    }

    pub fn land(&self, id: &str) -> String {
        let found = self.sc.board.lands.iter().find(|land| land.id == id);
        found.map_or_else(|| id.to_owned(), |land| land.name.clone())
    }

    /// A Land as it is, a water with its article: *the Black Sea*.
    pub fn space(&self, id: &str) -> String {
        let found = self.sc.board.waters.iter().find(|water| water.id == id);
        found.map_or_else(|| self.land(id), |water| format!("the {}", water.name))
    }

    /// A Land, a water or an Area.
    pub fn target(&self, id: &str) -> String {
        let found = self.sc.board.areas.iter().find(|area| area.id == id);
        found.map_or_else(|| self.space(id), |area| area.name.clone())
    }

    pub fn area(&self, id: &str) -> String {
        let found = self.sc.board.areas.iter().find(|area| area.id == id);
        found.map_or_else(|| id.to_owned(), |area| area.name.clone())
    }

    /// An event card.
    pub fn card(&self, id: &str) -> String {
        let found = self.sc.board.events.iter().find(|card| card.id == id);
        found.map_or_else(|| id.to_owned(), |card| card.name.clone())
    }

    /// An Empire card.
    pub fn empire_card(&self, id: &str) -> String {
        let found = self.sc.board.cards.iter().find(|card| card.id == id);
        found.map_or_else(|| id.to_owned(), |card| card.name.clone())
    }

    /// An empire of a player: *the Romans (Hermes)*. Armies that cards have raised belong to their player alone.
    pub fn of(&self, empire: &str, player: &str) -> String {
        match self.sc.board.empires.iter().find(|known| known.id == empire) {
            Some(known) => format!("{} ({})", with_article(&known.name), self.player(player)),
            None => self.player(player),
        }
    }

    /// The same at the head of a sentence, with its verb given in the singular: *The Romans (Hermes) take*.
    pub fn head(&self, empire: &str, player: &str, verb: &str) -> String {
        let known = self.sc.board.empires.iter().find(|known| known.id == empire);
        let many = known.is_some_and(|known| is_plural(&known.name));
        let verb = match verb {
            "is" if many => "are",
            verb if many => verb.strip_suffix('s').unwrap_or(verb),
            verb => verb,
        };
        format!("{} {verb}", capital(&self.of(empire, player)))
    }
}

/// Whether an empire's name is that of a people, in the plural.
fn is_plural(name: &str) -> bool {
    !is_state(name) && (name.ends_with('s') || ["Hsiung-Nu", "Chola", "Fujiwara"].contains(&name))
}

/// Whether a name is that of a house or a state that takes an article and stays singular.
fn is_state(name: &str) -> bool {
    ["Dynasty", "Empire", "Emirate", "Valley", "Netherlands", "United States"].iter().any(|word| name.ends_with(word))
}

/// *the Romans*, *the Han Dynasty*, *Persia*.
pub fn with_article(name: &str) -> String {
    if is_plural(name) || is_state(name) { format!("the {name}") } else { name.to_owned() }
}

/// *a, b and c*, or *nobody*.
pub fn list(words: &[String]) -> String {
    if words.is_empty() { "nobody".to_owned() } else { kernel::words::list(words) }
}

pub fn armies(number: u8) -> String {
    count(number, "army", "armies")
}

pub fn forces(number: u8) -> String {
    count(number, "force", "forces")
}

pub fn works(works: Works) -> &'static str {
    match works {
        Works::None => "nothing",
        Works::Fort => "fort",
        Works::Fortress => "Fortress",
    }
}

/// What became of a Land's town: *its Capital is now a City*.
pub fn town_change(before: Town, now: Town) -> Option<&'static str> {
    match (before, now) {
        (Town::Capital, Town::City) => Some("its Capital is now a City"),
        (Town::Capital, Town::None) => Some("its Capital is no more"),
        (Town::City, Town::None) => Some("its City is no more"),
        _ => None,
    }
}

/// The array at the end of a sentence; nothing where there is none, or no force is left in it.
pub fn array(pool: &str) -> String {
    if pool.is_empty() || pool == "{}" { String::new() } else { format!("; {pool}") }
}
