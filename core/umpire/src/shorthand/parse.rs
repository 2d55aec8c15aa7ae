//! Reading a sheet.

use std::collections::BTreeMap;

use kernel::{Diagnostic, Span};

use super::names::Names;
use super::three_columns;
use crate::commands::{find_city_name, find_general_name, fold, shown, with_nearest};
use crate::ids::{Rp, TypeId};
use crate::orders::{Arm, CombatOrders, Order};
use crate::refusal::Refusal;
use crate::scenario::Scenario;
use crate::view::View;

/// A sheet of more lines is not read on.
const MOST_LINES: usize = 2000;
/// No name has more words.
const MOST_WORDS: usize = 8;

/// The words that a line other than a movement begins with.
const VERBS: [&str; 20] = [
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

/// Reads a sheet: the orders with their place in the text, and what was not understood. Lines do not depend on each
/// other: one bad line costs nothing but itself.
pub fn parse(sc: &Scenario, view: &View, text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
    let names = Names::new(sc, view);
    let (mut orders, mut diagnostics) = (Vec::new(), Vec::new());
    for (index, raw) in text.lines().enumerate() {
        let number = index as u32 + 1;
        if index >= MOST_LINES {
            let refusal = Refusal::new("too_many_lines", "UM-34.4", format!("a sheet has at most {MOST_LINES} lines"));
            diagnostics.push(diagnostic(Span { line: number, column: 1, length: 1 }, refusal));
            break;
        }
        let tokens = tokens(raw);
        if tokens.is_empty() {
            continue;
        }
        let mut line = Line { names: &names, tokens, at: 0 };
        match line.order() {
            Ok(order) => orders.push((order, line.span(number, 0, line.tokens.len()))),
            Err(wrong) => diagnostics.push(diagnostic(line.span(number, wrong.from, wrong.to), *wrong.refusal)),
        }
    }
    (orders, diagnostics)
}

fn diagnostic(span: Span, refusal: Refusal) -> Diagnostic {
    let Refusal { code, rule, detail, hint, .. } = refusal;
    Diagnostic { span, code: code.to_owned(), detail, hint, rule: Some(rule) }
}

/// A word, a number, or one of `,` and `:`, with its place on the line in characters.
struct Token<'t> {
    text: &'t str,
    column: u32,
    length: u32,
}

fn tokens(raw: &str) -> Vec<Token<'_>> {
    let mut list: Vec<Token> = Vec::new();
    let mut start: Option<(usize, u32)> = None;
    let mut column = 0;
    let mut close = |start: &mut Option<(usize, u32)>, end: usize, column: u32| {
        if let Some((from, first)) = start.take() {
            list.push(Token { text: &raw[from..end], column: first, length: column - first });
        }
    };
    let mut marks = Vec::new();
    for (at, letter) in raw.char_indices() {
        column += 1;
        match letter {
            '#' => {
                close(&mut start, at, column);
                column = u32::MAX;
                break;
            }
            _ if letter.is_whitespace() => close(&mut start, at, column),
            ',' | ':' => {
                close(&mut start, at, column);
                marks.push(Token { text: &raw[at..=at], column, length: 1 });
            }
            _ if start.is_none() => start = Some((at, column)),
            _ => {}
        }
    }
    if column != u32::MAX {
        close(&mut start, raw.len(), column + 1);
    }
    list.append(&mut marks);
    list.sort_by_key(|token| token.column);
    list
}

/// What is wrong, and with which words of the line.
struct Wrong {
    from: usize,
    to: usize,
    refusal: Box<Refusal>,
}

type Read<T> = Result<T, Wrong>;

struct Line<'n, 't> {
    names: &'n Names<'n>,
    tokens: Vec<Token<'t>>,
    at: usize,
}

impl<'t> Line<'_, 't> {
    fn span(&self, line: u32, from: usize, to: usize) -> Span {
        let last = self.tokens.len() - 1;
        let (first, last) =
            (&self.tokens[from.min(last)], &self.tokens[to.saturating_sub(1).min(last).max(from.min(last))]);
        Span { line, column: first.column, length: (last.column + last.length).saturating_sub(first.column).max(1) }
    }

    fn wrong<T>(&self, from: usize, to: usize, refusal: Refusal) -> Read<T> {
        Err(Wrong { from, to, refusal: Box::new(refusal) })
    }

    /// Something is missing or stands where nothing should.
    fn misread<T>(&self, code: &'static str, detail: impl Into<String>, hint: &str) -> Read<T> {
        self.wrong(self.at, self.at + 1, Refusal::new(code, "UM-34.3", detail).hint(hint))
    }

    fn peek(&self) -> Option<&'t str> {
        self.tokens.get(self.at).map(|token| token.text)
    }

    fn is(&self, word: &str) -> bool {
        self.peek().is_some_and(|text| text.eq_ignore_ascii_case(word))
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.is(word);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, word: &str, hint: &str) -> Read<()> {
        if self.take(word) {
            Ok(())
        } else {
            self.misread("word_missing", format!("“{word}” is missing here"), hint)
        }
    }

    fn end(&self, hint: &str) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            Some(text) => {
                let detail = format!("{} is more than this order needs", shown(text));
                let refusal = Refusal::new("too_much", "UM-34.3", detail).hint(hint);
                self.wrong(self.at, self.tokens.len(), refusal)
            }
        }
    }

    /// Folded words from here on, at most `count`, up to a comma or colon.
    fn words(&self, count: usize) -> Vec<&'t str> {
        let rest = self.tokens[self.at..].iter().map(|token| token.text);
        rest.take_while(|text| *text != "," && *text != ":").take(count).collect()
    }

    /// The longest run of words from here that `known` knows.
    fn longest<T>(&mut self, known: impl Fn(&str) -> Option<T>) -> Option<T> {
        let words = self.words(MOST_WORDS);
        for count in (1..=words.len()).rev() {
            if words[..count].iter().map(|word| word.len()).sum::<usize>() > 120 {
                continue;
            }
            if let Some(found) = known(&fold(&words[..count].join(" "))) {
                self.at += count;
                return Some(found);
            }
        }
        None
    }

    /// A refusal of the name that should stand here, with the nearest known one.
    fn unknown<T>(&self, code: &'static str, rule: &'static str, what: &str, names: &[&str]) -> Read<T> {
        let Some(first) = self.peek() else {
            return self.misread("too_short", format!("{what} is missing at the end of the line"), "see the example");
        };
        // The nearest name may have several words: the longest reading that leads to a name is the likeliest.
        let words = self.words(MOST_WORDS);
        let reading = |count: usize| {
            let phrase = words.get(..count)?.join(" ");
            let refusal = Refusal::new(code, rule, format!("{} is no {what} that is known", shown(&phrase)));
            let refusal = with_nearest(refusal, &phrase, names.iter().copied());
            refusal.hint.is_some().then_some((count, refusal))
        };
        if let Some((count, refusal)) = (1..=words.len().min(4)).rev().find_map(reading) {
            return self.wrong(self.at, self.at + count, refusal);
        }
        let detail = format!("{} is no {what} that is known", shown(first));
        self.wrong(self.at, self.at + 1, Refusal::new(code, rule, detail))
    }

    fn province(&mut self) -> Read<String> {
        let names = self.names;
        match self.longest(|words| names.province(words)) {
            Some(name) => Ok(name),
            None => self.unknown("unknown_province", "UM-2.2", "province", &names.province_names()),
        }
    }

    fn nation(&mut self) -> Read<String> {
        let names = self.names;
        match self.longest(|words| names.nation(words)) {
            Some(id) => Ok(id),
            None => self.unknown("unknown_nation", "UM-5.1", "nation", &names.nation_ids()),
        }
    }

    fn kind(&mut self) -> Read<TypeId> {
        let names = self.names;
        match self.longest(|words| names.kind(words)) {
            Some(kind) => Ok(kind),
            None => self.unknown("unknown_unit_type", "UM-3.1", "unit type", &names.type_names()),
        }
    }

    fn own_general(&mut self) -> Read<String> {
        let names = self.names;
        if let Some(name) = self.longest(|words| names.own_general(words)) {
            return Ok(name);
        }
        let fits = self.peek().map(|word| names.fitting(&fold(word))).unwrap_or_default();
        if fits.len() > 1 {
            let detail = format!("{} fits {}", shown(self.peek().unwrap_or_default()), fits.join(" and "));
            let refusal = Refusal::new("ambiguous_general", "UM-13.1", detail).hint("write more of the name");
            return self.wrong(self.at, self.at + 1, refusal);
        }
        self.unknown("unknown_general", "UM-13.1", "general of yours", &names.own_names())
    }

    fn number(&mut self, what: &str, most: u64) -> Read<u64> {
        let Some(text) = self.peek() else {
            return self.misread(
                "too_short",
                format!("{what} is missing at the end of the line"),
                "write a whole number",
            );
        };
        match text.trim_end_matches('%').parse::<u64>() {
            Ok(number) if number <= most => {
                self.at += 1;
                Ok(number)
            }
            Ok(_) => self.misread("number_too_great", format!("{} is too much for {what}", shown(text)), "write less"),
            Err(_) => {
                let detail = format!("{} is no number, and {what} belongs here", shown(text));
                self.misread("not_a_number", detail, "write a whole number")
            }
        }
    }

    fn count(&mut self) -> Read<u16> {
        self.number("the number of units", u64::from(u16::MAX)).map(|count| count as u16)
    }

    fn money(&mut self) -> Read<Rp> {
        let Some(text) = self.peek() else {
            return self.misread(
                "too_short",
                "the sum is missing at the end of the line",
                "write revenue points, such as 10",
            );
        };
        match tenths(text) {
            Some(sum) => {
                self.at += 1;
                Ok(sum)
            }
            None => {
                let detail = format!("{} is no sum of revenue points", shown(text));
                self.misread("not_a_sum", detail, "write revenue points with at most one decimal, such as 7 or 2.5")
            }
        }
    }

    fn arm(&mut self) -> Read<Arm> {
        if self.take("land") {
            Ok(Arm::Land)
        } else if self.take("sea") {
            Ok(Arm::Sea)
        } else {
            self.misread("arm_missing", "land or sea belongs here", "write land or sea")
        }
    }

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
            "disband" => {
                let (count, kind, province) = self.units_at()?;
                (
                    Order::DisbandUnits { province, unit_type: self.names.type_id(kind), count },
                    "write: disband 3 FOO Padua",
                )
            }
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

    fn recruit(&mut self) -> Read<Order> {
        let spy = fold(self.names.sc.spy.as_str());
        let after = self.tokens.get(self.at + 1).map(|token| fold(token.text));
        if self.is("1") && after.as_deref() == Some(spy.as_str()) {
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

    /// Generals, then what they do.
    fn movement(&mut self) -> Read<Order> {
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
        let known = names.own_names().into_iter().chain(VERBS);
        self.own_general().or_else(|wrong| {
            if wrong.refusal.code != "unknown_general" || wrong.refusal.hint.is_some() {
                return Err(wrong);
            }
            let detail =
                format!("{} is neither a general of yours nor the word that an order begins with", shown(verb));
            let refusal = with_nearest(Refusal::new("not_understood", "UM-34.3", detail), verb, known);
            let refusal = match refusal.hint {
                Some(_) => refusal,
                None => refusal.hint("begin with a general's name, or with one of: ".to_owned() + &VERBS.join(", ")),
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
                Ok(Order::MoveForce { generals, units, via, destination, fleet_orders: fleet, army_orders: army })
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
                Ok(Order::MoveForce { generals, units, via, destination, fleet_orders: fleet, army_orders: army })
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
            [general] => Ok(Order::SetCombatOrders { general: general.clone(), fleet, army }),
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
        let of = |name: &String| self.names.view.generals.iter().find(|own| own.general.name.as_str() == name);
        generals.first().and_then(of).is_some_and(|own| own.arm == Arm::Sea)
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

/// Revenue points with at most one decimal, in tenths.
fn tenths(text: &str) -> Option<Rp> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(tenth) || tenth.len() != 1 || whole.len() > 7 {
        return None;
    }
    Some(Rp::tenths(whole.parse::<i64>().ok()? * 10 + tenth.parse::<i64>().ok()?))
}
