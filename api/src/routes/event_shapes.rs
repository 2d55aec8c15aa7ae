//! Events as pages and streams have them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::time;
use crate::model::GameEvent;
use crate::service::record;

/// Something that happened.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Event {
    /// Its number in the game.
    pub seq: i64,
    pub step: i32,
    pub at: DateTime<Utc>,
    /// Which of your seats learnt of it; null when everybody did.
    pub seats: Option<Vec<String>>,
    #[serde(flatten)]
    pub event: GameEvent,
}

impl From<record::Event> for Event {
    fn from(event: record::Event) -> Self {
        Event { seq: event.seq, step: event.step, at: time(event.at), seats: event.seats, event: event.event }
    }
}
