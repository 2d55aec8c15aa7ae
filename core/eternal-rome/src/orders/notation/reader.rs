//! Reading the line of an order, with what its seat knows: whose turn it is, and what is asked.

use std::ops::{Deref, DerefMut};

use kernel::shorthand::{Read, Words};

use super::line::OrderLine;
use super::names::{NameKind, beginning, implied};
use super::writing::some_or_none;
use crate::knowledge::Knowledge;
use crate::model::names::find_force;
use crate::model::state::ForceId;
use crate::rules::{decisions, relations};

/// An arm of the service.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Arm {
    /// Armies.
    Army,
    /// Fleets.
    Fleet,
}

impl Arm {
    /// The arm of a force.
    pub fn of(force: ForceId) -> Self {
        match force {
            ForceId::Army(_) => Self::Army,
            ForceId::Fleet(_) => Self::Fleet,
        }
    }

    /// Forces of this arm as a line names them; that there are none is said of an arm.
    pub fn all(self, forces: &[String]) -> String {
        match (forces, self) {
            ([], Self::Army) => "army none".to_owned(),
            ([], Self::Fleet) => "fleet none".to_owned(),
            (some, _) => some_or_none(some, " "),
        }
    }
}

/// An order being read.
pub struct OrderReader<'v, 'l, 's, 't> {
    /// What its seat knows.
    pub known: &'v Knowledge,
    /// Its words.
    pub line: &'l mut OrderLine<'s, 't>,
}

impl<'s, 't> Deref for OrderReader<'_, '_, 's, 't> {
    type Target = OrderLine<'s, 't>;

    fn deref(&self) -> &OrderLine<'s, 't> {
        self.line
    }
}

impl<'s, 't> DerefMut for OrderReader<'_, '_, 's, 't> {
    fn deref_mut(&mut self) -> &mut OrderLine<'s, 't> {
        self.line
    }
}

impl OrderReader<'_, '_, '_, '_> {
    /// The order that answers the seat's open decision.
    pub fn asked(&self) -> Option<&str> {
        self.known.own_ask().map(|ask| decisions::order_for(&ask.question))
    }

    /// The fleet with which an order begins.
    pub fn fleet_first(&mut self) -> Read<String> {
        match self.force()? {
            (fleet, Arm::Fleet) => Ok(fleet),
            (_, Arm::Army) => Err(self.line.wrong(1, "not_a_fleet", "the fleet comes first here, such as OCT-F1")),
        }
    }

    /// The power and the name of a fleet that an order is about.
    pub fn fleet_alone(&mut self) -> Read<(String, String)> {
        let (fleet, arm) = self.force()?;
        let power = self.of(&fleet)?;
        match arm {
            Arm::Fleet => Ok((power, fleet)),
            Arm::Army => Err(self.line.wrong(1, "not_a_fleet", "this is an order for fleets")),
        }
    }

    /// The power and the name of an army that an order is about.
    pub fn army_alone(&mut self) -> Read<(String, String)> {
        let (army, arm) = self.force()?;
        Ok((self.army_power(&army, arm)?, army))
    }

    /// The power of an army.
    pub fn army_power(&mut self, army: &str, arm: Arm) -> Read<String> {
        let power = self.of(army)?;
        match arm {
            Arm::Army => Ok(power),
            Arm::Fleet => Err(self.line.wrong(1, "not_an_army", "this is an order for armies")),
        }
    }

    /// Places with nothing or commas between.
    pub fn places(&mut self) -> Read<Vec<String>> {
        let mut list = Vec::new();
        while self.line.has_name() {
            list.push(self.line.name(NameKind::Place)?);
            self.line.take(",");
        }
        Ok(list)
    }

    pub fn force(&mut self) -> Read<(String, Arm)> {
        let name = self.line.name(NameKind::Force)?;
        let army = matches!(find_force(self.line.sc, &name), Some(ForceId::Army(_)));
        Ok((name, if army { Arm::Army } else { Arm::Fleet }))
    }

    /// Forces with nothing or commas between; `none` for nobody.
    pub fn forces(&mut self, kind: NameKind) -> Read<Vec<String>> {
        if self.line.take("none") {
            return Ok(Vec::new());
        }
        let mut list = vec![self.line.name(kind)?];
        while self.line.take(",") || self.line.has_name() {
            list.push(self.line.name(kind)?);
        }
        Ok(list)
    }

    /// Armies or fleets: the first says which, or `army` and `fleet` before nobody.
    pub fn forces_of_an_arm(&mut self, fallback: Arm) -> Read<(Arm, Vec<String>)> {
        let said = match (self.line.take("army"), self.line.take("fleet")) {
            (true, _) => Some(Arm::Army),
            (_, true) => Some(Arm::Fleet),
            _ => None,
        };
        let sc = self.line.sc;
        let first = self.line.peek().and_then(|text| find_force(sc, text)).map(|id| match id {
            ForceId::Army(_) => Arm::Army,
            ForceId::Fleet(_) => Arm::Fleet,
        });
        let arm = first.or(said).unwrap_or(fallback);
        Ok((arm, self.forces(if arm == Arm::Army { NameKind::Army } else { NameKind::Fleet })?))
    }

    /// The power at the start of an order: the one that usually acts if none is named.
    pub fn power(&mut self) -> Read<String> {
        let from = self.line.at;
        self.line.name(NameKind::Power).or_else(|_| {
            self.line.at = from;
            match self.line.peek().filter(|text| self.is_strange_code(text)) {
                Some(text) => {
                    self.line.at = from + 1;
                    Err(self.line.unknown(from, NameKind::Power, text, text))
                }
                None => Ok(self.usual()),
            }
        })
    }

    /// Whether a word looks like the code of a power that does not play, and like nothing else that could stand there.
    fn is_strange_code(&self, word: &str) -> bool {
        let sc = self.line.sc;
        let others = [NameKind::Place, NameKind::Province, NameKind::Leader];
        word.len() == 3
            && word.bytes().all(|letter| letter.is_ascii_uppercase())
            && others.iter().all(|kind| beginning(sc, *kind, word).is_empty())
    }

    /// The power of an order that names a force: the force's, unless ` as ANT` says another.
    pub fn of(&mut self, force: &str) -> Read<String> {
        if self.line.take("as") {
            return self.line.name(NameKind::Power);
        }
        Ok(implied(self.line.sc, force).unwrap_or_else(|| self.usual()))
    }

    pub fn of_any(&mut self, forces: &[String]) -> Read<String> {
        self.of(forces.first().map_or("", String::as_str))
    }

    /// Whoever is asked, or else acts, or else is the seat's first power.
    pub fn usual(&self) -> String {
        let (sc, own) = (self.line.sc, self.known.powers(self.line.sc));
        let asked = self.known.own_ask().and_then(|ask| ask.powers.iter().next());
        let acting = || relations::acting(sc, &self.known.st).common(own).iter().next();
        let power = asked.or_else(acting).or_else(|| own.iter().next());
        power.map(|power| sc.power_name(power).name.to_string()).unwrap_or_default()
    }
}
