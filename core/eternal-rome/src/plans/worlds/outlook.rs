//! What a world is worth to each seat: conditions fulfilled, taxes, strength, morale and ships, each as the seat's share
//! of what all have (ER-20, ER-R59).

use kernel::{Feature, SeatId, shares};

use crate::ids::{CityId, PowerId, Powers, ProvinceId};
use crate::phases::victory;
use crate::relations;
use crate::scenario::{Goal, Scenario, Victory};
use crate::standing;
use crate::state::{ArmyStatus, State};
use crate::strength;
use crate::system::has_major;

/// What each figure weighs when the campaign opens, in thousandths: conditions, taxes, strength, morale, ships. As they
/// foretold the winner of campaigns between players of mixed postures: how far the conditions are on their way says most,
/// morale next, and strength by itself next to nothing.
const OPENING: [u64; 5] = [400, 150, 120, 250, 80];
/// The same at the end.
const ENDING: [u64; 5] = [680, 50, 70, 160, 40];
/// All of something, or nothing left to be done for it.
const WHOLE: u64 = 1_000;
/// What a province under siege counts for who besieges it, of [`WHOLE`]: at first, more each month, and at most. The rest
/// is its holder's.
const SIEGE: [u64; 3] = [300, 100, 700];

/// The figures of a seat.
struct Figures {
    /// In thousandths of what is needed.
    goals: u64,
    /// In thousandths of talents.
    tax: u64,
    /// In quarters; unseasoned units have half their strength (ER-6.4).
    land: u64,
    morale: u64,
    ships: u64,
}

/// Who has what of each province: its holder, unless it is under siege, and then its besieger a part.
struct Grip<'a> {
    sc: &'a Scenario,
    st: &'a State,
    /// City, who besieges it, and the part that he has of it.
    sieges: Vec<(CityId, PowerId, u64)>,
    /// Months gone by, and months that the campaign may last.
    months: (u64, u64),
}

impl<'a> Grip<'a> {
    fn of(sc: &'a Scenario, st: &'a State) -> Self {
        let sieges = sc.city_ids().filter_map(|city| {
            let months = u64::try_from(st.month.since(st.city(city).siege?)).unwrap_or(0);
            let before = st.armies_at(sc.city(city).hex).find(|army| army.status == ArmyStatus::Besieging)?;
            let [first, more, most] = SIEGE;
            Some((city, before.id.power, (first + more * months).min(most)))
        });
        Self { sc, st, sieges: sieges.collect(), months: months(sc, st) }
    }

    fn siege(&self, city: CityId) -> Option<&(CityId, PowerId, u64)> {
        self.sieges.iter().find(|(other, ..)| *other == city)
    }

    /// What a power has of a city, of [`WHOLE`].
    fn city(&self, power: PowerId, city: CityId, holds: bool) -> u64 {
        match self.siege(city) {
            Some((.., part)) if holds => WHOLE - part,
            Some((_, besieger, part)) if *besieger == power => *part,
            _ => whole(holds),
        }
    }

    fn province(&self, power: PowerId, province: ProvinceId) -> u64 {
        let holds = self.st.province(province).controller == Some(power);
        match self.sc.province(province).capital {
            Some(city) => self.city(power, city, holds),
            None => whole(holds),
        }
    }

    /// What a power has of a goal, of [`WHOLE`]: the way it has come, and the nearer the end, the more whether that is far
    /// enough, which counts for half at last.
    fn goal(&self, power: PowerId, goal: &Goal) -> u64 {
        let met = whole(victory::fulfilled(self.sc, self.st, power, goal));
        let (gone, all) = self.months;
        (met * gone + self.way(power, goal) * all) / (gone + all)
    }

    /// How far a power has come with a goal, of [`WHOLE`].
    fn way(&self, power: PowerId, goal: &Goal) -> u64 {
        let (sc, st) = (self.sc, self.st);
        let part = |have: u64, whole: u64| (WHOLE * have / whole.max(1)).min(WHOLE);
        let held = |list: &[ProvinceId]| list.iter().map(|&province| self.province(power, province)).sum::<u64>();
        match goal {
            Goal::ControlAll(list) => held(list) / (list.len() as u64).max(1),
            Goal::ControlCount(list, wanted) => (held(list) / u64::from(*wanted).max(1)).min(WHOLE),
            Goal::ControlCity { city, .. } => self.city(power, *city, victory::fulfilled(sc, st, power, goal)),
            Goal::PowerDissolved(_) | Goal::LeaderCaptured(_) => whole(victory::fulfilled(sc, st, power, goal)),
            Goal::MoraleAtLeast(least) => part(st.power(power).morale.into(), (*least).into()),
            Goal::TreasuryAtLeast(least) => part(st.power(power).treasury.into(), (*least).into()),
            Goal::Any(goals) => goals.iter().map(|goal| self.way(power, goal)).max().unwrap_or(0),
            Goal::All(goals) => {
                goals.iter().map(|goal| self.way(power, goal)).sum::<u64>() / (goals.len() as u64).max(1)
            }
        }
    }
}

fn whole(yes: bool) -> u64 {
    if yes { WHOLE } else { 0 }
}

/// The figures of all seats, by seat.
fn figures(sc: &Scenario, st: &State) -> Vec<Figures> {
    let seats = (0..sc.seats.len() as u16).map(SeatId);
    let grip = Grip::of(sc, st);
    let owners: Vec<Option<SeatId>> = sc.power_ids().map(|power| relations::seat_of(sc, st, power)).collect();
    let mut all: Vec<Figures> = seats
        .map(|seat| {
            let powers: Powers = sc
                .power_ids()
                .filter(|power| owners[power.index()] == Some(seat) && st.power(*power).kind.is_major())
                .collect();
            let morale = powers.iter().map(|power| u64::from(st.power(power).morale)).sum();
            Figures { goals: goals(&grip, seat), tax: 0, land: 0, morale, ships: 0 }
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
        let siege = sc.province(id).capital.and_then(|city| grip.siege(city));
        let (besieger, lost) = siege.map_or((None, 0), |&(_, power, part)| (Some(power), part));
        credit(st.province(id).controller, &|figures| figures.tax += tax * (WHOLE - lost));
        credit(besieger, &|figures| figures.tax += tax * lost);
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

/// How far a seat's majors have come, of [`WHOLE`]. Who has ceased to be one has come to nothing.
fn goals(grip: &Grip<'_>, seat: SeatId) -> u64 {
    let (sc, st) = (grip.sc, grip.st);
    let come = |list: &Victory| {
        let goals = list.goals.iter().filter(|_| st.power(list.power).kind.is_major());
        let sum: u64 = goals.map(|goal| grip.goal(list.power, &goal.goal)).sum();
        (sum / u64::from(list.needed).max(1)).min(WHOLE)
    };
    let lists = sc.victory.iter().filter(|list| sc.power(list.power).seat == Some(seat));
    let (sum, majors) = lists.fold((0, 0), |(sum, majors), list| (sum + come(list), majors + 1));
    sum / u64::max(majors, 1)
}

/// Months gone by, and months that the campaign may last.
fn months(sc: &Scenario, st: &State) -> (u64, u64) {
    let months = |count: i16| u64::try_from(count).unwrap_or(0);
    let all = months(sc.end.since(sc.start)).max(1);
    (months(st.month.since(sc.start)).min(all), all)
}

/// What each figure weighs now, in thousandths.
fn weights(sc: &Scenario, st: &State) -> [u64; 5] {
    let (gone, all) = months(sc, st);
    std::array::from_fn(|at| (OPENING[at] * (all - gone) + ENDING[at] * gone) / all)
}

/// Shares in millionths, by seat.
pub fn worth(sc: &Scenario, st: &State) -> Vec<u32> {
    if st.ending.is_some() {
        return shares(&standing::of(sc, st));
    }
    let all = figures(sc, st);
    let seats = all.len().max(1) as u64;
    let mut worth = vec![0u64; all.len()];
    let [goals, rest @ ..] = weights(sc, st);
    // How far one is ahead of the others: of few conditions, one more or less would double a share.
    let come: u64 = all.iter().map(|figures| figures.goals).sum();
    for (worth, figures) in worth.iter_mut().zip(&all) {
        let others = (come - figures.goals) / (seats - 1).max(1);
        *worth += (WHOLE + figures.goals - others) * goals * 1_000_000 / (WHOLE * 1_000 * seats);
    }
    let parts: [fn(&Figures) -> u64; 4] = [|f| f.tax, |f| f.land, |f| f.morale, |f| f.ships];
    for (part, weight) in parts.into_iter().zip(rest) {
        let total: u64 = all.iter().map(part).sum();
        for (worth, figures) in worth.iter_mut().zip(&all) {
            // Nobody has any of it: all have the same.
            let share = (part(figures) * 1_000_000).checked_div(total).unwrap_or(1_000_000 / seats);
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
        Feature::new("monthly taxes", amount(own.tax / WHOLE)),
        Feature::new("strength on land", amount(own.land / 4)),
        Feature::new("fleet units", amount(own.ships)),
        Feature::new("morale", amount(own.morale)),
        Feature::new("treasury", amount(treasury)),
        Feature::new("cities", cities as i64),
        Feature::new("cities not besieged", cities as i64 - besieged as i64),
    ]
}
