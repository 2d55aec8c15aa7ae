//! Rows of events: everything a seat may learn, numbered within the game.

use std::ops::RangeInclusive;

use diesel::prelude::*;
use kernel::{Audience, SeatId, Value};

use super::schema::events;
use super::{AnyConn, StoreError};
use crate::model::{EventKind, GameEvent};

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = events)]
pub struct EventRow {
    pub game_id: String,
    pub seq: i64,
    pub step: i32,
    pub kind: EventKind,
    /// `*`, or seat numbers between commas: `,3,5,`; with `*` before them the public is told, too: `,*,3,5,`.
    pub audience: String,
    pub body: String,
    pub at: i64,
    /// Empty, or the people of the audience whom alone it is for: account ids between commas.
    pub people: String,
}

impl EventRow {
    /// The data of the event.
    pub fn data(&self) -> Result<Value, StoreError> {
        serde_json::from_str(&self.body).map_err(|e| self.damaged(&e))
    }

    /// The event itself.
    pub fn event(&self) -> Result<GameEvent, StoreError> {
        GameEvent::read(self.kind, self.data()?).map_err(|e| self.damaged(&e))
    }

    fn damaged(&self, e: &serde_json::Error) -> StoreError {
        StoreError::Damaged(format!("{}, event {} ({}): {e}", self.game_id, self.seq, self.kind))
    }
}

/// Who reads events: what is told to seats, and to a person.
#[derive(Debug, Clone, Copy)]
pub struct Listener<'a> {
    /// None: who only watches.
    pub seats: &'a [i32],
    pub account: Option<&'a str>,
    /// Whether who only watches hears what the rules tell only later, in another place.
    pub is_late: bool,
}

pub fn insert_events(conn: &mut AnyConn, rows: Vec<EventRow>) -> Result<(), StoreError> {
    // In portions, because a statement takes only so many parameters.
    for portion in rows.chunks(500) {
        on!(conn, c => diesel::insert_into(events::table).values(portion.to_vec()).execute(c))?;
    }
    Ok(())
}

type Condition = Box<dyn BoxableExpression<events::table, super::MultiBackend, SqlType = diesel::sql_types::Bool>>;

/// What everybody may see, or this listener.
fn visible_to(listener: Listener) -> Condition {
    let mut visible: Condition = Box::new(events::audience.eq("*"));
    if listener.seats.is_empty() {
        visible = Box::new(visible.or(events::audience.like(",*,%")));
    }
    if listener.is_late {
        visible = Box::new(visible.and(events::kind.ne(EventKind::Entry)));
    }
    for seat in listener.seats {
        visible = Box::new(visible.or(events::audience.like(format!("%,{seat},%"))));
    }
    let for_all = events::people.eq("");
    match listener.account {
        Some(account) => Box::new(visible.and(for_all.or(events::people.like(format!("%,{account},%"))))),
        None => Box::new(visible.and(for_all)),
    }
}

/// Events after `after` that everybody or this listener may see, oldest first.
pub fn list_events(
    conn: &mut AnyConn, game: &str, listener: Listener, after: i64, step: Option<i32>, limit: i64,
) -> Result<Vec<EventRow>, StoreError> {
    let visible = visible_to(listener);
    let mut query =
        events::table.filter(events::game_id.eq(game)).filter(events::seq.gt(after)).filter(visible).into_boxed();
    if let Some(step) = step {
        query = query.filter(events::step.eq(step));
    }
    Ok(query.order(events::seq.asc()).limit(limit).load(conn)?)
}

/// Events of these steps that everybody or a seat may see, oldest first.
pub fn list_events_of_steps(
    conn: &mut AnyConn, game: &str, seat: i32, steps: RangeInclusive<i32>, limit: i64,
) -> Result<Vec<EventRow>, StoreError> {
    Ok(events::table
        .filter(events::game_id.eq(game))
        .filter(events::step.between(*steps.start(), *steps.end()))
        .filter(visible_to(Listener { seats: &[seat], account: None, is_late: false }))
        .order(events::seq.asc())
        .limit(limit)
        .load(conn)?)
}

/// What the rules told everybody in a step, in its order.
pub fn list_public_entries(conn: &mut AnyConn, game: &str, step: i32, limit: i64) -> Result<Vec<EventRow>, StoreError> {
    Ok(events::table
        .filter(events::game_id.eq(game))
        .filter(events::step.eq(step))
        .filter(events::kind.eq(EventKind::Entry))
        .filter(visible_to(Listener { seats: &[], account: None, is_late: false }))
        .order(events::seq.asc())
        .limit(limit)
        .load(conn)?)
}

/// The last step up to `step` of which a seat alone was told an event of this kind.
pub fn last_step_of_kind(
    conn: &mut AnyConn, game: &str, seat: i32, kind: EventKind, step: i32,
) -> Result<Option<i32>, StoreError> {
    Ok(events::table
        .filter(events::game_id.eq(game))
        .filter(events::step.le(step))
        .filter(events::kind.eq(kind))
        .filter(events::audience.eq(format!(",{seat},")))
        .select(events::step)
        .order(events::step.desc())
        .first(conn)
        .optional()?)
}

/// The number of the last event that everybody or this listener may see; 0 without any.
pub fn last_event(conn: &mut AnyConn, game: &str, listener: Listener) -> Result<i64, StoreError> {
    let seen = events::table.filter(events::game_id.eq(game)).filter(visible_to(listener)).select(events::seq);
    Ok(seen.order(events::seq.desc()).first(conn).optional()?.unwrap_or(0))
}

/// Events of these kinds, whoever heard them, oldest first.
pub fn events_of_kind(conn: &mut AnyConn, game: &str, kinds: &[EventKind]) -> Result<Vec<EventRow>, StoreError> {
    Ok(events::table
        .filter(events::game_id.eq(game))
        .filter(events::kind.eq_any(kinds.to_vec()))
        .order(events::seq.asc())
        .load(conn)?)
}

/// What the rules told, whoever heard it, after `after`, oldest first.
pub fn list_entries(conn: &mut AnyConn, game: &str, after: i64, limit: i64) -> Result<Vec<EventRow>, StoreError> {
    Ok(events::table
        .filter(events::game_id.eq(game))
        .filter(events::kind.eq(EventKind::Entry))
        .filter(events::seq.gt(after))
        .order(events::seq.asc())
        .limit(limit)
        .load(conn)?)
}

/// People as they are stored.
pub fn people_of<'a>(accounts: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::from(",");
    for account in accounts {
        text.push_str(&format!("{account},"));
    }
    text
}

/// An audience as it is stored.
pub fn audience_text(audience: &Audience) -> String {
    match audience {
        Audience::Everyone => "*".to_owned(),
        Audience::Seats(seats) => seat_list(seats),
        Audience::Others(seats) => format!(",*{}", seat_list(seats)),
    }
}

/// Seats as they are stored.
pub fn seat_list(seats: &[SeatId]) -> String {
    let mut text = String::from(",");
    for seat in seats {
        text.push_str(&format!("{},", seat.0));
    }
    text
}

/// An audience from how it is stored.
pub fn audience_of(text: &str) -> Audience {
    match text {
        "*" => Audience::Everyone,
        seats => {
            let named = seats.split(',').filter_map(|seat| seat.parse().ok().map(SeatId)).collect();
            if seats.starts_with(",*,") { Audience::Others(named) } else { Audience::Seats(named) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn audiences_are_read_as_they_were_written() {
        for (audience, text) in [
            (Audience::Everyone, "*"),
            (Audience::Seats(vec![SeatId(3), SeatId(5)]), ",3,5,"),
            (Audience::Seats(Vec::new()), ","),
            (Audience::Others(vec![SeatId(3)]), ",*,3,"),
            (Audience::Others(Vec::new()), ",*,"),
        ] {
            assert_eq!(audience_text(&audience), text);
            assert_eq!(audience_of(text), audience);
        }
    }
}
