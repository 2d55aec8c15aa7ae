//! One step, resolved exactly once: orders in, a line of the ledger, events and the next deadline out.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{Advance, Audience, Campaign, GameSeed, OrderSet, SeatId, StepMode, Value};

use crate::archive::{ArchivedOrderSet, Resolved};
use crate::context::AppContext;
use crate::context::campaigns::Loaded;
use crate::context::fault::Fault;
use crate::context::moment;
use crate::game::awaiting::{called, may_order, next_look};
use crate::game::order_sets::{broke_down, read_orders};
use crate::game::press::press_rules_of;
use crate::game::read_orders::left_out;
use crate::game::seating;
use crate::game::step_work::{StepDone, StepWork};
use crate::game::transaction::{Fresh, GameTransaction, outcome_of};
use crate::model::{GameEvent, LeftOut, PressDelivery, StepCause, Transition};
use crate::store::ledger::{self, LedgerRow};
use crate::store::orders::{self, OrderSetRow};
use crate::store::packed::PackedBytes;
use crate::store::seats::SeatRow;
use crate::store::{AnyConn, jobs};

impl AppContext {
    /// The campaign as it stands in this transaction, with steps of this very transaction.
    pub(crate) fn campaign_on(&self, conn: &mut AnyConn, tx: &GameTransaction) -> Result<Loaded, Fault> {
        match tx.fresh.last() {
            Some(fresh) if fresh.step == tx.game.step => Ok(fresh.campaign.clone()),
            _ => self.campaign(conn, &tx.game),
        }
    }

    /// Resolves the present step from the order sets that are ready, and says what that brought.
    pub(crate) fn resolve(
        &self, conn: &mut AnyConn, tx: &mut GameTransaction, campaign: &Loaded, cause: StepCause,
    ) -> Result<Advance, Fault> {
        let sets = orders::orders_of_step(conn, &tx.game.id, tx.game.step)?;
        let gathered = gather(conn, tx, campaign, &sets)?;
        let done = gathered.work.carry_out()?;
        self.take_step(conn, tx, gathered, &done, cause)?;
        Ok(done.resolved.advance)
    }

    /// The same where the transaction may end before: then what is to be resolved is left with it, to be carried out without a
    /// lock. False when it was left.
    pub(crate) fn resolve_or_leave(
        &self, conn: &mut AnyConn, tx: &mut GameTransaction, campaign: &Loaded, sets: &[OrderSetRow], cause: StepCause,
    ) -> Result<bool, Fault> {
        let gathered = gather(conn, tx, campaign, sets)?;
        let done = match tx.done.take().filter(|done| done.is_of(&gathered.work)) {
            Some(done) => done,
            None if tx.leaves_work && campaign.mode() == StepMode::Sealed => {
                tx.left_work = Some(gathered.work);
                // Whoever looks next finds it, should this server not come back.
                tx.game.wake_at = tx.game.wake_at.filter(|at| *at <= tx.now).or(Some(tx.now));
                return Ok(false);
            }
            None => Arc::new(gathered.work.carry_out()?),
        };
        self.take_step(conn, tx, gathered, &done, cause)?;
        Ok(true)
    }

    /// Writes a step down that is resolved, tells of it and begins the next.
    fn take_step(
        &self, conn: &mut AnyConn, tx: &mut GameTransaction, gathered: Gathered, done: &StepDone, cause: StepCause,
    ) -> Result<(), Fault> {
        let Gathered { work, failed, missing } = gathered;
        let (campaign, resolved) = (&*work.campaign, &done.resolved);
        let step = tx.game.step + 1;
        ledger::insert_step(conn, ledger_line(tx, resolved, done.packed.clone(), work.head, cause, None)?)?;
        tell_step(tx, &resolved.advance, &work.order_sets, &missing, step);
        let next = done.next.clone();
        tx.fresh.push(Fresh { step, campaign: next.clone(), stored: resolved.state.len() });
        tx.game.step = step;
        tx.game.forced_step = None;
        tx.game.step_label = next.label();
        let (label, now) = (resolved.label.clone(), Some(tx.game.step_label.clone()));
        tx.tell_all(GameEvent::StepResolved { step, label, now, cause });
        // Only now: who knew before that a seat would do nothing could make use of it.
        for seat in failed {
            let Some(key) = tx.seats.get(seat).map(|row| row.key.clone()) else { continue };
            let detail = format!(
                "The computer player of seat {key} broke down, and its default orders were carried out. What broke is in \
                 our log, and with its decisions."
            );
            tx.tell_all(GameEvent::ComputerFailed { seat: key, detail });
        }
        jobs::drop_before(conn, &tx.game.id, step)?;
        let ended = next.outcome().is_some() || next.awaiting().is_empty();
        let turn_is_over = ended || !is_one_turn(campaign, &*next);
        if turn_is_over && press_rules_of(conn, &tx.game.id)?.delivery == PressDelivery::WithTheTurn {
            tx.deliver_letters(conn)?;
        }
        if turn_is_over && tx.game.deadline_at.is_some() {
            mark_in_time(conn, tx)?;
        }
        if ended {
            self.close(tx, &*next)?;
        } else if !turn_is_over {
            tx.game.wake_at = next_look(tx)?;
        } else {
            self.begin_step(tx, &*next)?;
        }
        self.metrics.steps.inc();
        Ok(())
    }

    /// Starts the clock of a turn.
    pub(crate) fn begin_step(&self, tx: &mut GameTransaction, campaign: &dyn Campaign) -> Result<(), Fault> {
        tx.game.step_began_at = Some(tx.now);
        tx.game.turn_began = tx.game.step;
        tx.game.extensions = 0;
        tx.game.reminded = 0;
        tx.game.seconds_left = None;
        seating::note_who_is_out(tx, campaign);
        let kind = campaign.awaiting().first().map(|awaited| awaited.kind);
        tx.game.deadline_at = match kind {
            Some(kind) => {
                let next = tx.timetable()?.next_deadline(moment(tx.now), kind);
                next.map(|at| at.timestamp_millis())
            }
            None => None,
        };
        tx.game.wake_at = next_look(tx)?;
        tx.called = Some(called(tx, campaign)?);
        Ok(())
    }

    /// Ends a game: its outcome is told, and the seed of its dice with it.
    pub(crate) fn close(&self, tx: &mut GameTransaction, campaign: &dyn Campaign) -> Result<(), Fault> {
        self.close_as(tx, serde_json::to_value(campaign.outcome()).map_err(Fault::broken)?)
    }

    /// The same with an outcome that is none of the rules'.
    pub(crate) fn close_as(&self, tx: &mut GameTransaction, outcome: Value) -> Result<(), Fault> {
        tx.pass(Transition::Finish)?;
        let mut people: Vec<String> = tx.seats.iter().filter_map(|seat| seat.account_id.clone()).collect();
        people.sort();
        people.dedup();
        people.iter().for_each(|account| tx.mark(account, |row| row.finished += 1));
        tx.game.status_reason = outcome["reason"].as_str().map(str::to_owned);
        tx.game.outcome = Some(outcome.to_string());
        tx.game.ended_at = Some(tx.now);
        (tx.game.deadline_at, tx.game.seconds_left) = (None, None);
        (tx.game.wake_at, tx.game.forced_step) = (None, None);
        let event = GameEvent::GameOver {
            outcome: outcome_of(outcome, &tx.seats)?,
            seed: tx.game.dice_seed.clone(),
            commitment: tx.game.commitment.clone(),
        };
        tx.tell_all(event);
        Ok(())
    }
}

/// What a step is resolved from, and what is told of how it was put together.
struct Gathered {
    work: StepWork,
    /// Seats whose computer player broke down.
    failed: Vec<usize>,
    /// What of the order sets was not understood.
    missing: BTreeMap<SeatId, Vec<LeftOut>>,
}

/// Those order sets of the present step that are ready.
fn gather(
    conn: &mut AnyConn, tx: &GameTransaction, campaign: &Loaded, sets: &[OrderSetRow],
) -> Result<Gathered, Fault> {
    let mut handed_in = Vec::new();
    let mut carried_out = Vec::new();
    let mut failed = Vec::new();
    let mut missing = BTreeMap::new();
    for set in sets.iter().filter(|set| set.ready) {
        let seat = SeatId(u16::try_from(set.seat_idx).map_err(Fault::broken)?);
        if may_order(&**campaign, seat) {
            let orders = campaign.read_orders(&read_orders(set)?);
            missing.insert(seat, left_out(set)?);
            handed_in.push(OrderSet { seat, orders });
            carried_out.push(set.seat_idx);
            if broke_down(set) {
                failed.push(seat.index());
            }
        }
        if campaign.mode() == StepMode::Immediate && !handed_in.is_empty() {
            break;
        }
    }
    // "Ready" means from now on: this was carried out.
    if sets.iter().any(|set| set.ready && !carried_out.contains(&set.seat_idx)) {
        orders::clear_ready(conn, &tx.game.id, tx.game.step, &carried_out)?;
    }
    let seed =
        GameSeed::from_revealed(&tx.game.dice_seed).ok_or_else(|| Fault::broken("the dice seed is unreadable"))?;
    let head = ledger::hash_of_step(conn, &tx.game.id, tx.game.step)?;
    let head = head.ok_or_else(|| Fault::broken("the ledger lacks the step before"))?;
    let order_sets = handed_in.iter().map(ArchivedOrderSet::from).collect();
    let work = StepWork { campaign: campaign.clone(), seed, step: tx.game.step, head, sets: handed_in, order_sets };
    Ok(Gathered { work, failed, missing })
}

/// A step as it stands in the ledger.
pub(super) fn ledger_line(
    tx: &GameTransaction, resolved: &Resolved, state: PackedBytes, prev_hash: String, cause: StepCause,
    restores: Option<i32>,
) -> Result<LedgerRow, Fault> {
    Ok(LedgerRow {
        game_id: tx.game.id.clone(),
        step: i32::try_from(resolved.number).map_err(Fault::broken)?,
        label: resolved.label.clone(),
        cause,
        order_sets: PackedBytes::of(crate::ledger::canonical_json(&resolved.order_sets).as_bytes()),
        dice_digest: resolved.dice.clone(),
        state_hash: resolved.state_hash.clone(),
        prev_hash,
        hash: resolved.head.clone(),
        state,
        resolved_at: tx.now,
        restores,
    })
}

/// Notes who has handed orders in for a turn that has ended. One person's several seats count once.
fn mark_in_time(conn: &mut AnyConn, tx: &mut GameTransaction) -> Result<(), Fault> {
    let served = orders::seats_served_between(conn, &tx.game.id, tx.game.turn_began, tx.game.step - 1)?;
    let holder = |seat: &SeatRow| seat.account_id.clone().filter(|_| served.contains(&seat.idx));
    let mut people: Vec<String> = tx.seats.iter().filter_map(holder).collect();
    people.sort();
    people.dedup();
    people.iter().for_each(|account| tx.mark(account, |row| row.in_time += 1));
    Ok(())
}

/// Whether two steps belong to one turn: small orders of those who were awaited before, for the same powers, in the same
/// way and under the same date. Such a turn has one deadline.
fn is_one_turn(before: &dyn Campaign, after: &dyn Campaign) -> bool {
    let known = before.awaiting();
    before.mode() == StepMode::Immediate
        && after.mode() == StepMode::Immediate
        && before.label() == after.label()
        && after
            .awaiting()
            .iter()
            .all(|now| known.iter().any(|was| (was.seat, was.kind, &was.powers) == (now.seat, now.kind, &now.powers)))
}

fn tell_step(
    tx: &mut GameTransaction, advance: &Advance, order_sets: &[ArchivedOrderSet],
    missing: &BTreeMap<SeatId, Vec<LeftOut>>, step: i32,
) {
    for entry in &advance.events {
        tx.tell_of_step(&entry.audience, GameEvent::Entry(entry.event.clone()), step);
    }
    for (seat, verdicts) in &advance.verdicts {
        let orders =
            order_sets.iter().find(|order_set| order_set.seat == *seat).map(|order_set| order_set.orders.clone());
        let left_out = missing.get(seat).cloned().unwrap_or_default();
        let event = GameEvent::Verdicts { orders, verdicts: verdicts.clone(), left_out };
        tx.tell_of_step(&Audience::only(*seat), event, step);
    }
}
