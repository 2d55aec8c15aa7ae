//! Games whose people closed their accounts: seats are emptied, and somebody else runs the game.
//!
//! The co-organiser of longest standing takes over; where there is none, the person who has held a seat longest, one who plays
//! before one whom a computer stands in for. When nobody is left there is nobody to play for, and the game is given up.

use crate::context::AppContext;
use crate::context::fault::Fault;
use crate::game::transaction::GameTransaction;
use crate::model::GameEvent;
use crate::service::lobby::{PLAYABLE, empty_seat};
use crate::service::organisers::without_co_organiser;
use crate::service::run_game::give_up;
use crate::store::accounts::{self, AccountRow};
use crate::store::{AnyConn, games, invitations, seat_readers, seats, substitutes};

/// `status_reason` of a game that nobody was left to run.
const NOBODY_LEFT: &str = "nobody-left";

impl AppContext {
    /// Takes an account that is closed out of every game.
    pub(crate) fn leave_everything(&self, account: &str) -> Result<(), Fault> {
        let touched = self.store.read(|conn| {
            let mut touched = seats::games_held_by(conn, account)?;
            touched.extend(games::games_run_by(conn, account)?);
            touched.extend(games::games_co_organised_by(conn, account)?);
            Ok::<_, Fault>(touched)
        })?;
        let now = self.now();
        self.store.write(|conn| {
            substitutes::delete_everywhere(conn, account)?;
            Ok::<_, Fault>(invitations::revoke_invitations_for(conn, account, None, now)?)
        })?;
        self.mend(touched)
    }

    /// The same for accounts closed when a server broke off in the middle of it, or before games were handed on. How many
    /// games.
    pub fn mend_deserted_games(&self) -> Result<usize, Fault> {
        let touched = self.store.read(|conn| {
            let mut touched = seats::games_held_by_closed(conn)?;
            touched.extend(games::games_run_by_closed(conn)?);
            touched.extend(games::games_co_organised_by_closed(conn)?);
            Ok::<_, Fault>(touched)
        })?;
        let count = touched.len();
        self.mend(touched)?;
        Ok(count)
    }

    fn mend(&self, mut touched: Vec<String>) -> Result<(), Fault> {
        touched.sort();
        touched.dedup();
        for game in touched {
            self.change_game(&game, |conn, tx| {
                without_closed_accounts(conn, tx)?;
                self.count_votes(conn, tx)
            })?;
            self.settle_safely(&game);
        }
        Ok(())
    }
}

fn without_closed_accounts(conn: &mut AnyConn, tx: &mut GameTransaction) -> Result<(), Fault> {
    if !PLAYABLE.contains(&tx.game.status) {
        return Ok(());
    }
    for seat in 0..tx.seats.len() {
        let Some(holder) = tx.seats[seat].account_id.clone() else { continue };
        if open_account(conn, &holder)?.is_none() {
            empty_seat(conn, tx, seat)?;
        }
    }
    for account in tx.co_organisers.clone() {
        if open_account(conn, &account)?.is_none() {
            let name = accounts::find_account(conn, &account)?.map(|row| row.name).unwrap_or_default();
            without_co_organiser(conn, tx, &account, name)?;
        }
    }
    if open_account(conn, &tx.game.organiser_id)?.is_some() {
        return Ok(());
    }
    match successor(conn, tx)? {
        Some(person) => {
            if tx.co_organisers.contains(&person.id) {
                without_co_organiser(conn, tx, &person.id, person.name.clone())?;
            }
            tx.tell_all(GameEvent::OrganiserChanged { player: person.name });
            tx.game.organiser_id = person.id;
        }
        None => give_up(tx, NOBODY_LEFT)?,
    }
    Ok(())
}

fn open_account(conn: &mut AnyConn, id: &str) -> Result<Option<AccountRow>, Fault> {
    Ok(accounts::find_account(conn, id)?.filter(|account| account.closed_at.is_none()))
}

fn successor(conn: &mut AnyConn, tx: &GameTransaction) -> Result<Option<AccountRow>, Fault> {
    if let Some(first) = tx.co_organisers.first() {
        return Ok(accounts::find_account(conn, first)?);
    }
    let by_age = seat_readers::holders_by_age(conn, &tx.game.id)?;
    let seated = |stood_in_for: bool| {
        by_age.iter().filter(move |(idx, account)| {
            tx.seats.iter().any(|seat| {
                seat.idx == *idx && seat.account_id.as_ref() == Some(account) && seat.stand_in == stood_in_for
            })
        })
    };
    for (_, account) in seated(false).chain(seated(true)) {
        if let Some(person) = open_account(conn, account)? {
            return Ok(Some(person));
        }
    }
    Ok(None)
}
