//! Reading orders as players type them, word by word.
//!
//! A room cuts a line into the words of its orders, looks names up and makes orders of them; what is the same in all
//! rooms stands here: the words and their places, what is wrong with which of them, and the way through the order set.

use crate::bounds::{
    MOST_BYTES, MOST_LETTERS, MOST_LETTERS_OF_TEXT, MOST_LINES, MOST_NOT_UNDERSTOOD, MOST_ORDERS, MOST_WORDS,
    MOST_WORDS_IN_ALL,
};
use crate::{Diagnostic, Refusal, RuleRef, Span};

/// A word, a number or a mark, with its place on the line in characters.
#[derive(Clone, Copy, Debug)]
pub struct Token<'t> {
    /// As it is written.
    pub text: &'t str,
    /// First character, from 1.
    pub column: u32,
    /// Length in characters.
    pub length: u32,
}

/// What is wrong, and with which words of the order.
#[derive(Debug)]
pub struct Wrong {
    /// The first of them.
    pub from: usize,
    /// The first behind them.
    pub to: usize,
    /// Stable reason code in snake_case.
    pub code: &'static str,
    /// What is wrong.
    pub detail: String,
    /// What would be right, where that can be said.
    pub hint: Option<String>,
    /// The rule behind it, if one is.
    pub rule: Option<RuleRef>,
}

impl Wrong {
    /// The words from `from` up to `to` are refused.
    pub fn refused(from: usize, to: usize, refusal: Refusal) -> Box<Self> {
        let Refusal { code, rule, detail, hint, .. } = refusal;
        Box::new(Self { from, to, code, detail, hint, rule: Some(rule) })
    }

    /// With a hint at what would be right.
    #[must_use]
    pub fn hint(mut self: Box<Self>, hint: impl Into<String>) -> Box<Self> {
        self.hint = Some(hint.into());
        self
    }

    /// With the rule behind it.
    #[must_use]
    pub fn rule(mut self: Box<Self>, rule: &'static str) -> Box<Self> {
        self.rule = Some(RuleRef::new(rule));
        self
    }
}

/// What some words say, or what is wrong with them.
pub type Read<T> = Result<T, Box<Wrong>>;

/// An order while it is being read: its words, and how far it has been read.
pub trait Words<'t> {
    /// All words of the order.
    fn tokens(&self) -> &[Token<'t>];
    /// The place of the next word.
    fn at(&self) -> usize;
    /// Reads on at this place.
    fn go(&mut self, at: usize);

    /// The next word.
    fn peek(&self) -> Option<&'t str> {
        self.tokens().get(self.at()).map(|token| token.text)
    }

    /// Whether the next word is this one.
    fn is(&self, word: &str) -> bool {
        self.peek().is_some_and(|text| text.eq_ignore_ascii_case(word))
    }

    /// Takes the next word if it is this one.
    fn take(&mut self, word: &str) -> bool {
        let found = self.is(word);
        self.go(self.at() + usize::from(found));
        found
    }

    /// The words from `from` to here are wrong, or the next one if there are none.
    fn wrong(&self, from: usize, code: &'static str, detail: impl Into<String>) -> Box<Wrong> {
        Box::new(Wrong { from, to: self.at().max(from + 1), code, detail: detail.into(), hint: None, rule: None })
    }

    /// This word must follow.
    fn expect(&mut self, word: &str) -> Read<()> {
        if self.take(word) {
            return Ok(());
        }
        Err(self.wrong(self.at(), "word_missing", format!("“{word}” is missing here")))
    }

    /// Nothing may follow.
    fn end(&mut self) -> Read<()> {
        let Some(text) = self.peek() else { return Ok(()) };
        let from = self.at();
        self.go(self.tokens().len());
        Err(self.wrong(from, "too_much", format!("{} is more than this order needs", shown(text))))
    }
}

/// Reads an order set: the orders with their place in the text, and what was not understood. `orders_on` gives the words of each
/// order on a line, and `order` reads one; a bad order costs nothing but itself. `limit` is the rule that bounds an order set.
///
/// An order set beyond the [bounds](crate::bounds) is no order set: it has no orders, and the last diagnostic names the bound.
pub fn read<'t, O>(
    text: &'t str, limit: Option<&'static str>, orders_on: impl Fn(&'t str) -> Vec<Vec<Token<'t>>>,
    mut order: impl FnMut(Vec<Token<'t>>) -> Read<O>,
) -> (Vec<(O, Span)>, Vec<Diagnostic>) {
    let (mut orders, mut diagnostics) = (Vec::new(), Vec::new());
    let (mut count, mut words) = (0, 0);
    let beyond = |mut diagnostics: Vec<Diagnostic>, line: u32, code: &str, detail: String| {
        let span = Span { line, column: 1, length: 1 };
        diagnostics.push(Diagnostic { span, code: code.into(), detail, hint: None, rule: limit.map(RuleRef::new) });
        (Vec::new(), diagnostics)
    };
    if text.len() > MOST_BYTES {
        return beyond(diagnostics, 1, "sheet_too_long", format!("an order set has at most {MOST_BYTES} bytes"));
    }
    for (raw, line) in text.lines().zip(1..) {
        if line as usize > MOST_LINES {
            return beyond(diagnostics, line, "too_many_lines", format!("an order set has at most {MOST_LINES} lines"));
        }
        for tokens in orders_on(raw) {
            (count, words) = (count + 1, words + tokens.len());
            if count > MOST_ORDERS {
                return beyond(
                    diagnostics,
                    line,
                    "too_many_orders",
                    format!("an order set has at most {MOST_ORDERS} orders"),
                );
            }
            if words > MOST_WORDS_IN_ALL {
                let detail = format!("an order set has at most {MOST_WORDS_IN_ALL} words and marks");
                return beyond(diagnostics, line, "too_many_words", detail);
            }
            let read = match too_long(&tokens) {
                Some(wrong) => Err(wrong),
                None => order(tokens.clone()),
            };
            match read {
                Ok(order) => orders.push((order, span(&tokens, line, 0, tokens.len()))),
                Err(wrong) => {
                    let span = span(&tokens, line, wrong.from, wrong.to);
                    let Wrong { code, detail, hint, rule, .. } = *wrong;
                    diagnostics.push(Diagnostic { span, code: code.to_owned(), detail, hint, rule });
                }
            }
            if diagnostics.len() > MOST_NOT_UNDERSTOOD {
                let detail = format!("more than {MOST_NOT_UNDERSTOOD} orders are not understood: the rest is not read");
                return beyond(diagnostics, line, "too_many_not_understood", detail);
            }
        }
    }
    (orders, diagnostics)
}

/// Codes of an order set that is beyond the [bounds](crate::bounds), so that none of it is read.
pub const BEYOND: [&str; 5] =
    ["sheet_too_long", "too_many_lines", "too_many_orders", "too_many_words", "too_many_not_understood"];

/// What is wrong with an order of too many words, or of a word that is too long.
fn too_long(tokens: &[Token]) -> Option<Box<Wrong>> {
    let wrong = |from, code, detail| Box::new(Wrong { from, to: from + 1, code, detail, hint: None, rule: None });
    if tokens.len() > MOST_WORDS {
        return Some(wrong(MOST_WORDS, "order_too_long", format!("an order has at most {MOST_WORDS} words and marks")));
    }
    let is_text = |token: &Token| {
        let fits = token.length as usize <= MOST_LETTERS_OF_TEXT + "\"\"".len();
        fits && tokens.len() == 2 && token.text.starts_with('"') && token.text.ends_with('"')
    };
    let long = tokens.iter().position(|token| token.length as usize > MOST_LETTERS && !is_text(token))?;
    Some(wrong(long, "word_too_long", format!("a word has at most {MOST_LETTERS} characters")))
}

/// Where some words stand; past the last word: where that stands.
fn span(tokens: &[Token], line: u32, from: usize, to: usize) -> Span {
    let last = tokens.len() - 1;
    let from = from.min(last);
    let (first, last) = (&tokens[from], &tokens[to.saturating_sub(1).min(last).max(from)]);
    Span { line, column: first.column, length: (last.column + last.length).saturating_sub(first.column).max(1) }
}

/// A player's word as it is shown back: short, and without control characters.
pub fn shown(word: &str) -> String {
    let short: String = word.chars().filter(|letter| !letter.is_control()).take(40).collect();
    format!("“{short}”")
}

/// The word most like another, at most a third of its letters away.
pub fn nearest<'w>(word: &str, all: impl IntoIterator<Item = &'w str>) -> Option<String> {
    let most = word.chars().count().min(60) / 3;
    let near = all.into_iter().map(|name| (steps(word, &name.to_lowercase()), name));
    near.filter(|(steps, _)| *steps <= most).min().map(|(_, name)| name.to_owned())
}

/// Letters to be put in, left out or changed to make one word of the other.
fn steps(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(60).collect();
    let mut row: Vec<usize> = (0..=a.len()).collect();
    for (at, letter) in b.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, other) in a.iter().enumerate() {
            let change = diagonal + usize::from(*other != letter);
            diagonal = row[column + 1];
            row[column + 1] = change.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[a.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Line<'t> {
        tokens: Vec<Token<'t>>,
        at: usize,
    }

    impl<'t> Words<'t> for Line<'t> {
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

    /// One order a line, its words with single blanks between.
    fn words(raw: &str) -> Vec<Vec<Token<'_>>> {
        let mut column = 1;
        let mut list = Vec::new();
        for text in raw.split(' ').filter(|text| !text.is_empty()) {
            let length = text.chars().count() as u32;
            list.push(Token { text, column, length });
            column += length + 1;
        }
        if list.is_empty() { Vec::new() } else { vec![list] }
    }

    /// `send all to PLACE`, and nothing more.
    fn sent(text: &str) -> (Vec<(String, Span)>, Vec<Diagnostic>) {
        read(text, Some("XX-9"), words, |tokens| {
            let mut line = Line { tokens, at: 0 };
            line.expect("send")?;
            line.take("all");
            line.expect("to").map_err(|wrong| wrong.hint("write: send to Roma").rule("XX-1"))?;
            let place = line.peek().unwrap_or_default().to_owned();
            line.go(line.at() + 1);
            line.end().map(|()| place)
        })
    }

    #[test]
    fn a_bad_line_costs_nothing_but_itself() {
        let (orders, wrong) = sent("send to Roma\n\nsend Roma\nSEND ALL TO Ostia\nsend to Roma by sea");
        let places: Vec<_> = orders.iter().map(|(place, span)| (place.as_str(), span.line, span.length)).collect();
        assert_eq!(places, [("Roma", 1, 12), ("Ostia", 4, 17)]);
        let [missing, too_much] = wrong.as_slice() else { panic!("{wrong:?}") };
        assert_eq!((missing.span, missing.code.as_str()), (Span { line: 3, column: 6, length: 4 }, "word_missing"));
        assert_eq!(missing.hint.as_deref(), Some("write: send to Roma"));
        assert_eq!(missing.rule, Some(RuleRef::new("XX-1")));
        assert_eq!((too_much.span, too_much.code.as_str()), (Span { line: 5, column: 14, length: 6 }, "too_much"));
    }

    #[test]
    fn what_is_missing_at_the_end_is_shown_at_the_last_word() {
        let (_, wrong) = sent("send");
        assert_eq!(wrong[0].span, Span { line: 1, column: 1, length: 4 });
    }

    #[test]
    fn an_order_set_beyond_the_bounds_has_no_orders_and_is_told_which() {
        let cases = [
            ("send to Roma\n".repeat(MOST_ORDERS + 1), "too_many_orders", "at most 250 orders"),
            ("\n".repeat(MOST_LINES + 1), "too_many_lines", "at most 1000 lines"),
            (" ".repeat(MOST_BYTES + 1), "sheet_too_long", "at most 32768 bytes"),
            (format!("{}\n", "a ".repeat(MOST_WORDS)).repeat(9), "too_many_words", "at most 4000 words"),
            ("send Roma\n".repeat(MOST_NOT_UNDERSTOOD + 5), "too_many_not_understood", "more than 25 orders"),
        ];
        for (text, code, words) in cases {
            let (orders, wrong) = sent(&text);
            let last = wrong.last().expect("a diagnostic");
            assert_eq!((orders.len(), last.code.as_str()), (0, code));
            assert_eq!(last.rule, Some(RuleRef::new("XX-9")));
            assert!(last.detail.contains(words), "{}", last.detail);
            assert!(wrong.len() <= MOST_NOT_UNDERSTOOD + 2);
        }
        let (orders, wrong) = sent(&"send to Roma\n".repeat(MOST_ORDERS));
        assert_eq!((orders.len(), wrong.len()), (MOST_ORDERS, 0));
    }

    #[test]
    fn an_order_of_too_many_words_costs_nothing_but_itself() {
        let long = format!("send to {}", "Roma ".repeat(MOST_WORDS));
        let wide = format!("send to {}", "x".repeat(MOST_LETTERS + 1));
        let (orders, wrong) = sent(&format!("{long}\nsend to Ostia\n{wide}"));
        assert_eq!(orders.len(), 1);
        let codes: Vec<&str> = wrong.iter().map(|wrong| wrong.code.as_str()).collect();
        assert_eq!(codes, ["order_too_long", "word_too_long"]);
        assert_eq!((wrong[1].span.line, wrong[1].span.column), (3, 9));
    }

    #[test]
    fn a_text_in_quotes_may_be_longer_than_a_word() {
        let of = |letters: usize| {
            let quoted = format!("\"{}\"", "x ".repeat(letters / 2));
            let tokens = ["send", &quoted].map(|text| Token { text, column: 1, length: text.len() as u32 });
            too_long(&tokens).map(|wrong| wrong.code)
        };
        assert_eq!((of(MOST_LETTERS_OF_TEXT), of(MOST_LETTERS_OF_TEXT + 2)), (None, Some("word_too_long")));
    }

    #[test]
    fn the_word_that_was_meant_is_found_if_it_is_near() {
        let words = ["march", "build", "battle"];
        assert_eq!(nearest("mrch", words).as_deref(), Some("march"));
        assert_eq!(nearest("buildt", words).as_deref(), Some("build"));
        assert_eq!(nearest("conquer", words), None);
    }

    #[test]
    fn a_word_is_shown_back_short_and_plain() {
        assert_eq!(shown("Ro\u{7}ma"), "“Roma”");
        assert_eq!(shown(&"x".repeat(100)).chars().count(), 42);
    }
}
