//! Rates: a bucket per caller and kind of work.

use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::config::Limits;
use crate::context::fault::{Fault, Why};

/// Kinds of work, each with a bucket of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    Auth,
    Read,
    Write,
    Ai,
}

impl Work {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Work::Auth => "auth",
            Work::Read => "read",
            Work::Write => "write",
            Work::Ai => "ai",
        }
    }
}

type Bucket = RateLimiter<
    String,
    governor::state::keyed::DefaultKeyedStateStore<String>,
    DefaultClock,
    StateInformationMiddleware,
>;

pub struct Buckets {
    auth: Bucket,
    read: Bucket,
    write: Bucket,
    ai: Bucket,
    clock: DefaultClock,
}

/// What is left of a bucket.
#[derive(Debug, Clone, Copy)]
pub struct Left {
    pub(crate) work: Work,
    pub(crate) quota: u32,
    pub(crate) remaining: u32,
    /// Seconds until one more may be asked.
    pub(crate) wait: u64,
}

impl Buckets {
    pub fn new(limits: Limits) -> Buckets {
        let bucket = |per_minute: u32| {
            let quota = Quota::per_minute(NonZeroU32::new(per_minute).unwrap_or(NonZeroU32::MIN));
            DefaultKeyedRateLimiter::keyed(quota).with_middleware::<StateInformationMiddleware>()
        };
        Buckets {
            auth: bucket(limits.auth),
            read: bucket(limits.read),
            write: bucket(limits.write),
            ai: bucket(limits.ai),
            clock: DefaultClock::default(),
        }
    }

    fn bucket(&self, work: Work) -> &Bucket {
        match work {
            Work::Auth => &self.auth,
            Work::Read => &self.read,
            Work::Write => &self.write,
            Work::Ai => &self.ai,
        }
    }

    /// Takes one from the caller's bucket.
    pub fn take(&self, work: Work, key: &str) -> Result<Left, (Fault, Left)> {
        match self.bucket(work).check_key(&key.to_owned()) {
            Ok(state) => {
                let quota = state.quota().burst_size().get();
                Ok(Left { work, quota, remaining: state.remaining_burst_capacity(), wait: 0 })
            }
            Err(not_until) => {
                let wait = not_until.wait_time_from(self.clock.now()).as_secs() + 1;
                let quota = not_until.quota().burst_size().get();
                let detail =
                    format!("More than {quota} {} requests in a minute. The next may come in {wait} s.", work.name());
                let fault = Fault::of(Why::TooOften, "rate-limited", detail).retry_after(wait);
                Err((fault, Left { work, quota, remaining: 0, wait }))
            }
        }
    }

    /// Forgets callers whose buckets are full again.
    pub fn tidy(&self) {
        for bucket in [&self.auth, &self.read, &self.write, &self.ai] {
            bucket.retain_recent();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_bucket_running_dry_leaves_the_others_and_other_callers_alone() {
        let buckets = Buckets::new(Limits { auth: 2, read: 5, write: 5, ai: 5 });
        assert!(buckets.take(Work::Auth, "a").is_ok());
        assert!(buckets.take(Work::Auth, "a").is_ok());
        let (fault, left) = buckets.take(Work::Auth, "a").unwrap_err();
        assert_eq!(fault.code(), "rate-limited");
        assert!(left.wait >= 1);
        assert!(buckets.take(Work::Auth, "b").is_ok());
        assert!(buckets.take(Work::Read, "a").is_ok());
    }
}
