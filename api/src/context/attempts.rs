//! Wrong passwords, counted by the name they were given for, whoever asks and whether or not there is such an account.
//!
//! Each server counts for itself and forgets when it stops. A log-in under way counts, so that many at once get no more
//! tries than many in a row.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lru::LruCache;

use crate::context::AppContext;
use crate::context::fault::{Fault, Why};

/// Wrong passwords in a row that cost no delay.
pub const FREE: u32 = 5;
/// The longest delay, in seconds: under attack, the owner of a name waits no longer.
pub const LONGEST: i64 = 30;
/// Milliseconds without a wrong password after which those before are forgotten.
const FORGET_MS: i64 = 15 * 60_000;
/// Log-ins to one name that may be under way at once, as long as none is delayed.
const AT_ONCE: u32 = 10;
/// Names remembered; beyond, the one not heard of for longest is forgotten.
const MOST_NAMES: NonZeroUsize = NonZeroUsize::new(20_000).unwrap();
/// Characters of a name that tell it from others: more than any account's name has.
const NAME_KEPT: usize = 40;

pub struct Attempts(Mutex<LruCache<String, Record>>);

#[derive(Debug, Clone, Copy, Default)]
struct Record {
    /// Wrong passwords in a row.
    failures: u32,
    under_way: u32,
    /// When the last one went wrong, in milliseconds.
    failed_at: i64,
}

impl Record {
    /// Milliseconds until the next attempt is heard.
    fn wait(&self, now: i64) -> i64 {
        let Some(over) = self.failures.checked_sub(FREE) else { return 0 };
        let delay = 1000 * (1_i64 << over.min(8)).min(LONGEST);
        (self.failed_at + delay - now).max(0)
    }
}

/// One attempt under way; say how it ended.
pub struct Attempt<'a> {
    attempts: &'a Attempts,
    name: String,
    now: i64,
    right: Option<bool>,
}

impl Attempt<'_> {
    pub fn ended(mut self, right: bool) {
        self.right = Some(right);
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        let mut known = self.attempts.lock();
        let Some(record) = known.get_mut(&self.name) else { return };
        record.under_way = record.under_way.saturating_sub(1);
        match self.right {
            Some(true) => record.failures = 0,
            Some(false) => (record.failures, record.failed_at) = (record.failures.saturating_add(1), self.now),
            // It broke off, and told nothing.
            None => {}
        }
    }
}

impl Default for Attempts {
    fn default() -> Self {
        Attempts(Mutex::new(LruCache::new(MOST_NAMES)))
    }
}

impl Attempts {
    fn lock(&self) -> MutexGuard<'_, LruCache<String, Record>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins an attempt at this name's password.
    ///
    /// # Errors
    /// `too-many-attempts` with the seconds to wait.
    pub fn begin(&self, name: &str, now: i64) -> Result<Attempt<'_>, Fault> {
        let name: String = name.to_lowercase().chars().take(NAME_KEPT).collect();
        let mut known = self.lock();
        let record = known.get_or_insert_mut(name.clone(), Record::default);
        // A clock that was put back must shut nobody out.
        record.failed_at = record.failed_at.min(now);
        if now - record.failed_at >= FORGET_MS {
            record.failures = 0;
        }
        let at_once = if record.failures < FREE { AT_ONCE } else { 1 };
        let wait = match record.wait(now) {
            0 if record.under_way >= at_once => 1,
            wait => u64::try_from(wait).unwrap_or_default().div_ceil(1000),
        };
        if wait > 0 {
            let detail = format!("Too many attempts at this name's password. The next may come in {wait} s.");
            return Err(Fault::of(Why::TooOften, "too-many-attempts", detail).retry_after(wait));
        }
        record.under_way += 1;
        Ok(Attempt { attempts: self, name, now, right: None })
    }
}

impl AppContext {
    /// Whether this is the password of the account of that name. The same work is done, and the same delays met, where
    /// there is no such account (`hash` is none).
    pub(crate) fn try_password(&self, name: &str, hash: Option<&str>, password: &str) -> Result<bool, Fault> {
        let attempt = self.attempts.as_ref().map(|attempts| attempts.begin(name, self.now())).transpose()?;
        let right = self.passwords.matches(password, hash);
        if let Some(attempt) = attempt {
            attempt.ended(right);
        }
        Ok(right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(attempts: &Attempts, name: &str, now: i64) -> Option<u64> {
        match attempts.begin(name, now) {
            Ok(attempt) => {
                attempt.ended(false);
                None
            }
            Err(Fault::Refused(refused)) => refused.retry_after,
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn delays_grow_to_half_a_minute_and_are_forgotten() {
        let attempts = Attempts::default();
        let mut now = 1_000_000;
        for _ in 0..FREE {
            assert_eq!(wrong(&attempts, "Ada", now), None);
        }
        for delay in [1, 2, 4, 8, 16, 30, 30, 30] {
            assert_eq!(wrong(&attempts, "ada", now), Some(delay), "whatever the case of the name");
            now += 1000 * i64::try_from(delay).unwrap();
            assert_eq!(wrong(&attempts, "ada", now), None);
        }
        assert_eq!(wrong(&attempts, "ada", now + FORGET_MS), None);
        assert_eq!(wrong(&attempts, "ada", now + FORGET_MS), None, "the count began anew");
    }

    #[test]
    fn the_right_password_ends_the_count_and_other_names_are_left_alone() {
        let attempts = Attempts::default();
        for _ in 0..FREE {
            assert_eq!(wrong(&attempts, "ada", 0), None);
        }
        assert_eq!(wrong(&attempts, "ben", 0), None);
        attempts.begin("ada", 1000).unwrap().ended(true);
        assert_eq!(wrong(&attempts, "ada", 1000), None);
        assert_eq!(wrong(&attempts, "ada", 1000), None);
    }

    #[test]
    fn many_at_once_get_no_more_tries_than_many_in_a_row() {
        let attempts = Attempts::default();
        let under_way: Vec<_> = (0..30).filter_map(|_| attempts.begin("ada", 0).ok()).collect();
        assert_eq!(under_way.len(), 10);
        under_way.into_iter().for_each(|attempt| attempt.ended(false));
        assert_eq!(wrong(&attempts, "ada", 29_999), Some(1));
        let late = attempts.begin("ada", 30_000).unwrap();
        assert_eq!(wrong(&attempts, "ada", 30_000), Some(1), "one at a time from now on");
        drop(late);
        assert_eq!(wrong(&attempts, "ada", 30_000), None);
    }

    #[test]
    fn a_clock_put_back_shuts_nobody_out_for_longer() {
        let attempts = Attempts::default();
        let late = 10_000_000_000;
        (0..FREE).for_each(|_| assert_eq!(wrong(&attempts, "ada", late), None));
        assert_eq!(wrong(&attempts, "ada", 0), Some(1));
        assert_eq!(wrong(&attempts, "ada", 1000), None);
    }
}
