//! The time that the server goes by: the database's.
//!
//! Deadlines and leases are moments of the database's clock, so servers over one database agree about them whatever
//! their own clocks say. SQLite has no clock of its own: there the clock of its one server takes the place.
//!
//! Between two readings time is counted by a clock that nobody sets. Where a reading shows that the database's clock was
//! set while the server ran, by more than the tolerance, it is not followed: deadlines come when they would have come,
//! and the alarm in `/ready` says what to do. A server whose own clock is further from the database's than the tolerance
//! does not start, and resolves nothing while it is.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::context::AppContext;
use crate::context::clocks::Clocks;
use crate::context::fault::{Fault, Why};
use crate::context::moment;
use crate::store::{Backend, clock, games};

/// What the last comparison of clocks has shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reading {
    /// This server's clock minus the database's, in milliseconds. 0 where they are the same clock.
    pub skew_ms: i64,
    /// By how much the database's clock was set forward (below 0: back) while the server ran, in milliseconds. 0 when it
    /// goes as it should.
    pub jump_ms: i64,
}

/// Keeps the time.
pub struct Timekeeper {
    watch: Clocks,
    /// The time minus the steady clock, in milliseconds.
    offset: AtomicI64,
    reading: Mutex<Reading>,
    tolerance_ms: i64,
    /// The latest moment that the database held when the server started, in milliseconds since 1970.
    latest_before: AtomicI64,
}

impl Timekeeper {
    /// Until the database has been asked, the time is this machine's. `tolerance` in seconds.
    pub fn new(watch: Clocks, tolerance: u32) -> Timekeeper {
        let offset = AtomicI64::new((watch.wall)() - (watch.steady)());
        let tolerance_ms = i64::from(tolerance) * 1000;
        Timekeeper { watch, offset, reading: Mutex::default(), tolerance_ms, latest_before: AtomicI64::new(0) }
    }

    /// The time, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        (self.watch.steady)() + self.offset.load(Ordering::SeqCst)
    }

    fn reading(&self) -> Reading {
        *self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the time that the database's clock shows, whatever was thought before.
    fn adopt(&self, shown: Shown) {
        self.offset.store(shown.source - shown.steady, Ordering::SeqCst);
        *self.reading.lock().unwrap_or_else(PoisonError::into_inner) =
            Reading { skew_ms: shown.wall - shown.source, jump_ms: 0 };
    }

    /// Compares the clocks, and follows the database's unless it jumped.
    fn compare(&self, shown: Shown) -> Reading {
        if shown.took > self.tolerance_ms {
            // A database that answers so slowly tells nothing.
            return self.reading();
        }
        let kept = shown.steady + self.offset.load(Ordering::SeqCst);
        let jump = shown.source - kept;
        let mut reading = Reading { skew_ms: shown.wall - shown.source, jump_ms: jump };
        if jump.abs() <= self.tolerance_ms {
            self.offset.store(shown.source - shown.steady, Ordering::SeqCst);
            reading.jump_ms = 0;
        }
        *self.reading.lock().unwrap_or_else(PoisonError::into_inner) = reading;
        reading
    }

    /// What is wrong with the clocks, for whoever runs the server.
    fn complaint(&self) -> Option<String> {
        let Reading { skew_ms, jump_ms } = self.reading();
        if skew_ms.abs() > self.tolerance_ms {
            return Some(format!(
                "this server's clock is {} the database's; it resolves no turns until the clock is right",
                far(skew_ms, "ahead of", "behind")
            ));
        }
        if jump_ms != 0 {
            return Some(format!(
                "the clock that deadlines go by was set {} while the server ran; deadlines go on as if it had not been. \
                 Set it right, or start the server anew to go by it",
                far(jump_ms, "forward", "back")
            ));
        }
        let early = self.latest_before.load(Ordering::SeqCst) - self.now();
        if early > self.tolerance_ms {
            return Some(format!(
                "the database was written at {}, {} this server's clock: the clock is wrong, or was wrong then. \
                 If it is right, start with --clock-tolerance {}",
                moment(self.latest_before.load(Ordering::SeqCst)).to_rfc3339(),
                far(early, "ahead of", "behind"),
                early / 1000 + 60
            ));
        }
        None
    }
}

/// The clocks, read at one moment; milliseconds.
#[derive(Debug, Clone, Copy)]
struct Shown {
    source: i64,
    wall: i64,
    steady: i64,
    /// Between the first look and the last: so uncertain they are.
    took: i64,
}

/// A look that took no longer than this is good enough, in milliseconds.
const QUICK_MS: i64 = 100;
/// How often a slow look is taken again.
const TRIES: usize = 3;

fn far(ms: i64, ahead: &str, behind: &str) -> String {
    let seconds = ms.unsigned_abs() as f64 / 1000.0;
    format!("{seconds:.1} s {}", if ms > 0 { ahead } else { behind })
}

impl AppContext {
    /// Takes the time from the database.
    pub(crate) fn set_clock(&self) -> Result<(), String> {
        let shown = self.read_clocks().map_err(|e| e.to_string())?;
        self.time.adopt(shown);
        let latest = self.store.read(|conn| Ok::<_, Fault>(games::latest_moment(conn)?)).map_err(|e| e.to_string())?;
        self.time.latest_before.store(latest.unwrap_or(0), Ordering::SeqCst);
        Ok(())
    }

    /// Whether a server may start with the clocks as they are.
    pub fn check_clock_at_start(&self) -> Result<(), String> {
        let skew = self.time.reading().skew_ms;
        if skew.abs() > self.time.tolerance_ms {
            return Err(format!(
                "this machine's clock is {} the database's; at most {} s are tolerated. Set the clock right (NTP keeps \
                 it so), or see --clock-tolerance.",
                far(skew, "ahead of", "behind"),
                self.config.clock_tolerance
            ));
        }
        if let Some(complaint) = self.time.complaint() {
            tracing::error!("{complaint}");
        }
        Ok(())
    }

    /// Compares this server's clock with the database's: regularly, and before `/ready` answers.
    pub fn check_clock(&self) -> Result<Reading, Fault> {
        let before = self.time.complaint();
        let reading = self.time.compare(self.read_clocks()?);
        self.metrics.clock_skew.set(reading.skew_ms as f64 / 1000.0);
        self.metrics.clock_jump.set(reading.jump_ms as f64 / 1000.0);
        match (before, self.time.complaint()) {
            (None, Some(complaint)) => tracing::error!("{complaint}"),
            (Some(_), None) => tracing::info!("the clocks agree again"),
            _ => {}
        }
        Ok(reading)
    }

    fn read_clocks(&self) -> Result<Shown, Fault> {
        // Of a few tries the quickest tells most: between the first look at a clock and the last, time passes.
        let mut best = self.look_at_clocks()?;
        for _ in 0..TRIES {
            if best.took < QUICK_MS {
                break;
            }
            let again = self.look_at_clocks()?;
            if again.took < best.took {
                best = again;
            }
        }
        Ok(best)
    }

    fn look_at_clocks(&self) -> Result<Shown, Fault> {
        let Clocks { wall, steady, database } = &self.time.watch;
        let look = |source: &mut dyn FnMut() -> Result<i64, Fault>| {
            let asked = steady();
            let source = source()?;
            let wall = wall();
            let took = steady() - asked;
            Ok(Shown { source, wall: wall - took / 2, steady: asked + took / 2, took })
        };
        match database {
            Some(database) => look(&mut || Ok(database())),
            None if self.store.backend() == Backend::Sqlite => {
                let shown = look(&mut || Ok(0))?;
                Ok(Shown { source: shown.wall, ..shown })
            }
            None => self.store.read(|conn| look(&mut || Ok(clock::now(conn)?))),
        }
    }

    /// What is wrong with the clocks; nothing, as a rule.
    pub fn clock_complaint(&self) -> Option<String> {
        self.time.complaint()
    }

    /// How far this server's clock is from the database's, in words.
    pub fn clock_in_words(&self) -> String {
        match self.time.reading().skew_ms {
            0 => "Deadlines go by it.".to_owned(),
            skew => format!("It is {}.", far(skew, "ahead of the database's", "behind the database's")),
        }
    }

    /// Whether this server may resolve turns: not while its clock is out of bounds.
    pub(crate) fn keeps_time(&self) -> bool {
        self.time.reading().skew_ms.abs() <= self.time.tolerance_ms
    }

    /// Refuses what a server does not do while its clock is out of bounds.
    pub(crate) fn must_keep_time(&self) -> Result<(), Fault> {
        if self.keeps_time() {
            return Ok(());
        }
        let detail = "This server's clock is wrong, so it resolves no turns until it has been set right.";
        Err(Fault::of(Why::Unavailable, "clock-wrong", detail).retry_after(60))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::context::clocks::dial;

    const NOON: i64 = 1_898_596_800_000;
    const HOUR: i64 = 3_600_000;

    /// A keeper with a tolerance of five seconds that has taken the time, and the hands of its steady clock.
    fn keeper() -> (Timekeeper, Arc<AtomicI64>) {
        let steady = Arc::new(AtomicI64::new(1_000));
        let wall = dial(Arc::new(AtomicI64::new(NOON)));
        let keeper = Timekeeper::new(Clocks { wall, steady: dial(steady.clone()), database: None }, 5);
        keeper.adopt(Shown { source: NOON, wall: NOON, steady: 1_000, took: 1 });
        (keeper, steady)
    }

    #[test]
    fn time_goes_on_whatever_the_clocks_are_set_to() {
        // What the clocks show after an hour: the database's, this server's; then the jump and the skew, in seconds.
        let table = [
            (NOON + HOUR, NOON + HOUR, 0, 0),
            (NOON + HOUR + 4_000, NOON + HOUR, 0, -4),
            (NOON + HOUR, NOON, 0, -3_600),
            (NOON + HOUR, NOON + 2 * HOUR, 0, 3_600),
            (NOON, NOON, -3_600, 0),
            (NOON + 2 * HOUR, NOON + 2 * HOUR, 3_600, 0),
            (NOON + 2 * HOUR, NOON + HOUR, 3_600, -3_600),
        ];
        for (source, wall, jump, skew) in table {
            let (keeper, steady) = keeper();
            steady.fetch_add(HOUR, Ordering::SeqCst);
            let reading = keeper.compare(Shown { source, wall, steady: 1_000 + HOUR, took: 1 });
            assert_eq!((reading.jump_ms, reading.skew_ms), (jump * 1000, skew * 1000), "{source} {wall}");
            let followed = source - NOON - HOUR;
            let expected = NOON + HOUR + if followed.abs() <= 5_000 { followed } else { 0 };
            assert_eq!(keeper.now(), expected, "{source} {wall}");
            assert_eq!(keeper.complaint().is_some(), jump != 0 || skew.abs() > 5, "{source} {wall}");
        }
    }

    #[test]
    fn a_clock_that_drifts_is_followed_and_one_that_is_put_right_again_is_no_complaint() {
        let (keeper, steady) = keeper();
        for hour in 1..=10 {
            steady.fetch_add(HOUR, Ordering::SeqCst);
            // Four seconds an hour: within the tolerance at each reading.
            let source = NOON + hour * (HOUR + 4_000);
            keeper.compare(Shown { source, wall: source, steady: 1_000 + hour * HOUR, took: 1 });
            assert_eq!((keeper.now(), keeper.complaint()), (source, None));
        }
        let now = keeper.now();
        let at = 1_000 + 10 * HOUR;
        keeper.compare(Shown { source: now - HOUR, wall: now - HOUR, steady: at, took: 1 });
        assert!(keeper.complaint().is_some_and(|told| told.contains("3600.0 s back")), "{:?}", keeper.complaint());
        keeper.compare(Shown { source: now, wall: now, steady: at, took: 1 });
        assert_eq!(keeper.complaint(), None);
        keeper.compare(Shown { source: now - HOUR, wall: now - HOUR, steady: at, took: 5_001 });
        assert_eq!(keeper.complaint(), None, "who answers so slowly tells nothing");
    }

    #[test]
    fn a_database_from_the_future_is_told_of() {
        let (keeper, steady) = keeper();
        keeper.latest_before.store(NOON + HOUR, Ordering::SeqCst);
        assert!(keeper.complaint().is_some_and(|told| told.contains("--clock-tolerance 3660")));
        steady.fetch_add(HOUR, Ordering::SeqCst);
        assert_eq!(keeper.complaint(), None, "that moment has come");
    }
}
