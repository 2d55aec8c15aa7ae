//! Orders: read the order set, check it, hand it in, say it is ready.
//!
//! An order set is read and judged on the campaign as it stands, with no connection to the store in hand; the transaction
//! that stores it makes sure that the step is still the same. In a sealed step the order set waits with the others. In an
//! immediate step it is carried out in that transaction, and its events come back with the answer, unless it is a draft:
//! that waits for its seat, or for the deadline, as orders do that are not ready in a sealed step.

use kernel::{Diagnostic, EventRecord, SeatId, StepMode, Value, Verdict};
use serde_json::json;

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::campaigns::Loaded;
use crate::context::fault::{Fault, Flaw, Why};
use crate::game::awaiting::may_order;
use crate::game::order_sets::read_orders;
use crate::game::read_orders::{Read, SubmittedOrders, left_out, read_order_set};
use crate::game::transaction::GameTransaction;
use crate::model::{GameStatus, LeftOut, OrderAuthor};
use crate::service::lobby::{clear_order_set, come_back};
use crate::store::orders::{self, OrderSetRow};
use crate::store::{AnyConn, jobs};

/// How often an order set is judged anew because the game went on meanwhile.
const MOST_TRIES: usize = 3;

/// What is said of a set of orders: final, final although something on it is not understood, or not final.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ready {
    Yes,
    Lenient,
    No,
}

#[derive(Debug, Clone)]
pub struct Submission {
    pub order_set: SubmittedOrders,
    /// The step the orders are meant for; when given, no other will do.
    pub step: Option<i32>,
    pub ready: bool,
    /// Whether it is final although something on it is not understood.
    pub lenient: bool,
    pub dry_run: bool,
    /// Whether it is kept only, where it would be carried out at once.
    pub draft: bool,
    pub condition: Condition,
}

/// What the caller says about the set it replaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    Nothing,
    /// `If-Match`: one of these tags.
    Matches(Vec<String>),
    /// `If-Match: *`.
    Exists,
    /// `If-None-Match: *`.
    IsNew,
    /// It replaces whatever there is: who sends it has seen none.
    Any,
}

/// An order set as its seat sees it.
#[derive(Debug, Clone)]
pub struct OrderSet {
    pub seat: String,
    pub step: i32,
    pub label: String,
    pub revision: i32,
    pub ready: bool,
    pub author: OrderAuthor,
    pub orders: Value,
    pub verdicts: Vec<Verdict>,
    pub diagnostics: Vec<Diagnostic>,
    /// What keeps the set from being ready: what of it is not understood.
    pub not_ready_because: Option<String>,
    pub stored_at: Option<i64>,
    /// Whether the orders were carried out at once, and what they brought.
    pub executed: Option<Vec<EventRecord>>,
}

impl OrderSet {
    pub fn tag(&self, game: &str) -> String {
        tag(game, self.step, &self.seat, self.revision)
    }
}

fn tag(game: &str, step: i32, seat: &str, revision: i32) -> String {
    format!("\"orders-{game}-{step}-{seat}-{revision}\"")
}

/// An order set that was judged, with the step it was judged at.
struct Judged {
    step: i32,
    read: Read,
    /// The set of the seat as it is stored, with this order set in its place.
    shown: OrderSet,
}

impl AppContext {
    pub fn put_orders(&self, caller: &Caller, game: &str, key: &str, new: &Submission) -> Result<OrderSet, Fault> {
        caller.need(Scope::OrdersWrite)?;
        let _place = self.judging.enter(&caller.account_id)?;
        for _ in 0..MOST_TRIES {
            let judged = self.judge_orders(caller, game, key, new)?;
            if new.dry_run {
                return Ok(judged.shown);
            }
            if let Some(set) = self.store_orders(caller, game, key, new, &judged)? {
                return Ok(set);
            }
        }
        let detail = "The game keeps going on while these orders are judged. Look at `awaiting`, and try again.";
        Err(Fault::conflict("changed-meanwhile", detail).retry_after(1))
    }

    /// Reads and judges an order set, with nothing of the store in hand.
    fn judge_orders(&self, caller: &Caller, game: &str, key: &str, new: &Submission) -> Result<Judged, Fault> {
        let (seat, step, campaign, mut shown) = self.look(Some(caller), game, |conn, tx| {
            let (seat, campaign) = self.seat_to_order(conn, tx, caller, key, new.step)?;
            let old = orders::find_orders(conn, game, tx.game.step, tx.seats[seat].idx)?;
            if !new.dry_run {
                check_condition(
                    &new.condition,
                    tx,
                    seat,
                    old.as_ref().filter(|set| set.author == OrderAuthor::Player),
                )?;
            }
            Ok((number(seat)?, tx.game.step, campaign, describe(tx, seat, old.as_ref())?))
        })?;
        let read = read_order_set(&*campaign, seat, &new.order_set)?;
        if campaign.mode() == StepMode::Immediate && !new.dry_run && !new.draft {
            read.must_be_understood()?;
            read.must_say_something(&*campaign, seat)?;
        }
        shown.orders.clone_from(&read.orders);
        shown.verdicts.clone_from(&read.verdicts);
        shown.diagnostics.clone_from(&read.diagnostics);
        (shown.ready, shown.stored_at) = (false, None);
        shown.not_ready_because = in_words(&read.left_out());
        Ok(Judged { step, read, shown })
    }

    /// Stores a judged order set, or carries it out; nothing when the game has gone on since it was judged.
    fn store_orders(
        &self, caller: &Caller, game: &str, key: &str, new: &Submission, judged: &Judged,
    ) -> Result<Option<OrderSet>, Fault> {
        let read = &judged.read;
        let (set, all_in) = self.change_game(game, |conn, tx| {
            let (seat, campaign) = self.seat_to_order(conn, tx, caller, key, new.step)?;
            if tx.game.step != judged.step {
                return Ok((None, false));
            }
            come_back(conn, tx, seat)?;
            let old = orders::find_orders(conn, game, tx.game.step, tx.seats[seat].idx)?;
            let stored = old.as_ref().filter(|set| set.author == OrderAuthor::Player);
            check_condition(&new.condition, tx, seat, stored)?;
            let ready = new.ready && !new.draft && (new.lenient || read.left_out().is_empty());
            let row = OrderSetRow {
                game_id: game.to_owned(),
                step: tx.game.step,
                seat_idx: tx.seats[seat].idx,
                revision: old.as_ref().map_or(0, |set| set.revision) + 1,
                orders: read.orders.to_string(),
                verdicts: serde_json::to_string(&read.verdicts).map_err(Fault::broken)?,
                ready,
                has_orders: true,
                author: OrderAuthor::Player,
                stored_at: tx.now,
                decision: None,
                diagnostics: serde_json::to_string(&read.diagnostics).map_err(Fault::broken)?,
            };
            let set = describe(tx, seat, Some(&row))?;
            if campaign.mode() == StepMode::Immediate && !new.draft {
                return self.carry_out(conn, tx, &campaign, row, set).map(|set| (Some(set), false));
            }
            jobs::drop_for_seat(conn, game, tx.game.step, row.seat_idx)?;
            orders::put_orders(conn, &row)?;
            if ready {
                tx.game.wake_at = Some(tx.now);
            }
            tx.seats[seat].missed = 0;
            Ok((Some(set), ready && tx.game.status == GameStatus::Running))
        })?;
        if all_in {
            // The orders are safe; the game goes on in a transaction of its own.
            self.settle_safely(game);
        }
        Ok(set)
    }

    /// Carries an order set out at once, unless every order on it is refused: then nothing happens and nothing is stored.
    fn carry_out(
        &self, conn: &mut AnyConn, tx: &mut GameTransaction, campaign: &Loaded, mut row: OrderSetRow, mut set: OrderSet,
    ) -> Result<OrderSet, Fault> {
        tx.must_be(&[GameStatus::Running], "played")?;
        if set.verdicts.iter().all(Verdict::is_refused) {
            set.ready = false;
            set.revision = row.revision - 1;
            set.stored_at = None;
            return Ok(set);
        }
        let cause = self.within_measure(conn, tx, &**campaign, row.seat_idx)?;
        row.ready = true;
        // First come, first served: the order sets of others in this step are for the next look.
        orders::clear_ready(conn, &tx.game.id, tx.game.step, &[])?;
        orders::put_orders(conn, &row)?;
        let seat = SeatId(u16::try_from(row.seat_idx).map_err(Fault::broken)?);
        let advance = self.resolve(conn, tx, campaign, cause)?;
        if let Some(holder) = tx.seats.iter_mut().find(|holder| holder.idx == row.seat_idx) {
            holder.missed = 0;
        }
        set.ready = true;
        set.executed = Some(advance.seen_by(seat));
        if let Some((_, verdicts)) = advance.verdicts.into_iter().find(|(whose, _)| *whose == seat) {
            set.verdicts = merge_verdicts(set.verdicts, verdicts);
        }
        self.go_on(conn, tx)?;
        Ok(set)
    }

    /// The order set of a seat's present step; an empty one when nothing was handed in.
    pub fn show_orders(&self, caller: &Caller, game: &str, key: &str) -> Result<OrderSet, Fault> {
        caller.need(Scope::GameRead)?;
        self.look(Some(caller), game, |conn, tx| {
            let seat = tx.must_hold(caller, key)?;
            let row = orders::find_orders(conn, game, tx.game.step, tx.seats[seat].idx)?;
            describe(tx, seat, row.as_ref())
        })
    }

    /// The same as shorthand.
    pub fn print_orders(&self, caller: &Caller, game: &str, key: &str) -> Result<(OrderSet, String), Fault> {
        caller.need(Scope::GameRead)?;
        let _place = self.judging.enter(&caller.account_id)?;
        let (set, campaign, seat) = self.look(Some(caller), game, |conn, tx| {
            let seat = tx.must_hold(caller, key)?;
            let row = orders::find_orders(conn, game, tx.game.step, tx.seats[seat].idx)?;
            Ok((describe(tx, seat, row.as_ref())?, self.campaign(conn, &tx.game)?, number(seat)?))
        })?;
        let text = campaign.print(seat, &campaign.read_orders(&set.orders));
        Ok((set, text))
    }

    pub fn delete_orders(&self, caller: &Caller, game: &str, key: &str, condition: &Condition) -> Result<(), Fault> {
        caller.need(Scope::OrdersWrite)?;
        self.change_game(game, |conn, tx| {
            let (seat, _) = self.seat_to_order(conn, tx, caller, key, None)?;
            let old = orders::find_orders(conn, game, tx.game.step, tx.seats[seat].idx)?;
            check_condition(condition, tx, seat, old.as_ref())?;
            come_back(conn, tx, seat)?;
            clear_order_set(conn, tx, seat)
        })
    }

    /// Says that a seat's orders are final, or that they are not. With a `step`, no other will do: the second of two
    /// requests at once would otherwise speak for the step after.
    pub fn set_ready(
        &self, caller: &Caller, game: &str, key: &str, step: Option<i32>, ready: Ready,
    ) -> Result<OrderSet, Fault> {
        let lenient = ready == Ready::Lenient;
        let ready = ready != Ready::No;
        caller.need(Scope::OrdersWrite)?;
        let set = self.change_game(game, |conn, tx| {
            let (seat, campaign) = self.seat_to_order(conn, tx, caller, key, step)?;
            if campaign.mode() == StepMode::Immediate {
                let detail =
                    "In this step orders are carried out as they come: hand them in without `draft`, and they are.";
                return Err(Fault::conflict("immediate-step", detail));
            }
            come_back(conn, tx, seat)?;
            let old = orders::find_orders(conn, game, tx.game.step, tx.seats[seat].idx)?;
            let row = match old {
                Some(mut row) => {
                    let left_out = left_out(&row)?;
                    if ready && !lenient && !left_out.is_empty() {
                        let detail = format!(
                            "{} Mend it and hand the orders in again, or say lenient=true to do without it.",
                            in_words(&left_out).unwrap_or_default()
                        );
                        let flaws = left_out.into_iter().map(Flaw::from).collect();
                        return Err(Fault::of(Why::Invalid, "orders-not-understood", detail).with_flaws(flaws));
                    }
                    if row.ready != ready {
                        row.revision += 1;
                    }
                    row.ready = ready;
                    row
                }
                // Ready without orders: the seat wants none.
                None => OrderSetRow {
                    game_id: game.to_owned(),
                    step: tx.game.step,
                    seat_idx: tx.seats[seat].idx,
                    revision: 1,
                    orders: "[]".into(),
                    verdicts: "[]".into(),
                    ready,
                    has_orders: ready,
                    author: OrderAuthor::Player,
                    stored_at: tx.now,
                    decision: None,
                    diagnostics: "[]".into(),
                },
            };
            orders::put_orders(conn, &row)?;
            jobs::drop_for_seat(conn, game, tx.game.step, row.seat_idx)?;
            if ready {
                tx.game.wake_at = Some(tx.now);
                tx.seats[seat].missed = 0;
            }
            describe(tx, seat, Some(&row))
        })?;
        if ready {
            self.settle_safely(game);
        }
        Ok(set)
    }

    /// The seat and the campaign, if the caller may order now.
    pub(super) fn seat_to_order(
        &self, conn: &mut AnyConn, tx: &GameTransaction, caller: &Caller, key: &str, step: Option<i32>,
    ) -> Result<(usize, crate::context::campaigns::Loaded), Fault> {
        let seat = tx.must_hold(caller, key)?;
        tx.must_be(&[GameStatus::Running, GameStatus::Paused], "given orders")?;
        if let Some(step) = step {
            tx.must_be_at(step, "These orders are")?;
        }
        if tx.game.status == GameStatus::Running && tx.is_due() {
            let detail = "The deadline of this step has passed: nothing more is handed in or taken back. \
                          The game goes on by itself; see `awaiting`.";
            return Err(Fault::conflict("deadline-passed", detail));
        }
        let campaign = self.campaign(conn, &tx.game)?;
        if !may_order(&*campaign, number(seat)?) {
            let detail = format!("Nothing is asked of seat {} now; see `awaiting`.", tx.seats[seat].key);
            return Err(Fault::conflict("not-awaited", detail));
        }
        Ok((seat, campaign))
    }
}

pub(super) fn number(seat: usize) -> Result<SeatId, Fault> {
    u16::try_from(seat).map(SeatId).map_err(Fault::broken)
}

/// What is not understood, in a sentence; nothing when all is.
fn in_words(left_out: &[LeftOut]) -> Option<String> {
    let first = left_out.first()?;
    let count = match left_out.len() {
        1 => "One order is not understood".to_owned(),
        many => format!("{many} orders are not understood, the first"),
    };
    Some(format!("{count} ({}): {}.", first.place(), first.detail.trim_end_matches('.')))
}

fn check_condition(
    condition: &Condition, tx: &GameTransaction, seat: usize, stored: Option<&OrderSetRow>,
) -> Result<(), Fault> {
    let key = &tx.seats[seat].key;
    let present = tag(&tx.game.id, tx.game.step, key, stored.map_or(0, |set| set.revision));
    let stale = |detail: &str| Err(Fault::of(Why::Stale, "orders-changed", format!("{detail} Its tag is {present}.")));
    match (condition, stored) {
        (Condition::Nothing, Some(_)) => {
            let detail =
                format!("Orders of seat {key} are in. To replace them send If-Match with their tag, {present}.");
            Err(Fault::of(Why::NeedsCondition, "if-match-needed", detail))
        }
        (Condition::Matches(tags), _) if !tags.contains(&present) => {
            stale("The order set is no longer the one you mean.")
        }
        (Condition::Exists, None) => stale("There is no order set yet."),
        (Condition::IsNew, Some(_)) => stale("There is an order set already."),
        _ => Ok(()),
    }
}

pub(super) fn describe(tx: &GameTransaction, seat: usize, row: Option<&OrderSetRow>) -> Result<OrderSet, Fault> {
    let base = OrderSet {
        seat: tx.seats[seat].key.clone(),
        step: tx.game.step,
        label: tx.game.step_label.clone(),
        revision: 0,
        ready: false,
        author: OrderAuthor::Player,
        orders: json!([]),
        verdicts: Vec::new(),
        diagnostics: Vec::new(),
        not_ready_because: None,
        stored_at: None,
        executed: None,
    };
    let Some(row) = row else { return Ok(base) };
    Ok(OrderSet {
        revision: row.revision,
        ready: row.ready,
        author: row.author,
        orders: read_orders(row)?,
        verdicts: serde_json::from_str(&row.verdicts).map_err(Fault::broken)?,
        diagnostics: serde_json::from_str(&row.diagnostics).map_err(Fault::broken)?,
        not_ready_because: if row.ready { None } else { in_words(&left_out(row)?) },
        stored_at: Some(row.stored_at),
        ..base
    })
}

/// Verdicts of the check, with what carrying the orders out had to add.
fn merge_verdicts(checked: Vec<Verdict>, carried_out: Vec<Verdict>) -> Vec<Verdict> {
    let mut merged = checked;
    for verdict in carried_out {
        if let Some(place) = merged.iter_mut().find(|known| known.index == verdict.index) {
            *place = Verdict { span: place.span, ..verdict };
        }
    }
    merged
}
