//! Two tiny rooms, one of each shape, so that everything above the rooms can be tested on both: `toy-sealed`
//! (an auction with secret purses) and `toy-duel` (strikes that suspend until the other seat decides how to answer).

mod duel;
mod sealed;

pub use duel::{Duel, DuelOrder};
pub use sealed::{Sealed, SealedOrder};

use kernel::{Diagnostic, Document, EventRecord, MapOptions, SeatInfo, Span};

fn seat(key: &str, colour: &str) -> SeatInfo {
    SeatInfo {
        key: key.into(),
        name: format!("House of {key}"),
        description: format!("You play the house of {key}."),
        colour: colour.into(),
        powers: vec![key.into()],
    }
}

/// Reads one order per line with `read`, which names what it wanted.
fn parse_lines<O>(text: &str, read: impl Fn(&str) -> Result<O, String>) -> (Vec<(O, Span)>, Vec<Diagnostic>) {
    let (mut orders, mut diagnostics) = (Vec::new(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            continue;
        }
        let span = Span { line: number as u32 + 1, column: 1, length: line.chars().count().max(1) as u32 };
        match read(trimmed) {
            Ok(order) => orders.push((order, span)),
            Err(hint) => diagnostics.push(Diagnostic {
                span,
                code: "not_understood".into(),
                detail: format!("“{trimmed}” is no order of this game"),
                hint: Some(hint),
                rule: None,
            }),
        }
    }
    (orders, diagnostics)
}

fn documents(title: &str, entries: &[EventRecord]) -> Vec<Document> {
    let lines: Vec<&str> = entries.iter().map(|entry| entry.text.as_str()).collect();
    vec![Document {
        kind: "report".into(),
        title: title.into(),
        text: lines.join("\n"),
        html: format!("<p>{}</p>", lines.join("<br>")),
    }]
}

fn map_svg(label: &str, options: &MapOptions) -> String {
    let width = options.width.unwrap_or(200);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"40\"><text x=\"4\" y=\"24\">{label}</text></svg>"
    )
}
