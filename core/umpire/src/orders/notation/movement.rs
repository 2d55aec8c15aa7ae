//! Movement and combat orders: the lines that begin with a general (UM-15.9, UM-18).

use std::collections::BTreeMap;

use kernel::Refusal;
use kernel::shorthand::{Read, Words, shown};

use super::line::Line;
use crate::model::combat_orders::{Arm, CombatOrders};
use crate::model::ids::TypeId;
use crate::model::scenario::Scenario;
use crate::orders::lookup::{fold, with_nearest};
use crate::orders::{MoveForce, Order, SetCombatOrders, verbs};

impl Line<'_, '_> {
    /// Generals, then what they do.
    pub fn movement(&mut self) -> Read<Order> {
        let mut generals = vec![self.leader()?];
        while self.take(",") || self.take("and") || self.take("&") {
            generals.push(self.own_general()?);
        }
        self.take(":");
        let start = self.at;
        let leading = self.tokens[start..].iter().take_while(|token| is_column(token.text)).count();
        if leading < 3 {
            return self.free_form(generals);
        }
        let all: Vec<TypeId> = self.names.sc.type_ids().collect();
        let old = three_columns(self.names.sc);
        let mut first = None;
        for kinds in [Some(all.as_slice()), old.as_ref().map(|old| old.as_slice())].into_iter().flatten() {
            self.at = start;
            match self.columns(&generals, kinds, leading) {
                Ok(order) => return Ok(order),
                Err(wrong) => first = Some(wrong),
            }
        }
        match first {
            Some(wrong) => Err(wrong),
            None => self.free_form(generals),
        }
    }

    /// The first general of a line; when nobody is meant, the line begins with no word that is known.
    fn leader(&mut self) -> Read<String> {
        let verb = self.tokens[0].text;
        let names = self.names;
        let known = names.own_names().into_iter().chain(verbs());
        self.own_general().or_else(|wrong| {
            if wrong.code != "unknown_general" || wrong.hint.is_some() {
                return Err(wrong);
            }
            let detail =
                format!("{} is neither a general of yours nor the word that an order begins with", shown(verb));
            let refusal = with_nearest(Refusal::new("not_understood", "UM-34.3", detail), verb, known);
            let refusal = match refusal.hint {
                Some(_) => refusal,
                None => refusal.hint(
                    "begin with a general's name, or with one of: ".to_owned()
                        + &verbs().collect::<Vec<_>>().join(", "),
                ),
            };
            self.wrong(0, 1, refusal)
        })
    }

    /// A number for every type of unit, then via, destination, fleet orders, army orders; `-` for none.
    fn columns(&mut self, generals: &[String], kinds: &[TypeId], leading: usize) -> Read<Order> {
        const EXAMPLE: &str = "write: generals, a number or - for each type, via or -, destination or -, fleet orders or -, army orders or -";
        if leading < kinds.len() {
            let detail = format!("there are {leading} columns of numbers where {} belong", kinds.len());
            return self.misread("columns_missing", detail, EXAMPLE);
        }
        let mut units = BTreeMap::new();
        for &kind in kinds {
            let name = self.names.type_id(kind);
            if is_dash(self.peek().unwrap_or("-")) {
                self.at += 1;
            } else if let count @ 1.. = self.count()? {
                units.insert(name, count);
            }
        }
        let via = if self.dash() { Vec::new() } else { self.stops()? };
        let destination = if self.dash() { None } else { Some(self.province()?) };
        let mut orders = [None, None];
        for slot in &mut orders {
            if !self.dash() {
                *slot = Some(self.combat_orders()?);
            }
        }
        self.end(EXAMPLE)?;
        let [fleet, army] = orders;
        match destination {
            Some(destination) => {
                let generals = generals.to_vec();
                Ok(MoveForce { generals, units, via, destination, fleet_orders: fleet, army_orders: army }.into())
            }
            None => self.standing(generals, !units.is_empty() || !via.is_empty(), fleet, army),
        }
    }

    /// Units by name, `to`, `via`, `fleet` and `army` in words.
    fn free_form(&mut self, generals: Vec<String>) -> Read<Order> {
        let mut units: BTreeMap<String, u16> = BTreeMap::new();
        let mut fleets = false;
        self.take("with");
        if !self.dash() {
            while self.peek().is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_digit())) {
                let count = self.count()?;
                let from = self.at;
                let kind = self.kind()?;
                fleets |= self.names.sc.unit(kind).is_fleet();
                if units.insert(self.names.type_id(kind), count).is_some() {
                    let detail = format!("{} is listed twice", self.names.type_id(kind));
                    return self.wrong(from, self.at, Refusal::new("listed_twice", "UM-15.9", detail));
                }
                while self.take(",") || self.take("and") {}
            }
        }
        let (mut via, mut destination) = (Vec::new(), None);
        let (mut fleet, mut army, mut bare) = (None, None, Vec::new());
        while let Some(text) = self.peek() {
            if self.take("fleet") {
                fleet = if self.dash() { None } else { Some(self.combat_orders()?) };
            } else if self.take("army") {
                army = if self.dash() { None } else { Some(self.combat_orders()?) };
            } else if looks_like_orders(text) {
                bare.push(Some(self.combat_orders()?));
            } else if is_dash(text) {
                self.at += 1;
                bare.push(None);
            } else if self.take("via") {
                via = self.stops()?;
            } else if destination.is_none() {
                self.take("to");
                destination = Some(self.province()?);
            } else {
                self.take(",");
                self.end("write: generals, troops, to the destination, via the provinces between, fleet 1D, army 1D")?;
            }
        }
        let armies =
            units.keys().any(|id| self.names.kind(&fold(id)).is_some_and(|kind| !self.names.sc.unit(kind).is_fleet()));
        match bare.as_slice() {
            [] => {}
            &[one, two] => (fleet, army) = (fleet.or(one), army.or(two)),
            &[one] if fleets && armies => {
                let _: Option<CombatOrders> = one;
                self.at = self.tokens.len() - 1;
                return self.misread(
                    "orders_missing",
                    "a force of ships and troops needs orders for both",
                    "write the fleet's orders and then the army's, such as 1R 3M",
                );
            }
            &[one] if fleets || (units.is_empty() && self.at_sea(&generals)) => fleet = fleet.or(one),
            &[one] => army = army.or(one),
            _ => {
                self.at = self.tokens.len() - 1;
                return self.misread(
                    "too_much",
                    "there are more than two combat orders",
                    "write the fleet's orders and then the army's",
                );
            }
        }
        match destination {
            Some(destination) => {
                Ok(MoveForce { generals, units, via, destination, fleet_orders: fleet, army_orders: army }.into())
            }
            None => self.standing(&generals, !units.is_empty() || !via.is_empty(), fleet, army),
        }
    }

    /// Combat orders for troops that stay (UM-15.9).
    fn standing(
        &mut self, generals: &[String], moving: bool, fleet: Option<CombatOrders>, army: Option<CombatOrders>,
    ) -> Read<Order> {
        let last = self.tokens.len();
        if moving || self.tokens.len() == 1 || (fleet.is_none() && army.is_none() && !self.says_orders()) {
            let refusal = Refusal::new("destination_missing", "UM-15.9", "this order leads nowhere")
                .hint("write: Colleoni 4 FOO to Padua army 1D, or for troops that stay: Colleoni army 1D");
            return self.wrong(0, last, refusal);
        }
        match generals {
            [general] => Ok(SetCombatOrders { general: general.clone(), fleet, army }.into()),
            _ => {
                let refusal =
                    Refusal::new("one_general", "UM-15.9", "combat orders where troops stay are given by one general")
                        .hint("name one of those who are there");
                self.wrong(0, last, refusal)
            }
        }
    }

    /// Whether the line speaks of orders at all, be it to give none.
    fn says_orders(&self) -> bool {
        self.tokens.iter().any(|token| ["fleet", "army"].iter().any(|word| token.text.eq_ignore_ascii_case(word)))
    }

    /// Whether the first general named commands at sea.
    fn at_sea(&self, generals: &[String]) -> bool {
        let of = |name: &String| self.names.generals().find(|(own, _)| own == name);
        generals.first().and_then(of).is_some_and(|(_, arm)| arm == Arm::Sea)
    }

    fn stops(&mut self) -> Read<Vec<String>> {
        let mut stops = vec![self.province()?];
        while self.take(",") {
            stops.push(self.province()?);
        }
        Ok(stops)
    }

    fn dash(&mut self) -> bool {
        let dash = self.peek().is_some_and(is_dash);
        self.at += usize::from(dash);
        dash
    }

    fn combat_orders(&mut self) -> Read<CombatOrders> {
        let Some(text) = self.peek() else {
            return self.misread(
                "too_short",
                "combat orders are missing at the end of the line",
                "write orders such as 1D, or -",
            );
        };
        match text.parse() {
            Ok(orders) => {
                self.at += 1;
                Ok(orders)
            }
            Err(_) => {
                let detail = format!("{} is no combat order", shown(text));
                let hint = "write the risk 1, 2 or 3 and then M, R or D, such as 1D";
                self.wrong(self.at, self.at + 1, Refusal::new("not_combat_orders", "UM-18.1", detail).hint(hint))
            }
        }
    }
}

fn is_dash(text: &str) -> bool {
    matches!(text, "-" | "–" | "—")
}

fn is_column(text: &str) -> bool {
    is_dash(text) || (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A digit and a letter, or two letters after a digit: meant as combat orders, be they right or wrong.
fn looks_like_orders(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|first| first.is_ascii_digit()) && letters.next().is_some_and(char::is_alphabetic)
}

/// An arm as lines have it.
pub fn word(arm: Arm) -> &'static str {
    match arm {
        Arm::Land => "land",
        Arm::Sea => "sea",
    }
}

/// Combat orders as they end a line.
pub fn combat_orders(fleet: Option<CombatOrders>, army: Option<CombatOrders>) -> String {
    let fleet = fleet.map(|orders| format!(" fleet {orders}")).unwrap_or_default();
    let army = army.map(|orders| format!(" army {orders}")).unwrap_or_default();
    fleet + &army
}

/// The types that the three columns of the old sheets mean: the first kind of squadron, the common foot (that of the
/// militia), and the horse: the strongest in the open among the types faster than that foot.
pub fn three_columns(sc: &Scenario) -> Option<[TypeId; 3]> {
    let ships = sc.type_ids().find(|&kind| sc.unit(kind).is_fleet())?;
    let foot = sc.militia_type;
    let faster = |kind: &TypeId| !sc.unit(*kind).is_fleet() && sc.unit(*kind).multi > sc.unit(foot).multi;
    let strength = |kind: &TypeId| (sc.unit(*kind).land.first().copied(), std::cmp::Reverse(*kind));
    let horse = sc.type_ids().filter(faster).max_by_key(strength)?;
    Some([ships, foot, horse])
}
