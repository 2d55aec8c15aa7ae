//! The deadline has come, and somebody has not: what is taken for their orders.
//!
//! Whoever handed orders in is present, ready or not, and so is who broke off in the middle of a turn. Whoever was asked
//! nothing is not absent either: the room does not await them. A forced step counts nobody absent, and a turn is missed
//! once, however many steps it has.

use kernel::{Campaign, SeatId, StepMode, Value};
use serde_json::json;

use super::settle::{Mind, Push, Standing, mind_of, reminders};
use crate::service::Desk;
use crate::service::fault::Fault;
use crate::service::settings::{Absence, AbsencePolicy};
use crate::service::table::{PauseReason, Table};
use crate::store::AnyConn;
use crate::store::orders::{self, OrderSetRow};

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Absent {
    Answered,
    GamePaused,
}

impl Desk {
    pub(super) fn answer_for_absent(
        &self, conn: &mut AnyConn, table: &mut Table, campaign: &dyn Campaign, standing: &Standing, push: Push,
    ) -> Result<Absent, Fault> {
        let absence = table.absence()?;
        let handed_in = |table: &Table, seat: usize| {
            let idx = table.seats[seat].idx;
            standing.sets.iter().find(|set| set.seat_idx == idx && set.has_orders).cloned()
        };
        let mut away = 0;
        let mut missing = Vec::new();
        for seat in standing.waiting.iter().copied().filter(|s| handed_in(table, *s).is_none()) {
            let (step, began) = (table.game.step, table.game.turn_began);
            let acted = orders::authors_between(conn, &table.game.id, table.seats[seat].idx, began, step)?;
            away += usize::from(!acted.iter().any(|author| author == "player"));
            if acted.is_empty() {
                missing.push(seat);
            }
        }
        let people = table.seats.iter().filter(|seat| mind_of(seat, &absence) == Mind::Person).count();
        if push == Push::None && absence.pause_on_mass_absence && away * 2 > people {
            let reason = if people == 1 { PauseReason::PlayerAway } else { PauseReason::MassAbsence };
            table.pause(reason)?;
            return Ok(Absent::GamePaused);
        }
        let silent = was_silent(table)?;
        for seat in standing.waiting.iter().copied() {
            match handed_in(table, seat) {
                Some(mut set) => {
                    set.ready = true;
                    orders::put_orders(conn, &set)?;
                    table.seats[seat].missed = 0;
                }
                None => {
                    if push == Push::None && !silent && missing.contains(&seat) {
                        count_miss(table, seat, &absence);
                    }
                    self.answer_for(conn, table, campaign, seat, &absence)?;
                }
            }
        }
        Ok(Absent::Answered)
    }

    fn answer_for(
        &self, conn: &mut AnyConn, table: &mut Table, campaign: &dyn Campaign, seat: usize, absence: &Absence,
    ) -> Result<(), Fault> {
        let number = SeatId(u16::try_from(seat).map_err(Fault::broken)?);
        let orders = match absence.policy {
            AbsencePolicy::AiProxy => return self.give_work(conn, table, seat, absence.ai_level.key()),
            // A decision has to be answered by something.
            AbsencePolicy::Hold if campaign.mode() == StepMode::Sealed => Value::Array(Vec::new()),
            AbsencePolicy::Hold | AbsencePolicy::StandingOrders => campaign.default_orders(number),
        };
        let set = order_set(table, seat, &orders, campaign, "default");
        orders::put_orders(conn, &set)?;
        Ok(())
    }
}

/// Whether reminders were due before this deadline and none was sent, as when the server was down: nobody is to blame
/// for a deadline that passed in silence.
fn was_silent(table: &Table) -> Result<bool, Fault> {
    Ok(table.game.reminded == 0 && !reminders(table)?.is_empty())
}

fn count_miss(table: &mut Table, seat: usize, absence: &Absence) {
    let row = &mut table.seats[seat];
    row.missed += 1;
    let (key, missed) = (row.key.clone(), row.missed);
    let hand_over = absence.hand_over_after > 0 && missed >= i32::from(absence.hand_over_after);
    row.stand_in |= hand_over;
    table.tell_all("deadline_missed", &json!({ "seat": key, "in_a_row": missed }));
    if hand_over {
        table.tell_all("seat_handed_to_computer", &json!({ "seat": key, "level": absence.ai_level }));
    }
}

/// An order set that somebody else than the holder wrote, ready to be resolved.
pub(super) fn order_set(
    table: &Table, seat: usize, orders: &Value, campaign: &dyn Campaign, author: &str,
) -> OrderSetRow {
    let number = SeatId(u16::try_from(seat).unwrap_or(u16::MAX));
    let checked = campaign.check(number, orders);
    OrderSetRow {
        game_id: table.game.id.clone(),
        step: table.game.step,
        seat_idx: table.seats[seat].idx,
        revision: 1,
        orders: orders.to_string(),
        verdicts: serde_json::to_string(&checked.verdicts).unwrap_or_else(|_| "[]".into()),
        ready: true,
        has_orders: author != "default",
        author: author.to_owned(),
        stored_at: table.now,
        decision: None,
        diagnostics: "[]".into(),
    }
}
