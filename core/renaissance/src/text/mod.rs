//! A campaign in words and pictures.
//!
//! | file | what |
//! |---|---|
//! | `describe.rs` | all of a scenario that clients need |
//! | `events.rs` | events in words |
//! | `glossary.rs` | what the fields of events mean |
//! | `helps.rs` | papers that help to plan |
//! | `map.rs` | the map as a family sees it |
//! | `papers.rs` | what a player reads |
//! | `shorthand.rs` | orders as lines |
//! | `words.rs` | numbers of things and money in sentences |

pub mod describe;
pub mod events;
pub mod glossary;
pub mod helps;
pub mod map;
pub mod papers;
pub mod shorthand;
pub mod words;

use kernel::Document;
use kernel::paper::Paper;

/// A paper as a document.
fn document(kind: &str, title: String, paper: Paper) -> Document {
    let (text, html) = paper.finish(kind);
    Document { kind: kind.to_owned(), title, text, html }
}
