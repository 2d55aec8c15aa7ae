//! The deadline has come, and somebody has not: what is taken for their orders.
//!
//! Whoever handed orders in is present, ready or not, and so is who broke off in the middle of a turn. Whoever was asked
//! nothing is not absent either: the room does not await them. A forced step counts nobody absent, and a turn is missed
//! once, however many steps it has.
//!
//! Whether most are away is judged over the people who still have something to decide, in every room: by the present step
//! for those whom it awaits, and by the last turn they were asked for in for the others. So it makes no difference whether
//! a room asks all at once or one after another. People whose powers are out of the campaign do not count.

use kernel::{Campaign, Orders, SeatId, StepMode};

use super::settle::{Mind, Push, Standing, awaited_seats, mind_of, reminders};
use crate::model::{GameEvent, OrderAuthor, PauseReason};
use crate::service::Desk;
use crate::service::fault::Fault;
use crate::service::settings::{Absence, AbsencePolicy};
use crate::service::table::Table;
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
        let (mut away, mut missing) = (Vec::new(), Vec::new());
        for seat in standing.waiting.iter().copied().filter(|s| handed_in(table, *s).is_none()) {
            let (step, began) = (table.game.step, table.game.turn_began);
            let acted = orders::authors_between(conn, &table.game.id, table.seats[seat].idx, began, step)?;
            if !acted.contains(&OrderAuthor::Player) {
                away.push(seat);
            }
            if acted.is_empty() {
                missing.push(seat);
            }
        }
        if push == Push::None && absence.pause_on_mass_absence {
            let mut people = seats_in_play(table, campaign);
            people.retain(|seat| table.seats.get(*seat).is_some_and(|row| mind_of(row, &absence) == Mind::Person));
            let awaited = awaited_seats(campaign);
            let is_away = |seat: &&usize| {
                if awaited.contains(*seat) { away.contains(*seat) } else { table.seats[**seat].missed > 0 }
            };
            if people.iter().filter(is_away).count() * 2 > people.len() {
                table.pause(reason_for(people.len()))?;
                return Ok(Absent::GamePaused);
            }
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
            AbsencePolicy::Hold if campaign.mode() == StepMode::Sealed => {
                campaign.read_orders(&kernel::Value::Array(Vec::new()))
            }
            AbsencePolicy::Hold | AbsencePolicy::StandingOrders => campaign.default_orders(number),
        };
        let set = order_set(table, seat, &orders, campaign, OrderAuthor::Default);
        orders::put_orders(conn, &set)?;
        Ok(())
    }
}

/// Whether reminders were due before this deadline and none was sent, as when the server was down: nobody is to blame
/// for a deadline that passed in silence.
fn was_silent(table: &Table) -> Result<bool, Fault> {
    Ok(table.game.reminded == 0 && !reminders(table)?.is_empty())
}

/// The seats with something left to decide, now or later: those awaited, and in a room that asks one after another those
/// that are not out of the campaign.
fn seats_in_play(table: &Table, campaign: &dyn Campaign) -> Vec<usize> {
    let awaited = awaited_seats(campaign);
    if campaign.mode() == StepMode::Sealed {
        return awaited;
    }
    let standings = campaign.standings();
    let out = |seat: usize| standings.iter().any(|line| line.eliminated && line.seat.index() == seat);
    (0..table.seats.len()).filter(|seat| awaited.contains(seat) || !out(*seat)).collect()
}

fn reason_for(people: usize) -> PauseReason {
    if people == 1 { PauseReason::PlayerAway } else { PauseReason::MassAbsence }
}

/// Why a game is to pause though nobody misses a deadline: computers stand in for all people who have something left to
/// decide. It comes to that when the last who was there leaves, or is beaten.
pub(crate) fn deserted(table: &Table, campaign: &dyn Campaign) -> Result<Option<PauseReason>, Fault> {
    if !table.seats.iter().any(|seat| seat.stand_in) {
        return Ok(None);
    }
    let absence = table.absence()?;
    let in_play = seats_in_play(table, campaign);
    let seats = || in_play.iter().filter_map(|seat| table.seats.get(*seat));
    if !absence.pause_on_mass_absence || seats().any(|seat| mind_of(seat, &absence) == Mind::Person) {
        return Ok(None);
    }
    let away = seats().filter(|seat| seat.stand_in).count();
    Ok((away > 0).then(|| reason_for(away)))
}

fn count_miss(table: &mut Table, seat: usize, absence: &Absence) {
    let row = &mut table.seats[seat];
    row.missed += 1;
    let (key, missed) = (row.key.clone(), row.missed);
    let hand_over = absence.hand_over_after > 0 && missed >= i32::from(absence.hand_over_after);
    row.stand_in |= hand_over;
    table.tell_all(GameEvent::DeadlineMissed { seat: key.clone(), in_a_row: missed });
    if hand_over {
        table.tell_all(GameEvent::SeatHandedToComputer { seat: key, level: absence.ai_level });
    }
}

/// An order set that somebody else than the holder wrote, ready to be resolved.
pub(super) fn order_set(
    table: &Table, seat: usize, orders: &Orders, campaign: &dyn Campaign, author: OrderAuthor,
) -> OrderSetRow {
    let number = SeatId(u16::try_from(seat).unwrap_or(u16::MAX));
    let verdicts = campaign.check(number, orders);
    OrderSetRow {
        game_id: table.game.id.clone(),
        step: table.game.step,
        seat_idx: table.seats[seat].idx,
        revision: 1,
        orders: orders.to_json().to_string(),
        verdicts: serde_json::to_string(&verdicts).unwrap_or_else(|_| "[]".into()),
        ready: true,
        has_orders: author != OrderAuthor::Default,
        author,
        stored_at: table.now,
        decision: None,
        diagnostics: "[]".into(),
    }
}
