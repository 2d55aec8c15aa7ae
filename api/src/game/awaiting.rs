//! Who is awaited, who decides for them, and when a game has to be looked at again.

use kernel::{AwaitKind, Campaign, SeatId, StepMode};

use crate::context::fault::Fault;
use crate::context::moment;
use crate::context::settings::Absence;
use crate::game::notifications::Called;
use crate::game::transaction::GameTransaction;
use crate::model::SeatKind;
use crate::store::orders::OrderSetRow;
use crate::store::seats::SeatRow;

/// Who decides for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Controller {
    Person,
    Computer(String),
}

pub(crate) fn controller_of(seat: &SeatRow, absence: &Absence) -> Controller {
    if seat.account_id.is_some() && !seat.stand_in {
        return Controller::Person;
    }
    match (seat.kind, &seat.ai_level) {
        (SeatKind::Computer, Some(level)) => Controller::Computer(level.clone()),
        // Nobody's seat, or one whose holder is away.
        _ => Controller::Computer(absence.ai_level.key().to_owned()),
    }
}

/// The seats of people that are awaited now.
pub(crate) fn called(tx: &GameTransaction, campaign: &dyn Campaign) -> Result<Vec<Called>, Fault> {
    let absence = tx.absence()?;
    let mut called: Vec<Called> = Vec::new();
    for awaited in campaign.awaiting() {
        let seat = awaited.seat.index();
        let person = tx.seats.get(seat).is_some_and(|row| controller_of(row, &absence) == Controller::Person);
        if person && !called.iter().any(|one| one.seat == seat) {
            called.push(Called { seat, decides: awaited.kind == AwaitKind::Decision });
        }
    }
    Ok(called)
}

/// Whether a step may be resolved before its deadline, and without waiting for those who are away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Push {
    None,
    /// The game master wants the step resolved now.
    Forced,
}

/// Where a step stands.
pub(crate) struct Standing {
    /// People who have not said they are ready.
    pub waiting: Vec<usize>,
    /// Whether a computer player has still to think.
    pub thinking: bool,
    /// Whether a person is among the awaited.
    pub people: bool,
    pub sets: Vec<OrderSetRow>,
}

/// The reminders before the present deadline, in order.
pub(crate) fn reminders(tx: &GameTransaction) -> Result<Vec<i64>, Fault> {
    let Some(deadline) = tx.game.deadline_at else { return Ok(Vec::new()) };
    let since = moment(tx.game.step_began_at.unwrap_or(0));
    let moments = tx.timetable()?.reminders(moment(deadline), since);
    Ok(moments.iter().map(chrono::DateTime::timestamp_millis).collect())
}

/// The next reminder or the deadline, whichever comes first.
pub(crate) fn next_look(tx: &GameTransaction) -> Result<Option<i64>, Fault> {
    let reminder = reminders(tx)?.into_iter().find(|at| *at > tx.now);
    Ok([tx.game.deadline_at, reminder].into_iter().flatten().min())
}

/// Whether a seat may hand in an order set now: it is awaited, or orders are carried out at once and the room takes its
/// standing orders at any time.
pub(crate) fn may_order(campaign: &dyn Campaign, seat: SeatId) -> bool {
    awaited_seats(campaign).contains(&seat.index())
        || (campaign.mode() == StepMode::Immediate && campaign.takes_standing_orders(seat))
}

/// The seats awaited now, each once.
pub(crate) fn awaited_seats(campaign: &dyn Campaign) -> Vec<usize> {
    let mut seats: Vec<usize> = campaign.awaiting().iter().map(|awaited| awaited.seat.index()).collect();
    seats.sort_unstable();
    seats.dedup();
    seats
}
