//! Letters between seats. Only writer and addressees ever see one.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::caller::{Caller, Scope};
use super::fault::{Fault, Flaw};
use super::table::{Ears, Table};
use super::{Desk, names, new_id};
use crate::store::events::audience_of;
use crate::store::messages::{self, MessageRow};

pub const LONGEST_LETTER: usize = 8000;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Letter {
    pub id: String,
    pub number: i64,
    pub from: String,
    /// Empty: to everybody.
    pub to: Vec<String>,
    pub text: String,
    pub sent_at: i64,
    pub unread: bool,
}

impl Desk {
    pub fn send_letter(
        &self, caller: &Caller, game: &str, key: &str, to: &[String], text: &str,
    ) -> Result<Letter, Fault> {
        caller.need(Scope::OrdersWrite)?;
        self.at_table_once(game, |conn, table| {
            let from = table.must_hold(caller, key)?;
            table.must_be(&["lobby", "running", "paused", "finished"], "written in")?;
            let mut flaws = Vec::new();
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
                match table.seat(key) {
                    Ok(seat) if seat == from => {
                        flaws.push(Flaw::at(
                            format!("/to/{at}"),
                            "to-yourself",
                            "A letter to oneself need not be sent.",
                        ));
                    }
                    Ok(seat) => seats.push(u16::try_from(seat).map_err(Fault::broken)?),
                    Err(fault) => flaws.push(Flaw::at(format!("/to/{at}"), "no-such-seat", fault.to_string())),
                }
            }
            if !flaws.is_empty() {
                return Err(Fault::invalid(flaws));
            }
            let sender = u16::try_from(from).map_err(Fault::broken)?;
            let ears = if seats.is_empty() {
                Ears::Everyone
            } else {
                seats.push(sender);
                seats.sort_unstable();
                seats.dedup();
                Ears::Seats(seats)
            };
            let row = MessageRow {
                id: new_id(),
                game_id: game.to_owned(),
                seq: messages::next_number(conn, game)?,
                from_seat: table.seats[from].idx,
                to_seats: match &ears {
                    Ears::Everyone => "*".into(),
                    Ears::Seats(seats) => audience_of(seats),
                },
                body: text,
                sent_at: table.now,
            };
            messages::insert_message(conn, &row)?;
            let ears = match ears {
                // An open letter is for the players; the public record does not have it.
                Ears::Everyone => {
                    Ears::Seats((0..table.seats.len()).filter_map(|seat| u16::try_from(seat).ok()).collect())
                }
                seats => seats,
            };
            let body = json!({ "id": row.id, "number": row.seq, "from": table.seats[from].key });
            table.tell(&ears, "message", &body);
            Ok(letter(table, row, from))
        })
    }

    /// Letters a seat wrote or received, newest first, and how many are unread.
    pub fn list_letters(
        &self, caller: &Caller, game: &str, key: &str, before: Option<i64>, unread_only: bool, limit: i64,
    ) -> Result<(Vec<Letter>, i64), Fault> {
        caller.need(Scope::GameRead)?;
        self.look(Some(caller), game, |conn, table| {
            let seat = table.must_hold(caller, key)?;
            let (idx, read_to) = (table.seats[seat].idx, table.seats[seat].read_to);
            let after = if unread_only { read_to } else { 0 };
            let rows = messages::list_messages(conn, game, idx, before, after, limit)?;
            let unread = messages::count_unread(conn, game, idx, read_to)?;
            Ok((rows.into_iter().map(|row| letter(table, row, seat)).collect(), unread))
        })
    }

    /// Marks letters read, up to and with a number.
    pub fn mark_read(&self, caller: &Caller, game: &str, key: &str, up_to: i64) -> Result<(), Fault> {
        caller.need(Scope::OrdersWrite)?;
        self.at_table(game, |conn, table| {
            let seat = table.must_hold(caller, key)?;
            let newest = messages::next_number(conn, game)? - 1;
            let row = &mut table.seats[seat];
            row.read_to = row.read_to.max(up_to.min(newest));
            Ok(())
        })
    }
}

fn letter(table: &Table, row: MessageRow, reader: usize) -> Letter {
    let key = |idx: i32| table.seats.iter().find(|seat| seat.idx == idx).map(|seat| seat.key.clone());
    let addressed = row.to_seats.split(',').filter_map(|part| part.parse().ok());
    Letter {
        unread: row.seq > table.seats[reader].read_to && row.from_seat != table.seats[reader].idx,
        from: key(row.from_seat).unwrap_or_default(),
        to: addressed.filter(|idx| *idx != row.from_seat).filter_map(key).collect(),
        id: row.id,
        number: row.seq,
        text: row.body,
        sent_at: row.sent_at,
    }
}
