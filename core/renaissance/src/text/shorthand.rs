//! Orders as lines that people type, one a line: the kind, who acts, and each field by its name
//! ([`notation`](crate::orders::notation)). What stands behind `//` is a remark.

use kernel::bounds::{self, MOST_BYTES, MOST_LINES, MOST_NOT_UNDERSTOOD, MOST_ORDERS};
use kernel::{Diagnostic, Span};
use serde_json::Value;

use crate::orders::notation::read;
use crate::orders::{KINDS, Order, infos};

/// Reads lines: the orders with their places in the text, and what was not understood. A bad line costs nothing but itself; an
/// order set beyond the [bounds] is no order set: it has no orders, and the last diagnostic names the bound.
pub fn parse(text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
    let (mut orders, mut diagnostics, mut values) = (Vec::new(), Vec::new(), Vec::new());
    if text.len() > MOST_BYTES {
        return beyond(diagnostics, 1, "sheet_too_long", format!("an order set has at most {MOST_BYTES} bytes"));
    }
    for (line, number) in text.lines().zip(1..) {
        if number as usize > MOST_LINES {
            let detail = format!("an order set has at most {MOST_LINES} lines");
            return beyond(diagnostics, number, "too_many_lines", detail);
        }
        let words = line.split("//").next().unwrap_or_default().trim_end();
        if words.trim().is_empty() {
            continue;
        }
        let letters = words.chars().count();
        let indent = letters - words.trim_start().chars().count();
        match order(words) {
            Ok((order, value)) => {
                orders.push((order, span(number, indent, letters - indent)));
                values.push(value);
            }
            Err((column, code, detail, hint)) => {
                let column = column.min(letters.saturating_sub(1));
                let span = span(number, column, letters - column);
                diagnostics.push(Diagnostic { span, code: code.into(), detail, hint: Some(hint), rule: None });
            }
        }
        if diagnostics.len() > MOST_NOT_UNDERSTOOD {
            let detail = format!("more than {MOST_NOT_UNDERSTOOD} orders are not understood: the rest is not read");
            return beyond(diagnostics, number, "too_many_not_understood", detail);
        }
        if orders.len() > MOST_ORDERS {
            let detail = format!("an order set has at most {MOST_ORDERS} orders");
            return beyond(diagnostics, number, "too_many_orders", detail);
        }
    }
    match bounds::of_orders(&Value::Array(values)) {
        Ok(()) => (orders, diagnostics),
        Err(excess) => beyond(diagnostics, 1, excess.code, excess.detail),
    }
}

fn span(line: u32, column: usize, length: usize) -> Span {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Span { line, column: number(column + 1), length: number(length.max(1)) }
}

/// An order set that holds too much.
fn beyond(
    mut diagnostics: Vec<Diagnostic>, line: u32, code: &str, detail: String,
) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
    let span = Span { line, column: 1, length: 1 };
    diagnostics.push(Diagnostic { span, code: code.into(), detail, hint: None, rule: None });
    (Vec::new(), diagnostics)
}

/// Where in a line something is wrong, as what, in which words, and what would be right.
type Wrong = (usize, &'static str, String, String);

fn order(line: &str) -> Result<(Order, Value), Wrong> {
    let any = || format!("a line begins with a kind of order, such as: {}", example("move_to"));
    let (kind, mut fields) = read(line).map_err(|(at, why)| (at, "not_understood", why, any()))?;
    let Some(known) = KINDS.iter().find(|it| **it == kind) else {
        return Err((0, "unknown_order", format!("there is no order “{kind}”"), nearest(&kind).unwrap_or_else(any)));
    };
    if let Value::Object(all) = &mut fields {
        all.insert("type".into(), (*known).into());
    }
    let order = serde_json::from_value(fields.clone())
        .map_err(|why| (0, "not_understood", why.to_string(), format!("write: {}", example(known))))?;
    Ok((order, fields))
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
    fn what_holds_too_much_is_no_order_set() {
        let many = |line: &str, count: usize| vec![line; count].join("\n");
        let rows = [
            (many("hold_court \"A\" location Milan", 251), "too_many_orders"),
            (many("x", 40), "too_many_not_understood"),
            (many("", 1_002), "too_many_lines"),
            ("[".repeat(40_000), "sheet_too_long"),
            (format!("hold_court \"{}\" location Milan", "a".repeat(200)), "too_long"),
        ];
        for (text, code) in rows {
            let (orders, diagnostics) = parse(&text);
            assert_eq!((orders.len(), diagnostics.last().map(|it| it.code.as_str())), (0, Some(code)));
        }
        assert_eq!(parse(&format!("move_to via {}", "[".repeat(30_000))).1.len(), 1);
    }

    #[test]
    fn every_example_is_read() {
        for info in infos() {
            let (orders, diagnostics) = parse(&info.shorthand);
            assert_eq!((orders.len(), diagnostics.len()), (1, 0), "{}: {diagnostics:?}", info.shorthand);
        }
    }
}
