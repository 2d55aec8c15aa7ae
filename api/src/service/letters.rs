//! Letters between the people who hold seats. Only writer and addressees ever see one: whoever takes a seat over finds none
//! of those before, and keeps none when leaving but their own.

use kernel::SeatId;
use serde::{Deserialize, Serialize};

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Flaw};
use crate::context::new_id;
use crate::game::press::{muted_in, press_rules_of};
use crate::game::transaction::GameTransaction;
use crate::model::GameStatus::{Finished, Lobby, Paused, Running};
use crate::model::{GameEvent, PressDelivery, PressMode, PressRules};
use crate::service::names;
use crate::store::events::seat_list;
use crate::store::letters::{self, LetterRow, Reader};
use crate::store::press;
use crate::store::{AnyConn, accounts};

pub const LONGEST_LETTER: usize = 8000;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Letter {
    pub id: String,
    /// Its number among the reader's letters of this seat.
    pub number: i64,
    /// Key of the seat that wrote it; none where it does not say who did, nor who the person is.
    pub from: Option<String>,
    /// Name of the person who wrote it.
    pub by: Option<String>,
    #[serde(default)]
    pub anonymous: bool,
    /// Empty: to everybody.
    pub to: Vec<String>,
    pub text: String,
    pub sent_at: i64,
    pub unread: bool,
}

/// A letter to be sent.
#[derive(Debug, Clone)]
pub struct NewLetter {
    /// Keys of the seats it goes to; empty: to all.
    pub to: Vec<String>,
    pub text: String,
    /// Whether it does not say who wrote it.
    pub anonymous: bool,
}

impl AppContext {
    pub fn send_letter(&self, caller: &Caller, game: &str, key: &str, new: &NewLetter) -> Result<Letter, Fault> {
        caller.need(Scope::OrdersWrite)?;
        let NewLetter { to, text, anonymous } = new;
        self.change_game_once(game, |conn, tx| {
            let from = tx.must_hold(caller, key)?;
            tx.must_be(&[Lobby, Running, Paused, Finished], "written in")?;
            let press = press_rules_of(conn, game)?;
            if press.letters == PressMode::None {
                return Err(Fault::conflict("no-letters", "No letters are written in this game."));
            }
            let deaf = press::who_blocks(conn, &caller.account_id)?;
            let mut flaws = Vec::new();
            if *anonymous && !press.anonymous {
                let detail = "Letters of this game say who wrote them.";
                flaws.push(Flaw::at("/anonymous", "not-anonymous", detail));
            }
            if press.letters == PressMode::Public && !to.is_empty() {
                let detail = "Letters of this game are for all: leave “to” empty.";
                flaws.push(Flaw::at("/to", "letters-to-all", detail));
            }
            let text = names::text("/text", text).unwrap_or_else(|flaw| {
                flaws.push(flaw);
                String::new()
            });
            let length = text.chars().count();
            if flaws.is_empty() && !(1..=LONGEST_LETTER).contains(&length) {
                let detail = format!("A letter has 1 to {LONGEST_LETTER} characters, not {length}.");
                flaws.push(Flaw::at("/text", "bad-length", detail));
            }
            let mut seats = Vec::new();
            for (at, key) in to.iter().enumerate() {
                match tx.seat(key) {
                    Ok(seat) if seat == from => {
                        flaws.push(Flaw::at(
                            format!("/to/{at}"),
                            "to-yourself",
                            "A letter to oneself need not be sent.",
                        ));
                    }
                    Ok(seat) if tx.seats[seat].account_id.is_none() => {
                        let detail = format!("Nobody holds seat {} now, so nobody would read it.", tx.seats[seat].key);
                        flaws.push(Flaw::at(format!("/to/{at}"), "nobody-there", detail));
                    }
                    Ok(seat) if tx.seats[seat].account_id.as_ref().is_some_and(|account| deaf.contains(account)) => {
                        let detail = format!("Who holds seat {} takes no letters from you.", tx.seats[seat].key);
                        flaws.push(Flaw::at(format!("/to/{at}"), "not-taken", detail));
                    }
                    Ok(seat) => seats.push(number(seat)?),
                    Err(fault) => flaws.push(Flaw::at(format!("/to/{at}"), "no-such-seat", fault.to_string())),
                }
            }
            if !flaws.is_empty() {
                return Err(Fault::invalid(flaws));
            }
            let to_all = seats.is_empty();
            if to_all {
                let takes =
                    |seat: &usize| tx.seats[*seat].account_id.as_ref().is_some_and(|account| !deaf.contains(account));
                let held = (0..tx.seats.len()).filter(takes);
                seats = held.map(number).collect::<Result<_, _>>()?;
            }
            seats.push(number(from)?);
            seats.sort_unstable();
            seats.dedup();
            let row = LetterRow {
                id: new_id(),
                game_id: game.to_owned(),
                from_seat: tx.seats[from].idx,
                to_seats: if to_all { "*".into() } else { seat_list(&seats) },
                body: text,
                sent_at: tx.now,
                author_id: Some(caller.account_id.clone()),
                is_anonymous: *anonymous,
            };
            letters::insert_letter(conn, &row)?;
            // After the end there is no turn to wait for.
            let waits = press.delivery == PressDelivery::WithTheTurn && tx.game.status != Finished;
            let muted = muted_in(conn, &row)?;
            let (mut number, mut told) = (0, Vec::new());
            for seat in seats.iter().map(|seat| seat.index()) {
                let Some(account) = &tx.seats[seat].account_id else { continue };
                let reader = Reader { game, seat: tx.seats[seat].idx, account };
                if seat == from {
                    number = letters::insert_copy(conn, reader, &row.id, true)?;
                } else if waits {
                    letters::insert_held_copy(conn, reader, &row.id, muted.contains(account))?;
                } else {
                    let is_muted = muted.contains(account);
                    letters::insert_copy(conn, reader, &row.id, is_muted)?;
                    told.extend((!is_muted).then(|| self::number(seat)).transpose()?);
                }
            }
            // An open letter is for the players; the public record does not have it.
            let message = |from: Option<usize>| GameEvent::Message {
                id: row.id.clone(),
                from: from.map(|seat| tx.seats[seat].key.clone()),
            };
            let (own, others) = (message(Some(from)), message(Some(from).filter(|_| !*anonymous)));
            if own == others {
                told.push(self::number(from)?);
                told.sort_unstable();
            } else {
                tx.tell_holders(&[self::number(from)?], own);
            }
            if !told.is_empty() {
                tx.tell_holders(&told, others);
            }
            let seat = row.from_seat;
            Ok(letter(tx, row, seat, Some(caller.name.clone()), number, true))
        })
    }

    /// The caller's letters of a seat, newest first, and how many are unread. Who has left the seat keeps those of their own
    /// time.
    pub fn list_letters(
        &self, caller: &Caller, game: &str, key: &str, before: Option<i64>, unread_only: bool, limit: i64,
    ) -> Result<(Vec<Letter>, i64, PressRules), Fault> {
        caller.need(Scope::GameRead)?;
        self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            let (reader, unread) = reader(conn, &tx, caller, key)?;
            let rows = letters::list_letters(conn, reader, before, unread_only, limit)?;
            let people: Vec<String> = rows.iter().filter_map(|(row, ..)| row.author_id.clone()).collect();
            let names = accounts::names_of(conn, &people)?;
            let told = rows.into_iter().map(|(row, number, is_read)| {
                let by = names.iter().find(|(id, _)| Some(id) == row.author_id.as_ref());
                let by = by.map(|(_, name)| name.clone());
                letter(&tx, row, reader.seat, by, number, is_read)
            });
            Ok((told.collect(), unread, press_rules_of(conn, game)?))
        })
    }

    /// Marks letters read, up to and with a number.
    pub fn mark_read(&self, caller: &Caller, game: &str, key: &str, up_to: i64) -> Result<(), Fault> {
        caller.need(Scope::OrdersWrite)?;
        self.store.write(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            let (reader, _) = reader(conn, &tx, caller, key)?;
            Ok(letters::mark_read(conn, reader, up_to)?)
        })
    }
}

/// The caller as a reader of a seat's letters, and how many of theirs are unread: its holder, or who had letters there.
fn reader<'a>(
    conn: &mut AnyConn, tx: &'a GameTransaction, caller: &'a Caller, key: &str,
) -> Result<(Reader<'a>, i64), Fault> {
    let known = tx.seats.iter().find(|seat| seat.key.eq_ignore_ascii_case(key));
    if let Some(seat) = known {
        let reader = Reader { game: &tx.game.id, seat: seat.idx, account: &caller.account_id };
        let (all, unread) = letters::count_letters(conn, reader)?;
        if all > 0 {
            return Ok((reader, unread));
        }
    }
    let seat = tx.must_hold(caller, key)?;
    Ok((Reader { game: &tx.game.id, seat: tx.seats[seat].idx, account: &caller.account_id }, 0))
}

fn number(seat: usize) -> Result<SeatId, Fault> {
    u16::try_from(seat).map(SeatId).map_err(Fault::broken)
}

/// A letter as somebody has it who holds a copy in a seat.
fn letter(tx: &GameTransaction, row: LetterRow, seat: i32, by: Option<String>, number: i64, is_read: bool) -> Letter {
    let says_who = row.says_who(seat);
    let key = |idx: i32| tx.seats.iter().find(|seat| seat.idx == idx).map(|seat| seat.key.clone());
    let addressed = row.to_seats.split(',').filter_map(|part| part.parse().ok());
    Letter {
        unread: !is_read,
        by: by.filter(|_| says_who),
        from: key(row.from_seat).filter(|_| says_who),
        anonymous: row.is_anonymous,
        to: addressed.filter(|idx| *idx != row.from_seat).filter_map(key).collect(),
        id: row.id,
        number,
        text: row.body,
        sent_at: row.sent_at,
    }
}
