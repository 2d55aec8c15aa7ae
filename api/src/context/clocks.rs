//! The clocks that a server can read; tests bring their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// A clock: milliseconds.
pub type Dial = Arc<dyn Fn() -> i64 + Send + Sync>;

/// The clocks of a server. What time it goes by, [`crate::context::timekeeping`] makes of them.
#[derive(Clone)]
pub struct Clocks {
    /// The clock of this machine, in milliseconds since 1970: people and programs set it.
    pub wall: Dial,
    /// Milliseconds since some moment, counted evenly; nobody sets it.
    pub steady: Dial,
    /// The database's clock, in milliseconds since 1970, where a test brings one. Else the database is asked.
    pub database: Option<Dial>,
}

impl Clocks {
    /// The clocks of this machine, and of the real database.
    pub fn real() -> Clocks {
        let wall = Arc::new(|| chrono::Utc::now().timestamp_millis());
        Clocks { wall, steady: steady(), database: None }
    }

    /// All clocks at once: they stand still until they are set.
    pub fn set_by(hands: Arc<AtomicI64>) -> Clocks {
        let dial = dial(hands);
        Clocks { wall: dial.clone(), steady: dial.clone(), database: Some(dial) }
    }
}

/// A clock that stands still until it is set.
pub fn dial(hands: Arc<AtomicI64>) -> Dial {
    Arc::new(move || hands.load(Ordering::SeqCst))
}

/// The clock since boot, which also counts the time that a machine sleeps.
#[cfg(target_os = "linux")]
fn steady() -> Dial {
    Arc::new(|| {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
        time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    })
}

#[cfg(not(target_os = "linux"))]
fn steady() -> Dial {
    let start = std::time::Instant::now();
    Arc::new(move || i64::try_from(start.elapsed().as_millis()).unwrap_or(i64::MAX))
}
