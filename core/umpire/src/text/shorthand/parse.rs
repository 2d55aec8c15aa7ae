//! Reading orders.

use kernel::shorthand::{Read, Words, read};
use kernel::{Diagnostic, Span};

use super::line::{Line, tokens};
use super::names::Names;
use crate::knowledge::view::View;
use crate::model::combat_orders::Arm;
use crate::model::ids::TypeId;
use crate::model::scenario::Scenario;
use crate::orders::Order;
use crate::orders::commands::{find_city_name, find_general_name, fold};

/// The words that a line other than a movement begins with.
pub(super) const VERBS: [&str; 20] = [
    "enemies",
    "tax",
    "disband",
    "found",
    "improve",
    "rebuild",
    "sack",
    "send",
    "assassinate",
    "bribe",
    "capital",
    "cede",
    "convert",
    "appoint",
    "assign",
    "rank",
    "recruit",
    "spies",
    "winter",
    "replacements",
];

/// Reads a text of orders: the orders with their place in the text, and what was not understood. Lines do not depend on each
/// other: one bad line costs nothing but itself.
pub fn parse(sc: &Scenario, view: &View, text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
    let names = Names::new(sc, view);
    let one_a_line = |raw| Some(tokens(raw)).filter(|tokens| !tokens.is_empty()).into_iter().collect();
    read(text, Some("UM-34.4"), one_a_line, |tokens| Line { names: &names, tokens, at: 0 }.order())
}

impl Line<'_, '_> {
    /// The order of this line.
    fn order(&mut self) -> Read<Order> {
        let verb = self.tokens[0].text.to_lowercase();
        if !VERBS.contains(&verb.as_str()) {
            return self.movement();
        }
        self.at = 1;
        let (order, example) = match verb.as_str() {
            "enemies" => (self.enemies()?, "write: enemies MIL NAP, or: enemies none"),
            "tax" => {
                let percent = self.number("the tax rate", u64::from(u16::MAX))? as u16;
                (Order::SetTaxRate { percent }, "write: tax 100")
            }
            "disband" => (self.disband()?, "write: disband 3 FOO Padua"),
            "found" => (self.found()?, "write: found Conegliano at Udine 3"),
            "improve" => {
                let province = self.province()?;
                let points =
                    if self.peek().is_some() { self.number("the points", u64::from(u16::MAX))? as u16 } else { 1 };
                (Order::ImproveCity { province, points }, "write: improve Padua 2")
            }
            "rebuild" => (Order::RebuildCity { province: self.province()? }, "write: rebuild Padua"),
            "sack" => (Order::SackCity { province: self.province()? }, "write: sack Lodi"),
            "send" => {
                let amount = self.money()?;
                self.expect("to", "write: send 5 to FLO")?;
                (Order::TransferFunds { recipient: self.nation()?, amount }, "write: send 5 to FLO")
            }
            "assassinate" => (self.assassinate()?, "write: assassinate Francesco Sforza 10"),
            "bribe" => {
                let province = self.province()?;
                (Order::OfferBribe { province, amount: self.money()? }, "write: bribe Brescia 10")
            }
            "capital" => (Order::MoveCapital { province: self.province()? }, "write: capital Padua"),
            "cede" => {
                let province = self.province()?;
                self.expect("to", "write: cede Ravenna to PAP")?;
                (Order::CedeProvince { province, recipient: self.nation()? }, "write: cede Ravenna to PAP")
            }
            "convert" => {
                let count = self.count()?;
                let from_type = self.kind()?;
                self.expect("to", "write: convert 2 LEV to FOO Ivrea")?;
                let to_type = self.kind()?;
                let province = self.province()?;
                let barter = self.take("barter");
                let [from_type, to_type] = [from_type, to_type].map(|kind| self.names.type_id(kind));
                (
                    Order::ConvertTroops { province, from_type, to_type, count, barter },
                    "write: convert 2 LEV to FOO Ivrea",
                )
            }
            "appoint" => {
                let arm = if self.is("land") || self.is("sea") { self.arm()? } else { Arm::Land };
                let province = if self.peek().is_some() { Some(self.province()?) } else { None };
                (Order::AppointGeneral { province, arm }, "write: appoint sea Padua")
            }
            "assign" => {
                let general = self.own_general()?;
                (Order::ReassignGeneral { general, arm: self.arm()? }, "write: assign Colleoni sea")
            }
            "rank" => {
                let general = self.own_general()?;
                let level = self.number("the seniority", u64::from(u8::MAX))? as u8;
                (Order::SetSeniority { general, level }, "write: rank Colleoni 10")
            }
            "recruit" => (self.recruit()?, "write: recruit 2 FOO Padua"),
            "spies" => (Order::RecruitSpyNetwork { province: self.province()? }, "write: spies Brescia"),
            "winter" => {
                let general = self.own_general()?;
                (Order::WinterDestination { general, province: self.province()? }, "write: winter Colleoni Padua")
            }
            _ => (Order::SetReplacementProvince { province: self.province()? }, "write: replacements Padua"),
        };
        self.end(example)?;
        Ok(order)
    }

    fn enemies(&mut self) -> Read<Order> {
        let mut nations = Vec::new();
        if self.take("none") || self.take("-") {
            return Ok(Order::SetEnemies { nations });
        }
        loop {
            nations.push(self.nation()?);
            while self.take(",") || self.take("and") {}
            if self.peek().is_none() {
                return Ok(Order::SetEnemies { nations });
            }
        }
    }

    fn units_at(&mut self) -> Read<(u16, TypeId, String)> {
        Ok((self.count()?, self.kind()?, self.province()?))
    }

    /// Whether the word after this one stands for a spy network.
    fn speaks_of_spies(&self) -> bool {
        let spy = fold(self.names.sc.spy.as_str());
        self.tokens.get(self.at + 1).is_some_and(|token| fold(token.text) == spy)
    }

    fn disband(&mut self) -> Read<Order> {
        if self.speaks_of_spies() {
            let count = self.count()?;
            self.at += 1;
            let unit_type = self.names.sc.spy.to_string();
            return Ok(Order::DisbandUnits { province: self.province()?, unit_type, count });
        }
        let (count, kind, province) = self.units_at()?;
        Ok(Order::DisbandUnits { province, unit_type: self.names.type_id(kind), count })
    }

    fn recruit(&mut self) -> Read<Order> {
        if self.is("1") && self.speaks_of_spies() {
            self.at += 2;
            return Ok(Order::RecruitSpyNetwork { province: self.province()? });
        }
        let (count, kind, province) = self.units_at()?;
        Ok(Order::RecruitUnits { province, unit_type: self.names.type_id(kind), count })
    }

    fn found(&mut self) -> Read<Order> {
        let from = self.at;
        let to = (from..self.tokens.len()).find(|&at| self.tokens[at].text.eq_ignore_ascii_case("at"));
        let Some(to) = to.filter(|to| *to > from) else {
            return self.misread(
                "word_missing",
                "“at” is missing after the name of the city",
                "write: found Conegliano at Udine 3",
            );
        };
        let phrase = self.phrase(from, to);
        let name = find_city_name(self.names.sc, self.names.view.me(), &phrase);
        let name = match name {
            Ok(id) => self.names.text(id),
            Err(refusal) => return self.wrong(from, to, refusal),
        };
        self.at = to + 1;
        let province = self.province()?;
        Ok(Order::FoundCity { province, name, size: self.number("the size of the city", u64::from(u8::MAX))? as u8 })
    }

    fn assassinate(&mut self) -> Read<Order> {
        let (from, to) = (self.at, self.tokens.len() - 1);
        if to <= from {
            return self.misread("too_short", "a name and a sum are missing", "write: assassinate Francesco Sforza 10");
        }
        let phrase = self.phrase(from, to);
        let own = self.names.own_general(&fold(&phrase)).map(Ok);
        let known = own.unwrap_or_else(|| find_general_name(self.names.sc, &phrase).map(|id| self.names.text(id)));
        let general = match known {
            Ok(name) => name,
            Err(refusal) => return self.wrong(from, to, refusal),
        };
        self.at = to;
        Ok(Order::Assassinate { general, amount: self.money()? })
    }

    fn phrase(&self, from: usize, to: usize) -> String {
        let words: Vec<&str> = self.tokens[from..to].iter().map(|token| token.text).collect();
        words.join(" ")
    }
}
