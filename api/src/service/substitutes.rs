//! Substitutes: people who would take a seat that falls free, and are told when one does. The first who claims it has it.

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::Fault;
use crate::service::lobby::{PLAYABLE, must_be_alone};
use crate::store::{accounts, exclusions, seat_readers, substitutes};

/// So many people stand by for a game.
const MOST: usize = 50;

/// Somebody on the list.
#[derive(Debug, Clone)]
pub struct Substitute {
    pub player: String,
    pub since: i64,
}

impl AppContext {
    /// Puts the caller on the list of a game.
    ///
    /// # Errors
    /// `already-seated`, `banned`, `excluded` and `saw-other-seats` for whom no seat would be free.
    pub fn stand_by(&self, caller: &Caller, game: &str) -> Result<(), Fault> {
        caller.need(Scope::OrdersWrite)?;
        self.change_game(game, |conn, tx| {
            tx.must_see(Some(caller))?;
            tx.must_be(PLAYABLE, "joined")?;
            must_be_alone(tx, caller)?;
            if let Some(exclusion) = exclusions::exclusion_of(conn, game, &caller.account_id)? {
                let (code, detail) = match exclusion.banned {
                    true => ("banned", "Who runs this game has banned you from it."),
                    false => ("excluded", "Who runs this game has taken you off your seat: an invitation lets you in again."),
                };
                return Err(Fault::conflict(code, detail));
            }
            if !seat_readers::seats_read(conn, &tx.game.commitment, &caller.account_id)?.is_empty() {
                let detail = "You have seen what a seat of this campaign sees: the seat that was yours is yours to claim while it is \
                              open, and no other.";
                return Err(Fault::conflict("saw-other-seats", detail));
            }
            if substitutes::substitutes_of(conn, game)?.len() >= MOST {
                let detail = format!("{MOST} people stand by for this game; that is enough.");
                return Err(Fault::conflict("too-many-substitutes", detail));
            }
            substitutes::insert_substitute(conn, game, &caller.account_id, tx.now)?;
            Ok(())
        })
    }

    /// Takes the caller off the list.
    pub fn stand_down(&self, caller: &Caller, game: &str) -> Result<(), Fault> {
        caller.need(Scope::OrdersWrite)?;
        self.store.write(|conn| match substitutes::delete_substitute(conn, game, &caller.account_id)? {
            true => Ok(()),
            false => Err(Fault::not_found("entry of yours on this list")),
        })
    }

    /// Who stands by for a game, the longest first.
    pub fn list_substitutes(&self, caller: Option<&Caller>, game: &str) -> Result<Vec<Substitute>, Fault> {
        if let Some(caller) = caller {
            caller.need(Scope::GameRead)?;
        }
        self.look(caller, game, |conn, _| {
            let rows = substitutes::substitutes_of(conn, game)?;
            let people: Vec<String> = rows.iter().map(|(account, _)| account.clone()).collect();
            let names = accounts::names_of(conn, &people)?;
            let told = rows.into_iter().filter_map(|(account, since)| {
                let (_, player) = names.iter().find(|(id, _)| *id == account)?;
                Some(Substitute { player: player.clone(), since })
            });
            Ok(told.collect())
        })
    }
}
