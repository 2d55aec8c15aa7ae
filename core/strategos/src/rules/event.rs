//! What can happen, as data. The words are in `text/events/`; who learns of it is decided in `orders/telling.rs`.

use kernel::{Described, RuleRef};
use serde::Serialize;
use utoipa::ToSchema;

use crate::model::rulings::Weather;

kernel::events! {
    EventKind as StrategosEvent;
    /// The weather of the week (ST-13.1).
    WeatherDrawn = "weather_drawn", "StrategosWeatherDrawn" { weather: Weather }
}

/// An event with the rule behind it and the step of the week it happened in.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosEventData)]
pub struct Event {
    /// The rule that made it happen; the record carries it beside the data.
    #[serde(skip)]
    pub rule: RuleRef,
    /// The step.
    #[serde(skip)]
    pub phase: &'static str,
    /// What happened.
    #[serde(flatten)]
    pub what: EventKind,
}

impl Described for Event {
    fn kind(&self) -> &'static str {
        self.what.kind()
    }
    fn rule(&self) -> RuleRef {
        self.rule.clone()
    }
    fn phase(&self) -> &'static str {
        self.phase
    }
}
