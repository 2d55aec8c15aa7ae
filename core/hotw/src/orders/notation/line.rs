//! An order's stretch of a line, read word by word.

use kernel::shorthand::{Read, Token, Words, Wrong, shown};

use super::names::{Kind, find};
use crate::model::ids::Defence;
use crate::model::scenario::Scenario;

/// Words that no name holds: a name ends before them.
const MARKS: [&str; 10] = ["from", "with", "against", "for", "wo", "allies", "ships", "free", "naval", "max"];

/// No name has more words.
pub const MOST_WORDS: usize = 8;

/// The orders on a line: their words, numbers and the marks `,` and `:`, without remarks.
pub fn orders_on(raw: &str) -> Vec<Vec<Token<'_>>> {
    let mut orders: Vec<Vec<Token>> = vec![Vec::new()];
    let mut start: Option<(usize, u32)> = None;
    let mut column = 0;
    let remark = |at: usize, first: bool| first || !is_stack(&raw[at..]);
    for (at, sign) in raw.char_indices() {
        column += 1;
        let breaks = sign.is_whitespace() || matches!(sign, ',' | ':' | ';');
        let is_remark = sign == '#' && start.is_none() && remark(at, orders.last().is_some_and(Vec::is_empty));
        if breaks || is_remark {
            close(&mut orders, raw, &mut start, at, column);
        } else if start.is_none() {
            start = Some((at, column));
        }
        match sign {
            '#' if is_remark => {
                column = u32::MAX;
                break;
            }
            ';' => orders.push(Vec::new()),
            ',' | ':' => push(&mut orders, Token { text: &raw[at..=at], column, length: 1 }),
            _ => {}
        }
    }
    if column != u32::MAX {
        close(&mut orders, raw, &mut start, raw.len(), column + 1);
    }
    orders.retain(|order| !order.is_empty());
    orders
}

fn push<'t>(orders: &mut [Vec<Token<'t>>], token: Token<'t>) {
    if let Some(order) = orders.last_mut() {
        order.push(token);
    }
}

fn close<'t>(orders: &mut [Vec<Token<'t>>], raw: &'t str, start: &mut Option<(usize, u32)>, end: usize, column: u32) {
    if let Some((from, first)) = start.take() {
        push(orders, Token { text: &raw[from..end], column: first, length: column - first });
    }
}

/// Whether a text begins with `#` and a number: a stack, not a remark.
fn is_stack(text: &str) -> bool {
    let rest = &text[1..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let after = rest[digits..].chars().next();
    (1..=3).contains(&digits) && after.is_none_or(|sign| sign.is_whitespace() || matches!(sign, ',' | ';'))
}

/// An order while it is being read.
pub struct Line<'s, 't> {
    pub sc: &'s Scenario,
    pub tokens: Vec<Token<'t>>,
    pub at: usize,
}

impl<'t> Words<'t> for Line<'_, 't> {
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

impl Line<'_, '_> {
    /// Nothing may follow.
    pub fn end(&mut self) -> Read<()> {
        let stack = self.peek().is_some_and(|text| text.starts_with('#'));
        let wrong = |wrong: Box<Wrong>| if stack { wrong.hint("a remark begins with # and a space") } else { wrong };
        Words::end(self).map_err(wrong)
    }

    /// Words of one name: up to a comma, a colon, a number or a word that no name holds.
    pub fn phrase(&mut self) -> String {
        let from = self.at;
        while self.peek().is_some_and(|text| !ends_name(text)) {
            self.at += 1;
        }
        let words: Vec<&str> = self.tokens[from..self.at].iter().map(|token| token.text).collect();
        words.join(" ")
    }

    /// The id of what is named here.
    pub fn name(&mut self, kind: Kind) -> Read<String> {
        let from = self.at;
        let phrase = self.phrase();
        self.known(from, &phrase, kind)
    }

    /// The id of what a phrase that began at `from` names.
    pub fn known(&self, from: usize, phrase: &str, kind: Kind) -> Read<String> {
        let what = kind.word();
        if self.at - from > MOST_WORDS {
            let detail = format!("a name of a {what} has at most {MOST_WORDS} words");
            return Err(self.wrong(from, "name_too_long", detail).hint("put a comma between names"));
        }
        if phrase.is_empty() {
            let place = if self.peek().is_some() { "here" } else { "at the end of the order" };
            return Err(self.wrong(from, "name_missing", format!("a name is missing {place}: {what}")));
        }
        find(self.sc, kind, phrase).map_err(|error| {
            if error.ambiguous {
                let detail = format!("{} fits {}, perhaps others", shown(phrase), error.suggestions.join(", "));
                return self.wrong(from, "ambiguous_name", detail).hint("write more of the name");
            }
            let wrong = self.wrong(from, kind.unknown(), format!("there is no {what} {}", shown(phrase)));
            match error.hint() {
                Some(names) => wrong.hint(format!("did you mean {names}")),
                None => wrong,
            }
        })
    }

    pub fn land(&mut self) -> Read<String> {
        self.name(Kind::Land)
    }

    pub fn player(&mut self) -> Read<String> {
        self.name(Kind::Player)
    }

    /// Names with commas between; `none` for an empty list.
    pub fn list(&mut self, kind: Kind) -> Read<Vec<String>> {
        if self.take("none") || self.take("-") {
            return Ok(Vec::new());
        }
        let mut ids = vec![self.name(kind)?];
        while self.take(",") {
            ids.push(self.name(kind)?);
        }
        Ok(ids)
    }

    pub fn number(&mut self, what: &str) -> Read<u8> {
        let Some(text) = self.peek() else {
            return Err(self.wrong(self.at, "number_missing", format!("{what} is missing at the end of the order")));
        };
        match number(text) {
            Some(Ok(number)) => {
                self.at += 1;
                Ok(number)
            }
            Some(Err(())) => {
                Err(self.wrong(self.at, "number_too_great", format!("{} is too much for {what}", shown(text))))
            }
            None => {
                let detail = format!("{} is no number, and {what} belongs here", shown(text));
                Err(self.wrong(self.at, "not_a_number", detail).hint("write a whole number"))
            }
        }
    }
}

impl Line<'_, '_> {
    /// `2/4`: two Lands with four defenders together; `3`: three with one each.
    pub fn lands_and_defenders(&mut self) -> Read<(u8, u8)> {
        let text = self.peek().unwrap_or_default();
        let (lands, defenders) = text.split_once('/').unwrap_or((text, text));
        match (number(lands), number(defenders)) {
            (Some(Ok(lands)), Some(Ok(defenders))) => {
                self.at += 1;
                Ok((lands, defenders))
            }
            _ => {
                let detail = match self.peek() {
                    Some(text) => format!("{} is no number of Lands and defenders", shown(text)),
                    None => "the number of Lands and defenders is missing at the end of the order".to_owned(),
                };
                Err(self.wrong(self.at, "not_lands_and_defenders", detail).rule("HW-3.3"))
            }
        }
    }

    /// A defence value.
    pub fn defence(&mut self) -> Read<Defence> {
        let found = self.peek().and_then(level);
        if found.is_some() {
            self.at += 1;
        }
        found.ok_or_else(|| {
            let detail = match self.peek() {
                Some(text) => format!("{} is no defence value", shown(text)),
                None => "the defence value is missing at the end of the order".to_owned(),
            };
            let hint =
                "0 plain; -2 Difficult Terrain, overseas or a fort; -3 a Fortress; -5 both; -6 both with a Fortress";
            self.wrong(self.at, "not_a_defence", detail).hint(hint).rule("HW-6.1")
        })
    }

    /// `from` and where from, if it is said.
    pub fn via(&mut self) -> Read<Option<String>> {
        if self.take("from") { self.name(Kind::Space).map(Some) } else { Ok(None) }
    }

    /// `for` and a colour, if it is said.
    pub fn colour(&mut self) -> Read<Option<String>> {
        if self.take("for") { self.player().map(Some) } else { Ok(None) }
    }
}

/// A defence value.
pub fn level(text: &str) -> Option<Defence> {
    let points: i8 = text.replace('−', "-").parse().ok()?;
    Defence::try_from(points).ok()
}

/// A whole number, or that it is too great; `None` if it is none.
pub fn number(text: &str) -> Option<Result<u8, ()>> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().map_err(|_| ()))
}

fn ends_name(text: &str) -> bool {
    text.starts_with(|sign: char| sign.is_ascii_digit() || matches!(sign, ',' | ':' | '#' | '+' | '-' | '−'))
        || MARKS.iter().any(|mark| text.eq_ignore_ascii_case(mark))
}
