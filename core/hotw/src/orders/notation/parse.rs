//! Reading an order set.

use kernel::shorthand::{Read, Words, Wrong, read, shown};
use kernel::{Diagnostic, Span};

use super::line::{Line, MOST_WORDS, orders_on};
use super::names::{Kind, find, is_water};
use super::reader::{OrderReader, STACKS};
use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;
use crate::orders::kind::Verb;
use crate::orders::reinforce::parse_plus;
use crate::orders::{ExpandLandOrder, ExpandWaterOrder, Order, parse_verb, verbs};

/// Reads an order set: the orders with their place in the text, and what was not understood. One bad order costs nothing but
/// itself.
pub fn parse(sc: &Scenario, knowledge: &Knowledge, text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
    let mut reader = OrderReader::new(sc, knowledge);
    read(text, None, orders_on, |tokens| order(&mut Line { sc, tokens, at: 0 }, &mut reader))
}

/// An order, whatever it begins with.
fn order(line: &mut Line, reader: &mut OrderReader) -> Read<Order> {
    let first = line.tokens[0].text;
    if first.starts_with('+') {
        return parse_plus(line);
    }
    let exact = verbs().into_iter().find(|(verb, _)| first.eq_ignore_ascii_case(verb));
    // A name goes before a shortened verb: “sum” is Sumatra.
    let verb = match exact {
        Some(verb) => verb,
        None => match entry(line, reader) {
            Ok(order) => return Ok(order),
            Err(wrong) => match shortened(first).filter(|_| wrong.code == "unknown_space") {
                Some(verb) => verb,
                None => return Err(beginning(line, first, wrong)),
            },
        },
    };
    line.at = 1;
    let example = format!("write: {}", verb.1);
    let read =
        parse_verb(verb.0, line, reader).expect("every verb is of a kind").and_then(|order| line.end().map(|()| order));
    read.map_err(|wrong| if wrong.hint.is_some() { wrong } else { wrong.hint(example) })
}

/// A space, and the stack that the force is taken from.
fn entry(line: &mut Line, reader: &mut OrderReader) -> Read<Order> {
    let to = line.name(Kind::Space)?;
    let at_sea = is_water(line.sc, &to);
    let mut way = line.via()?;
    let stack = match line.peek() {
        None => reader.fitting_stack(line, &to, at_sea)?,
        Some(_) => reader.stack(line, at_sea)?,
    };
    if way.is_none() {
        way = line.via()?;
    }
    line.end()?;
    reader.stacks.spend(&stack);
    Ok(match at_sea {
        true => ExpandWaterOrder { to, via: way, stack }.into(),
        false => ExpandLandOrder { to, via: way, stack }.into(),
    })
}

/// The one verb that begins so.
fn shortened(word: &str) -> Option<Verb> {
    let word = word.to_lowercase();
    let mut fits = verbs().into_iter().filter(|(verb, _)| word.len() >= 3 && verb.starts_with(&word));
    match (fits.next(), fits.next()) {
        (Some(verb), None) => Some(verb),
        _ => None,
    }
}

/// A line that begins neither with a space nor with a verb.
fn beginning(line: &Line, first: &str, wrong: Box<Wrong>) -> Box<Wrong> {
    if !["unknown_space", "name_missing"].contains(&wrong.code) || wrong.from > 0 {
        return wrong;
    }
    if wrong.hint.is_some() {
        return wrong;
    }
    let words: Vec<&str> = line.tokens[..wrong.to.min(line.tokens.len())].iter().map(|token| token.text).collect();
    let is_space = |count: &usize| find(line.sc, Kind::Space, &words[..*count].join(" ")).is_ok();
    if let Some(count) = (1..words.len().min(MOST_WORDS)).rev().find(is_space) {
        let detail = format!("{} is no stack", shown(&words[count..].join(" ")));
        return line.wrong(count, "not_a_stack", detail).hint(STACKS);
    }
    let detail = format!("{} is neither a Land or water nor the word that an order begins with", shown(first));
    let to = wrong.to;
    let mut wrong = line.wrong(0, "not_understood", detail);
    let first = first.to_lowercase();
    let slip = verbs().into_iter().map(|(verb, _)| (strsim::osa_distance(&first, verb), verb)).min();
    match slip.filter(|(far, _)| far * 3 <= first.chars().count().clamp(3, 12)) {
        Some((_, verb)) => wrong.hint(format!("did you mean {verb}?")),
        None => {
            wrong.to = to;
            let verbs: Vec<&str> = verbs().into_iter().map(|(verb, _)| verb).collect();
            wrong.hint(format!("begin with a Land, a Sea, an Ocean, or one of: {}", verbs.join(", ")))
        }
    }
}
