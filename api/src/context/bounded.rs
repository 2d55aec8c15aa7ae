//! What is kept in memory because somebody may ask for it again, up to a bound of bytes; what nobody has asked for longest goes
//! first.

use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lru::LruCache;

/// What a thing takes beside itself, in bytes, about.
const OVERHEAD: usize = 300;

struct Kept<K, V> {
    things: LruCache<K, (V, usize)>,
    bytes: usize,
}

pub struct Bounded<K, V> {
    kept: Mutex<Kept<K, V>>,
    /// Bytes that are kept at most.
    most: usize,
}

impl<K: Hash + Eq, V: Clone> Bounded<K, V> {
    pub fn new(most: usize) -> Self {
        Bounded { kept: Mutex::new(Kept { things: LruCache::unbounded(), bytes: 0 }), most }
    }

    fn lock(&self) -> MutexGuard<'_, Kept<K, V>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.lock().things.get(key).map(|(value, _)| value.clone())
    }

    /// Keeps something that takes about so many bytes; not what would push out half of all others.
    pub fn put(&self, key: K, value: V, bytes: usize) {
        let weight = bytes + OVERHEAD;
        if weight > self.most / 2 {
            return;
        }
        let mut kept = self.lock();
        if let Some((_, old)) = kept.things.put(key, (value, weight)) {
            kept.bytes -= old;
        }
        kept.bytes += weight;
        while kept.bytes > self.most {
            let Some((_, (_, oldest))) = kept.things.pop_lru() else { break };
            kept.bytes -= oldest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_asks_for_goes_first() {
        let cache: Bounded<&str, u32> = Bounded::new(4 * (100 + OVERHEAD));
        for (number, name) in ["a", "b", "c", "d"].into_iter().enumerate() {
            cache.put(name, number as u32, 100);
        }
        assert_eq!(cache.get("a"), Some(0));
        cache.put("e", 4, 100);
        assert_eq!(cache.get("b"), None, "asked for longest ago");
        assert!(["a", "c", "d", "e"].iter().all(|name| cache.get(*name).is_some()));
        cache.put("e", 5, 100);
        assert_eq!(cache.get("e"), Some(5));
        assert!(cache.get("a").is_some(), "what takes the place of another takes no more room");
        cache.put("large", 6, 900);
        assert!(cache.get("large").is_none() && cache.get("a").is_some());
    }

    #[test]
    fn nothing_is_kept_where_there_is_no_room() {
        let cache: Bounded<&str, u32> = Bounded::new(0);
        cache.put("a", 1, 1);
        assert_eq!(cache.get("a"), None);
    }
}
