//! Campaigns in memory. A step, once resolved, never changes, so what was loaded for one serves every server and
//! reader that asks for it again.

use std::sync::Arc;

use kernel::{Campaign, Ruleset};

use crate::context::AppContext;
use crate::context::bounded::Bounded;
use crate::context::fault::Fault;
use crate::model::GameStatus;
use crate::store::games::GameRow;
use crate::store::{AnyConn, StoreError, ledger};

pub type Loaded = Arc<dyn Campaign>;

/// Campaigns by game and step.
pub struct CampaignCache(Bounded<(String, i32), Loaded>);

/// A campaign in memory takes about so many times what it takes in the store.
const SPREAD: usize = 4;

impl CampaignCache {
    pub(crate) fn new(most: usize) -> CampaignCache {
        CampaignCache(Bounded::new(most))
    }

    fn get(&self, game: &str, step: i32) -> Option<Loaded> {
        self.0.get(&(game.to_owned(), step))
    }

    /// Keeps a campaign that takes so many bytes in the store.
    pub(crate) fn put(&self, game: &str, step: i32, campaign: Loaded, stored: usize) {
        self.0.put((game.to_owned(), step), campaign, stored * SPREAD);
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
        if let Some(campaign) = self.campaigns.get(&game.id, step) {
            return Ok(campaign);
        }
        let (loaded, stored) = self.load_campaign(conn, game, step)?;
        self.campaigns.put(&game.id, step, loaded.clone(), stored);
        Ok(loaded)
    }

    /// The same for who looks at many steps once: what others come back to is not pushed out of memory.
    pub fn past_campaign(&self, conn: &mut AnyConn, game: &GameRow, step: i32) -> Result<Loaded, Fault> {
        if let Some(campaign) = self.campaigns.get(&game.id, step) {
            return Ok(campaign);
        }
        Ok(self.load_campaign(conn, game, step)?.0)
    }

    /// From the store, with the bytes that it takes there.
    fn load_campaign(&self, conn: &mut AnyConn, game: &GameRow, step: i32) -> Result<(Loaded, usize), Fault> {
        if game.status == GameStatus::Lobby || game.started_at.is_none() {
            return Err(Fault::conflict("not-started", "This game has not started, so there is nothing to see yet."));
        }
        let row = ledger::find_step(conn, &game.id, step)?;
        let row = row.ok_or_else(|| Fault::not_found(format_args!("step {step} of this game")))?;
        let state = row.state.bytes()?;
        let loaded = self.ruleset(&game.ruleset)?.load(&state);
        let loaded = loaded.map_err(|e| StoreError::Damaged(format!("{}, step {step}: {e}", game.id)))?;
        Ok((Arc::from(loaded), state.len()))
    }
}
