//! What forces are made of: `2 legion_1, 1 new archers, 3 ships, Agrippa`.

use kernel::shorthand::{Read, Words, shown};

use super::line::OrderLine;
use super::names::{NameKind, unit};
use crate::model::ids::UnitKind;
use crate::model::units::Units;
use crate::orders::{PlaceUnits, Transfer};

impl OrderLine<'_, '_> {
    /// A list of ships, units and leaders; `none` for an empty one.
    pub fn contents(&mut self) -> Read<Transfer> {
        let mut list = Transfer::default();
        if self.take("none") {
            return Ok(list);
        }
        loop {
            self.item(&mut list)?;
            if !self.take(",") {
                return Ok(list);
            }
        }
    }

    /// Units and leaders after a colon, where no ships may be; nothing without the colon.
    pub fn passengers(&mut self) -> Read<(Vec<Units>, Vec<String>)> {
        if !self.take(":") {
            return Ok((Vec::new(), Vec::new()));
        }
        let from = self.at;
        let list = self.contents()?;
        if list.ships > 0 {
            return Err(self.wrong(from, "no_ships_here", "ships cannot be named here: units and leaders only"));
        }
        Ok((list.units, list.leaders))
    }

    fn item(&mut self, list: &mut Transfer) -> Read<()> {
        if !self.peek().is_some_and(|text| text.starts_with(|sign: char| sign.is_ascii_digit())) {
            list.leaders.push(self.name(NameKind::Leader)?);
            return Ok(());
        }
        let count = self.count("the number of units")?;
        if ["ship", "ships", "fleet_unit", "fleet_units"].iter().any(|word| self.take(word)) {
            list.ships = list.ships.saturating_add(count);
            return Ok(());
        }
        let seasoned = !(self.take("new") || self.take("unseasoned"));
        list.units.push(Units { kind: self.unit()?, count, seasoned });
        Ok(())
    }

    /// A type of unit.
    pub fn unit(&mut self) -> Read<UnitKind> {
        let from = self.at;
        let words = self.tokens[from..].iter().take_while(|token| !matches!(token.text, "," | ":" | "/")).count();
        let phrase = |words: usize| {
            let words: Vec<&str> = self.tokens[from..from + words].iter().map(|token| token.text).collect();
            words.join(" ")
        };
        if let Some((words, kind)) =
            (1..=words.min(3)).rev().find_map(|words| Some((words, unit(self.sc, &phrase(words))?)))
        {
            self.at += words;
            return Ok(kind);
        }
        let keys = UnitKind::ALL.map(UnitKind::key).join(", ");
        let detail = match self.peek() {
            Some(text) => format!("{} is no type of unit", shown(text)),
            None => "a type of unit is missing at the end of the order".to_owned(),
        };
        Err(self.wrong(from, "unknown_unit", detail).hint(format!("the types are {keys}")))
    }

    /// `Artaxata: 2 heavy_cav / 6221: 1 archers`.
    pub fn placements(&mut self) -> Read<Vec<PlaceUnits>> {
        let mut list = Vec::new();
        if self.take("none") {
            return Ok(list);
        }
        loop {
            let hex = self.name(NameKind::Place)?;
            self.expect(":")?;
            let Transfer { ships, units, leaders } = self.contents()?;
            list.push(PlaceUnits { hex, units, leaders, fleet_units: ships });
            if !self.take("/") {
                return Ok(list);
            }
        }
    }
}

/// Units as an order writes them.
pub fn units(list: &[Units]) -> impl Iterator<Item = String> {
    list.iter().map(|units| {
        let new = if units.seasoned { "" } else { "new " };
        format!("{} {new}{}", units.count, units.kind.key())
    })
}

/// Ships, units and leaders as an order writes them.
pub fn contents(ships: u8, list: &[Units], leaders: &[String]) -> String {
    let ships = (ships > 0).then(|| format!("{ships} {}", if ships == 1 { "ship" } else { "ships" }));
    let all: Vec<String> = ships.into_iter().chain(units(list)).chain(leaders.iter().cloned()).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}
