//! The signal to those who wait for work. Work that another server left is found by looking now and then.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// For no longer do those who have work to do make way at a time: however much is urgent, some of the rest gets done.
const MOST_PATIENCE: Duration = Duration::from_secs(1);
/// How often they look whether the way is free again.
const LOOK: Duration = Duration::from_millis(5);

/// Wakes threads that wait for work.
#[derive(Default)]
pub struct WorkSignal {
    waiting: Mutex<u64>,
    ready: Condvar,
    urgent: AtomicUsize,
}

/// While it lives, those who work make way for something urgent.
pub struct Urgency<'a>(&'a WorkSignal);

impl Drop for Urgency<'_> {
    fn drop(&mut self) {
        self.0.urgent.fetch_sub(1, Ordering::Relaxed);
    }
}

impl WorkSignal {
    /// Something urgent is to be done on the same processors.
    pub fn make_way(&self) -> Urgency<'_> {
        self.urgent.fetch_add(1, Ordering::Relaxed);
        Urgency(self)
    }

    /// Waits until nothing is urgent, or for a second.
    pub fn let_pass(&self) {
        let began = Instant::now();
        while self.urgent.load(Ordering::Relaxed) > 0 && began.elapsed() < MOST_PATIENCE {
            std::thread::sleep(LOOK);
        }
    }

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
