//! What is told of a person who plays: how reliably they do.

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::Fault;
use crate::store::accounts::{self, AccountRow};
use crate::store::player_records::{self, PlayerRecordRow};
use crate::store::{AnyConn, games};

/// So many turns with a deadline tell something.
const ENOUGH: i64 = 10;

/// A person as others see them.
#[derive(Debug, Clone)]
pub struct Player {
    pub name: String,
    pub is_guest: bool,
    pub since: i64,
    /// Games that are not over in which they hold a seat.
    pub playing: usize,
    pub record: PlayerRecordRow,
}

impl Player {
    /// The deadlines that were met, of a hundred; none after too few of them.
    pub fn reliability(&self) -> Option<i64> {
        let all = self.record.in_time + self.record.missed;
        (all >= ENOUGH).then(|| self.record.in_time * 100 / all)
    }
}

impl AppContext {
    pub fn show_player(&self, caller: &Caller, name: &str) -> Result<Player, Fault> {
        caller.need(Scope::GameRead)?;
        self.store.read(|conn| {
            let account = person_called(conn, name)?;
            let mut games: Vec<String> =
                games::games_played_by(conn, &account.id)?.into_iter().map(|game| game.id).collect();
            games.dedup();
            Ok(Player {
                name: account.name,
                is_guest: account.password_hash.is_empty(),
                since: account.created_at,
                playing: games.len(),
                record: player_records::find_record(conn, &account.id)?.unwrap_or_default(),
            })
        })
    }
}

/// The open account of this name.
pub(crate) fn person_called(conn: &mut AnyConn, name: &str) -> Result<AccountRow, Fault> {
    accounts::find_account_by_name(conn, name.trim())?
        .ok_or_else(|| Fault::not_found(format_args!("player called “{}”", name.trim())))
}
