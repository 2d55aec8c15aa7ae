//! Reading an order set.

use kernel::shorthand::{Read, Words, Wrong, read, shown};
use kernel::{Diagnostic, Span};

use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;
use crate::orders::notation::NameKind;
use crate::orders::notation::line::{OrderLine, orders_on};
use crate::orders::notation::names::{exact, nearest};
use crate::orders::notation::reader::OrderReader;
use crate::orders::{Order, Verb, read_movement, verbs};

/// What an order with a force begins.
const MOVE: &str = "OCT-A3 > Brundisium for the cheapest way, OCT-A3 : 2824 2825 for a path";

/// Reads an order set: the orders with their place in the text, and what was not understood. One bad order costs nothing but
/// itself.
pub fn parse(sc: &Scenario, known: &Knowledge, text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
    read(text, None, orders_on, |tokens| order(&mut OrderReader { known, line: &mut OrderLine { sc, tokens, at: 0 } }))
}

/// One order: its word says which.
fn order(reader: &mut OrderReader<'_, '_, '_, '_>) -> Read<Order> {
    let first = reader.line.tokens[0].text;
    let (read, example) = if exact(reader.line.sc, NameKind::Force, first).is_some() {
        (read_movement as fn(&mut OrderReader<'_, '_, '_, '_>) -> Read<Order>, MOVE)
    } else {
        let Some(verb) = verb(first) else { return Err(beginning(reader, first)) };
        reader.line.at = 1;
        (verb.read, verb.example)
    };
    let order = read(reader).and_then(|order| reader.line.end().map(|()| order));
    order.map_err(|wrong| hinted(wrong, example))
}

/// No order begins with this word.
fn beginning(reader: &OrderReader<'_, '_, '_, '_>, first: &str) -> Box<Wrong> {
    let wrong = reader.line.wrong(0, "not_understood", format!("no order begins with {}", shown(first)));
    match nearest(&first.to_lowercase(), verbs().map(|verb| verb.word)) {
        Some(verb) => wrong.hint(format!("did you mean {verb}?")),
        None => wrong.hint(format!("begin with a force ({MOVE}) or with a word such as recruit, attack, siege, end")),
    }
}

/// The verb that a word stands for: as it is, or shortened as far as it fits one only.
fn verb(word: &str) -> Option<&'static Verb> {
    let word = word.to_lowercase();
    let mut fitting = verbs().filter(|verb| verb.word.starts_with(&word));
    verbs().find(|verb| verb.word == word).or_else(|| {
        let one = fitting.next()?;
        (word.len() > 1 && fitting.next().is_none()).then_some(one)
    })
}

fn hinted(wrong: Box<Wrong>, example: &str) -> Box<Wrong> {
    if wrong.hint.is_some() { wrong } else { wrong.hint(format!("write: {example}")) }
}
