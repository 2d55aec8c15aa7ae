//! Who may sit where. Whoever could once read what a seat sees holds no other seat of that campaign: else one person could
//! take, read and leave one seat after another and know all sides. Nor does anybody come back who was taken off a seat by
//! who runs the game, but by a fresh invitation.

use kernel::Campaign;

use crate::context::caller::Caller;
use crate::context::fault::Fault;
use crate::context::new_id;
use crate::game::transaction::GameTransaction;
use crate::model::GameStatus;
use crate::store::games::GameRow;
use crate::store::seat_readers::{self, SeatReaderRow};
use crate::store::{AnyConn, exclusions};

/// Whether the caller may take this seat, as far as knowledge and exclusion go.
pub fn must_be_fit_for(conn: &mut AnyConn, tx: &GameTransaction, seat: usize, caller: &Caller) -> Result<(), Fault> {
    let row = &tx.seats[seat];
    if let Some(exclusion) = exclusions::exclusion_of(conn, &tx.game.id, &caller.account_id)? {
        if exclusion.banned {
            return Err(Fault::conflict("banned", "Who runs this game has banned you from it."));
        }
        let detail = "Who runs this game has taken you off your seat. You can come back by accepting an invitation made \
                      since then.";
        return Err(Fault::conflict("excluded", detail));
    }
    let read = seat_readers::seats_read(conn, &tx.game.commitment, &caller.account_id)?;
    let was_theirs = read.iter().any(|(idx, as_holder)| *idx == row.idx && *as_holder);
    let others: Vec<&str> = tx
        .seats
        .iter()
        .filter(|other| other.idx != row.idx && read.iter().any(|(idx, _)| *idx == other.idx))
        .map(|other| other.key.as_str())
        .collect();
    if was_theirs || others.is_empty() {
        return Ok(());
    }
    let detail = format!(
        "You could read what other seats of this campaign see ({}), so you cannot hold seat {}. A seat that you held is \
         yours to come back to while it is open.",
        others.join(", "),
        row.key
    );
    Err(Fault::conflict("saw-other-seats", detail))
}

/// Notes that an account holds a seat from now on.
pub fn note_holder(conn: &mut AnyConn, game: &GameRow, seat: i32, account: &str, now: i64) -> Result<(), Fault> {
    let row = SeatReaderRow {
        id: new_id(),
        game_id: game.id.clone(),
        seat_idx: seat,
        account_id: account.to_owned(),
        as_holder: true,
        since_at: now,
        from_step: game.step,
        until_at: None,
        to_step: None,
    };
    Ok(seat_readers::insert_seat_reader(conn, &row)?)
}

/// Notes that the holder of a seat leaves it. In the lobby there was nothing to see, and changing seats is free.
pub fn note_leaving(conn: &mut AnyConn, tx: &GameTransaction, seat: usize) -> Result<(), Fault> {
    let (row, game) = (&tx.seats[seat], &tx.game);
    let Some(account) = &row.account_id else { return Ok(()) };
    if game.status == GameStatus::Lobby {
        seat_readers::forget_holding(conn, &game.id, row.idx, account)?;
    } else {
        seat_readers::end_holding(conn, &game.id, row.idx, account, tx.now, game.step)?;
    }
    Ok(())
}

/// Notes that an account may read what the computer players of all seats but its own decided.
pub fn note_reader_of_others(conn: &mut AnyConn, tx: &GameTransaction, caller: &Caller) -> Result<(), Fault> {
    for seat in tx.seats.iter().filter(|seat| seat.account_id.as_deref() != Some(&caller.account_id)) {
        let row = SeatReaderRow {
            id: new_id(),
            game_id: tx.game.id.clone(),
            seat_idx: seat.idx,
            account_id: caller.account_id.clone(),
            as_holder: false,
            since_at: tx.now,
            from_step: tx.game.step,
            until_at: Some(tx.now),
            to_step: Some(tx.game.step),
        };
        seat_readers::insert_seat_reader(conn, &row)?;
    }
    Ok(())
}

/// Keeps in mind which seats are out of the campaign for good.
pub fn note_who_is_out(tx: &mut GameTransaction, campaign: &dyn Campaign) {
    for standing in campaign.standings() {
        if let Some(row) = tx.seats.get_mut(standing.seat.index()) {
            row.is_out = standing.eliminated;
        }
    }
}
