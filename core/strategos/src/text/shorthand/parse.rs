//! Reading an order set.

use kernel::shorthand::{Read, Words, Wrong, nearest, read, shown};
use kernel::{Diagnostic, Span};

use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;
use crate::orders::notation::{OrderLine, orders_on};
use crate::orders::{Order, Verb, verbs};

/// Reads lines: the orders with their places in the text, and what was not understood. One bad order costs nothing but itself.
pub fn parse(sc: &Scenario, known: &Knowledge, text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
    read(text, None, orders_on, |tokens| order(&mut OrderLine { sc, known, tokens, at: 0 }))
}

/// One order: its first words say which.
fn order(line: &mut OrderLine<'_, '_>) -> Read<Order> {
    let Some((words, verb)) = verb(line) else { return Err(beginning(line)) };
    line.at = words;
    let order = (verb.read)(line).and_then(|order| line.end().map(|()| order));
    order.map_err(|wrong| if wrong.hint.is_some() { wrong } else { wrong.hint(format!("write: {}", verb.example)) })
}

/// The verb that an order begins with, and of how many words it is. A single word may be shortened as far as it fits one only.
fn verb(line: &OrderLine<'_, '_>) -> Option<(usize, &'static Verb)> {
    let begins = |verb: &&Verb| {
        let mut words = verb.word.split(' ').zip(1usize..);
        words.all(|(word, at)| line.tokens.get(at - 1).is_some_and(|token| token.text.eq_ignore_ascii_case(word)))
    };
    let exact = verbs().filter(begins).max_by_key(|verb| verb.word.len());
    let shortened = || {
        let first = line.tokens[0].text.to_lowercase();
        let mut fitting = verbs().filter(|verb| verb.word.starts_with(&first));
        match (fitting.next(), fitting.next()) {
            (Some(one), None) if first.len() > 1 && !one.word.contains(' ') => Some(one),
            _ => None,
        }
    };
    exact.or_else(shortened).map(|verb| (verb.word.split(' ').count(), verb))
}

/// No order begins with these words.
fn beginning(line: &mut OrderLine<'_, '_>) -> Box<Wrong> {
    let first = line.tokens[0].text;
    let group: Vec<&str> = verbs().map(|verb| verb.word).filter(|word| word.split(' ').next() == Some(first)).collect();
    if !group.is_empty() {
        let at = usize::from(line.tokens.len() > 1);
        let detail = format!("after {first} comes what to do");
        return line.wrong(at, "not_understood", detail).hint(format!("write {}", group.join(", ")));
    }
    let wrong = line.wrong(0, "not_understood", format!("no order begins with {}", shown(first)));
    match nearest(&first.to_lowercase(), verbs().map(|verb| verb.word)) {
        Some(verb) => wrong.hint(format!("did you mean {verb}?")),
        None => {
            let mut words: Vec<&str> = verbs().map(|verb| verb.word.split(' ').next().unwrap_or_default()).collect();
            words.dedup();
            wrong.hint(format!("orders begin with {}", words.join(", ")))
        }
    }
}
