//! Events in words.

use crate::model::scenario::Scenario;
use crate::rules::event::{Event, EventKind};

/// An event in words.
pub fn tell(_: &Scenario, event: &Event) -> String {
    match &event.what {
        EventKind::WeatherDrawn { weather } => format!("The weather is {weather:?}."),
    }
}

/// The place of an event, by name.
pub fn place(_: &Scenario, event: &Event) -> Option<String> {
    match &event.what {
        EventKind::WeatherDrawn { .. } => None,
    }
}
