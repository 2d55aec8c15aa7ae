//! Upkeep: what has grown old is cleared away, so that a server that runs for years does not fill up.

use crate::context::AppContext;
use crate::context::fault::Fault;
use crate::context::repeats::KEEP_MS;
use crate::model::GameStatus;
use crate::service::deliveries::LOG_MS;
use crate::service::run_game::give_up;
use crate::service::sessions::REFRESH_MS;
use crate::store::{accounts, applications, deliveries, games, idempotency, mail_codes, order_mails, sessions};

/// How long a lobby waits in which nothing happens, in milliseconds.
const LOBBY_MS: i64 = 60 * 86_400_000;
/// `status_reason` of a lobby that was given up.
const NOBODY_CAME: &str = "nobody-came";

/// What an upkeep cleared away, in rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cleared {
    /// Answers kept for repeated requests, after 24 hours.
    pub answers: usize,
    /// Sessions that have run out and their refresh tokens. Of a session that lasts, the tokens used up more than 30
    /// days ago: until then a copy of one gives the thief away.
    pub sessions: usize,
    /// Guests' accounts that nobody can come back to: no session of theirs lasts, and no API token.
    pub guests: usize,
    /// Codes for tokens of applications, a day after they ran out.
    pub codes: usize,
    /// Codes that were sent by mail, and receipts for orders that came by mail, after 30 days.
    pub mails: usize,
    /// Deliveries that are done with, after 30 days.
    pub deliveries: usize,
    /// Lobbies in which nothing has happened for 60 days: they are given up.
    pub lobbies: usize,
}

impl AppContext {
    /// Clears away what has grown old, and finishes what a closed account left undone.
    pub fn tidy(&self) -> Result<Cleared, Fault> {
        if let Some(buckets) = &self.buckets {
            buckets.tidy();
        }
        self.store.tidy()?;
        let now = self.now();
        let guests = self.store.write(|conn| accounts::close_lost_guests(conn, now))?;
        self.mend_deserted_games()?;
        let lobbies = self.store.read(|conn| Ok::<_, Fault>(games::dead_lobbies(conn, now - LOBBY_MS)?))?;
        for game in &lobbies {
            self.change_game(game, |_, tx| match tx.game.status {
                GameStatus::Lobby => give_up(tx, NOBODY_CAME),
                _ => Ok(()),
            })?;
        }
        Ok(Cleared {
            lobbies: lobbies.len(),
            answers: self.store.write(|conn| idempotency::forget_older_than(conn, now - KEEP_MS))?,
            sessions: self.store.write(|conn| sessions::sweep_sessions(conn, now, now - REFRESH_MS))?,
            guests,
            codes: self.store.write(|conn| applications::sweep_authorization_codes(conn, now - KEEP_MS))?,
            mails: self.store.write(|conn| mail_codes::sweep_codes(conn, now - LOG_MS))?
                + self.store.write(|conn| order_mails::sweep_order_mails(conn, now - LOG_MS))?,
            deliveries: self.store.write(|conn| deliveries::sweep_deliveries(conn, now - LOG_MS))?,
        })
    }
}
