//! Games that could not be looked after: each waits longer than the time before, so that none delays the others.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lru::LruCache;

/// The longest wait, in milliseconds.
const LONGEST_MS: i64 = 600_000;
const MOST_KNOWN: NonZeroUsize = NonZeroUsize::new(10_000).unwrap();

/// How often in a row each game could not be looked after.
pub struct Backoffs(Mutex<LruCache<String, u32>>);

impl Default for Backoffs {
    fn default() -> Self {
        Backoffs(Mutex::new(LruCache::new(MOST_KNOWN)))
    }
}

impl Backoffs {
    fn known(&self) -> MutexGuard<'_, LruCache<String, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a failure; how long the game has to wait, in milliseconds: one second, then twice as long each time, ten
    /// minutes at most.
    pub fn note(&self, game: &str) -> i64 {
        let mut known = self.known();
        let count = known.get_or_insert_mut(game.to_owned(), || 0);
        *count += 1;
        (1000 << (*count - 1).min(20)).min(LONGEST_MS)
    }

    pub fn forget(&self, game: &str) {
        self.known().pop(game);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_waits_grow_and_begin_anew_after_a_success() {
        let setbacks = Backoffs::default();
        let waits: Vec<i64> = (0..12).map(|_| setbacks.note("a") / 1000).collect();
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]);
        assert_eq!(setbacks.note("b"), 1000);
        setbacks.forget("a");
        assert_eq!(setbacks.note("a"), 1000);
        assert!((0..100).all(|_| setbacks.note("a") <= LONGEST_MS));
        // Where there are too many, the one that was not heard of for longest begins anew, and no other.
        for n in 1..MOST_KNOWN.get() {
            setbacks.note(&format!("other {n}"));
        }
        assert_eq!(setbacks.note("b"), 1000);
        assert_eq!(setbacks.note("other 5"), 2000);
    }
}
