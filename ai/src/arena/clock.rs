//! How long a thread has thought. For measuring only: no decision depends on it.

use std::time::{Duration, Instant};

/// Runs something and says how long it took: in processor time of this thread where the system tells (Linux), so that
/// other work on the machine does not count; by the clock on the wall elsewhere.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let (begun, spent) = (Instant::now(), processor_time());
    let done = work();
    let taken = match (spent, processor_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => begun.elapsed(),
    };
    (done, taken.as_secs_f64())
}

/// Processor time of this thread so far.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_and_sleep_takes_none_where_the_system_tells() {
        let (sum, busy) = timed(|| (0..3_000_000u64).fold(0u64, |sum, number| sum.rotate_left(3) ^ number));
        assert!(busy > 0.0 && sum != 1);
        if processor_time().is_some() {
            let ((), idle) = timed(|| std::thread::sleep(Duration::from_millis(60)));
            assert!(idle < 0.03, "asleep for 60 ms, busy for {idle} s");
        }
    }
}
