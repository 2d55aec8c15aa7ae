//! What a world is worth to each seat: how far it is ahead with the conditions, and its share of all taxes, strength, morale
//! and ships, and of the strength of main armies (ER-20, ER-R59).

use std::sync::LazyLock;

use kernel::{Feature, SeatId, Weights, shares};

use super::holdings::{Holdings, WHOLE};
use crate::model::ids::{PowerId, Powers};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::relations::{self, has_major};
use crate::rules::standing;
use crate::rules::strength;
use crate::rules::victory;

/// The terms of a seat's worth, in millionths: how far it is ahead with its conditions, and its share of all taxes, strength,
/// morale and ships, and of the strength of main armies; each as far as the campaign still opens, and as far as it has come to
/// its end.
pub const TERMS: [&str; 2 * FIGURES] = [
    "conditions, at first",
    "taxes, at first",
    "strength, at first",
    "morale, at first",
    "ships, at first",
    "main army, at first",
    "conditions, at last",
    "taxes, at last",
    "strength, at last",
    "morale, at last",
    "ships, at last",
    "main army, at last",
];
const FIGURES: usize = 6;

/// What each term weighs. Together they may come to more than a whole: an edge in one of them is then worth more than the
/// same part of everything.
pub fn weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> =
        LazyLock::new(|| Weights::built_in(include_str!("../../../data/evaluation.toml"), &TERMS));
    &WEIGHTS
}

/// The figures of a seat.
struct Figures {
    /// In thousandths of what is needed.
    goals: u64,
    /// In thousandths of talents.
    tax: u64,
    /// In quarters; unseasoned units have half their strength (ER-6.4).
    land: u64,
    morale: u64,
    /// Fleet units, those under construction included.
    ships: u64,
    /// The strongest army, ashore or aboard, in quarters.
    main: u64,
}

/// The figures of all seats, by seat.
fn figures(sc: &Scenario, st: &State) -> Vec<Figures> {
    let seats = (0..sc.seats.len() as u16).map(SeatId);
    let holdings = Holdings::of(sc, st, months(sc, st));
    let owners: Vec<Option<SeatId>> = sc.power_ids().map(|power| relations::seat_of(sc, st, power)).collect();
    let mut all: Vec<Figures> = seats
        .map(|seat| {
            let powers: Powers = sc
                .power_ids()
                .filter(|power| owners[power.index()] == Some(seat) && st.power(*power).kind.is_major())
                .collect();
            let morale = powers.iter().map(|power| u64::from(st.power(power).morale)).sum();
            Figures { goals: holdings.goals(seat), tax: 0, land: 0, morale, ships: 0, main: 0 }
        })
        .collect();
    let mut credit = |power: Option<PowerId>, add: &dyn Fn(&mut Figures)| {
        if let Some(seat) = power.and_then(|power| owners[power.index()]) {
            add(&mut all[seat.index()]);
        }
    };
    for id in sc.province_ids() {
        let tax = u64::from(sc.province(id).tax);
        let tax = if st.plundered(id) { 0 } else { tax };
        for (power, part) in holdings.province(id) {
            credit(power, &|figures| figures.tax += tax * part);
        }
    }
    for army in &st.armies {
        let land = u64::from(strength::of_bands(sc, st, &army.bands).land4);
        credit(Some(army.id.power), &|figures| {
            figures.land += land;
            figures.main = figures.main.max(land);
        });
    }
    for fleet in &st.fleets {
        let land = u64::from(strength::of_bands(sc, st, &fleet.cargo.bands).land4);
        credit(fleet.cargo.power, &|figures| {
            figures.land += land;
            figures.main = figures.main.max(land);
        });
        for &(power, ships) in &fleet.ships {
            credit(Some(power), &|figures| figures.ships += u64::from(ships));
        }
    }
    for yard in &st.yards {
        credit(Some(st.city(yard.city).controller), &|figures| figures.ships += u64::from(yard.ships));
    }
    all
}

/// Months gone by, and months that the campaign may last.
fn months(sc: &Scenario, st: &State) -> (u64, u64) {
    let months = |count: i16| u64::try_from(count).unwrap_or(0);
    let all = months(sc.end.since(sc.start)).max(1);
    (months(st.month.since(sc.start)).min(all), all)
}

/// The terms of all seats, by seat: each of `TERMS`.
pub fn terms(sc: &Scenario, st: &State) -> Vec<Vec<i64>> {
    let all = figures(sc, st);
    let seats = all.len().max(1) as i64;
    let mut parts = vec![[0; FIGURES]; all.len()];
    // How far one is ahead of the others: of few conditions, one more or less would double a share.
    let come: u64 = all.iter().map(|figures| figures.goals).sum();
    for (parts, figures) in parts.iter_mut().zip(&all) {
        let others = (come - figures.goals) as i64 / (seats - 1).max(1);
        parts[0] = (WHOLE as i64 + figures.goals as i64 - others) * 1_000_000 / (WHOLE as i64 * seats);
    }
    let shared: [fn(&Figures) -> u64; FIGURES - 1] = [|f| f.tax, |f| f.land, |f| f.morale, |f| f.ships, |f| f.main];
    for (at, part) in shared.into_iter().enumerate() {
        let total: u64 = all.iter().map(part).sum();
        for (parts, figures) in parts.iter_mut().zip(&all) {
            // Nobody has any of it: all have the same.
            parts[at + 1] = (part(figures) * 1_000_000).checked_div(total).unwrap_or(1_000_000 / seats as u64) as i64;
        }
    }
    let (gone, months) = months(sc, st);
    let phase = |parts: &[i64; FIGURES], months_of: u64| parts.map(|part| part * months_of as i64 / months as i64);
    parts.iter().map(|parts| [phase(parts, months - gone), phase(parts, gone)].concat()).collect()
}

/// Shares in millionths, by seat.
pub fn evaluation(sc: &Scenario, st: &State) -> Vec<u32> {
    if st.ending.is_some() {
        return shares(&standing::of(sc, st));
    }
    let mut evaluation: Vec<u64> =
        terms(sc, st).iter().map(|terms| weights().evaluate(terms).max(0).unsigned_abs()).collect();
    let seats = evaluation.len().max(1) as u64;
    // What the weights come to above a whole is taken from all alike.
    let beyond = evaluation.iter().sum::<u64>().saturating_sub(1_000_000).div_ceil(seats);
    for (at, evaluation) in evaluation.iter_mut().enumerate() {
        *evaluation = if has_major(sc, st, SeatId(at as u16)) { evaluation.saturating_sub(beyond) } else { 0 };
    }
    // Where it leaves somebody less than nothing, the others have more than there is.
    let total = evaluation.iter().sum::<u64>().max(1_000_000);
    evaluation.into_iter().map(|evaluation| (evaluation * 1_000_000 / total) as u32).collect()
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
        Feature::new("monthly taxes", amount(own.tax / WHOLE)),
        Feature::new("strength on land", amount(own.land / 4)),
        Feature::new("strongest army", amount(own.main / 4)),
        Feature::new("fleet units", amount(own.ships)),
        Feature::new("morale", amount(own.morale)),
        Feature::new("treasury", amount(treasury)),
        Feature::new("cities", cities as i64),
        Feature::new("cities not besieged", cities as i64 - besieged as i64),
    ]
}
