//! The deadline has come, and somebody has not: what is taken for their orders.
//!
//! Whoever handed orders in is present, ready or not, and so is who broke off in the middle of a turn. Whoever was asked
//! nothing is not absent either: the room does not await them. A forced step counts nobody absent, and a turn is missed
//! once, however many steps it has.
//!
//! Whether most are away is judged over the people who still have something to decide, in every room: by the present step
//! for those whom it awaits, and by the last turn they were asked for in for the others. So it makes no difference whether
//! a room asks all at once or one after another. People whose powers are out of the campaign do not count.

use kernel::{Campaign, SeatId, StepMode};

use crate::context::AppContext;
use crate::context::fault::Fault;
use crate::context::settings::{Absence, AbsencePolicy};
use crate::game::awaiting::{Controller, Push, Standing, awaited_seats, controller_of, reminders};
use crate::game::order_sets::order_set;
use crate::game::transaction::GameTransaction;
use crate::model::{GameEvent, OrderAuthor, PauseReason};
use crate::store::AnyConn;
use crate::store::orders;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Absent {
    Answered,
    GamePaused,
}

impl AppContext {
    pub(crate) fn answer_for_absent(
        &self, conn: &mut AnyConn, tx: &mut GameTransaction, campaign: &dyn Campaign, standing: &Standing, push: Push,
    ) -> Result<Absent, Fault> {
        let absence = tx.absence()?;
        let handed_in = |tx: &GameTransaction, seat: usize| {
            let idx = tx.seats[seat].idx;
            standing.sets.iter().find(|set| set.seat_idx == idx && set.has_orders).cloned()
        };
        let (mut away, mut missing) = (Vec::new(), Vec::new());
        for seat in standing.waiting.iter().copied().filter(|s| handed_in(tx, *s).is_none()) {
            let (step, began) = (tx.game.step, tx.game.turn_began);
            let acted = orders::authors_between(conn, &tx.game.id, tx.seats[seat].idx, began, step)?;
            if !acted.contains(&OrderAuthor::Player) {
                away.push(seat);
            }
            if acted.is_empty() {
                missing.push(seat);
            }
        }
        if push == Push::None && absence.pause_on_mass_absence {
            let mut people = seats_in_play(tx, campaign);
            people.retain(|seat| {
                tx.seats.get(*seat).is_some_and(|row| controller_of(row, &absence) == Controller::Person)
            });
            let awaited = awaited_seats(campaign);
            let is_away = |seat: &&usize| {
                if awaited.contains(*seat) { away.contains(*seat) } else { tx.seats[**seat].missed > 0 }
            };
            if people.iter().filter(is_away).count() * 2 > people.len() {
                tx.pause(reason_for(people.len()))?;
                return Ok(Absent::GamePaused);
            }
        }
        let silent = was_silent(tx)?;
        for seat in standing.waiting.iter().copied() {
            match handed_in(tx, seat) {
                Some(mut set) => {
                    set.ready = true;
                    orders::put_orders(conn, &set)?;
                    tx.seats[seat].missed = 0;
                }
                None => {
                    if push == Push::None && !silent && missing.contains(&seat) {
                        count_miss(tx, seat, &absence);
                    }
                    self.answer_for(conn, tx, campaign, seat, &absence)?;
                }
            }
        }
        Ok(Absent::Answered)
    }

    fn answer_for(
        &self, conn: &mut AnyConn, tx: &mut GameTransaction, campaign: &dyn Campaign, seat: usize, absence: &Absence,
    ) -> Result<(), Fault> {
        let number = SeatId(u16::try_from(seat).map_err(Fault::broken)?);
        let orders = match absence.policy {
            AbsencePolicy::AiProxy => return self.give_work(conn, tx, &[(seat, absence.ai_level.key())]),
            // A decision has to be answered by something.
            AbsencePolicy::Hold if campaign.mode() == StepMode::Sealed => {
                campaign.read_orders(&kernel::Value::Array(Vec::new()))
            }
            AbsencePolicy::Hold | AbsencePolicy::StandingOrders => campaign.default_orders(number),
        };
        let set = order_set(tx, seat, &orders, campaign, OrderAuthor::Default);
        orders::put_orders(conn, &set)?;
        Ok(())
    }
}

/// Whether reminders were due before this deadline and none was sent, as when the server was down: nobody is to blame
/// for a deadline that passed in silence.
fn was_silent(tx: &GameTransaction) -> Result<bool, Fault> {
    Ok(tx.game.reminded == 0 && !reminders(tx)?.is_empty())
}

/// The seats with something left to decide, now or later: those awaited, and in a room that asks one after another those
/// that are not out of the campaign.
fn seats_in_play(tx: &GameTransaction, campaign: &dyn Campaign) -> Vec<usize> {
    let awaited = awaited_seats(campaign);
    if campaign.mode() == StepMode::Sealed {
        return awaited;
    }
    let standings = campaign.standings();
    let out = |seat: usize| standings.iter().any(|line| line.eliminated && line.seat.index() == seat);
    (0..tx.seats.len()).filter(|seat| awaited.contains(seat) || !out(*seat)).collect()
}

fn reason_for(people: usize) -> PauseReason {
    if people == 1 { PauseReason::PlayerAway } else { PauseReason::MassAbsence }
}

/// Why a game is to pause though nobody misses a deadline: computers stand in for all people who have something left to
/// decide. It comes to that when the last who was there leaves, or is beaten.
pub(crate) fn deserted(tx: &GameTransaction, campaign: &dyn Campaign) -> Result<Option<PauseReason>, Fault> {
    if !tx.seats.iter().any(|seat| seat.stand_in) {
        return Ok(None);
    }
    let absence = tx.absence()?;
    let in_play = seats_in_play(tx, campaign);
    let seats = || in_play.iter().filter_map(|seat| tx.seats.get(*seat));
    if !absence.pause_on_mass_absence || seats().any(|seat| controller_of(seat, &absence) == Controller::Person) {
        return Ok(None);
    }
    let away = seats().filter(|seat| seat.stand_in).count();
    Ok((away > 0).then(|| reason_for(away)))
}

fn count_miss(tx: &mut GameTransaction, seat: usize, absence: &Absence) {
    let row = &mut tx.seats[seat];
    row.missed += 1;
    let (key, missed, holder) = (row.key.clone(), row.missed, row.account_id.clone());
    let hand_over = absence.hand_over_after > 0 && missed >= i32::from(absence.hand_over_after);
    row.stand_in |= hand_over;
    if let Some(holder) = holder {
        tx.mark(&holder, |row| row.missed += 1);
    }
    tx.tell_all(GameEvent::DeadlineMissed { seat: key.clone(), in_a_row: missed });
    if hand_over {
        tx.tell_all(GameEvent::SeatHandedToComputer { seat: key, level: absence.ai_level });
    }
}
