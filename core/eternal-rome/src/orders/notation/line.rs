//! An order's stretch of a line, read word by word.

use kernel::shorthand::{Read, Token, Words, Wrong, shown};

use super::names::{NameKind, alike, beginning, exact, hint_at};
use crate::model::scenario::Scenario;

/// Words that no name holds: a name ends before them.
const MARKS: [&str; 16] = [
    "as", "from", "to", "on", "with", "for", "give", "take", "ashore", "invade", "combat", "none", "stand", "new",
    "march", "phase",
];

/// No name has more words.
const MOST_WORDS: usize = 5;

/// The orders on a line: their words, numbers and the marks `,` `:` `>` and `/`, without remarks.
pub fn orders_on(raw: &str) -> Vec<Vec<Token<'_>>> {
    let mut orders: Vec<Vec<Token>> = vec![Vec::new()];
    let mut start: Option<(usize, u32)> = None;
    let mut column = 0;
    for (at, sign) in raw.char_indices().chain([(raw.len(), '\n')]) {
        column += 1;
        let alone = matches!(sign, ',' | ':' | '>' | '/' | '→');
        if sign.is_whitespace() || alone || matches!(sign, ';' | '#') {
            let last = orders.last_mut().expect("there is always one");
            if let Some((from, first)) = start.take() {
                let word = &raw[from..at];
                // `->` is an arrow too.
                let text = if sign == '>' { word.strip_suffix('-').unwrap_or(word) } else { word };
                if !text.is_empty() {
                    last.push(Token { text, column: first, length: text.chars().count() as u32 });
                }
            }
            if alone {
                let text = if sign == '→' { ">" } else { &raw[at..=at] };
                last.push(Token { text, column, length: 1 });
            }
        } else if start.is_none() {
            start = Some((at, column));
        }
        match sign {
            ';' => orders.push(Vec::new()),
            '#' => break,
            _ => {}
        }
    }
    orders.retain(|order| !order.is_empty());
    orders
}

/// An order while it is being read.
pub struct OrderLine<'s, 't> {
    pub sc: &'s Scenario,
    pub tokens: Vec<Token<'t>>,
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
    /// Whether a name may stand here.
    pub fn has_name(&self) -> bool {
        self.peek().is_some_and(|text| !ends_name(text))
    }

    /// What is named here: the longest run of words that names one thing of the kind.
    pub fn name(&mut self, kind: NameKind) -> Read<String> {
        let from = self.at;
        let words = self.tokens[from..].iter().take_while(|token| !ends_name(token.text)).count();
        let phrase = |words: usize| {
            let words: Vec<&str> = self.tokens[from..from + words].iter().map(|token| token.text).collect();
            words.join(" ")
        };
        if words == 0 {
            let place = if self.peek().is_some() { "here" } else { "at the end of the order" };
            return Err(self.wrong(from, "name_missing", format!("a name is missing {place}: {}", kind.word())));
        }
        let most = words.min(MOST_WORDS);
        let found = (1..=most).rev().find_map(|words| Some((words, exact(self.sc, kind, &phrase(words))?)));
        let found = found.or_else(|| {
            let one = |words: usize| match beginning(self.sc, kind, &phrase(words)).as_slice() {
                [one] => Some((words, one.clone())),
                _ => None,
            };
            (1..=most).rev().find_map(one)
        });
        if let Some((words, name)) = found {
            self.at += words;
            return Ok(name);
        }
        self.at += words;
        Err(self.unknown(from, kind, &phrase(1), &phrase(most)))
    }

    /// Nothing of the kind has this name; `first` is its first word.
    pub fn unknown(&self, from: usize, kind: NameKind, first: &str, phrase: &str) -> Box<Wrong> {
        let fitting = beginning(self.sc, kind, first);
        if fitting.len() > 1 {
            let more = if fitting.len() > 3 { " and others" } else { "" };
            let detail = format!("{} fits {}{more}", shown(first), fitting[..fitting.len().min(3)].join(", "));
            return self.wrong(from, "ambiguous_name", detail).hint("write more of the name");
        }
        let wrong = self.wrong(from, kind.unknown(), format!("there is no {} {}", kind.word(), shown(phrase)));
        let near = if alike(self.sc, kind, phrase).is_some() { phrase } else { first };
        wrong.hint(hint_at(self.sc, kind, near))
    }

    pub fn number(&mut self, what: &str, most: u32) -> Read<u32> {
        let Some(text) = self.peek() else {
            return Err(self.wrong(self.at, "number_missing", format!("{what} is missing at the end of the order")));
        };
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits {
            let detail = format!("{} is no number, and {what} belongs here", shown(text));
            return Err(self.wrong(self.at, "not_a_number", detail));
        }
        match text.parse::<u32>().ok().filter(|&number| number <= most) {
            Some(number) => {
                self.at += 1;
                Ok(number)
            }
            None => Err(self.wrong(self.at, "number_too_great", format!("{} is too much for {what}", shown(text)))),
        }
    }

    /// A small number.
    pub fn count(&mut self, what: &str) -> Read<u8> {
        self.number(what, u8::MAX.into()).map(|number| number as u8)
    }

    /// One of some words; what it stands for.
    pub fn choice<T: Copy>(&mut self, what: &str, words: &[(&str, T)]) -> Read<T> {
        if let Some((_, chosen)) = words.iter().find(|(word, _)| self.is(word)) {
            self.at += 1;
            return Ok(*chosen);
        }
        let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let detail = match self.peek() {
            Some(text) => format!("{} is no {what}", shown(text)),
            None => format!("the {what} is missing at the end of the order"),
        };
        Err(self.wrong(self.at, "not_a_choice", detail).hint(format!("write {}", all.join(", "))))
    }
}

fn ends_name(text: &str) -> bool {
    matches!(text, "," | ":" | ">" | "/") || MARKS.iter().any(|mark| text.eq_ignore_ascii_case(mark))
}
