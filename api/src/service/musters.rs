//! The muster: before a game begins, everybody who has a seat says that they are there. Who does not by its end loses the seat when the
//! game is started, and may claim it again.

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Flaw};
use crate::context::moment;
use crate::game::transaction::GameTransaction;
use crate::model::{Deed, GameEvent, GameStatus};
use crate::service::lobby::empty_seat;
use crate::store::musters::{self, MusterRow};
use crate::store::{AnyConn, accounts};

/// The most hours that a muster is open: two weeks.
const LONGEST: u16 = 336;

/// A muster as the people of the game see it.
#[derive(Debug, Clone)]
pub struct Muster {
    /// When it was called and until when it is open; none where none was called.
    pub times: Option<(i64, i64)>,
    /// Names of those who are there, and of those who have not said so.
    pub present: Vec<String>,
    pub missing: Vec<String>,
    pub you_are_missing: bool,
}

impl AppContext {
    /// Asks everybody who has a seat in a lobby whether they are there. Who asks is.
    pub fn call_muster(&self, caller: &Caller, game: &str, hours: u16) -> Result<Muster, Fault> {
        if !(1..=LONGEST).contains(&hours) {
            let detail = format!("A muster is open for 1 to {LONGEST} hours.");
            return Err(Fault::invalid(vec![Flaw::at("/hours", "out-of-range", detail)]));
        }
        self.change_game_once(game, |conn, tx| {
            tx.must_run(caller)?;
            tx.must_be(&[GameStatus::Lobby], "mustered")?;
            let closes_at = tx.now + i64::from(hours) * 3_600_000;
            musters::put_muster(conn, &MusterRow { game_id: game.to_owned(), called_at: tx.now, closes_at })?;
            if !tx.held_by(&caller.account_id).is_empty() {
                musters::answer_muster(conn, game, &caller.account_id, tx.now)?;
            }
            tx.note_deed(caller, Deed::MusterCalled, "");
            tx.tell_all(GameEvent::MusterCalled { closes_at: moment(closes_at) });
            Ok(())
        })?;
        self.show_muster(Some(caller), game)
    }

    /// Takes a muster back: the game can be started without it.
    pub fn end_muster(&self, caller: &Caller, game: &str) -> Result<(), Fault> {
        self.change_game(game, |conn, tx| {
            tx.must_run(caller)?;
            tx.must_be(&[GameStatus::Lobby], "mustered")?;
            if musters::delete_muster(conn, game)? { Ok(()) } else { Err(no_muster()) }
        })
    }

    /// Says that one is there.
    pub fn answer_muster(&self, caller: &Caller, game: &str) -> Result<Muster, Fault> {
        caller.need(Scope::OrdersWrite)?;
        self.change_game(game, |conn, tx| {
            tx.must_see(Some(caller))?;
            tx.must_be(&[GameStatus::Lobby], "mustered")?;
            musters::find_muster(conn, game)?.ok_or_else(no_muster)?;
            let Some(seat) = tx.seats.iter().find(|seat| seat.account_id.as_ref() == Some(&caller.account_id)) else {
                return Err(Fault::forbidden("not-your-seat", "Only who has a seat is mustered: claim one."));
            };
            if musters::answer_muster(conn, game, &caller.account_id, tx.now)? {
                let seat = seat.key.clone();
                tx.tell_all(GameEvent::MusterAnswered { seat });
            }
            Ok(())
        })?;
        self.show_muster(Some(caller), game)
    }

    pub fn show_muster(&self, caller: Option<&Caller>, game: &str) -> Result<Muster, Fault> {
        if let Some(caller) = caller {
            caller.need(Scope::GameRead)?;
        }
        self.look(caller, game, |conn, tx| {
            let Some(row) = musters::find_muster(conn, game)? else {
                return Ok(Muster { times: None, present: Vec::new(), missing: Vec::new(), you_are_missing: false });
            };
            let missing = missing_people(conn, tx)?;
            let mut people: Vec<String> = tx.seats.iter().filter_map(|seat| seat.account_id.clone()).collect();
            people.sort();
            people.dedup();
            let names = accounts::names_of(conn, &people)?;
            let (away, there): (Vec<_>, Vec<_>) = names.into_iter().partition(|(id, _)| missing.contains(id));
            let named = |people: Vec<(String, String)>| {
                let mut names: Vec<String> = people.into_iter().map(|(_, name)| name).collect();
                names.sort();
                names
            };
            Ok(Muster {
                times: Some((row.called_at, row.closes_at)),
                present: named(there),
                missing: named(away),
                you_are_missing: caller.is_some_and(|caller| missing.contains(&caller.account_id)),
            })
        })
    }
}

/// Whether a game may start as far as its muster goes: all are there, or its time is over. Then those who are missing lose their
/// seats.
///
/// # Errors
/// `muster-open` while somebody is missing who may still come.
pub(crate) fn muster_out(conn: &mut AnyConn, tx: &mut GameTransaction) -> Result<(), Fault> {
    let Some(muster) = musters::find_muster(conn, &tx.game.id)? else { return Ok(()) };
    let missing = missing_people(conn, tx)?;
    if !missing.is_empty() && muster.closes_at > tx.now {
        let names: Vec<String> = accounts::names_of(conn, &missing)?.into_iter().map(|(_, name)| name).collect();
        let detail = format!(
            "The muster is not over, and {} may still come. Wait, or take the muster back: DELETE …/muster.",
            names.join(", ")
        );
        return Err(Fault::conflict("muster-open", detail));
    }
    for seat in 0..tx.seats.len() {
        if tx.seats[seat].account_id.as_ref().is_some_and(|account| missing.contains(account)) {
            empty_seat(conn, tx, seat)?;
        }
    }
    Ok(())
}

/// The people with a seat who have not answered.
fn missing_people(conn: &mut AnyConn, tx: &GameTransaction) -> Result<Vec<String>, Fault> {
    let there = musters::answers_of(conn, &tx.game.id)?;
    let mut missing: Vec<String> = tx.seats.iter().filter_map(|seat| seat.account_id.clone()).collect();
    missing.retain(|account| !there.contains(account));
    missing.sort();
    missing.dedup();
    Ok(missing)
}

fn no_muster() -> Fault {
    Fault::not_found("muster of this game")
}
