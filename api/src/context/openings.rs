//! Maps of scenarios as they begin, by seat. They never change while the server runs, and are drawn once.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;

/// So many maps are kept; the greatest has a megabyte.
const MOST: NonZeroUsize = NonZeroUsize::new(48).expect("more than none");

/// Ruleset, scenario, seat.
type Key = (String, String, u16);

/// The maps that were drawn.
pub(crate) struct Openings(Mutex<LruCache<Key, Arc<str>>>);

impl Default for Openings {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MOST)))
    }
}

impl Openings {
    /// The map under this key, drawn if it is not there. Two who ask at once may both draw it.
    pub(crate) fn get_or_draw<E>(&self, key: Key, draw: impl FnOnce() -> Result<String, E>) -> Result<Arc<str>, E> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(map) = lock().get(&key) {
            return Ok(map.clone());
        }
        let map: Arc<str> = draw()?.into();
        lock().put(key, map.clone());
        Ok(map)
    }
}
