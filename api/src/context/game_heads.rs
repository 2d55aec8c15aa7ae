//! Heads of games: the little that decides whether a view is still fresh, kept in memory. Over SQLite this server is the only one
//! that can change it. Over Postgres others may, so there every request asks for the version of the row.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;

use crate::context::AppContext;
use crate::context::fault::Fault;
use crate::store::Backend;
use crate::store::games::{self, GameRow};
use crate::store::seats::SeatRow;

#[derive(Debug)]
pub struct GameHead {
    pub row_version: i64,
    pub step: i32,
    pub seats: Vec<SeatRow>,
    /// The accounts that run the game with its organiser, the longest first.
    pub co_organisers: Vec<String>,
}

/// Beyond the bound, the game that nobody has asked for longest is looked up anew.
pub struct HeadCache(Mutex<LruCache<String, Arc<GameHead>>>);

const MOST_HEADS: NonZeroUsize = NonZeroUsize::new(5_000).unwrap();

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
    pub(crate) fn renew(&self, game: &GameRow, seats: &[SeatRow], co_organisers: &[String]) {
        let mut heads = self.lock();
        if heads.peek(&game.id).is_some_and(|known| known.row_version >= game.row_version) {
            return;
        }
        let head = GameHead {
            row_version: game.row_version,
            step: game.step,
            seats: seats.to_vec(),
            co_organisers: co_organisers.to_vec(),
        };
        heads.put(game.id.clone(), Arc::new(head));
    }

    /// A game's head at this version of its row, if it is known.
    pub(crate) fn of_version(&self, game: &str, row_version: i64) -> Option<Arc<GameHead>> {
        self.get(game).filter(|head| head.row_version == row_version)
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

    /// The head of a game that another server may have changed, if it has not: one short statement tells.
    ///
    /// # Errors
    /// Where the store does not answer.
    pub(crate) fn head_unchanged(&self, game: &str) -> Result<Option<Arc<GameHead>>, Fault> {
        if self.store.backend() == Backend::Sqlite {
            return Ok(None);
        }
        let Some(head) = self.heads.get(game) else { return Ok(None) };
        let now = self.store.read(|conn| Ok::<_, Fault>(games::row_version(conn, game)?))?;
        Ok((now == Some(head.row_version)).then_some(head))
    }
}
