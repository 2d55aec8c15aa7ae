//! Announcements: what whoever runs a game says to everybody in it, with a seat or without.

use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::{Fault, Flaw};
use crate::model::{Deed, EventKind, GameEvent, GameStatus};
use crate::service::names;
use crate::service::record::may_read;
use crate::store::{accounts, events};

/// Characters of an announcement at most.
pub const LONGEST: usize = 2_000;

/// What was announced.
#[derive(Debug, Clone)]
pub struct Announcement {
    /// Who ran the game then.
    pub player: String,
    pub text: String,
    pub step: i32,
    /// In milliseconds since 1970.
    pub at: i64,
}

impl AppContext {
    /// Says something to everybody in a game. It stays on its record.
    ///
    /// # Errors
    /// `not-game-master`; `invalid` for an empty or overlong text; `wrong-status` once the game is over.
    pub fn announce(&self, caller: &Caller, game: &str, text: &str) -> Result<Announcement, Fault> {
        let text = names::text("/text", text).map_err(|flaw| Fault::invalid(vec![flaw]))?;
        let length = text.chars().count();
        if !(1..=LONGEST).contains(&length) {
            let detail = format!("An announcement has 1 to {LONGEST} characters; this one has {length}.");
            return Err(Fault::invalid(vec![Flaw::at("/text", "bad-length", detail)]));
        }
        let (player, step, at) = self.change_game_once(game, |conn, tx| {
            tx.must_run(caller)?;
            tx.must_be(&[GameStatus::Lobby, GameStatus::Running, GameStatus::Paused], "spoken in")?;
            let account = accounts::find_account(conn, &caller.account_id)?;
            let player = account.map(|account| account.name).unwrap_or_default();
            tx.note_deed(caller, Deed::Announced, "");
            tx.tell_all(GameEvent::Announcement { player: player.clone(), text: text.clone() });
            Ok((player, tx.game.step, tx.now))
        })?;
        Ok(Announcement { player, text, step, at })
    }

    /// What was announced in a game, newest first.
    pub fn list_announcements(&self, caller: Option<&Caller>, game: &str) -> Result<Vec<Announcement>, Fault> {
        may_read(caller)?;
        self.look(caller, game, |conn, tx| {
            let mut all = Vec::new();
            for row in events::events_of_kind(conn, &tx.game.id, &[EventKind::Announcement])? {
                if let GameEvent::Announcement { player, text } = row.event()? {
                    all.push(Announcement { player, text, step: row.step, at: row.at });
                }
            }
            all.reverse();
            Ok(all)
        })
    }
}
