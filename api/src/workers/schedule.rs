//! The scheduler: every second, the games whose time has come; now and then the clocks.
//!
//! Deadlines live in the store, not here, so a restart loses none of them. The thread sleeps by a clock that nobody sets.

use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::context::AppContext;
use crate::context::fault::Fault;

const BEAT: Duration = Duration::from_secs(1);
const BETWEEN_CLOCK_CHECKS: Duration = Duration::from_secs(5);

/// Something to be done now and then.
struct Chore {
    every: Duration,
    last: Option<Instant>,
}

impl Chore {
    fn new(every: Duration) -> Chore {
        Chore { every, last: None }
    }

    fn is_due(&mut self) -> bool {
        if self.last.is_some_and(|last| last.elapsed() < self.every) {
            return false;
        }
        self.last = Some(Instant::now());
        true
    }
}

pub(crate) fn keep_time(app: &AppContext, stop: &AtomicBool) {
    let mut clocks = Chore::new(BETWEEN_CLOCK_CHECKS);
    while !stop.load(Ordering::SeqCst) {
        if clocks.is_due() {
            safely("the database's clock cannot be read", || app.check_clock().map(|_| ()));
        }
        if app.config.scheduler {
            let swept = safely("deadlines cannot be looked after", || {
                // While some turns are resolved others become due: they do not wait for the next beat.
                while !stop.load(Ordering::SeqCst) && app.sweep()? > 0 {}
                Ok(())
            });
            app.health.scheduler.beat(swept);
        }
        std::thread::park_timeout(if app.config.scheduler { app.until_next_deadline(BEAT) } else { BEAT });
    }
}

/// Does something that must not end the thread, whatever becomes of it; whether it went well.
fn safely(otherwise: &str, what: impl FnOnce() -> Result<(), Fault>) -> bool {
    match std::panic::catch_unwind(AssertUnwindSafe(what)) {
        Ok(Ok(())) => return true,
        Ok(Err(fault)) => tracing::error!(%fault, "{otherwise}"),
        Err(_) => tracing::error!("{otherwise}: the scheduler panicked"),
    }
    false
}
