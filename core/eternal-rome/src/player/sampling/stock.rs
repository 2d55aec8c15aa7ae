//! What a power may have that a seat does not see: what it began with, less what is in sight, more or less what a war
//! does to it; and how that is spread over the places where it is known to stand.

use kernel::{RuleRef, Stream};

use crate::model::ids::{FLEET, HexId, KINDS, LeaderId, PowerId, UnitKind};
use crate::model::scenario::{Force, Scenario};
use crate::model::state::{Band, LeaderPlace, State, add_band, count, total};

pub(super) const RULE: RuleRef = RuleRef::new("ER-7.1");
/// Per cent of the units that a month of war takes away, at least and at most.
const DRIFT: [i32; 2] = [3, 11];
/// Months after which recruits make good what the war takes: over ten campaigns strengths on land hardly changed.
const SETTLED: i32 = 5;
/// Per cent of units that are seasoned once it is no longer known (ER-6.4).
const SEASONED: i32 = 85;

/// Strength in quarters up to which a force stays where the scenario put it, and the per cent of chance that it does: over
/// forty campaigns small garrisons hardly ever moved.
const SMALL: (u32, i32) = (90, 95);
/// A greater force of a major goes to war in its first turn, the more surely the greater it is, and leaves what guards the
/// place. The per cent of chance that it is still there is this by its strength in quarters.
const MAIN: u32 = 8_000;
/// What a month takes from the chance of a greater force of a minor, in per cent; and what is left of it at least.
const MINOR: (i32, i32) = (5, 60);

/// Land units by type and fleet units that are somewhere out of sight.
pub(super) struct Stock {
    power: PowerId,
    major: bool,
    units: [i32; KINDS],
    ships: i32,
}

impl Stock {
    /// What a power began with and has placed since, less what is seen in `st`.
    pub(super) fn of(sc: &Scenario, st: &State, power: PowerId) -> Self {
        let major = st.power(power).kind.is_major();
        let mut stock = Self { power, major, units: [0; KINDS], ships: 0 };
        for force in sc.forces.iter().filter(|force| force.power == power) {
            stock.add(&force.units, force.fleet_units);
        }
        if st.power(power).placed {
            for reserve in sc.reserves.iter().filter(|reserve| reserve.power == power) {
                stock.add(&reserve.units, reserve.fleet_units);
            }
        }
        for army in st.armies.iter().filter(|army| army.id.power == power) {
            stock.see(&army.bands);
        }
        for fleet in &st.fleets {
            if fleet.cargo.power == Some(power) {
                stock.see(&fleet.cargo.bands);
            }
            let own = fleet.ships.iter().filter(|(owner, _)| *owner == power);
            stock.ships -= own.map(|(_, ships)| i32::from(*ships)).sum::<i32>();
        }
        stock
    }

    fn add(&mut self, units: &[(UnitKind, u8)], ships: u8) {
        for &(kind, count) in units {
            self.units[kind.index()] += i32::from(count);
        }
        self.ships += i32::from(ships);
    }

    fn see(&mut self, bands: &[Band]) {
        for band in bands {
            self.units[band.kind.index()] -= i32::from(band.count);
        }
    }

    /// Recruits and losses of the months gone by: nobody has told of them.
    pub(super) fn age(&mut self, raised: &[u8; KINDS + 1], months: i32, rng: &mut Stream<'_>) {
        for (units, raised) in self.units.iter_mut().zip(raised) {
            let [least, most] = DRIFT.map(|share| (*units * months.min(SETTLED) * share / 100).max(0));
            *units = (*units - rng.range(least, most, RULE)).max(0) + i32::from(*raised);
        }
        self.ships = self.ships.max(0) + i32::from(raised[FLEET]);
    }

    /// Spreads the land units over armies, one unit at least for each. Where a force stood at the start and still does,
    /// it may be the same; the others are strong in places where strength, in quarters, is to be expected.
    pub(super) fn man(
        &mut self, sc: &Scenario, places: &[(HexId, u32)], turns: i32, rng: &mut Stream<'_>,
    ) -> Vec<Vec<Band>> {
        let mut armies: Vec<Vec<Band>> = vec![Vec::new(); places.len()];
        for (army, &(hex, _)) in armies.iter_mut().zip(places) {
            let old = sc.forces.iter().filter(|force| force.power == self.power && force.hex == hex);
            let stays = |force: &&Force| rng.chance(self.stays(force.land4(sc), turns), RULE);
            for force in old.filter(stays).collect::<Vec<_>>() {
                for &(kind, wanted) in &force.units {
                    let there = self.take(kind, i32::from(wanted));
                    add_band(army, Band { kind, seasoned: force.seasoned, spent: 0, count: there });
                }
            }
        }
        // What is left has gone where something new stands, else anywhere.
        let new: Vec<usize> = (0..armies.len()).filter(|&at| armies[at].is_empty()).collect();
        let weights: Vec<i32> = new.iter().map(|&at| places[at].1 as i32 * rng.range(3, 8, RULE)).collect();
        for kind in UnitKind::ALL {
            for _ in 0..self.units[kind.index()].max(0) {
                let at = match new.is_empty() {
                    true => rng.pick(armies.len(), RULE),
                    false => new[by_weight(&weights, rng)],
                };
                let seasoned = rng.chance(SEASONED, RULE);
                if count(&armies[at], kind, seasoned) < 60 {
                    add_band(&mut armies[at], Band { kind, seasoned, spent: 0, count: 1 });
                }
            }
            self.units[kind.index()] = 0;
        }
        for army in armies.iter_mut().filter(|army| army.is_empty()) {
            add_band(army, Band { kind: UnitKind::LightInf, seasoned: true, spent: 0, count: 1 });
        }
        armies
    }

    /// Per cent of chance that a force of this strength, in quarters, is where the scenario put it, after so many turns.
    fn stays(&self, strength: u32, turns: i32) -> i32 {
        let (small, chance) = SMALL;
        match turns {
            0 => 100,
            _ if strength <= small => chance,
            _ if self.major => (MAIN / strength) as i32,
            _ => (100 - MINOR.0 * turns).max(MINOR.1),
        }
    }

    /// Takes so many units of a type, as far as there are any.
    pub(super) fn take(&mut self, kind: UnitKind, wanted: i32) -> u8 {
        let left = &mut self.units[kind.index()];
        let taken = wanted.min(*left).max(0);
        *left -= taken;
        taken as u8
    }

    /// Spreads the fleet units by weight, one at least for each fleet.
    pub(super) fn crew(&mut self, weights: &[i32], rng: &mut Stream<'_>) -> Vec<u8> {
        let mut ships = vec![1u8; weights.len()];
        if weights.is_empty() {
            return ships;
        }
        for _ in 0..(self.ships - weights.len() as i32).max(0) {
            let at = by_weight(weights, rng);
            ships[at] = ships[at].saturating_add(1).min(60);
        }
        self.ships = 0;
        ships
    }
}

fn by_weight(weights: &[i32], rng: &mut Stream<'_>) -> usize {
    let mut drawn = rng.range(1, weights.iter().sum(), RULE);
    weights
        .iter()
        .position(|weight| {
            drawn -= weight;
            drawn <= 0
        })
        .unwrap_or(0)
}

/// The leaders of whom a seat does not know where they are: with a force of their power that it does not know, and if
/// there is none, with any that it does not know. Where many are, leaders are.
pub(super) fn attach(st: &mut State, hidden: &[LeaderId], forces: &[LeaderPlace], rng: &mut Stream<'_>) {
    for &leader in hidden {
        let power = st.leader(leader).power;
        let own = |place: &&LeaderPlace| match place {
            LeaderPlace::Army(id) => id.power == power,
            LeaderPlace::Fleet(id) => id.power == power,
            _ => false,
        };
        let mine: Vec<LeaderPlace> = forces.iter().filter(own).copied().collect();
        let places = if mine.is_empty() { forces } else { &mine };
        if !places.is_empty() {
            let weights: Vec<i32> = places.iter().map(|&place| units(st, place)).collect();
            st.leader_mut(leader).place = places[by_weight(&weights, rng)];
        }
    }
}

fn units(st: &State, place: LeaderPlace) -> i32 {
    let count = match place {
        LeaderPlace::Army(id) => st.army(id).map_or(0, |army| total(&army.bands)),
        LeaderPlace::Fleet(id) => st.fleet(id).map_or(0, |fleet| total(&fleet.cargo.bands) + fleet.size()),
        _ => 0,
    };
    count.max(1) as i32
}
