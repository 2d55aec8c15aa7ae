//! Orders: read the sheet, check it, hand it in, say it is ready.
//!
//! In a sealed step the sheet waits with the others. In an immediate step it is carried out in the same transaction,
//! and its events come back with the answer.

use kernel::{Campaign, Diagnostic, EventRecord, SeatId, StepMode, Value, Verdict};
use serde_json::json;

use super::Desk;
use super::caller::{Caller, Scope};
use super::fault::{Fault, Flaw, Why};
use super::lobby::{clear_sheet, come_back};
use super::table::Table;
use crate::engine::{may_order, read_orders};
use crate::store::orders::{self, OrderSetRow};
use crate::store::{AnyConn, jobs};

/// The most orders in a set.
pub const MOST_ORDERS: usize = 1000;

/// A default of more orders than these is not spelt out in a hint.
const MOST_HINTED: usize = 3;

/// What a seat hands in.
#[derive(Debug, Clone)]
pub enum Sheet {
    Json(Vec<Value>),
    Shorthand(String),
}

#[derive(Debug, Clone)]
pub struct Submission {
    pub sheet: Sheet,
    /// The step the orders are meant for; when given, no other will do.
    pub step: Option<i32>,
    pub ready: bool,
    pub dry_run: bool,
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
}

/// An order set as its seat sees it.
#[derive(Debug, Clone)]
pub struct OrderSet {
    pub seat: String,
    pub step: i32,
    pub label: String,
    pub revision: i32,
    pub ready: bool,
    pub author: String,
    pub orders: Value,
    pub verdicts: Vec<Verdict>,
    pub diagnostics: Vec<Diagnostic>,
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

/// A sheet that was read.
struct Read {
    orders: Value,
    verdicts: Vec<Verdict>,
    diagnostics: Vec<Diagnostic>,
}

impl Read {
    /// The next order may end the turn for which the misspelt one was meant.
    fn must_be_understood(&self) -> Result<(), Fault> {
        let lines = self.diagnostics.iter().cloned().map(flaw_of);
        let orders = self.verdicts.iter().filter(|verdict| verdict.is_not_understood()).cloned().map(flaw_of_order);
        let flaws: Vec<Flaw> = lines.chain(orders).collect();
        if flaws.is_empty() {
            return Ok(());
        }
        let detail = "Orders are carried out at once here, and one of this sheet is not understood: none of them was \
                      carried out.";
        Err(not_understood(detail, flaws))
    }

    /// Where orders are carried out at once, silence is no way to pass: the rules ask for an order.
    fn must_say_something(&self, campaign: &dyn Campaign, seat: SeatId) -> Result<(), Fault> {
        if self.orders.as_array().is_some_and(|orders| !orders.is_empty()) {
            return Ok(());
        }
        let mut flaw = Flaw::at("/orders", "no-orders", "There is no order here.");
        let default = campaign.default_orders(seat);
        if default.as_array().is_some_and(|orders| (1..=MOST_HINTED).contains(&orders.len())) {
            flaw = flaw.hint(format!("The default here is {default}."));
        }
        let detail =
            "Orders are carried out at once here, and this sheet has none: nothing was done, and nothing has ended.";
        Err(Fault::of(Why::Invalid, "no-orders", detail).with_flaws(vec![flaw]))
    }
}

impl Desk {
    pub fn put_orders(&self, caller: &Caller, game: &str, key: &str, new: &Submission) -> Result<OrderSet, Fault> {
        caller.need(Scope::OrdersWrite)?;
        if new.dry_run {
            return self.check_orders(caller, game, key, new);
        }
        let (set, all_in) = self.at_table(game, |conn, table| {
            let (seat, campaign) = self.seat_to_order(conn, table, caller, key, new.step)?;
            come_back(conn, table, seat)?;
            let old = orders::find_orders(conn, game, table.game.step, table.seats[seat].idx)?;
            let stored = old.as_ref().filter(|set| set.author == "player");
            check_condition(&new.condition, table, seat, stored)?;
            let read = read_sheet(&*campaign, number(seat)?, &new.sheet)?;
            if campaign.mode() == StepMode::Immediate {
                read.must_be_understood()?;
                read.must_say_something(&*campaign, number(seat)?)?;
            }
            let revision = old.as_ref().map_or(0, |set| set.revision) + 1;
            let row = OrderSetRow {
                game_id: game.to_owned(),
                step: table.game.step,
                seat_idx: table.seats[seat].idx,
                revision,
                orders: read.orders.to_string(),
                verdicts: serde_json::to_string(&read.verdicts).map_err(Fault::broken)?,
                ready: new.ready,
                has_orders: true,
                author: "player".into(),
                stored_at: table.now,
                decision: None,
            };
            let mut set = describe(table, seat, Some(&row))?;
            set.diagnostics = read.diagnostics;
            if campaign.mode() == StepMode::Immediate {
                return self.carry_out(conn, table, &*campaign, row, set).map(|set| (set, false));
            }
            jobs::drop_for_seat(conn, game, table.game.step, row.seat_idx)?;
            orders::put_orders(conn, &row)?;
            if new.ready {
                table.game.wake_at = Some(table.now);
            }
            table.seats[seat].missed = 0;
            Ok((set, new.ready && table.game.status == "running"))
        })?;
        if all_in {
            // The orders are safe; the game goes on in a transaction of its own.
            self.settle_safely(game);
        }
        Ok(set)
    }

    /// Carries a sheet out at once, unless every order on it is refused: then nothing happens and nothing is stored.
    fn carry_out(
        &self, conn: &mut AnyConn, table: &mut Table, campaign: &dyn Campaign, mut row: OrderSetRow, mut set: OrderSet,
    ) -> Result<OrderSet, Fault> {
        if table.game.status != "running" {
            table.must_be(&["running"], "played")?;
        }
        if set.verdicts.iter().all(Verdict::is_refused) {
            set.ready = false;
            set.revision = row.revision - 1;
            set.stored_at = None;
            return Ok(set);
        }
        let cause = self.within_measure(conn, table, campaign, row.seat_idx)?;
        row.ready = true;
        // First come, first served: the sheets of others in this step are for the next look.
        orders::clear_ready(conn, &table.game.id, table.game.step, &[])?;
        orders::put_orders(conn, &row)?;
        let seat = SeatId(u16::try_from(row.seat_idx).map_err(Fault::broken)?);
        let advance = self.resolve(conn, table, campaign, cause)?;
        if let Some(holder) = table.seats.iter_mut().find(|holder| holder.idx == row.seat_idx) {
            holder.missed = 0;
        }
        set.ready = true;
        set.executed = Some(advance.seen_by(seat));
        if let Some((_, verdicts)) = advance.verdicts.into_iter().find(|(whose, _)| *whose == seat) {
            set.verdicts = merge_verdicts(set.verdicts, verdicts);
        }
        self.go_on(conn, table)?;
        Ok(set)
    }

    fn check_orders(&self, caller: &Caller, game: &str, key: &str, new: &Submission) -> Result<OrderSet, Fault> {
        self.look(Some(caller), game, |conn, table| {
            let (seat, campaign) = self.seat_to_order(conn, table, caller, key, new.step)?;
            let read = read_sheet(&*campaign, number(seat)?, &new.sheet)?;
            let old = orders::find_orders(conn, game, table.game.step, table.seats[seat].idx)?;
            let mut set = describe(table, seat, old.as_ref())?;
            (set.orders, set.verdicts, set.diagnostics) = (read.orders, read.verdicts, read.diagnostics);
            (set.ready, set.stored_at) = (false, None);
            Ok(set)
        })
    }

    /// The order set of a seat's present step; an empty one when nothing was handed in.
    pub fn show_orders(&self, caller: &Caller, game: &str, key: &str) -> Result<OrderSet, Fault> {
        caller.need(Scope::GameRead)?;
        self.look(Some(caller), game, |conn, table| {
            let seat = table.must_hold(caller, key)?;
            let row = orders::find_orders(conn, game, table.game.step, table.seats[seat].idx)?;
            describe(table, seat, row.as_ref())
        })
    }

    /// The same as shorthand.
    pub fn print_orders(&self, caller: &Caller, game: &str, key: &str) -> Result<(OrderSet, String), Fault> {
        let set = self.show_orders(caller, game, key)?;
        let text = self.look(Some(caller), game, |conn, table| {
            let seat = table.must_hold(caller, key)?;
            let campaign = self.campaign_at(conn, &table.game, set.step)?;
            let number = number(seat)?;
            let understood = campaign.check(number, &set.orders).orders;
            campaign.print(number, &understood).map_err(|verdict| Fault::broken(verdict.detail))
        })?;
        Ok((set, text))
    }

    pub fn delete_orders(&self, caller: &Caller, game: &str, key: &str, condition: &Condition) -> Result<(), Fault> {
        caller.need(Scope::OrdersWrite)?;
        self.at_table(game, |conn, table| {
            let (seat, _) = self.seat_to_order(conn, table, caller, key, None)?;
            let old = orders::find_orders(conn, game, table.game.step, table.seats[seat].idx)?;
            check_condition(condition, table, seat, old.as_ref())?;
            come_back(conn, table, seat)?;
            clear_sheet(conn, table, seat)
        })
    }

    /// Says that a seat's orders are final, or that they are not. With a `step`, no other will do: the second of two
    /// requests at once would otherwise speak for the step after.
    pub fn set_ready(
        &self, caller: &Caller, game: &str, key: &str, step: Option<i32>, ready: bool,
    ) -> Result<OrderSet, Fault> {
        caller.need(Scope::OrdersWrite)?;
        let set = self.at_table(game, |conn, table| {
            let (seat, campaign) = self.seat_to_order(conn, table, caller, key, step)?;
            if campaign.mode() == StepMode::Immediate {
                let detail = "In this step orders are carried out as they come; there is nothing to be ready with.";
                return Err(Fault::conflict("immediate-step", detail));
            }
            come_back(conn, table, seat)?;
            let old = orders::find_orders(conn, game, table.game.step, table.seats[seat].idx)?;
            let row = match old {
                Some(mut row) => {
                    if row.ready != ready {
                        row.revision += 1;
                    }
                    row.ready = ready;
                    row
                }
                // Ready without orders: the seat wants none.
                None => OrderSetRow {
                    game_id: game.to_owned(),
                    step: table.game.step,
                    seat_idx: table.seats[seat].idx,
                    revision: 1,
                    orders: "[]".into(),
                    verdicts: "[]".into(),
                    ready,
                    has_orders: ready,
                    author: "player".into(),
                    stored_at: table.now,
                    decision: None,
                },
            };
            orders::put_orders(conn, &row)?;
            jobs::drop_for_seat(conn, game, table.game.step, row.seat_idx)?;
            if ready {
                table.game.wake_at = Some(table.now);
                table.seats[seat].missed = 0;
            }
            describe(table, seat, Some(&row))
        })?;
        if ready {
            self.settle_safely(game);
        }
        Ok(set)
    }

    /// The seat and the campaign, if the caller may order now.
    fn seat_to_order(
        &self, conn: &mut AnyConn, table: &Table, caller: &Caller, key: &str, step: Option<i32>,
    ) -> Result<(usize, super::campaigns::Loaded), Fault> {
        let seat = table.must_hold(caller, key)?;
        table.must_be(&["running", "paused"], "given orders")?;
        if let Some(step) = step {
            table.must_be_at(step, "These orders are")?;
        }
        if table.game.status == "running" && table.is_due() {
            let detail = "The deadline of this step has passed: nothing more is handed in or taken back. \
                          The game goes on by itself; see `awaiting`.";
            return Err(Fault::conflict("deadline-passed", detail));
        }
        let campaign = self.campaign(conn, &table.game)?;
        if !may_order(&*campaign, number(seat)?) {
            let detail = format!("Nothing is asked of seat {} now; see `awaiting`.", table.seats[seat].key);
            return Err(Fault::conflict("not-awaited", detail));
        }
        Ok((seat, campaign))
    }
}

fn number(seat: usize) -> Result<SeatId, Fault> {
    u16::try_from(seat).map(SeatId).map_err(Fault::broken)
}

fn read_sheet(campaign: &dyn Campaign, seat: SeatId, sheet: &Sheet) -> Result<Read, Fault> {
    let (orders, spans, diagnostics) = match sheet {
        Sheet::Json(orders) => (Value::Array(orders.clone()), Vec::new(), Vec::new()),
        Sheet::Shorthand(text) => {
            let parsed = campaign.parse(seat, text);
            if parsed.spans.is_empty() && !parsed.diagnostics.is_empty() {
                let lines = parsed.diagnostics.into_iter().map(flaw_of).collect();
                return Err(not_understood("No line of the sheet is understood.", lines));
            }
            (parsed.orders, parsed.spans, parsed.diagnostics)
        }
    };
    let count = orders.as_array().map_or(0, Vec::len);
    if count > MOST_ORDERS {
        let detail = format!("An order set has at most {MOST_ORDERS} orders, not {count}.");
        return Err(Fault::invalid(vec![Flaw::at("/orders", "too-many-orders", detail)]));
    }
    let mut verdicts = campaign.check(seat, &orders).verdicts;
    for verdict in &mut verdicts {
        verdict.span = verdict.span.or_else(|| spans.get(verdict.index).copied());
    }
    Ok(Read { orders, verdicts, diagnostics })
}

fn not_understood(detail: &str, flaws: Vec<Flaw>) -> Fault {
    Fault::of(Why::Invalid, "orders-not-understood", detail).with_flaws(flaws)
}

fn flaw_of_order(verdict: Verdict) -> Flaw {
    Flaw {
        pointer: Some(verdict.pointer),
        span: verdict.span,
        code: verdict.code,
        detail: verdict.detail,
        hint: verdict.hint,
        rule: verdict.rule.map(|rule| rule.to_string()),
    }
}

fn flaw_of(diagnostic: Diagnostic) -> Flaw {
    Flaw {
        pointer: None,
        span: Some(diagnostic.span),
        code: diagnostic.code,
        detail: diagnostic.detail,
        hint: diagnostic.hint,
        rule: diagnostic.rule.map(|rule| rule.to_string()),
    }
}

fn check_condition(
    condition: &Condition, table: &Table, seat: usize, stored: Option<&OrderSetRow>,
) -> Result<(), Fault> {
    let key = &table.seats[seat].key;
    let present = tag(&table.game.id, table.game.step, key, stored.map_or(0, |set| set.revision));
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

fn describe(table: &Table, seat: usize, row: Option<&OrderSetRow>) -> Result<OrderSet, Fault> {
    let base = OrderSet {
        seat: table.seats[seat].key.clone(),
        step: table.game.step,
        label: table.game.step_label.clone(),
        revision: 0,
        ready: false,
        author: "player".into(),
        orders: json!([]),
        verdicts: Vec::new(),
        diagnostics: Vec::new(),
        stored_at: None,
        executed: None,
    };
    let Some(row) = row else { return Ok(base) };
    Ok(OrderSet {
        revision: row.revision,
        ready: row.ready,
        author: row.author.clone(),
        orders: read_orders(row)?,
        verdicts: serde_json::from_str(&row.verdicts).map_err(Fault::broken)?,
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
