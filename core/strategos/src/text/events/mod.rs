//! Events in words.

use crate::model::scenario::Scenario;
use crate::rules::event::Event;

/// An event in words.
pub fn tell(_: &Scenario, event: &Event) -> String {
    format!("{:?}", event.what)
}

/// The place of an event, by name.
pub fn place(_: &Scenario, _: &Event) -> Option<String> {
    None
}
