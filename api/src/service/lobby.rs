//! Who sits where: claims, leaving, computer players.
//!
//! A seat that changes hands loses the orders of the step under way, in the same transaction: whoever comes next finds
//! a clean order set and never sees the other's.

use ai::Style;

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Why};
use crate::context::settings::{AiLevel, AiTemper};
use crate::game::press::press_rules_of;
use crate::game::seating;
use crate::game::transaction::GameTransaction;
use crate::model::{Deed, GameEvent, GameStatus, SeatKind};
use crate::store::letters::{self, Reader};
use crate::store::seats::SeatRow;
use crate::store::{AnyConn, accounts, exclusions, invitations, jobs, musters, orders, substitutes};

/// So many letters of a seat, the newest, come with it where a game says so.
const MOST_INHERITED: i64 = 1000;
pub(crate) const PLAYABLE: &[GameStatus] = &[GameStatus::Lobby, GameStatus::Running, GameStatus::Paused];
impl AppContext {
    /// Takes a seat that is open, or comes back to one's own.
    pub fn claim_seat(&self, caller: &Caller, game: &str, key: &str) -> Result<(), Fault> {
        caller.need(Scope::OrdersWrite)?;
        self.change_game_once(game, |conn, tx| {
            tx.must_see(Some(caller))?;
            tx.must_be(PLAYABLE, "joined")?;
            let seat = tx.seat(key)?;
            let row = &tx.seats[seat];
            if row.account_id.as_deref() == Some(caller.account_id.as_str()) {
                come_back(conn, tx, seat)?;
                return self.count_votes(conn, tx);
            }
            if row.account_id.is_some() {
                return Err(Fault::conflict("seat-taken", format!("Seat {} is held by somebody else.", row.key)));
            }
            if row.kind == SeatKind::Open && invitations::reserved_seats(conn, game, tx.now)?.contains(&row.idx) {
                return Err(reserved(&row.key));
            }
            if row.kind != SeatKind::Open {
                let detail = match row.kind {
                    SeatKind::Human => {
                        format!("Seat {} is kept for a person with an invitation; accept yours instead.", row.key)
                    }
                    _ => format!("Seat {} is played by the computer; whoever runs the game can open it.", row.key),
                };
                return Err(Fault::conflict("seat-not-open", detail));
            }
            must_be_alone(tx, caller)?;
            seating::must_be_fit_for(conn, tx, seat, caller)?;
            self.may_hold(conn, caller, 1)?;
            take_seat(conn, tx, seat, caller)?;
            self.count_votes(conn, tx)
        })?;
        self.settle_safely(game);
        Ok(())
    }

    /// Leaves a seat. Whoever runs the game may take one away from the holder they name, and keeps them out by that.
    ///
    /// # Errors
    /// `holder-needed` where another's seat is taken away and nobody is named; `holder-changed` where somebody else holds it.
    pub fn release_seat(&self, caller: &Caller, game: &str, key: &str, holder: Option<&str>) -> Result<(), Fault> {
        caller.need(Scope::OrdersWrite)?;
        self.change_game_once(game, |conn, tx| {
            tx.must_see(Some(caller))?;
            tx.must_be(PLAYABLE, "left")?;
            let seat = tx.seat(key)?;
            if tx.seats[seat].account_id.is_none() {
                return Err(Fault::conflict("seat-empty", format!("Nobody holds seat {}.", tx.seats[seat].key)));
            }
            if tx.must_hold(caller, key).is_err() {
                tx.must_run(caller)?;
                must_be_held_by(conn, &tx.seats[seat], Some(holder.unwrap_or_default()))?;
                exclude_holder(conn, tx, seat)?;
                tx.note_deed(caller, Deed::SeatTakenAway, tx.seats[seat].key.clone());
            }
            must_be_held_by(conn, &tx.seats[seat], holder)?;
            mark_gave_up(tx, seat, caller);
            empty_seat(conn, tx, seat)?;
            self.count_votes(conn, tx)
        })?;
        self.settle_safely(game);
        Ok(())
    }

    /// Gives a seat to a computer player: one's own, or any seat of a game one runs.
    pub fn give_to_computer(
        &self, caller: &Caller, game: &str, key: &str, (level, temper): (AiLevel, AiTemper), holder: Option<&str>,
    ) -> Result<(), Fault> {
        self.change_game(game, |conn, tx| {
            tx.must_see(Some(caller))?;
            tx.must_be(PLAYABLE, "changed")?;
            let seat = tx.seat(key)?;
            if tx.seats[seat].account_id.is_some() {
                must_be_held_by(conn, &tx.seats[seat], holder)?;
            }
            let own = tx.must_hold(caller, key).is_ok();
            if !own {
                tx.must_run(caller)?;
                exclude_holder(conn, tx, seat)?;
            } else {
                caller.need(Scope::OrdersWrite)?;
            }
            let style = Style::Player(level, temper).to_string();
            let row = &tx.seats[seat];
            if row.kind == SeatKind::Computer
                && row.account_id.is_none()
                && row.ai_level.as_deref() == Some(style.as_str())
            {
                return Ok(());
            }
            mark_gave_up(tx, seat, caller);
            seating::note_leaving(conn, tx, seat)?;
            clear_order_set(conn, tx, seat)?;
            let row = &mut tx.seats[seat];
            row.kind = SeatKind::Computer;
            row.account_id = None;
            row.ai_level = Some(style);
            (row.stand_in, row.missed) = (false, 0);
            let seat = row.key.clone();
            if !own {
                tx.note_deed(caller, Deed::SeatGivenToComputer, seat.clone());
            }
            tx.tell_all(GameEvent::SeatGivenToComputer { seat, level, temper });
            touch(tx);
            self.count_votes(conn, tx)
        })?;
        self.settle_safely(game);
        Ok(())
    }

    /// Opens a computer player's seat to people.
    pub fn open_seat(&self, caller: &Caller, game: &str, key: &str) -> Result<(), Fault> {
        self.change_game(game, |conn, tx| {
            tx.must_run(caller)?;
            tx.must_be(PLAYABLE, "changed")?;
            let at = tx.seat(key)?;
            let row = &mut tx.seats[at];
            if row.account_id.is_some() {
                return Err(Fault::conflict("seat-taken", format!("Seat {} is held by a person.", row.key)));
            }
            if row.kind == SeatKind::Open {
                return Ok(());
            }
            row.kind = SeatKind::Open;
            row.ai_level = None;
            let seat = row.key.clone();
            tx.note_deed(caller, Deed::SeatOpened, seat.clone());
            tx.tell_all(GameEvent::SeatOpened { seat });
            tx.note_seat_free(conn, at)
        })
    }
}

/// A request that comes twice, or late, takes the seat of nobody whom it does not mean. An empty name is none.
fn must_be_held_by(conn: &mut AnyConn, seat: &SeatRow, name: Option<&str>) -> Result<(), Fault> {
    let Some(name) = name else { return Ok(()) };
    let holder = match &seat.account_id {
        Some(id) => accounts::find_account(conn, id)?.map(|account| account.name).unwrap_or_default(),
        None => String::new(),
    };
    if name.is_empty() {
        let detail = format!("Say whose seat you take away: {}.", serde_json::json!({ "holder": holder }));
        return Err(Fault::of(Why::NeedsCondition, "holder-needed", detail));
    }
    if name != holder {
        return Err(Fault::conflict(
            "holder-changed",
            format!("Seat {} is held by {holder}, not by {name}.", seat.key),
        ));
    }
    Ok(())
}

pub(crate) fn must_be_alone(tx: &GameTransaction, caller: &Caller) -> Result<(), Fault> {
    if tx.held_by(&caller.account_id).is_empty() {
        return Ok(());
    }
    Err(Fault::conflict("already-seated", "You hold a seat in this game already."))
}

pub(crate) fn must_be_in_play(row: &SeatRow) -> Result<(), Fault> {
    if row.is_out {
        let detail = format!("The power of seat {} is out of the campaign: there is nothing to play.", row.key);
        return Err(Fault::conflict("seat-out", detail));
    }
    Ok(())
}

pub(crate) fn reserved(key: &str) -> Fault {
    Fault::conflict("seat-reserved", format!("Seat {key} is kept for somebody with an invitation."))
}

/// Notes that somebody leaves a seat of their own while the game runs.
fn mark_gave_up(tx: &mut GameTransaction, seat: usize, caller: &Caller) {
    if tx.game.status.is_under_way() && tx.seats[seat].account_id.as_ref() == Some(&caller.account_id) {
        tx.mark(&caller.account_id, |row| row.gave_up += 1);
    }
}

/// Notes that somebody's seat is taken away while the game runs.
pub(crate) fn mark_removed(tx: &mut GameTransaction, holder: &str) {
    if tx.game.status.is_under_way() {
        tx.mark(holder, |row| row.removed += 1);
    }
}

/// Keeps the holder of a seat from coming back: who runs the game takes it away.
pub(crate) fn exclude_holder(conn: &mut AnyConn, tx: &mut GameTransaction, seat: usize) -> Result<(), Fault> {
    if let Some(holder) = tx.seats[seat].account_id.clone() {
        exclusions::exclude(conn, &tx.game.id, &holder, false, tx.now)?;
        mark_removed(tx, &holder);
    }
    Ok(())
}

pub(crate) fn take_seat(
    conn: &mut AnyConn, tx: &mut GameTransaction, seat: usize, caller: &Caller,
) -> Result<(), Fault> {
    must_be_in_play(&tx.seats[seat])?;
    // A closed account may hold a token for another few seconds, but no seat.
    accounts::find_account(conn, &caller.account_id)?
        .filter(|account| account.closed_at.is_none())
        .ok_or_else(|| Fault::unauthenticated("session-ended", "This account is closed."))?;
    clear_order_set(conn, tx, seat)?;
    seating::note_holder(conn, &tx.game, tx.seats[seat].idx, &caller.account_id, tx.now)?;
    let row = &mut tx.seats[seat];
    row.kind = SeatKind::Human;
    row.account_id = Some(caller.account_id.clone());
    row.ai_level = None;
    (row.stand_in, row.missed) = (false, 0);
    substitutes::delete_substitute(conn, &tx.game.id, &caller.account_id)?;
    if press_rules_of(conn, &tx.game.id)?.inherited {
        let reader = Reader { game: &tx.game.id, seat: tx.seats[seat].idx, account: &caller.account_id };
        letters::inherit_letters(conn, reader, MOST_INHERITED)?;
    }
    // Whoever comes while there is a muster is there.
    if musters::find_muster(conn, &tx.game.id)?.is_some() {
        musters::answer_muster(conn, &tx.game.id, &caller.account_id, tx.now)?;
    }
    let row = &mut tx.seats[seat];
    let event = GameEvent::SeatTaken { seat: row.key.clone(), player: caller.name.clone() };
    tx.tell_all(event);
    touch(tx);
    Ok(())
}

pub(crate) fn empty_seat(conn: &mut AnyConn, tx: &mut GameTransaction, seat: usize) -> Result<(), Fault> {
    seating::note_leaving(conn, tx, seat)?;
    clear_order_set(conn, tx, seat)?;
    let row = &mut tx.seats[seat];
    row.kind = SeatKind::Open;
    row.account_id = None;
    row.ai_level = None;
    (row.stand_in, row.missed) = (false, 0);
    let event = GameEvent::SeatReleased { seat: row.key.clone() };
    tx.tell_all(event);
    touch(tx);
    tx.note_seat_free(conn, seat)
}

/// The holder is back: the computer's work for the step under way is dropped.
pub(crate) fn come_back(conn: &mut AnyConn, tx: &mut GameTransaction, seat: usize) -> Result<(), Fault> {
    let row = &mut tx.seats[seat];
    row.missed = 0;
    if !row.stand_in {
        return Ok(());
    }
    row.stand_in = false;
    let event = GameEvent::SeatHolderReturned { seat: row.key.clone() };
    tx.tell_all(event);
    clear_order_set(conn, tx, seat)
}

/// Drops what was handed in for a seat's present step, and the computer's work on it.
pub(crate) fn clear_order_set(conn: &mut AnyConn, tx: &GameTransaction, seat: usize) -> Result<(), Fault> {
    let idx = tx.seats[seat].idx;
    orders::delete_orders(conn, &tx.game.id, tx.game.step, idx)?;
    jobs::drop_for_seat(conn, &tx.game.id, tx.game.step, idx)?;
    Ok(())
}

/// Lets the engine look at a running game soon, even if this server dies first.
fn touch(tx: &mut GameTransaction) {
    if tx.game.status == GameStatus::Running {
        tx.game.wake_at = Some(tx.now);
    }
}
