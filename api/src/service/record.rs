//! What happened: reports of a seat, turns of the ledger, events.

use std::ops::RangeInclusive;

use ai::Decision;
use kernel::paper::Paper;
use kernel::{Document, EventRecord, SeatId, Value, Verdict};
use serde_json::json;

use crate::archive::ArchivedOrderSet;
use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Flaw};
use crate::game::order_sets::{decision_of, read_orders};
use crate::game::press::press_rules_of;
use crate::game::seating;
use crate::game::transaction::{GameTransaction, outcome_of};
use crate::model::{Deed, EventKind, GameEvent, GameStatus, LeftOut, SeatKind, StepCause};
use crate::store::events::{self, EventRow, Listener};
use crate::store::orders::OrderSetRow;
use crate::store::packed::PackedBytes;
use crate::store::seats::SeatRow;
use crate::store::{AnyConn, ledger, orders};

/// What a seat learnt in a step.
#[derive(Debug, Clone)]
pub struct Report {
    pub seat: String,
    pub step: i32,
    /// The first step that it tells of.
    pub from: i32,
    pub label: String,
    pub now: String,
    pub resolved_at: i64,
    pub entries: Vec<EventRecord>,
    pub documents: Vec<Document>,
    pub orders: Value,
    pub verdicts: Vec<Verdict>,
    /// What of the orders was not understood.
    pub left_out: Vec<LeftOut>,
    /// Why the orders were these, where a computer player wrote them.
    pub reasons: Vec<ai::Reason>,
}

/// What a computer player decided for a seat in a step, and why.
#[derive(Debug, Clone)]
pub struct RecordedDecision {
    pub seat: String,
    pub seat_idx: i32,
    /// Counted from 1, as reports are.
    pub step: i32,
    pub at: i64,
    pub decision: Decision,
}

/// A line of the ledger.
#[derive(Debug, Clone)]
pub struct Turn {
    pub step: i32,
    pub label: String,
    pub cause: StepCause,
    pub dice: String,
    pub state_hash: String,
    pub previous: String,
    pub head: String,
    pub resolved_at: i64,
    pub restores: Option<i32>,
    /// The order sets, once the game is over: key of the seat, and orders.
    pub order_sets: Option<Vec<(String, Value)>>,
}

/// An event as somebody may see it.
#[derive(Debug, Clone)]
pub struct Event {
    pub seq: i64,
    pub step: i32,
    pub at: i64,
    /// Which of the listener's seats learnt of it; none: everybody did. Who else did is nobody's business.
    pub seats: Option<Vec<String>>,
    pub event: GameEvent,
}

/// Makes an event ready for the wire.
pub type Frame = fn(Event) -> Result<actix_web::web::Bytes, Fault>;

/// From where on a report tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// Of the one step.
    Step,
    /// Of all steps after this one.
    After(i32),
    /// From the last step on in which orders of the seat were carried out.
    OwnOrders,
}

impl Since {
    /// The number of a step, or `orders`; nothing for the one step.
    ///
    /// # Errors
    /// `malformed` for anything else.
    pub fn read(text: Option<&str>) -> Result<Self, Fault> {
        match text {
            None => Ok(Since::Step),
            Some("orders") => Ok(Since::OwnOrders),
            Some(number) => number.parse().map(Since::After).map_err(|_| {
                let detail = "since is the number of a step, or “orders”.";
                Fault::malformed("bad-query", detail).with_flaws(vec![Flaw::at("#since", "bad-parameter", detail)])
            }),
        }
    }
}

/// The most steps that one report tells of.
pub const MOST_STEPS_TOLD: i32 = 500;

impl AppContext {
    /// The report of step `step`, counted from 1, or of the last step; with `since` also of steps before it.
    ///
    /// # Errors
    /// `not-found` where there is no such step; `invalid` for a beginning that is not before it, or too far back.
    pub fn report(
        &self, caller: Option<&Caller>, game: &str, key: &str, step: Option<i32>, since: Since,
    ) -> Result<Report, Fault> {
        may_read(caller)?;
        let (mut report, campaign, seat, restores) = self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            let seat = tx.must_read_seat(caller, key)?;
            if step.is_none() && tx.game.step == 0 {
                return Err(Fault::absent("No step has been resolved yet; the first report comes with the first."));
            }
            let step = step.unwrap_or(tx.game.step);
            let none =
                || Fault::absent(format!("There is no report of step {step}; the game is at step {}.", tx.game.step));
            if !(1..=tx.game.step).contains(&step) {
                return Err(none());
            }
            let line = ledger::list_steps(conn, game, step - 1, 1)?.into_iter().next().ok_or_else(none)?;
            let campaign = self.campaign_at(conn, &tx.game, step)?;
            let restores = line.restores;
            let idx = tx.seats[seat].idx;
            let from = first_told(conn, game, idx, step, since)?;
            let rows = events::list_events_of_steps(conn, game, idx, from..=step, MOST_ENTRIES)?;
            let mut report = Report {
                seat: tx.seats[seat].key.clone(),
                step,
                from,
                label: line.label,
                now: campaign.label(),
                resolved_at: line.resolved_at,
                entries: Vec::new(),
                documents: Vec::new(),
                orders: json!([]),
                verdicts: Vec::new(),
                left_out: Vec::new(),
                reasons: reasons(conn, game, step - 1, idx)?,
            };
            for row in rows {
                let tells = row.kind == EventKind::Entry || (row.kind == EventKind::Verdicts && row.step == step);
                match tells.then(|| row.event()).transpose()? {
                    Some(GameEvent::Entry(entry)) => report.entries.push(entry),
                    Some(GameEvent::Verdicts { orders, verdicts, left_out }) => {
                        report.orders = orders.unwrap_or_default();
                        (report.verdicts, report.left_out) = (verdicts, left_out);
                    }
                    _ => {}
                }
            }
            let seat = SeatId(u16::try_from(seat).map_err(Fault::broken)?);
            Ok::<_, Fault>((report, campaign, seat, restores))
        })?;
        report.documents.extend(restores.map(|step| taken_back(&report.label, &report.now, step)));
        report.documents.extend(campaign.documents(seat, &report.entries));
        report.documents.extend(orders_left_out(&report.left_out));
        Ok(report)
    }

    /// Steps a seat has reports of, after `after`, oldest first.
    pub fn list_reports(
        &self, caller: Option<&Caller>, game: &str, key: &str, after: i32, limit: i64,
    ) -> Result<Vec<(i32, String, i64)>, Fault> {
        may_read(caller)?;
        self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            tx.must_read_seat(caller, key)?;
            let lines = ledger::list_steps(conn, game, after.max(0), limit)?;
            Ok(lines.into_iter().map(|line| (line.step, line.label, line.resolved_at)).collect())
        })
    }

    /// What computer players decided in the steps resolved, after a place in the order of step and seat number. Everybody
    /// may read it once the game is over, the creator before that while playing alone; holders always read what was decided
    /// for their own seats.
    pub fn list_decisions(
        &self, caller: Option<&Caller>, game: &str, key: Option<&str>, after: (i32, i32), limit: i64,
    ) -> Result<Vec<RecordedDecision>, Fault> {
        may_read(caller)?;
        let read = |conn: &mut AnyConn, tx: &GameTransaction| {
            let seats = readable_decisions(conn, tx, caller, key)?;
            let after = (after.0.saturating_sub(1), after.1);
            let rows = orders::list_decisions(conn, game, &seats, after, tx.game.step, limit)?;
            rows.into_iter().map(|row| recorded_decision(tx, row)).collect::<Result<Vec<RecordedDecision>, Fault>>()
        };
        let (made, untold) = self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            let made = read(conn, &tx)?;
            let untold = is_untold(conn, &tx, caller, &made)?;
            Ok::<_, Fault>((made, untold))
        })?;
        if !untold {
            return Ok(made);
        }
        // Read again under the lock: who joined meanwhile closes the minds, and is not told too late.
        self.change_game(game, |conn, tx| {
            let made = read(conn, tx)?;
            if is_untold(conn, tx, caller, &made)? {
                tx.tell_all(GameEvent::DecisionsRead { detail: READ_IN_WORDS.to_owned() });
                // All of them may be read from now on, and whoever may read them is nobody's fresh opponent.
                if let Some(caller) = caller {
                    tx.note_deed(caller, Deed::DecisionsRead, "");
                    seating::note_reader_of_others(conn, tx, caller)?;
                }
            }
            Ok(made)
        })
    }

    /// Lines of the ledger after `after`, oldest first. Order sets are told once the game is over.
    pub fn list_turns(&self, caller: Option<&Caller>, game: &str, after: i32, limit: i64) -> Result<Vec<Turn>, Fault> {
        may_read(caller)?;
        self.look(caller, game, |conn, tx| {
            let over = tx.game.status == GameStatus::Finished;
            let lines = ledger::list_steps(conn, game, after, limit)?;
            let turns = lines.into_iter().map(|line| {
                let order_sets = over.then(|| order_sets_of(tx, &line.order_sets)).transpose()?;
                Ok(Turn {
                    step: line.step,
                    label: line.label,
                    cause: line.cause,
                    dice: line.dice_digest,
                    state_hash: line.state_hash,
                    previous: line.prev_hash,
                    head: line.hash,
                    resolved_at: line.resolved_at,
                    restores: line.restores,
                    order_sets,
                })
            });
            turns.collect()
        })
    }

    /// Events after `after` that the caller may see, oldest first; with a seat named, those that seat learnt of.
    pub fn list_events(
        &self, caller: Option<&Caller>, game: &str, key: Option<&str>, after: i64, limit: i64,
    ) -> Result<Vec<Event>, Fault> {
        may_read(caller)?;
        self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            let seats = listening_seats(&tx, caller, key)?;
            let listener = listener(conn, &tx, caller, &seats)?;
            let rows = events::list_events(conn, game, listener, after, limit)?;
            rows.into_iter().map(|row| event(&tx, row, &seats)).collect()
        })
    }

    /// The number of the last event that [`AppContext::list_events`] would list; 0 without any.
    pub fn last_event(&self, caller: Option<&Caller>, game: &str, key: Option<&str>) -> Result<i64, Fault> {
        may_read(caller)?;
        self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            let seats = listening_seats(&tx, caller, key)?;
            let listener = listener(conn, &tx, caller, &seats)?;
            Ok(events::last_event(conn, game, listener)?)
        })
    }
}

/// The first step that is told of up to a step.
pub fn first_told(conn: &mut AnyConn, game: &str, seat: i32, step: i32, since: Since) -> Result<i32, Fault> {
    let after = match since {
        Since::Step => return Ok(step),
        Since::OwnOrders => {
            let own = events::last_step_with_verdicts(conn, game, seat, 0..=step)?.unwrap_or(step);
            return Ok(own.max(step - MOST_STEPS_TOLD + 1).max(1));
        }
        Since::After(after) => after,
    };
    if !(0..step).contains(&after) {
        let detail = format!("Up to step {step}, what happened can be told since a step from 0 to {}.", step - 1);
        return Err(Fault::invalid(vec![Flaw::at("#since", "bad-parameter", detail)]));
    }
    if step - after > MOST_STEPS_TOLD {
        let detail = format!(
            "A report tells of at most {MOST_STEPS_TOLD} steps; ask for since={} or later.",
            step - MOST_STEPS_TOLD
        );
        return Err(Fault::invalid(vec![Flaw::at("#since", "bad-parameter", detail)]));
    }
    Ok(after + 1)
}

/// What a seat learnt in some steps.
pub fn entries_told(
    conn: &mut AnyConn, game: &str, seat: i32, steps: RangeInclusive<i32>,
) -> Result<Vec<EventRecord>, Fault> {
    let rows = events::list_events_of_steps(conn, game, seat, steps, MOST_ENTRIES)?;
    let mut entries = Vec::new();
    for row in rows.iter().filter(|row| row.kind == EventKind::Entry) {
        if let GameEvent::Entry(entry) = row.event()? {
            entries.push(entry);
        }
    }
    Ok(entries)
}

/// That steps were taken back, as a document: what the rule system tells of the step is what it told when it was resolved first.
pub(crate) fn taken_back(was: &str, now: &str, step: i32) -> Document {
    let mut paper = Paper::default();
    paper.paragraph(&format!(
        "The people of the game took steps back: it was {was}, and it is {now} again, as it was after step {step}. What was \
         resolved since then does not count any more, and stays on record."
    ));
    let (text, html) = paper.finish("taken_back");
    Document { kind: "taken_back".into(), title: "Steps taken back".into(), text, html }
}

/// What was not understood of a seat's orders, as a document.
fn orders_left_out(left_out: &[LeftOut]) -> Option<Document> {
    if left_out.is_empty() {
        return None;
    }
    let mut paper = Paper::default();
    paper.paragraph("These orders were not understood, and were left out:");
    let line = |order: &LeftOut| format!("{}: {}", order.place(), order.detail);
    paper.list(&left_out.iter().map(line).collect::<Vec<_>>());
    let (text, html) = paper.finish("orders");
    Some(Document { kind: "orders".into(), title: "Orders left out".into(), text, html })
}

/// More entries than a report can have.
pub(crate) const MOST_ENTRIES: i64 = 100_000;
const READ_IN_WORDS: &str = "Who created this game has read what its computer players decided and why, before its end.";

/// A letter is told to the person it went to, whoever may read the seat today.
fn listener<'a>(
    conn: &mut AnyConn, tx: &GameTransaction, caller: Option<&'a Caller>, seats: &'a [i32],
) -> Result<Listener<'a>, Fault> {
    let is_late = embargo_for(conn, tx, seats)? > 0;
    Ok(Listener { seats, account: caller.map(|caller| caller.account_id.as_str()), is_late })
}

/// The steps by which somebody is behind who listens for these seats of a game: none for those who play, and none after the end.
pub(crate) fn embargo_for(conn: &mut AnyConn, tx: &GameTransaction, seats: &[i32]) -> Result<u16, Fault> {
    if !seats.is_empty() || tx.game.status == GameStatus::Finished {
        return Ok(0);
    }
    Ok(press_rules_of(conn, &tx.game.id)?.embargo)
}

/// Reading anything of a game takes the scope for it, also where somebody without a token may read it.
pub(crate) fn may_read(caller: Option<&Caller>) -> Result<(), Fault> {
    caller.map_or(Ok(()), |caller| caller.need(Scope::GameRead))
}

/// The seats whose events the caller hears.
pub(crate) fn listening_seats(
    tx: &GameTransaction, caller: Option<&Caller>, key: Option<&str>,
) -> Result<Vec<i32>, Fault> {
    tx.must_see(caller)?;
    match key {
        Some(key) => Ok(vec![tx.seats[tx.must_read_seat(caller, key)?].idx]),
        None if tx.game.status == GameStatus::Finished => Ok(tx.seats.iter().map(|seat| seat.idx).collect()),
        None => Ok(caller.map(|caller| tx.held_by(&caller.account_id)).unwrap_or_default()),
    }
}

/// The seats whose computer players' decisions the caller may read.
fn readable_decisions(
    conn: &mut AnyConn, tx: &GameTransaction, caller: Option<&Caller>, key: Option<&str>,
) -> Result<Vec<i32>, Fault> {
    tx.must_see(caller)?;
    let alone = created_alone(conn, tx, caller)?;
    match key {
        Some(key) if alone => Ok(vec![tx.seats[tx.seat(key)?].idx]),
        None if alone => Ok(tx.seats.iter().map(|seat| seat.idx).collect()),
        _ => listening_seats(tx, caller, key),
    }
}

/// Whether the caller created the game and plays it alone.
pub(crate) fn created_alone(conn: &mut AnyConn, tx: &GameTransaction, caller: Option<&Caller>) -> Result<bool, Fault> {
    match caller {
        Some(caller) if tx.game.creator_id == caller.account_id => plays_alone(conn, tx, caller),
        _ => Ok(false),
    }
}

/// Whether every other seat is the computer's and has never been anybody else's, and nobody else has ever sat in the
/// caller's: who plays against people learns nothing by taking a seat away from them for a moment.
fn plays_alone(conn: &mut AnyConn, tx: &GameTransaction, caller: &Caller) -> Result<bool, Fault> {
    let is_other = |seat: &&SeatRow| seat.account_id.as_deref() != Some(&caller.account_id);
    let others: Vec<&SeatRow> = tx.seats.iter().filter(is_other).collect();
    if others.iter().any(|seat| seat.kind != SeatKind::Computer || seat.account_id.is_some()) {
        return Ok(false);
    }
    let ordered = orders::seats_ordered_by_people(conn, &tx.game.id)?;
    if others.iter().any(|seat| ordered.contains(&seat.idx)) {
        return Ok(false);
    }
    for row in events::events_of_kind(conn, &tx.game.id, &[EventKind::SeatTaken, EventKind::SeatReleased])? {
        let (changed, by_another) = match row.event()? {
            GameEvent::SeatTaken { seat, player } => (seat, player != caller.name),
            GameEvent::SeatReleased { seat } => (seat, false),
            _ => continue,
        };
        if by_another || others.iter().any(|seat| changed == seat.key) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether these are decisions in an unfinished game that others could have to fear, and nobody was told yet that they
/// are read.
fn is_untold(
    conn: &mut AnyConn, tx: &GameTransaction, caller: Option<&Caller>, made: &[RecordedDecision],
) -> Result<bool, Fault> {
    let own = caller.map(|caller| tx.held_by(&caller.account_id)).unwrap_or_default();
    Ok(tx.game.status != GameStatus::Finished
        && made.iter().any(|made| !own.contains(&made.seat_idx))
        && events::events_of_kind(conn, &tx.game.id, &[EventKind::DecisionsRead])?.is_empty())
}

fn recorded_decision(tx: &GameTransaction, row: OrderSetRow) -> Result<RecordedDecision, Fault> {
    let decision = decision_of(&row)?;
    let mut decision = decision.ok_or_else(|| Fault::broken("this order set has no decision"))?;
    decision.orders = read_orders(&row)?;
    let seat = tx.seats.iter().find(|seat| seat.idx == row.seat_idx);
    let seat = seat.ok_or_else(|| Fault::broken("orders of a seat that is not there"))?.key.clone();
    Ok(RecordedDecision { seat, seat_idx: row.seat_idx, step: row.step + 1, at: row.stored_at, decision })
}

/// The order sets of a line of the ledger, by the keys of their seats.
fn order_sets_of(tx: &GameTransaction, order_sets: &PackedBytes) -> Result<Vec<(String, Value)>, Fault> {
    let order_sets: Vec<ArchivedOrderSet> = serde_json::from_slice(&order_sets.bytes()?).map_err(Fault::broken)?;
    let keyed = order_sets.into_iter().map(|order_set| {
        let seat = tx
            .seats
            .get(order_set.seat.index())
            .ok_or_else(|| Fault::broken("an order set of a seat that is not there"))?;
        Ok((seat.key.clone(), order_set.orders))
    });
    keyed.collect()
}

pub(crate) fn event(tx: &GameTransaction, row: EventRow, listening: &[i32]) -> Result<Event, Fault> {
    let key = |part: &str| {
        let idx: i32 = part.parse().ok().filter(|idx| listening.contains(idx))?;
        tx.seats.iter().find(|seat| seat.idx == idx).map(|seat| seat.key.clone())
    };
    let event = match row.kind {
        EventKind::GameOver => {
            // Older games tell the numbers of seats.
            let mut data = row.data()?;
            let outcome = outcome_of(data["outcome"].take(), &tx.seats)?;
            data["outcome"] = serde_json::to_value(outcome).map_err(Fault::broken)?;
            GameEvent::read(row.kind, data).map_err(Fault::broken)?
        }
        _ => row.event()?,
    };
    Ok(Event {
        seq: row.seq,
        step: row.step,
        at: row.at,
        seats: (row.audience != "*").then(|| row.audience.split(',').filter_map(key).collect()),
        event,
    })
}

fn reasons(conn: &mut AnyConn, game: &str, step: i32, seat: i32) -> Result<Vec<ai::Reason>, Fault> {
    let Some(set) = orders::find_orders(conn, game, step, seat)? else { return Ok(Vec::new()) };
    let decision = if set.ready { decision_of(&set)? } else { None };
    Ok(decision.map(|decision| decision.reasons).unwrap_or_default())
}
