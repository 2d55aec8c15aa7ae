//! Heads of games: the little that decides whether a view is still fresh, kept in memory where this server is the only
//! one that can change it. Over Postgres other servers may, so there every request looks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::Desk;
use super::table::Table;
use crate::model::GameStatus;
use crate::store::Backend;

#[derive(Debug)]
pub struct Head {
    pub row_version: i64,
    pub step: i32,
    pub finished: bool,
    /// Key and holder of each seat.
    pub seats: Vec<(String, Option<String>)>,
}

#[derive(Default)]
pub struct Heads(Mutex<HashMap<String, Arc<Head>>>);

const MOST_HEADS: usize = 20_000;

impl Heads {
    /// Takes a game's head from its table, unless a newer one is there.
    pub fn renew(&self, table: &Table) -> Arc<Head> {
        let head = Arc::new(Head {
            row_version: table.game.row_version,
            step: table.game.step,
            finished: table.game.status == GameStatus::Finished,
            seats: table.seats.iter().map(|seat| (seat.key.clone(), seat.account_id.clone())).collect(),
        });
        let mut heads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if heads.len() >= MOST_HEADS {
            heads.clear();
        }
        match heads.get(&table.game.id) {
            Some(known) if known.row_version > head.row_version => known.clone(),
            _ => {
                heads.insert(table.game.id.clone(), head.clone());
                head
            }
        }
    }

    fn get(&self, game: &str) -> Option<Arc<Head>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(game).cloned()
    }
}

impl Desk {
    /// The head of a game if it can be had without asking the store.
    pub fn head_at_hand(&self, game: &str) -> Option<Arc<Head>> {
        if self.store.backend() == Backend::Sqlite { self.heads.get(game) } else { None }
    }
}
