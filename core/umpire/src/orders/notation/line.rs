//! A line of orders, read word by word.

use kernel::Refusal;
use kernel::shorthand::{Read, Token, Words, Wrong, shown};

use super::names::Names;
use crate::model::combat_orders::Arm;
use crate::model::ids::{Rp, TypeId};
use crate::orders::lookup::{fold, known_types, with_nearest};

/// No name has more words.
const MOST_WORDS: usize = 8;

/// The words of a line, numbers and the marks `,` and `:`, without remarks.
pub fn tokens(raw: &str) -> Vec<Token<'_>> {
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

pub struct Line<'n, 't> {
    pub names: &'n Names<'n>,
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

impl<'t> Line<'_, 't> {
    pub fn wrong<T>(&self, from: usize, to: usize, refusal: Refusal) -> Read<T> {
        Err(Wrong::refused(from, to, refusal))
    }

    /// Something is missing or stands where nothing should.
    pub fn misread<T>(&self, code: &'static str, detail: impl Into<String>, hint: &str) -> Read<T> {
        self.wrong(self.at, self.at + 1, Refusal::new(code, "UM-34.3", detail).hint(hint))
    }

    pub fn expect(&mut self, word: &str, hint: &str) -> Read<()> {
        if self.take(word) {
            Ok(())
        } else {
            self.misread("word_missing", format!("“{word}” is missing here"), hint)
        }
    }

    pub fn end(&mut self, hint: &str) -> Read<()> {
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
    pub fn words(&self, count: usize) -> Vec<&'t str> {
        let rest = self.tokens[self.at..].iter().map(|token| token.text);
        rest.take_while(|text| *text != "," && *text != ":").take(count).collect()
    }

    /// The longest run of words from here that `known` knows.
    pub fn longest<T>(&mut self, known: impl Fn(&str) -> Option<T>) -> Option<T> {
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
    pub fn unknown<T>(&self, code: &'static str, rule: &'static str, what: &str, names: &[&str]) -> Read<T> {
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

    pub fn province(&mut self) -> Read<String> {
        let names = self.names;
        match self.longest(|words| names.province(words)) {
            Some(name) => Ok(name),
            None => self.unknown("unknown_province", "UM-2.2", "province", &names.province_names()),
        }
    }

    pub fn nation(&mut self) -> Read<String> {
        let names = self.names;
        match self.longest(|words| names.nation(words)) {
            Some(id) => Ok(id),
            None => self.unknown("unknown_nation", "UM-5.1", "nation", &names.nation_ids()),
        }
    }

    pub fn kind(&mut self) -> Read<TypeId> {
        let names = self.names;
        match self.longest(|words| names.kind(words)) {
            Some(kind) => Ok(kind),
            None => match self.unknown("unknown_unit_type", "UM-3.1", "unit type", &names.type_names()) {
                Err(mut wrong) if wrong.hint.is_none() => {
                    wrong.hint = Some(known_types(names.sc));
                    Err(wrong)
                }
                other => other,
            },
        }
    }

    pub fn own_general(&mut self) -> Read<String> {
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

    pub fn number(&mut self, what: &str, most: u64) -> Read<u64> {
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

    pub fn count(&mut self) -> Read<u16> {
        self.number("the number of units", u64::from(u16::MAX)).map(|count| count as u16)
    }

    pub fn money(&mut self) -> Read<Rp> {
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

    pub fn units_at(&mut self) -> Read<(u16, TypeId, String)> {
        Ok((self.count()?, self.kind()?, self.province()?))
    }

    /// Whether the word after this one stands for a spy network.
    pub fn speaks_of_spies(&self) -> bool {
        let spy = fold(self.names.sc.spy.as_str());
        self.tokens.get(self.at + 1).is_some_and(|token| fold(token.text) == spy)
    }

    pub fn phrase(&self, from: usize, to: usize) -> String {
        let words: Vec<&str> = self.tokens[from..to].iter().map(|token| token.text).collect();
        words.join(" ")
    }

    pub fn arm(&mut self) -> Read<Arm> {
        if self.take("land") {
            Ok(Arm::Land)
        } else if self.take("sea") {
            Ok(Arm::Sea)
        } else {
            self.misread("arm_missing", "land or sea belongs here", "write land or sea")
        }
    }
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
