//! Campaigns in memory. A step, once resolved, never changes, so what was loaded for one serves every server and
//! reader that asks for it again.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use kernel::{Campaign, Ruleset};
use lru::LruCache;

use crate::context::AppContext;
use crate::context::fault::Fault;
use crate::model::GameStatus;
use crate::store::games::GameRow;
use crate::store::{AnyConn, StoreError, ledger};

pub type Loaded = Arc<dyn Campaign>;

/// Beyond the bound, the campaign that nobody has asked for longest is loaded anew.
pub struct CampaignCache(Mutex<LruCache<(String, i32), Loaded>>);

const MOST_LOADED: NonZeroUsize = NonZeroUsize::new(256).unwrap();

impl Default for CampaignCache {
    fn default() -> Self {
        CampaignCache(Mutex::new(LruCache::new(MOST_LOADED)))
    }
}

impl CampaignCache {
    fn get(&self, game: &str, step: i32) -> Option<Loaded> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&(game.to_owned(), step)).cloned()
    }

    pub(crate) fn put(&self, game: &str, step: i32, campaign: Loaded) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).put((game.to_owned(), step), campaign);
    }
}

impl AppContext {
    pub fn ruleset(&self, id: &str) -> Result<&Arc<dyn Ruleset>, Fault> {
        self.catalog.ruleset(id).ok_or_else(|| {
            let known: Vec<&str> = self.catalog.rulesets().iter().map(|r| r.about().id.as_str()).collect();
            Fault::of(
                crate::context::fault::Why::NotFound,
                "no-such-ruleset",
                format!("There is no rule system “{id}” here; there are {}.", known.join(", ")),
            )
        })
    }

    /// The campaign as it stands.
    pub fn campaign(&self, conn: &mut AnyConn, game: &GameRow) -> Result<Loaded, Fault> {
        self.campaign_at(conn, game, game.step)
    }

    /// The campaign as it stood when `step` steps were resolved.
    pub fn campaign_at(&self, conn: &mut AnyConn, game: &GameRow, step: i32) -> Result<Loaded, Fault> {
        let loaded = self.past_campaign(conn, game, step)?;
        self.campaigns.put(&game.id, step, loaded.clone());
        Ok(loaded)
    }

    /// The same for who looks at many steps once: what others come back to is not pushed out of memory.
    pub fn past_campaign(&self, conn: &mut AnyConn, game: &GameRow, step: i32) -> Result<Loaded, Fault> {
        if let Some(campaign) = self.campaigns.get(&game.id, step) {
            return Ok(campaign);
        }
        if game.status == GameStatus::Lobby || game.started_at.is_none() {
            return Err(Fault::conflict("not-started", "This game has not started, so there is nothing to see yet."));
        }
        let row = ledger::find_step(conn, &game.id, step)?;
        let row = row.ok_or_else(|| Fault::not_found(format_args!("step {step} of this game")))?;
        let loaded = self.ruleset(&game.ruleset)?.load(&row.state);
        let loaded = loaded.map_err(|e| StoreError::Damaged(format!("{}, step {step}: {e}", game.id)))?;
        Ok(Arc::from(loaded))
    }
}
