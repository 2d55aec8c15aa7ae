//! What a world is worth to each seat: conditions fulfilled, taxes, strength, morale and ships, each as the seat's share
//! of what all have (ER-20, ER-R59).

use kernel::{Feature, SeatId, shares};

use crate::ids::Powers;
use crate::phases::victory;
use crate::relations;
use crate::scenario::{Scenario, Victory};
use crate::standing;
use crate::state::State;
use crate::strength;
use crate::system::has_major;

/// What each figure weighs when the campaign opens, in thousandths: conditions, taxes, strength, morale, ships. As they
/// foretold the winner of campaigns between players of mixed postures: strength more than anything, and conditions fulfilled
/// the more, the nearer the end.
const OPENING: [u64; 5] = [200, 100, 600, 60, 40];
/// The same at the end.
const ENDING: [u64; 5] = [500, 100, 300, 60, 40];
/// What a fulfilled condition counts where all that are needed count this times their number.
const GOAL: u64 = 1_000;

/// The figures of a seat.
struct Figures {
    /// In thousandths of what is needed.
    goals: u64,
    tax: u64,
    /// In quarters; unseasoned units have half their strength (ER-6.4).
    land: u64,
    morale: u64,
    ships: u64,
}

/// The figures of all seats, by seat.
fn figures(sc: &Scenario, st: &State) -> Vec<Figures> {
    let seats = (0..sc.seats.len() as u16).map(SeatId);
    let owners: Vec<Option<SeatId>> = sc.power_ids().map(|power| relations::seat_of(sc, st, power)).collect();
    let mut all: Vec<Figures> = seats
        .map(|seat| {
            let powers: Powers = sc
                .power_ids()
                .filter(|power| owners[power.index()] == Some(seat) && st.power(*power).kind.is_major())
                .collect();
            let morale = powers.iter().map(|power| u64::from(st.power(power).morale)).sum();
            Figures { goals: goals(sc, st, seat), tax: 0, land: 0, morale, ships: 0 }
        })
        .collect();
    let mut credit = |power: Option<crate::ids::PowerId>, add: &dyn Fn(&mut Figures)| {
        if let Some(seat) = power.and_then(|power| owners[power.index()]) {
            add(&mut all[seat.index()]);
        }
    };
    for id in sc.province_ids() {
        let tax = u64::from(sc.province(id).tax);
        let tax = if st.plundered(id) { 0 } else { tax };
        credit(st.province(id).controller, &|figures| figures.tax += tax);
    }
    for army in &st.armies {
        let land = u64::from(strength::of_bands(sc, st, &army.bands).land4);
        credit(Some(army.id.power), &|figures| figures.land += land);
    }
    for fleet in &st.fleets {
        let land = u64::from(strength::of_bands(sc, st, &fleet.cargo.bands).land4);
        credit(fleet.cargo.power, &|figures| figures.land += land);
        for &(power, ships) in &fleet.ships {
            credit(Some(power), &|figures| figures.ships += u64::from(ships));
        }
    }
    all
}

/// How far a seat's majors have come, in thousandths of what each needs.
fn goals(sc: &Scenario, st: &State, seat: SeatId) -> u64 {
    let own = |list: &&Victory| sc.power(list.power).seat == Some(seat) && st.power(list.power).kind.is_major();
    let come = |list: &Victory| {
        let met = list.goals.iter().filter(|goal| victory::fulfilled(sc, st, list.power, &goal.goal)).count() as u64;
        let needed = u64::from(list.needed).max(1);
        // More than is needed is a reserve, and worth little.
        GOAL * met.min(needed) / needed + GOAL / 20 * met.saturating_sub(needed)
    };
    sc.victory.iter().filter(own).map(come).sum()
}

/// What each figure weighs now, in thousandths.
fn weights(sc: &Scenario, st: &State) -> [u64; 5] {
    let months = |count: i16| u64::try_from(count).unwrap_or(0);
    let all = months(sc.end.since(sc.start)).max(1);
    let gone = months(st.month.since(sc.start)).min(all);
    std::array::from_fn(|at| (OPENING[at] * (all - gone) + ENDING[at] * gone) / all)
}

/// Shares in millionths, by seat.
pub fn worth(sc: &Scenario, st: &State) -> Vec<u32> {
    if st.ending.is_some() {
        return shares(&standing::of(sc, st));
    }
    let all = figures(sc, st);
    let mut worth = vec![0u64; all.len()];
    let parts: [fn(&Figures) -> u64; 5] = [|f| f.goals, |f| f.tax, |f| f.land, |f| f.morale, |f| f.ships];
    for (part, weight) in parts.into_iter().zip(weights(sc, st)) {
        let total: u64 = all.iter().map(part).sum();
        for (worth, figures) in worth.iter_mut().zip(&all) {
            // Nobody has any of it: all have the same.
            let share = (part(figures) * 1_000_000).checked_div(total).unwrap_or(1_000_000 / all.len().max(1) as u64);
            *worth += share * weight / 1_000;
        }
    }
    let alive = |(at, worth): (usize, u64)| if has_major(sc, st, SeatId(at as u16)) { worth as u32 } else { 0 };
    worth.into_iter().enumerate().map(alive).collect()
}

/// The figures behind a seat's worth.
pub fn features(sc: &Scenario, st: &State, seat: SeatId) -> Vec<Feature> {
    let all = figures(sc, st);
    let Some(own) = all.get(seat.index()) else { return Vec::new() };
    let powers = relations::powers_of(sc, st, seat);
    let treasury: u64 = powers.iter().map(|power| u64::from(st.power(power).treasury)).sum();
    let cities = sc.city_ids().filter(|&city| powers.has(st.city(city).controller)).count();
    let besieged =
        sc.city_ids().filter(|&city| powers.has(st.city(city).controller) && relations::besieged(st, city)).count();
    let amount = |amount: u64| i64::try_from(amount).unwrap_or(i64::MAX);
    vec![
        Feature::new("victory conditions", victory::score(sc, st, seat) as i64),
        Feature::new("monthly taxes", amount(own.tax)),
        Feature::new("strength on land", amount(own.land / 4)),
        Feature::new("fleet units", amount(own.ships)),
        Feature::new("morale", amount(own.morale)),
        Feature::new("treasury", amount(treasury)),
        Feature::new("cities", cities as i64),
        Feature::new("cities not besieged", cities as i64 - besieged as i64),
    ]
}
