//! Rows of events: everything a seat may learn, numbered within the game. A turn may tell a hundred, so that what the rules told in
//! a step is stored in one packed row.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use diesel::prelude::*;
use diesel::sql_types::Bool;
use kernel::{Audience, SeatId, Value};

use super::packed::PackedBytes;
use super::schema::{event_batches, events};
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

/// So many events of one step, and more, are stored together.
const BATCH: usize = 4;

/// How many batches are read at a time.
const BATCHES_READ: i64 = 16;

/// What the rules told in a step, stored together.
#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = event_batches)]
struct EventBatchRow {
    game_id: String,
    first_seq: i64,
    last_seq: i64,
    step: i32,
    /// Who is told any of them: `*` first if everybody is, then the seats between commas, with `*` among them for the public.
    audience: String,
    at: i64,
    events: PackedBytes,
}

/// One of them: its number after the first one's, kind, audience and body.
type Batched<'a> = (i64, EventKind, Cow<'a, str>, Cow<'a, str>);

impl EventBatchRow {
    /// None of no events. They are of one game, step and moment.
    fn of(rows: &[EventRow]) -> Result<Option<EventBatchRow>, StoreError> {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(None) };
        let batched = |row: &EventRow| -> Batched<'_> {
            (row.seq - first.seq, row.kind, Cow::Owned(row.audience.clone()), Cow::Owned(row.body.clone()))
        };
        let events: Vec<Batched> = rows.iter().map(batched).collect();
        let plain = serde_json::to_vec(&events);
        let plain = plain.map_err(|e| StoreError::Damaged(format!("events cannot be written: {e}")))?;
        Ok(Some(EventBatchRow {
            game_id: first.game_id.clone(),
            first_seq: first.seq,
            last_seq: last.seq,
            step: first.step,
            audience: whole_audience(rows),
            at: first.at,
            events: PackedBytes::of(&plain),
        }))
    }

    /// Its events for which `wanted` holds, told of number, kind and audience, in order.
    fn rows(&self, wanted: impl Fn(i64, EventKind, &str) -> bool) -> Result<Vec<EventRow>, StoreError> {
        let plain = self.events.bytes()?;
        let events: Vec<Batched> = serde_json::from_slice(&plain).map_err(|e| {
            StoreError::Damaged(format!("{}, events {} to {}: {e}", self.game_id, self.first_seq, self.last_seq))
        })?;
        let wanted =
            events.into_iter().filter(|(after, kind, audience, _)| wanted(self.first_seq + after, *kind, audience));
        let row = |(after, kind, audience, body): Batched| EventRow {
            game_id: self.game_id.clone(),
            seq: self.first_seq + after,
            step: self.step,
            kind,
            audience: audience.into_owned(),
            body: body.into_owned(),
            at: self.at,
            people: String::new(),
        };
        Ok(wanted.map(row).collect())
    }
}

/// Whether events of this kind may stand in a batch: they are what the rules tell of a step.
fn is_of_rules(kind: EventKind) -> bool {
    matches!(kind, EventKind::Entry | EventKind::Verdicts)
}

fn whole_audience(rows: &[EventRow]) -> String {
    let (mut everybody, mut named) = ("", BTreeSet::new());
    for row in rows {
        match row.audience.as_str() {
            "*" => everybody = "*",
            seats => named.extend(seats.split(',').filter(|seat| !seat.is_empty())),
        }
    }
    let named: String = named.into_iter().flat_map(|seat| [seat, ","]).collect();
    format!("{everybody},{named}")
}

/// Stores events, in the order of their numbers.
pub fn insert_events(conn: &mut AnyConn, rows: Vec<EventRow>) -> Result<(), StoreError> {
    let (of_rules, mut alone): (Vec<EventRow>, Vec<EventRow>) =
        rows.into_iter().partition(|row| is_of_rules(row.kind) && row.people.is_empty());
    let mut batches = Vec::new();
    for together in of_rules.chunk_by(|one, next| (one.step, one.at) == (next.step, next.at)) {
        if together.len() < BATCH {
            alone.extend_from_slice(together);
        } else {
            batches.extend(EventBatchRow::of(together)?);
        }
    }
    // In portions, because a statement takes only so many parameters.
    for portion in alone.chunks(500) {
        on!(conn, c => diesel::insert_into(events::table).values(portion.to_vec()).execute(c))?;
    }
    for batch in batches {
        diesel::insert_into(event_batches::table).values(batch).execute(conn)?;
    }
    Ok(())
}

type Condition<Table> = Box<dyn BoxableExpression<Table, super::MultiBackend, SqlType = Bool>>;

/// What everybody may see, or this listener.
fn visible_to(listener: Listener) -> Condition<events::table> {
    let mut visible: Condition<events::table> = Box::new(events::audience.eq("*"));
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

/// The batches in which there is anything for this listener.
fn told_any(listener: Listener) -> Condition<event_batches::table> {
    let mut any: Condition<event_batches::table> = Box::new(event_batches::audience.like("*%"));
    if listener.seats.is_empty() {
        any = Box::new(any.or(event_batches::audience.like("%,*,%")));
    }
    for seat in listener.seats {
        any = Box::new(any.or(event_batches::audience.like(format!("%,{seat},%"))));
    }
    any
}

/// Whether a listener is told an event of a batch: as [`visible_to`] has it.
fn is_told(listener: Listener, kind: EventKind, audience: &str) -> bool {
    let publicly = audience == "*" || (listener.seats.is_empty() && audience.starts_with(",*,"));
    let in_time = !listener.is_late || kind != EventKind::Entry;
    (publicly && in_time) || listener.seats.iter().any(|seat| audience.contains(&format!(",{seat},")))
}

/// Which events are asked for.
struct Wanted<'a> {
    game: &'a str,
    /// None: whoever heard them.
    listener: Option<Listener<'a>>,
    after: i64,
    steps: RangeInclusive<i32>,
    /// None: of all kinds.
    kind: Option<EventKind>,
    limit: i64,
}

impl<'a> Wanted<'a> {
    fn of_game(game: &'a str, limit: i64) -> Wanted<'a> {
        Wanted { game, listener: None, after: 0, steps: 0..=i32::MAX, kind: None, limit }
    }
}

/// Events, oldest first: those that are stored alone and those of batches, in the order of their numbers.
fn list(conn: &mut AnyConn, wanted: &Wanted) -> Result<Vec<EventRow>, StoreError> {
    let (from, to) = (*wanted.steps.start(), *wanted.steps.end());
    let mut query =
        events::table.filter(events::game_id.eq(wanted.game)).filter(events::seq.gt(wanted.after)).into_boxed();
    if (from, to) != (0, i32::MAX) {
        query = query.filter(events::step.between(from, to));
    }
    if let Some(kind) = wanted.kind {
        query = query.filter(events::kind.eq(kind));
    }
    if let Some(listener) = wanted.listener {
        query = query.filter(visible_to(listener));
    }
    let mut rows: Vec<EventRow> = query.order(events::seq.asc()).limit(wanted.limit).load(conn)?;
    let most = usize::try_from(wanted.limit).unwrap_or(0);
    let (mut after, mut found) = (wanted.after, Vec::new());
    while found.len() < most {
        let mut query = event_batches::table
            .filter(event_batches::game_id.eq(wanted.game))
            .filter(event_batches::last_seq.gt(after))
            .into_boxed();
        if (from, to) != (0, i32::MAX) {
            query = query.filter(event_batches::step.between(from, to));
        }
        if let Some(listener) = wanted.listener {
            query = query.filter(told_any(listener));
        }
        let batches: Vec<EventBatchRow> = query.order(event_batches::last_seq.asc()).limit(BATCHES_READ).load(conn)?;
        for batch in &batches {
            found.append(&mut batch.rows(|seq, kind, audience| {
                seq > wanted.after
                    && wanted.kind.is_none_or(|one| one == kind)
                    && wanted.listener.is_none_or(|listener| is_told(listener, kind, audience))
            })?);
            after = batch.last_seq;
        }
        if i64::try_from(batches.len()).is_ok_and(|read| read < BATCHES_READ) {
            break;
        }
    }
    if !found.is_empty() {
        rows.append(&mut found);
        rows.sort_unstable_by_key(|row| row.seq);
        rows.truncate(most);
    }
    Ok(rows)
}

/// Events after `after` that everybody or this listener may see, oldest first.
pub fn list_events(
    conn: &mut AnyConn, game: &str, listener: Listener, after: i64, limit: i64,
) -> Result<Vec<EventRow>, StoreError> {
    list(conn, &Wanted { listener: Some(listener), after, ..Wanted::of_game(game, limit) })
}

/// Events of these steps that everybody or a seat may see, oldest first.
pub fn list_events_of_steps(
    conn: &mut AnyConn, game: &str, seat: i32, steps: RangeInclusive<i32>, limit: i64,
) -> Result<Vec<EventRow>, StoreError> {
    let listener = Listener { seats: &[seat], account: None, is_late: false };
    list(conn, &Wanted { listener: Some(listener), steps, ..Wanted::of_game(game, limit) })
}

/// What the rules told everybody in a step, in its order.
pub fn list_public_entries(conn: &mut AnyConn, game: &str, step: i32, limit: i64) -> Result<Vec<EventRow>, StoreError> {
    let listener = Some(Listener { seats: &[], account: None, is_late: false });
    list(conn, &Wanted { listener, steps: step..=step, kind: Some(EventKind::Entry), ..Wanted::of_game(game, limit) })
}

/// What the rules told, whoever heard it, after `after`, oldest first.
pub fn list_entries(conn: &mut AnyConn, game: &str, after: i64, limit: i64) -> Result<Vec<EventRow>, StoreError> {
    list(conn, &Wanted { after, kind: Some(EventKind::Entry), ..Wanted::of_game(game, limit) })
}

/// The last of these steps in which a seat alone was told what became of its orders.
pub fn last_step_with_verdicts(
    conn: &mut AnyConn, game: &str, seat: i32, steps: RangeInclusive<i32>,
) -> Result<Option<i32>, StoreError> {
    let (from, to) = (*steps.start(), *steps.end());
    let own = format!(",{seat},");
    let alone: Option<i32> = events::table
        .filter(events::game_id.eq(game))
        .filter(events::step.between(from, to))
        .filter(events::kind.eq(EventKind::Verdicts))
        .filter(events::audience.eq(&own))
        .select(events::step)
        .order(events::step.desc())
        .first(conn)
        .optional()?;
    // Most seats have orders in most steps, so the last batches are looked through one by one.
    let mut to = to;
    while alone.is_none_or(|step| step < to) && from <= to {
        let batch: Option<EventBatchRow> = event_batches::table
            .filter(event_batches::game_id.eq(game))
            .filter(event_batches::step.between(from, to))
            .filter(event_batches::audience.like(format!("%{own}%")))
            .order(event_batches::step.desc())
            .first(conn)
            .optional()?;
        let Some(batch) = batch else { break };
        if !batch.rows(|_, kind, audience| kind == EventKind::Verdicts && audience == own)?.is_empty() {
            return Ok(Some(alone.map_or(batch.step, |step| step.max(batch.step))));
        }
        to = batch.step - 1;
    }
    Ok(alone)
}

/// The number of the last event that everybody or this listener may see; 0 without any.
pub fn last_event(conn: &mut AnyConn, game: &str, listener: Listener) -> Result<i64, StoreError> {
    let seen = events::table.filter(events::game_id.eq(game)).filter(visible_to(listener)).select(events::seq);
    let alone: i64 = seen.order(events::seq.desc()).first(conn).optional()?.unwrap_or(0);
    let mut before = i64::MAX;
    loop {
        let batch: Option<EventBatchRow> = event_batches::table
            .filter(event_batches::game_id.eq(game))
            .filter(event_batches::last_seq.gt(alone))
            .filter(event_batches::last_seq.lt(before))
            .filter(told_any(listener))
            .order(event_batches::last_seq.desc())
            .first(conn)
            .optional()?;
        let Some(batch) = batch else { return Ok(alone) };
        if let Some(last) = batch.rows(|_, kind, audience| is_told(listener, kind, audience))?.last() {
            return Ok(last.seq.max(alone));
        }
        // Of what is told only later there may be many, and nothing else in them.
        before = batch.last_seq;
    }
}

/// Events of these kinds, whoever heard them, oldest first: none of those that the rules tell.
pub fn events_of_kind(conn: &mut AnyConn, game: &str, kinds: &[EventKind]) -> Result<Vec<EventRow>, StoreError> {
    debug_assert!(!kinds.iter().any(|kind| is_of_rules(*kind)), "those may stand in batches");
    Ok(events::table
        .filter(events::game_id.eq(game))
        .filter(events::kind.eq_any(kinds.to_vec()))
        .order(events::seq.asc())
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
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::store::database_in_memory;

    /// What a game of twelve seats told in some steps: to everybody, to the public, to seats and to single people.
    fn told(random: &mut StdRng) -> Vec<Vec<EventRow>> {
        let mut seq = 0;
        let mut step = |number: i32| {
            let rows = (0..random.random_range(0..12)).map(|_| {
                seq += random.random_range(1..3);
                let kinds = [EventKind::Entry, EventKind::Entry, EventKind::Verdicts, EventKind::Announcement];
                let kind = *kinds.choose(random).expect("some");
                let audience = *["*", ",1,", ",2,", ",12,", ",1,12,", ",*,2,", ",*,"].choose(random).expect("some");
                let people = if kind == EventKind::Announcement && audience != "*" { ",ada," } else { "" };
                EventRow {
                    game_id: "game".into(),
                    seq,
                    step: number,
                    kind,
                    audience: audience.into(),
                    body: format!(r#"{{"text":"of {number}: \"{seq}\""}}"#),
                    at: 1_000 + i64::from(number),
                    people: people.into(),
                }
            });
            rows.collect()
        };
        (1..30).map(&mut step).collect()
    }

    #[test]
    fn what_is_stored_together_is_read_as_what_is_stored_alone() {
        let random = &mut StdRng::seed_from_u64(20);
        for _ in 0..20 {
            let steps = told(random);
            let (mut together, mut alone) = (database_in_memory(), database_in_memory());
            for step in &steps {
                insert_events(&mut together, step.clone()).expect("stored");
                for row in step {
                    insert_events(&mut alone, vec![row.clone()]).expect("stored");
                }
            }
            let batches: i64 = event_batches::table.count().get_result(&mut together).expect("counted");
            assert!(batches > 5, "{batches}");
            let mut same = |what: &str, read: &dyn Fn(&mut AnyConn) -> String| {
                assert_eq!(read(&mut together), read(&mut alone), "{what}");
            };
            let seats: [&[i32]; 5] = [&[], &[1], &[2], &[12], &[1, 2]];
            for (seats, account, is_late) in seats
                .into_iter()
                .flat_map(|seats| [(seats, None, false), (seats, Some("ada"), false), (seats, None, true)])
            {
                let listener = Listener { seats, account, is_late };
                same("last", &|conn| format!("{:?}", last_event(conn, "game", listener)));
                for (after, limit) in [(0, 1_000), (0, 3), (40, 1), (77, 50), (90, 7)] {
                    same("after", &|conn| format!("{:?}", list_events(conn, "game", listener, after, limit)));
                }
            }
            for step in [1, 2, 15, 29] {
                for seat in [1, 2, 3, 12] {
                    same("steps", &|conn| {
                        format!("{:?}", list_events_of_steps(conn, "game", seat, step..=step + 3, 20))
                    });
                    same("verdicts", &|conn| {
                        format!("{:?}", last_step_with_verdicts(conn, "game", seat, step - 1..=step))
                    });
                    same("verdicts so far", &|conn| {
                        format!("{:?}", last_step_with_verdicts(conn, "game", seat, 0..=step))
                    });
                }
                same("public", &|conn| format!("{:?}", list_public_entries(conn, "game", step, 100)));
            }
            same("entries", &|conn| format!("{:?}", list_entries(conn, "game", 10, 60)));
        }
    }

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
