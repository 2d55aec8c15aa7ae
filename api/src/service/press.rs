//! What holds for letters beside writing them: the rules of a game, whom one blocks, and letters that are reported.

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Flaw};
use crate::context::new_id;
use crate::game::press::press_rules_of;
use crate::game::transaction::GameTransaction;
use crate::model::{Deed, LONGEST_EMBARGO, PressChange, Setting};
use crate::service::names;
use crate::service::players::person_called;
use crate::store::AnyConn;
use crate::store::accounts;
use crate::store::letters::{self, Reader};
use crate::store::press::{self, AbuseReportRow};

/// So many people one can block.
const MOST_BLOCKS: usize = 500;
/// So many letters of one game are reported, at most.
const MOST_REPORTS: usize = 200;
/// The most characters of a reason.
const LONGEST_REASON: usize = 1000;

/// Somebody from whom the caller takes nothing.
#[derive(Debug, Clone)]
pub struct Block {
    pub player: String,
    pub since: i64,
    /// Whether their letters come, without a sound.
    pub only_mutes: bool,
}

/// A letter that somebody has shown to those who run the game.
#[derive(Debug, Clone)]
pub struct AbuseReport {
    pub id: String,
    pub reported_by: String,
    pub reason: String,
    pub reported_at: i64,
    pub closed_at: Option<i64>,
    /// Name of who wrote the letter.
    pub author: Option<String>,
    /// Key of the seat that wrote it; where the letter does not say, administrators alone are told who did.
    pub from: Option<String>,
    pub text: String,
    pub sent_at: i64,
}

impl AppContext {
    /// Takes no letters and no invitations from somebody any more, or has their letters come without a sound.
    pub fn block_player(&self, caller: &Caller, name: &str, only_mutes: bool) -> Result<(), Fault> {
        caller.need_session()?;
        let now = self.now();
        self.store.write(|conn| {
            let person = person_called(conn, name)?;
            if person.id == caller.account_id {
                return Err(Fault::conflict("yourself", "You cannot block yourself."));
            }
            if press::blocks_of(conn, &caller.account_id)?.len() >= MOST_BLOCKS {
                let detail = format!("You block {MOST_BLOCKS} people already; that is enough.");
                return Err(Fault::conflict("too-many-blocks", detail));
            }
            Ok(press::insert_block(conn, &caller.account_id, &person.id, only_mutes, now)?)
        })
    }

    pub fn unblock_player(&self, caller: &Caller, name: &str) -> Result<(), Fault> {
        caller.need_session()?;
        self.store.write(|conn| {
            let person = person_called(conn, name)?;
            match press::delete_block(conn, &caller.account_id, &person.id)? {
                true => Ok(()),
                false => Err(Fault::not_found(format_args!("block of “{name}”"))),
            }
        })
    }

    pub fn list_blocks(&self, caller: &Caller) -> Result<Vec<Block>, Fault> {
        caller.need_session()?;
        self.store.read(|conn| {
            let rows = press::blocks_of(conn, &caller.account_id)?;
            let people: Vec<String> = rows.iter().map(|(account, ..)| account.clone()).collect();
            let names = accounts::names_of(conn, &people)?;
            let told = rows.into_iter().filter_map(|(account, since, only_mutes)| {
                let (_, player) = names.iter().find(|(id, _)| *id == account)?;
                Some(Block { player: player.clone(), since, only_mutes })
            });
            Ok(told.collect())
        })
    }

    /// Shows a letter that the caller got to those who run the game.
    ///
    /// # Errors
    /// `not-found` for a number that is none of the caller's letters; `invalid` for one that they wrote; `reported-already`.
    pub fn report_letter(
        &self, caller: &Caller, game: &str, key: &str, number: i64, reason: &str,
    ) -> Result<(), Fault> {
        caller.need(Scope::OrdersWrite)?;
        let reason = names::text("/reason", reason).map_err(|flaw| Fault::invalid(vec![flaw]))?;
        let length = reason.chars().count();
        if !(1..=LONGEST_REASON).contains(&length) {
            let detail = format!("A reason has 1 to {LONGEST_REASON} characters, not {length}.");
            return Err(Fault::invalid(vec![Flaw::at("/reason", "bad-length", detail)]));
        }
        self.change_game_once(game, |conn, tx| {
            let none = || Fault::not_found("letter of this number among yours");
            let seat = tx.seats.iter().find(|seat| seat.key.eq_ignore_ascii_case(key)).ok_or_else(none)?;
            let reader = Reader { game, seat: seat.idx, account: &caller.account_id };
            let letter = letters::find_letter(conn, reader, number)?.ok_or_else(none)?;
            if letter.author_id.as_ref() == Some(&caller.account_id) {
                return Err(Fault::invalid(vec![Flaw::at("#letter", "own-letter", "You wrote this letter yourself.")]));
            }
            let known = press::reports_of(conn, game)?;
            if known.iter().any(|one| one.letter_id == letter.id && one.reporter_id == caller.account_id) {
                return Err(Fault::conflict("reported-already", "You have reported this letter already."));
            }
            if known.len() >= MOST_REPORTS {
                let detail =
                    format!("{MOST_REPORTS} letters of this game were reported already; tell who runs the server.");
                return Err(Fault::conflict("too-many-reports", detail));
            }
            let author = letter.author_id.clone();
            tx.note_reported(author.as_deref());
            let row = AbuseReportRow {
                id: new_id(),
                game_id: game.to_owned(),
                letter_id: letter.id,
                author_id: author,
                reporter_id: caller.account_id.clone(),
                reason: reason.clone(),
                reported_at: tx.now,
                closed_at: None,
            };
            press::insert_report(conn, &row)?;
            Ok(())
        })
    }

    /// The letters that were reported to those who run a game. Nobody reads reports of their own letters but administrators.
    pub fn list_abuse_reports(&self, caller: &Caller, game: &str) -> Result<Vec<AbuseReport>, Fault> {
        self.look(Some(caller), game, |conn, tx| {
            tx.must_run(caller)?;
            let mut rows = press::reports_of(conn, game)?;
            if !caller.may(Scope::Admin) {
                rows.retain(|row| row.author_id.as_ref() != Some(&caller.account_id));
            }
            reports_as_told(conn, tx, rows, caller.may(Scope::Admin))
        })
    }

    /// Closes a report: it has been dealt with.
    pub fn close_abuse_report(&self, caller: &Caller, game: &str, id: &str) -> Result<(), Fault> {
        self.change_game(game, |conn, tx| {
            tx.must_run(caller)?;
            let own = press::reports_of(conn, game)?.into_iter().any(|row| {
                row.id == id && row.author_id.as_ref() == Some(&caller.account_id) && !caller.may(Scope::Admin)
            });
            if own || !press::close_report(conn, game, id, tx.now)? {
                return Err(Fault::not_found("open report of this id"));
            }
            tx.note_deed(caller, Deed::ReportClosed, "");
            Ok(())
        })
    }
}

/// What is wrong with the steps by which those are behind who only watch.
pub(crate) fn embargo_flaw(embargo: u16) -> Option<Flaw> {
    let detail = format!("Who only watches may be 0 to {LONGEST_EMBARGO} steps behind.");
    (embargo > LONGEST_EMBARGO).then(|| Flaw::at("/press/embargo", "out-of-range", detail))
}

/// Takes other rules for the letters of a game that has not begun, and notes where they are others.
pub(crate) fn take_press_rules(
    conn: &mut AnyConn, tx: &GameTransaction, change: PressChange, changed: &mut Vec<Setting>,
) -> Result<(), Fault> {
    let before = press_rules_of(conn, &tx.game.id)?;
    let rules = before.with(change);
    if rules != before {
        press::put_press_rules(conn, &tx.game.id, &serde_json::to_string(&rules).map_err(Fault::broken)?)?;
        changed.push(Setting::Press);
    }
    Ok(())
}

fn reports_as_told(
    conn: &mut AnyConn, tx: &GameTransaction, rows: Vec<AbuseReportRow>, sees_all: bool,
) -> Result<Vec<AbuseReport>, Fault> {
    let people: Vec<String> =
        rows.iter().flat_map(|row| [Some(row.reporter_id.clone()), row.author_id.clone()]).flatten().collect();
    let names = accounts::names_of(conn, &people)?;
    let name = |id: &str| names.iter().find(|(one, _)| one == id).map(|(_, name)| name.clone());
    let ids: Vec<String> = rows.iter().map(|row| row.letter_id.clone()).collect();
    let letters = letters::letters_by_id(conn, &ids)?;
    let told = rows.into_iter().filter_map(|row| {
        let letter = letters.iter().find(|letter| letter.id == row.letter_id)?;
        let from = tx.seats.iter().find(|seat| seat.idx == letter.from_seat);
        let is_told = sees_all || !letter.is_anonymous;
        Some(AbuseReport {
            reported_by: name(&row.reporter_id).unwrap_or_default(),
            author: row.author_id.as_deref().filter(|_| is_told).and_then(name),
            from: from.filter(|_| is_told).map(|seat| seat.key.clone()),
            text: letter.body.clone(),
            sent_at: letter.sent_at,
            id: row.id,
            reason: row.reason,
            reported_at: row.reported_at,
            closed_at: row.closed_at,
        })
    });
    Ok(told.collect())
}
