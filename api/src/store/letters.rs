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

/// Gives a reader a copy; its number among their letters.
pub fn insert_copy(conn: &mut AnyConn, reader: Reader, letter: &str, is_read: bool) -> Result<i64, StoreError> {
    let last: Option<i64> = letter_copies::table
        .filter(letter_copies::game_id.eq(reader.game))
        .filter(letter_copies::seat_idx.eq(reader.seat))
        .filter(letter_copies::account_id.eq(reader.account))
        .select(diesel::dsl::max(letter_copies::number))
        .first(conn)?;
    let number = last.unwrap_or(0) + 1;
    let row = (
        letter_copies::game_id.eq(reader.game),
        letter_copies::seat_idx.eq(reader.seat),
        letter_copies::account_id.eq(reader.account),
        letter_copies::number.eq(number),
        letter_copies::letter_id.eq(letter),
        letter_copies::is_read.eq(is_read),
    );
    diesel::insert_into(letter_copies::table).values(row).execute(conn)?;
    Ok(number)
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
        .filter(letter_copies::number.le(up_to));
    diesel::update(copies).set(letter_copies::is_read.eq(true)).execute(conn)?;
    Ok(())
}
