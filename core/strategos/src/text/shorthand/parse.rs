//! Reading an order set.

use kernel::shorthand::{Read, Words, Wrong, nearest, read, shown};
use kernel::{Diagnostic, Span};

use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;
use crate::orders::notation::line::LIST;
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
    order.map_err(|wrong| helped(wrong, line, verb))
}

/// With what would be right: the start of a second order, an example of this one.
fn helped(wrong: Box<Wrong>, line: &OrderLine<'_, '_>, verb: &Verb) -> Box<Wrong> {
    let word = line.tokens.get(wrong.from).map_or("", |token| token.text);
    let second =
        || verbs().any(|verb| verb.word.split(' ').next().is_some_and(|first| first.eq_ignore_ascii_case(word)));
    let example = verb.example;
    let hint = match &wrong.hint {
        None if wrong.code == "too_much" && second() => {
            format!("between two orders comes ; or a new line: {example}; …")
        }
        None => format!("write: {example}"),
        Some(hint) if hint.starts_with(LIST) => format!("{hint}; for example: {example}"),
        Some(_) => return wrong,
    };
    wrong.hint(hint)
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

/// What people say, and what to write instead.
const SAID: [(&[&str], &str); 15] = [
    (&["move", "go", "sail", "walk", "advance"], "write: march \"Army I\" 2405 2406"),
    (&["halt", "stop", "stay", "wait"], "write: march \"Army I\" halt"),
    (
        &["attack", "fight", "defend", "withdraw", "retreat"],
        "in the field write: battle \"Army I\" attack; at walls: assault \"Kardia\" by \"Army I\" first storm",
    ),
    (&["storm", "capture", "take", "conquer"], "write: assault \"Kardia\" by \"Army I\" first storm"),
    (
        &["siege", "besiege", "blockade", "raid", "loot", "pillage", "devastate", "demolish"],
        "write: task \"Division 1\" siege, in the hex of the city",
    ),
    (&["war", "declare"], "write: enemy CAS"),
    (&["offer", "peace", "ally", "alliance", "propose"], "write: treaty offer CAS alliance 10"),
    (&["accept", "reject", "break"], "write: treaty accept 3, treaty reject 3, treaty break CAS"),
    (&["recruit", "train", "hire", "buy"], "write: build \"Kardia\" 2 HO"),
    (&["create", "form", "new"], "write: raise division \"Division 2\" in \"Kardia\""),
    (&["give", "gift"], "write: pay CAS 50 for talents, transfer \"Division 1\" to \"Kardia\" 2 HO for units"),
    (&["load", "board", "ship"], "write: embark \"Fleet 1\" at 2317 \"Division 1\""),
    (&["land", "unload"], "write: disembark \"Fleet 1\" at 2317 \"Division 1\""),
    (&["grow", "upgrade", "wall", "walls"], "write: enlarge \"Kardia\" for its size, fortify \"Kardia\" for its walls"),
    (
        &["strategic", "kill", "murder", "garrison"],
        "write: send … to move units between cities, assassin … to kill a leader, transfer … to man a city",
    ),
];

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
    let meant = |said: &str| SAID.iter().find(|(words, _)| words.contains(&said)).map(|(_, hint)| *hint);
    if let Some(hint) = meant(&first.to_lowercase()) {
        return wrong.hint(hint);
    }
    let named = line.tokens.iter().position(|token| verbs().any(|verb| verb.word.eq_ignore_ascii_case(token.text)));
    if let Some(at) = named {
        let verb = line.tokens[at].text.to_lowercase();
        let example = verbs().find(|of| of.word == verb).map_or("", |of| of.example);
        return wrong.hint(format!("an order begins with what to do, here {verb}: {example}"));
    }
    match nearest(&first.to_lowercase(), verbs().map(|verb| verb.word)) {
        Some(verb) => wrong.hint(format!("did you mean {verb}?")),
        None => {
            let mut words: Vec<&str> = verbs().map(|verb| verb.word.split(' ').next().unwrap_or_default()).collect();
            words.dedup();
            wrong.hint(format!("orders begin with {}", words.join(", ")))
        }
    }
}
