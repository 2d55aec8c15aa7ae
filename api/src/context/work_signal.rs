//! The signal to those who wait for work. Work that another server left is found by looking now and then.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Wakes threads that wait for work.
#[derive(Default)]
pub struct WorkSignal {
    waiting: Mutex<u64>,
    ready: Condvar,
}

impl WorkSignal {
    pub fn wake(&self) {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.ready.notify_all();
    }

    /// Waits until there is work, or `patience` is over; `seen` is what the last call gave back.
    pub fn wait(&self, seen: u64, patience: Duration) -> u64 {
        let guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let (guard, _) = self
            .ready
            .wait_timeout_while(guard, patience, |count| *count == seen)
            .unwrap_or_else(PoisonError::into_inner);
        *guard
    }
}
