//! Who learns of what in a week (section 6).

use kernel::{Addressed, Audience, RuleRef};

use super::carry_out::PlayedWeek;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::event::{Event, EventKind};

/// The events of a week with who learns of them, in the sequence of play, from the state before and after.
pub fn of_week(_: &Scenario, _: &State, _: &State, played: &PlayedWeek) -> Vec<Addressed<Event>> {
    let what = EventKind::WeatherDrawn { weather: played.report.weather };
    let event = Event { rule: RuleRef::new("ST-13.1"), phase: "weather", what };
    vec![Addressed { audience: Audience::Everyone, event }]
}
