//! What readiness has to remember: signs of life of what runs in the background.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// How many parts are looked at.
pub(crate) const CHECKS: usize = 7;

/// What readiness has to remember.
#[derive(Default)]
pub struct Health {
    /// One look at a part at a time: who asks often does not pile up threads behind a part that hangs.
    pub(crate) turns: [Arc<tokio::sync::Mutex<()>>; CHECKS],
    pub scheduler: Pulse,
    pub computer_players: Pulse,
}

/// The last sign of life of something that runs in the background.
#[derive(Default)]
pub struct Pulse(Mutex<Option<Beat>>);

#[derive(Debug, Clone, Copy)]
pub(crate) struct Beat {
    pub at: Instant,
    pub ok: bool,
}

impl Pulse {
    /// A round is over, and went well or did not.
    pub fn beat(&self, ok: bool) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Beat { at: Instant::now(), ok });
    }

    pub(crate) fn last(&self) -> Option<Beat> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
