//! Heads of games: the little that decides whether a view is still fresh, kept in memory where this server is the only one
//! that can change it. Over Postgres other servers may, so there every request looks.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;

use crate::context::AppContext;
use crate::model::GameStatus;
use crate::store::Backend;
use crate::store::games::GameRow;
use crate::store::seats::SeatRow;

#[derive(Debug)]
pub struct GameHead {
    pub row_version: i64,
    pub step: i32,
    pub finished: bool,
    /// Key and holder of each seat.
    pub seats: Vec<(String, Option<String>)>,
}

/// Beyond the bound, the game that nobody has asked for longest is looked up anew.
pub struct HeadCache(Mutex<LruCache<String, Arc<GameHead>>>);

const MOST_HEADS: NonZeroUsize = NonZeroUsize::new(20_000).unwrap();

impl Default for HeadCache {
    fn default() -> Self {
        HeadCache(Mutex::new(LruCache::new(MOST_HEADS)))
    }
}

impl HeadCache {
    fn lock(&self) -> MutexGuard<'_, LruCache<String, Arc<GameHead>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a game's head from its rows, unless a newer one is there.
    pub(crate) fn renew(&self, game: &GameRow, seats: &[SeatRow]) {
        let mut heads = self.lock();
        if heads.peek(&game.id).is_some_and(|known| known.row_version > game.row_version) {
            return;
        }
        let head = GameHead {
            row_version: game.row_version,
            step: game.step,
            finished: game.status == GameStatus::Finished,
            seats: seats.iter().map(|seat| (seat.key.clone(), seat.account_id.clone())).collect(),
        };
        heads.put(game.id.clone(), Arc::new(head));
    }

    fn get(&self, game: &str) -> Option<Arc<GameHead>> {
        self.lock().get(game).cloned()
    }
}

impl AppContext {
    /// The head of a game if it can be had without asking the store.
    pub fn head_at_hand(&self, game: &str) -> Option<Arc<GameHead>> {
        if self.store.backend() == Backend::Sqlite { self.heads.get(game) } else { None }
    }
}
