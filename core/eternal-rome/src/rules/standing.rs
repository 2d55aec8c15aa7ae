//! Who stands where: victory conditions first, then the land (ER-20, ER-R59).

use kernel::{SeatId, Standing};

use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::relations::{self, has_major};
use crate::rules::victory;

/// What a fulfilled victory condition weighs, in talents of monthly tax.
const GOAL: i64 = 100;

/// The ranking now, best first. While the war goes on the shares are those of conditions fulfilled and land held; when it
/// is over the winners share all.
pub fn of(sc: &Scenario, st: &State) -> Vec<Standing> {
    let seats = (0..sc.seats.len() as u16).map(SeatId);
    let mut lines: Vec<(u8, i64, SeatId)> = seats.map(|seat| (place(st, seat), points(sc, st, seat), seat)).collect();
    lines.sort_by_key(|&(place, points, seat)| (place, -points, seat));
    let weight = |&(place, points, _): &(u8, i64, SeatId)| match &st.ending {
        Some(_) => i64::from(place == 1),
        None => points,
    };
    let all: i64 = lines.iter().map(weight).sum();
    let mut standings: Vec<Standing> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let tied = at > 0 && (lines[at - 1].0, lines[at - 1].1) == (line.0, line.1);
        let rank = match (&st.ending, tied) {
            (Some(_), _) => u16::from(line.0),
            (None, true) => standings[at - 1].rank,
            (None, false) => at as u16 + 1,
        };
        let share = if all > 0 { (weight(line) * 1_000_000 / all) as u32 } else { 0 };
        standings.push(Standing { seat: line.2, rank, points: line.1, share, eliminated: !has_major(sc, st, line.2) });
    }
    // What rounding down has left goes to the first.
    let rest = if all > 0 { 1_000_000 - standings.iter().map(|line| line.share).sum::<u32>() } else { 0 };
    if let Some(first) = standings.first_mut() {
        first.share += rest;
    }
    standings
}

/// The place a seat ended in; the same for all while the war goes on.
fn place(st: &State, seat: SeatId) -> u8 {
    let places = st.ending.iter().flat_map(|ending| &ending.ranking);
    places.filter(|(other, _)| *other == seat).map(|(_, place)| *place).next().unwrap_or(0)
}

/// Conditions that the seat's majors fulfil, and the tax value of the land of its majors and their clients.
fn points(sc: &Scenario, st: &State, seat: SeatId) -> i64 {
    if !has_major(sc, st, seat) {
        return 0;
    }
    let met = victory::score(sc, st, seat);
    let powers = relations::powers_of(sc, st, seat);
    let held = |&province: &crate::model::ids::ProvinceId| {
        let holder = st.province(province).controller;
        holder.is_some_and(|power| powers.has(power) && !relations::is_neutral(st, power))
    };
    let tax: i64 = sc.province_ids().filter(held).map(|province| i64::from(sc.province(province).tax)).sum();
    GOAL * met as i64 + tax
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scenario::shipped::shipped;
    use crate::model::state::{EndReason, Ending};

    #[test]
    fn shares_are_whole_and_the_winner_takes_all() {
        for sc in shipped() {
            let mut st = State::start(sc, sc.options);
            let open = of(sc, &st);
            assert_eq!(open.iter().map(|line| line.share).sum::<u32>(), 1_000_000);
            assert!(open.is_sorted_by_key(|line| -line.points) && open.iter().all(|line| !line.eliminated));
            let last = open.last().unwrap().seat;
            let ranking = open.iter().map(|line| (line.seat, if line.seat == last { 1 } else { 2 })).collect();
            st.ending = Some(Ending { reason: EndReason::Victory, ranking });
            let over = of(sc, &st);
            assert_eq!((over[0].seat, over[0].rank, over[0].share), (last, 1, 1_000_000));
            assert_eq!(over[1].share, 0);
        }
    }
}
