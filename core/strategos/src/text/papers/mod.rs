//! What a player reads.

use kernel::{Document, EventRecord};

use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;

/// The papers of a week, from what the country knows now and what it learnt of the week before.
pub fn documents(_: &Scenario, _: &Knowledge, _: &[EventRecord]) -> Vec<Document> {
    Vec::new()
}
