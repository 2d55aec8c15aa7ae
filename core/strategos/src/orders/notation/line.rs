//! An order's stretch of a line, read word by word.

use kernel::shorthand::{Read, Token, Words, Wrong, nearest, shown};
use serde::de::DeserializeOwned;

use super::names::NameKind;
use super::writing::Word;
use crate::knowledge::Knowledge;
use crate::model::ids::HexId;
use crate::model::scenario::Scenario;
use crate::model::units::{MOST_UNITS, UnitKind, Units};

/// How a hint begins that lists what may stand somewhere.
pub const LIST: &str = "write one of ";

/// Words that join the parts of an order; as new names they stand in quotes.
const JOINTS: [&str; 6] = ["in", "to", "at", "by", "for", "with"];

/// No name has more words.
const LONGEST: usize = 6;

/// The orders on a line: their words and commas, without remarks. What stands in quotes holds no marks. A remark begins with
/// `#`, unless a digit follows: `#12` is a command.
pub fn orders_on(raw: &str) -> Vec<Vec<Token<'_>>> {
    let mut orders: Vec<Vec<Token>> = vec![Vec::new()];
    let mut start: Option<(usize, u32)> = None;
    let (mut quoted, mut escaped) = (false, false);
    for (column, (at, sign)) in (1u32..).zip(raw.char_indices().chain([(raw.len(), '\n')])) {
        let digit = || raw[at..].chars().nth(1).is_some_and(|next| next.is_ascii_digit());
        let remark = !quoted && sign == '#' && !digit();
        let mark = !quoted && matches!(sign, ',' | ';') || remark;
        let last = orders.last_mut().expect("there is always one");
        let blank = if quoted { sign == ' ' || at == raw.len() } else { sign.is_whitespace() };
        if blank || mark {
            if let Some((from, first)) = start.take() {
                last.push(Token { text: &raw[from..at], column: first, length: column - first });
            }
            if sign == ',' && mark {
                last.push(Token { text: &raw[at..=at], column, length: 1 });
            }
            escaped = false;
        } else if start.is_none() {
            start = Some((at, column));
        }
        quoted ^= is_quote(sign) && !escaped;
        escaped = sign == '\\' && !escaped;
        match sign {
            ';' if mark => orders.push(Vec::new()),
            '#' if remark => break,
            _ => {}
        }
    }
    orders.retain(|order| !order.is_empty());
    orders
}

fn is_quote(sign: char) -> bool {
    matches!(sign, '"' | '“' | '”' | '„')
}

/// An order while it is being read.
pub struct OrderLine<'s, 't> {
    /// The scenario.
    pub sc: &'s Scenario,
    /// What its seat knows: the names that it may mean.
    pub known: &'s Knowledge,
    /// Its words.
    pub tokens: Vec<Token<'t>>,
    /// How far it has been read.
    pub at: usize,
}

impl<'t> Words<'t> for OrderLine<'_, 't> {
    fn tokens(&self) -> &[Token<'t>] {
        &self.tokens
    }
    fn at(&self) -> usize {
        self.at
    }
    fn go(&mut self, at: usize) {
        self.at = at;
    }
}

impl OrderLine<'_, '_> {
    fn missing(&self, what: &str) -> Box<Wrong> {
        self.wrong(self.at, "word_missing", format!("{what} is missing at the end of the order"))
    }

    fn phrase(&self, words: usize) -> String {
        let words: Vec<&str> = self.tokens[self.at..self.at + words].iter().map(|token| token.text).collect();
        words.join(" ")
    }

    /// What stands in quotes: its words with blanks between, and the signs that are written with `\`.
    fn quoted(&mut self) -> Read<String> {
        let from = self.at;
        let mut text = String::new();
        while let Some(word) = self.peek() {
            self.at += 1;
            let mut letters = word.chars();
            if self.at > from + 1 {
                text.push(' ');
            } else {
                letters.next();
            }
            while let Some(letter) = letters.next() {
                match letter {
                    '\\' => text.push(match letters.next() {
                        Some('n') => '\n',
                        Some('t') => '\t',
                        Some('r') => '\r',
                        Some('s') => ' ',
                        Some(other) => other,
                        None => '\\',
                    }),
                    quote if is_quote(quote) => {
                        if letters.next().is_some() {
                            return Err(self.wrong(self.at - 1, "quote", "after a quote comes a blank"));
                        }
                        return Ok(text);
                    }
                    other => text.push(other),
                }
            }
        }
        Err(self.wrong(from, "quote", "the quote is not closed").hint("write names as \"Army I\""))
    }

    fn is_quoted(&self) -> bool {
        self.peek().is_some_and(|word| word.starts_with(is_quote))
    }

    /// What is named here: in quotes as it stands; without, the longest run of words that names one thing of the kind.
    pub fn name(&mut self, kind: NameKind) -> Read<String> {
        if self.is_quoted() {
            return self.quoted();
        }
        let Some(first) = self.peek() else { return Err(self.missing(kind.what())) };
        let most = self.tokens[self.at..].iter().take_while(|token| token.text != ",").count().min(LONGEST);
        let found = |find: &dyn Fn(&str) -> Option<String>| {
            (1..=most).rev().find_map(|words| Some((words, find(&self.phrase(words))?)))
        };
        let known = found(&|phrase| kind.exact(self.sc, self.known, phrase)).or_else(|| {
            let short = found(&|phrase| kind.shortened(self.sc, self.known, phrase));
            short.filter(|(words, name)| !self.goes_on_otherwise(*words, name))
        });
        if let Some((words, name)) = known {
            self.at += words;
            return Ok(name);
        }
        if kind.may_be_new() && first != "," && !JOINTS.contains(&first) {
            self.at += 1;
            return Ok(first.to_owned());
        }
        let names = kind.names(self.sc, self.known);
        let detail = format!("{} is not {}", shown(first), kind.what());
        let near =
            (1..=most).rev().find_map(|words| nearest(&self.phrase(words).to_lowercase(), names.iter().copied()));
        let hint = match near {
            Some(name) => format!("did you mean “{name}”?"),
            None if kind == NameKind::New => {
                return Err(self.wrong(self.at, "word_missing", "a new name is missing here"));
            }
            None if names.is_empty() => "you have none".to_owned(),
            None => format!("{LIST}{}", some(&names)),
        };
        Err(self.wrong(self.at, kind.unknown(), detail).hint(hint))
    }

    /// Whether the words that follow a shortened name are another's: `Division 9` is not `Division 1`.
    fn goes_on_otherwise(&self, words: usize, name: &str) -> bool {
        let number = |word: &&str| word.len() < 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        let next = self.tokens.get(self.at + words).map(|token| token.text).filter(number);
        let wanted = name.split(' ').nth(words).filter(number);
        next.is_some() && wanted.is_some() && next != wanted
    }

    /// A text in quotes.
    pub fn text(&mut self) -> Read<String> {
        if self.is_quoted() {
            return self.quoted();
        }
        Err(self.wrong(self.at, "quote", "a text in quotes belongs here"))
    }

    /// A hex.
    pub fn hex(&mut self) -> Read<HexId> {
        let Some(word) = self.peek() else { return Err(self.missing("a hex such as 2405")) };
        let hex = word.parse().map_err(|wrong: String| {
            let wrong = self.wrong(self.at, "no_hex", wrong);
            let called = |name: &str| name.eq_ignore_ascii_case(word);
            let there = self.known.state.sites.values().find(|site| called(site.name.as_str()));
            match there {
                Some(site) => wrong.hint(format!("{} is at {}", site.name, site.hex)),
                None => wrong,
            }
        })?;
        self.at += 1;
        Ok(hex)
    }

    /// Whether a hex stands here, or what is meant for one.
    pub fn has_hex(&self) -> bool {
        self.peek().is_some_and(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))
    }

    /// A whole number up to the most.
    pub fn number(&mut self, what: &str, most: u32) -> Read<u32> {
        let Some(word) = self.peek() else { return Err(self.missing(what)) };
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        if !digits {
            let detail = format!("{} is no number, and {what} belongs here", shown(word));
            return Err(self.wrong(self.at, "not_a_number", detail));
        }
        match word.parse().ok().filter(|number| *number <= most) {
            Some(number) => {
                self.at += 1;
                Ok(number)
            }
            None => {
                let detail = format!("{} is too much for {what}: {most} at most", shown(word));
                Err(self.wrong(self.at, "number_too_great", detail))
            }
        }
    }

    /// A small number.
    pub fn small(&mut self, what: &str) -> Read<u8> {
        self.number(what, u8::MAX.into()).map(|number| number as u8)
    }

    /// One of the words of the rules.
    pub fn word<T: DeserializeOwned>(&mut self, what: &str, words: &[Word]) -> Read<T> {
        let said = self.peek().map(|word| word.to_lowercase().replace('-', "_"));
        let found = words.iter().find(|(key, _)| said.as_deref() == Some(*key));
        let read = found.and_then(|(key, _)| serde_json::from_value((*key).into()).ok());
        if let Some(value) = read {
            self.at += 1;
            return Ok(value);
        }
        let all: Vec<&str> = words.iter().map(|(key, _)| *key).collect();
        let hint = format!("write {}", all.join(", "));
        let Some(word) = self.peek() else { return Err(self.missing(what).hint(hint)) };
        Err(self.wrong(self.at, "not_a_choice", format!("{} is not {what}", shown(word))).hint(hint))
    }

    /// A type of unit by its two letters, its key, its name, or the beginning of it.
    pub fn unit(&mut self) -> Read<UnitKind> {
        let Some(word) = self.peek() else { return Err(self.missing("a type of unit")) };
        let two = self.tokens.get(self.at + 1).map(|next| (2, format!("{word}_{}", next.text)));
        let found = two.into_iter().chain([(1, word.to_owned())]).find_map(|(words, name)| {
            let known = |kind: &UnitKind| {
                let is = |name: &str| kind.key().eq_ignore_ascii_case(name);
                let several =
                    || name.strip_suffix('s').is_some_and(is) || name.eq_ignore_ascii_case("levies") && is("levy");
                is(&name) || self.sc.units.of(*kind).code.eq_ignore_ascii_case(&name) || several()
            };
            Some((words, UnitKind::ALL.into_iter().find(known)?))
        });
        let begins = |kind: &UnitKind| kind.key().starts_with(&word.to_lowercase());
        let mut fitting = UnitKind::ALL.into_iter().filter(begins);
        let shortened = match (fitting.next(), fitting.next()) {
            (Some(one), None) => Some((1, one)),
            _ => None,
        };
        if let Some((words, kind)) = found.or(shortened) {
            self.at += words;
            return Ok(kind);
        }
        let names: Vec<String> =
            UnitKind::ALL.map(|kind| format!("{} {}", self.sc.units.of(kind).code, kind.key())).to_vec();
        let wrong = self.wrong(self.at, "unknown_unit", format!("{} is no type of unit", shown(word)));
        Err(wrong.hint(format!("the types are {}", names.join(", "))))
    }

    /// `2 HO, 1 ST`.
    pub fn units(&mut self) -> Read<Units> {
        let mut units = Units::NONE;
        loop {
            let count = self.number("the number of units", MOST_UNITS.into())? as u16;
            let from = self.at;
            let kind = self.unit()?;
            if units.count(kind) > 0 {
                return Err(self.wrong(from, "twice", format!("{} stand here twice", kind.key().replace('_', " "))));
            }
            units.set(kind, count);
            if !self.take(",") {
                return Ok(units);
            }
        }
    }

    /// `"Division 1", "Division 2"`.
    pub fn names(&mut self, kind: NameKind) -> Read<Vec<String>> {
        let mut all = vec![self.name(kind)?];
        while self.take(",") {
            all.push(self.name(kind)?);
        }
        Ok(all)
    }

    /// A name, or `none`.
    pub fn name_or_none(&mut self, kind: NameKind) -> Read<Option<String>> {
        if self.take("none") { Ok(None) } else { self.name(kind).map(Some) }
    }
}

/// Some of many names.
fn some(names: &[&str]) -> String {
    const MOST: usize = 12;
    let more = if names.len() > MOST { " …" } else { "" };
    names[..names.len().min(MOST)].join(", ") + more
}
