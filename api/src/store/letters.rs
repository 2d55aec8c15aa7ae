//! Rows of letters, and of the copies that their writers and those who got them keep.

use diesel::prelude::*;

use super::schema::{letter_copies, letters};
use super::{AnyConn, StoreError};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = letters)]
pub struct LetterRow {
    pub id: String,
    pub game_id: String,
    pub from_seat: i32,
    pub to_seats: String,
    pub body: String,
    pub sent_at: i64,
    /// Who wrote it.
    pub author_id: Option<String>,
    /// Whether nobody but who wrote it is told so.
    pub is_anonymous: bool,
}

impl LetterRow {
    /// Whether somebody who has a copy in a seat is told who wrote it.
    pub fn says_who(&self, seat: i32) -> bool {
        !self.is_anonymous || seat == self.from_seat
    }
}

/// A person at a seat: whose letters these are.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    pub game: &'a str,
    pub seat: i32,
    pub account: &'a str,
}

pub fn insert_letter(conn: &mut AnyConn, row: &LetterRow) -> Result<(), StoreError> {
    diesel::insert_into(letters::table).values(row.clone()).execute(conn)?;
    Ok(())
}

/// Gives a reader a copy that waits for the end of the turn: until then it has a negative number, and is on no list.
pub fn insert_held_copy(conn: &mut AnyConn, reader: Reader, letter: &str, is_read: bool) -> Result<(), StoreError> {
    let first: Option<i64> = letter_copies::table
        .filter(letter_copies::game_id.eq(reader.game))
        .filter(letter_copies::seat_idx.eq(reader.seat))
        .filter(letter_copies::account_id.eq(reader.account))
        .select(diesel::dsl::min(letter_copies::number))
        .first(conn)?;
    insert_numbered(conn, reader, letter, first.unwrap_or(0).min(0) - 1, is_read)
}

/// Delivers the copies of a game that wait, in the order in which they were written: each letter, with seat and account of who gets it.
pub fn deliver_held(conn: &mut AnyConn, game: &str) -> Result<Vec<Delivered>, StoreError> {
    let held: Vec<(LetterRow, i32, String, i64)> = letter_copies::table
        .inner_join(letters::table.on(letters::id.eq(letter_copies::letter_id)))
        .filter(letter_copies::game_id.eq(game))
        .filter(letter_copies::number.lt(0))
        .order((letters::sent_at.asc(), letters::id.asc(), letter_copies::seat_idx.asc()))
        .select((letters::all_columns, letter_copies::seat_idx, letter_copies::account_id, letter_copies::number))
        .load(conn)?;
    let mut delivered: Vec<Delivered> = Vec::new();
    for (letter, seat, account, number) in held {
        let reader = Reader { game, seat, account: &account };
        let next = last_number(conn, reader)? + 1;
        let copy = letter_copies::table
            .filter(letter_copies::game_id.eq(game))
            .filter(letter_copies::seat_idx.eq(seat))
            .filter(letter_copies::account_id.eq(&account))
            .filter(letter_copies::number.eq(number));
        diesel::update(copy).set(letter_copies::number.eq(next)).execute(conn)?;
        match delivered.last_mut() {
            Some((last, copies)) if last.id == letter.id => copies.push((seat, account)),
            _ => delivered.push((letter, vec![(seat, account)])),
        }
    }
    Ok(delivered)
}

/// Gives a reader copies, already read, of the newest letters that those before them had in the seat, `most` of them.
pub fn inherit_letters(conn: &mut AnyConn, reader: Reader, most: i64) -> Result<(), StoreError> {
    let of_seat = || {
        letter_copies::table
            .filter(letter_copies::game_id.eq(reader.game))
            .filter(letter_copies::seat_idx.eq(reader.seat))
    };
    let own: Vec<String> =
        of_seat().filter(letter_copies::account_id.eq(reader.account)).select(letter_copies::letter_id).load(conn)?;
    let newest: Vec<String> = of_seat()
        .filter(letter_copies::account_id.ne(reader.account))
        .filter(letter_copies::number.gt(0))
        .select(letter_copies::letter_id)
        .distinct()
        .order(letter_copies::letter_id.desc())
        .limit(most)
        .load(conn)?;
    for letter in newest.iter().rev().filter(|letter| !own.contains(letter)) {
        insert_copy(conn, reader, letter, true)?;
    }
    Ok(())
}

/// A letter, and seat and account of each who gets it.
pub type Delivered = (LetterRow, Vec<(i32, String)>);

/// A letter of a reader by its number.
pub fn find_letter(conn: &mut AnyConn, reader: Reader, number: i64) -> Result<Option<LetterRow>, StoreError> {
    Ok(letter_copies::table
        .inner_join(letters::table.on(letters::id.eq(letter_copies::letter_id)))
        .filter(letter_copies::game_id.eq(reader.game))
        .filter(letter_copies::seat_idx.eq(reader.seat))
        .filter(letter_copies::account_id.eq(reader.account))
        .filter(letter_copies::number.eq(number))
        .filter(letter_copies::number.gt(0))
        .select(letters::all_columns)
        .first(conn)
        .optional()?)
}

pub fn letters_by_id(conn: &mut AnyConn, ids: &[String]) -> Result<Vec<LetterRow>, StoreError> {
    Ok(letters::table.filter(letters::id.eq_any(ids)).load(conn)?)
}

/// The number of the last letter that a reader has.
fn last_number(conn: &mut AnyConn, reader: Reader) -> Result<i64, StoreError> {
    let last: Option<i64> = letter_copies::table
        .filter(letter_copies::game_id.eq(reader.game))
        .filter(letter_copies::seat_idx.eq(reader.seat))
        .filter(letter_copies::account_id.eq(reader.account))
        .select(diesel::dsl::max(letter_copies::number))
        .first(conn)?;
    Ok(last.unwrap_or(0).max(0))
}

/// Gives a reader a copy; its number among their letters.
pub fn insert_copy(conn: &mut AnyConn, reader: Reader, letter: &str, is_read: bool) -> Result<i64, StoreError> {
    let number = last_number(conn, reader)? + 1;
    insert_numbered(conn, reader, letter, number, is_read)?;
    Ok(number)
}

fn insert_numbered(
    conn: &mut AnyConn, reader: Reader, letter: &str, number: i64, is_read: bool,
) -> Result<(), StoreError> {
    let row = (
        letter_copies::game_id.eq(reader.game),
        letter_copies::seat_idx.eq(reader.seat),
        letter_copies::account_id.eq(reader.account),
        letter_copies::number.eq(number),
        letter_copies::letter_id.eq(letter),
        letter_copies::is_read.eq(is_read),
    );
    diesel::insert_into(letter_copies::table).values(row).execute(conn)?;
    Ok(())
}

/// Letters a person wrote or received in a seat, newest first, older than number `before`, with number and whether read.
pub fn list_letters(
    conn: &mut AnyConn, reader: Reader, before: Option<i64>, unread_only: bool, limit: i64,
) -> Result<Vec<(LetterRow, i64, bool)>, StoreError> {
    Ok(letter_copies::table
        .inner_join(letters::table.on(letters::id.eq(letter_copies::letter_id)))
        .filter(letter_copies::game_id.eq(reader.game))
        .filter(letter_copies::seat_idx.eq(reader.seat))
        .filter(letter_copies::account_id.eq(reader.account))
        .filter(letter_copies::number.gt(0))
        .filter(letter_copies::number.lt(before.unwrap_or(i64::MAX)))
        .filter(letter_copies::is_read.eq(false).or(letter_copies::is_read.eq(!unread_only)))
        .order(letter_copies::number.desc())
        .limit(limit)
        .select((letters::all_columns, letter_copies::number, letter_copies::is_read))
        .load(conn)?)
}

/// The newest letters that an account wrote or got, each with its seat then, and how many there are in all.
pub fn letters_of_account(
    conn: &mut AnyConn, account: &str, limit: i64,
) -> Result<(Vec<(LetterRow, i32)>, i64), StoreError> {
    let copies = || {
        letter_copies::table
            .inner_join(letters::table.on(letters::id.eq(letter_copies::letter_id)))
            .filter(letter_copies::account_id.eq(account))
            .filter(letter_copies::number.gt(0))
    };
    let newest = copies()
        .order((letters::sent_at.desc(), letters::id.desc()))
        .limit(limit)
        .select((letters::all_columns, letter_copies::seat_idx))
        .load(conn)?;
    Ok((newest, copies().count().get_result(conn)?))
}

/// How many letters a person has in a seat, and how many are unread.
pub fn count_letters(conn: &mut AnyConn, reader: Reader) -> Result<(i64, i64), StoreError> {
    let copies = || {
        letter_copies::table
            .filter(letter_copies::game_id.eq(reader.game))
            .filter(letter_copies::seat_idx.eq(reader.seat))
            .filter(letter_copies::account_id.eq(reader.account))
            .filter(letter_copies::number.gt(0))
    };
    let all = copies().count().get_result(conn)?;
    Ok((all, copies().filter(letter_copies::is_read.eq(false)).count().get_result(conn)?))
}

/// Marks a person's letters read, up to and with a number.
pub fn mark_read(conn: &mut AnyConn, reader: Reader, up_to: i64) -> Result<(), StoreError> {
    let copies = letter_copies::table
        .filter(letter_copies::game_id.eq(reader.game))
        .filter(letter_copies::seat_idx.eq(reader.seat))
        .filter(letter_copies::account_id.eq(reader.account))
        .filter(letter_copies::number.gt(0))
        .filter(letter_copies::number.le(up_to));
    diesel::update(copies).set(letter_copies::is_read.eq(true)).execute(conn)?;
    Ok(())
}
