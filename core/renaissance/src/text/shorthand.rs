//! Orders as lines that people type, one a line: the kind, who acts, and each field by its name
//! ([`notation`](crate::orders::notation)). What stands behind `//` is a remark.

use kernel::{Diagnostic, Span};
use serde_json::Value;

use crate::orders::notation::read;
use crate::orders::{KINDS, Order, infos};

/// Reads lines: the orders with their places in the text, and what was not understood. A bad line costs nothing but itself.
pub fn parse(text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
    let (mut orders, mut diagnostics) = (Vec::new(), Vec::new());
    for (at, line) in text.lines().enumerate() {
        let words = line.split("//").next().unwrap_or_default().trim_end();
        if words.trim().is_empty() {
            continue;
        }
        let indent = words.chars().count() - words.trim_start().chars().count();
        let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
        let span = |column: usize, length: usize| Span {
            line: number,
            column: u32::try_from(column + 1).unwrap_or(u32::MAX),
            length: u32::try_from(length.max(1)).unwrap_or(u32::MAX),
        };
        let length = words.chars().count() - indent;
        match order(words) {
            Ok(order) => orders.push((order, span(indent, length))),
            Err((column, code, detail, hint)) => {
                let column = column.min(words.chars().count().saturating_sub(1));
                let span = span(column, words.chars().count() - column);
                diagnostics.push(Diagnostic { span, code: code.into(), detail, hint: Some(hint), rule: None });
            }
        }
    }
    (orders, diagnostics)
}

/// Where in a line something is wrong, as what, in which words, and what would be right.
type Wrong = (usize, &'static str, String, String);

fn order(line: &str) -> Result<Order, Wrong> {
    let any = || format!("a line begins with a kind of order, such as: {}", example("move_to"));
    let (kind, mut fields) = read(line).map_err(|(at, why)| (at, "not_understood", why, any()))?;
    let Some(known) = KINDS.iter().find(|it| **it == kind) else {
        return Err((0, "unknown_order", format!("there is no order “{kind}”"), nearest(&kind).unwrap_or_else(any)));
    };
    if let Value::Object(all) = &mut fields {
        all.insert("type".into(), (*known).into());
    }
    serde_json::from_value(fields)
        .map_err(|why| (0, "not_understood", why.to_string(), format!("write: {}", example(known))))
}

/// The kind that a word is most like, with an example.
fn nearest(word: &str) -> Option<String> {
    let known = KINDS.iter().copied();
    let near = known.filter(|kind| kind.split('_').any(|part| part == word) || kind.starts_with(word));
    near.min_by_key(|kind| kind.len()).map(|kind| format!("write: {}", example(kind)))
}

fn example(kind: &str) -> String {
    infos().into_iter().find(|info| info.kind == kind).map_or_else(String::new, |info| info.shorthand)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_one_by_one_and_a_bad_one_costs_nothing_but_itself() {
        let text =
            "hold_court \"Ludovico Sforza\" location Milan // at home\n\n  move_to \"Ludovico\" to\nattack someone\n";
        let (orders, diagnostics) = parse(text);
        assert_eq!(orders.len(), 1);
        assert_eq!(orders[0].0.kind(), "hold_court");
        assert_eq!((orders[0].1.line, orders[0].1.column), (1, 1));
        let found: Vec<_> = diagnostics.iter().map(|it| (it.span.line, it.code.as_str())).collect();
        assert_eq!(found, [(3, "not_understood"), (4, "not_understood")]);
        let (_, diagnostics) = parse("attack \"Ludovico\"");
        assert_eq!(diagnostics[0].code, "unknown_order");
        assert!(diagnostics[0].hint.as_ref().is_some_and(|hint| hint.starts_with("write: attack_")));
    }

    #[test]
    fn every_example_is_read() {
        for info in infos() {
            let (orders, diagnostics) = parse(&info.shorthand);
            assert_eq!((orders.len(), diagnostics.len()), (1, 0), "{}: {diagnostics:?}", info.shorthand);
        }
    }
}
