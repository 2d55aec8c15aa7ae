//! Who wins, and when (ER-20, ER-R59).

use kernel::SeatId;

use crate::model::ids::PowerId;
use crate::model::scenario::{Goal, Scenario, Victory};
use crate::model::state::{EndReason, Ending, LeaderPlace, State};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::relations;

/// Whether a victory condition of a power is fulfilled now (ER-20.1).
pub fn fulfilled(sc: &Scenario, st: &State, power: PowerId, goal: &Goal) -> bool {
    let controls = |province: &crate::model::ids::ProvinceId| st.province(*province).controller == Some(power);
    match goal {
        Goal::ControlAll(provinces) => provinces.iter().all(controls),
        Goal::ControlCount(provinces, wanted) => {
            provinces.iter().filter(|province| controls(province)).count() >= usize::from(*wanted)
        }
        Goal::ControlCity { city, by_friend } => {
            let holder = st.city(*city).controller;
            holder == power || (*by_friend && relations::friendly(sc, st, power, holder))
        }
        Goal::PowerDissolved(other) => st.power(*other).dissolved,
        Goal::LeaderCaptured(leader) => matches!(st.leader(*leader).place, LeaderPlace::Captured(_)),
        Goal::MoraleAtLeast(least) => st.power(power).morale >= *least,
        Goal::TreasuryAtLeast(least) => st.power(power).treasury >= *least,
        Goal::Any(goals) => goals.iter().any(|goal| fulfilled(sc, st, power, goal)),
        Goal::All(goals) => goals.iter().all(|goal| fulfilled(sc, st, power, goal)),
    }
}

/// The victory lists of a seat's majors that are in play: a dissolved power fulfils nothing any more.
fn lists<'a>(sc: &'a Scenario, st: &'a State, seat: SeatId) -> impl Iterator<Item = &'a Victory> {
    sc.victory
        .iter()
        .filter(move |list| sc.power(list.power).seat == Some(seat) && st.power(list.power).kind.is_major())
}

fn met(sc: &Scenario, st: &State, list: &Victory) -> usize {
    list.goals.iter().filter(|goal| fulfilled(sc, st, list.power, &goal.goal)).count()
}

/// Conditions that a seat's majors fulfil.
pub fn score(sc: &Scenario, st: &State, seat: SeatId) -> usize {
    lists(sc, st, seat).map(|list| met(sc, st, list)).sum()
}

/// Whether enough of a seat's majors fulfil enough of their conditions (ER-20.2).
pub fn has_won(sc: &Scenario, st: &State, seat: SeatId) -> bool {
    let succeeded = lists(sc, st, seat).filter(|list| met(sc, st, list) >= usize::from(list.needed)).count();
    succeeded > 0 && succeeded >= usize::from(sc.seats[seat.index()].majors_needed)
}

/// At the end of a month: whoever has won ends the campaign, and so does the last month (ER-R59).
pub fn check(eng: &mut Engine<'_>) {
    let (sc, st) = (eng.sc, &*eng.st);
    let winners: Vec<SeatId> = eng.seats().filter(|&seat| has_won(sc, st, seat)).collect();
    if st.month >= sc.first_check && !winners.is_empty() {
        end(eng, EndReason::Victory, |seat| winners.contains(&seat));
    } else if st.month >= sc.end {
        end(eng, EndReason::Date, |_| true);
    }
}

/// When all majors of all other players have dissolved, the one left wins at once (ER-R59).
pub fn last_standing(eng: &mut Engine<'_>) {
    let (sc, st) = (eng.sc, &*eng.st);
    let stands = |seat: SeatId| {
        sc.power_ids().any(|power| sc.power(power).seat == Some(seat) && st.power(power).kind.is_major())
    };
    let left: Vec<SeatId> = eng.seats().filter(|&seat| stands(seat)).collect();
    if left.is_empty() || left.len() == 1 && sc.seats.len() > 1 {
        end(eng, EndReason::LastStanding, |seat| left.contains(&seat));
    }
}

/// Ends the campaign: those who have won before the others, then by conditions fulfilled; equals share a place.
fn end(eng: &mut Engine<'_>, reason: EndReason, won: impl Fn(SeatId) -> bool) {
    if eng.st.ending.is_some() {
        return;
    }
    let rank = |seat: SeatId| (won(seat), score(eng.sc, eng.st, seat));
    let mut all: Vec<SeatId> = eng.seats().collect();
    all.sort_by_key(|&seat| std::cmp::Reverse(rank(seat)));
    let place = |seat: SeatId| 1 + all.iter().filter(|&&other| rank(other) > rank(seat)).count() as u8;
    let ranking: Vec<(SeatId, u8)> = all.iter().map(|&seat| (seat, place(seat))).collect();
    let winners = ranking.iter().filter(|(_, place)| *place == 1).map(|&(seat, _)| eng.seat_key(seat)).collect();
    let words = match reason {
        EndReason::Victory => "victory",
        EndReason::LastStanding => "last_standing",
        EndReason::Date => "date",
    };
    eng.st.ending = Some(Ending { reason, ranking });
    eng.tell("ER-R59", EventKind::CampaignEnded { reason: words.to_owned(), winners });
}

#[cfg(test)]
mod tests;
