//! Lines of communication (ST-R23, ST-R24).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::march::Ground;
use super::zones::enemy_ring_one;
use crate::model::command::{Command, CommandKind};
use crate::model::ids::{CountryId, HEXES, HexId, Power};
use crate::model::scenario::Scenario;
use crate::model::state::{Site, SiteStatus, State};

/// ST-R23: whether a site is a base for a power: a city that it, or a partner in an alliance, owns or has as an ally; a fort of
/// DV 6 or more; a captured city with a Command Base. Free cities are bases for themselves.
pub fn is_base(sc: &Scenario, st: &State, power: Power, site: &Site) -> bool {
    if !st.admits(site, power) {
        return false;
    }
    if site.size == 0 {
        return i32::from(site.dv_current) >= sc.rulings.communication.base_fort_dv;
    }
    site.base || site.status != SiteStatus::Captured
}

/// Stages of a line: on land before its leg by sea, on that leg, on land after it.
const STAGES: usize = 3;

/// A hex, and the stage that the line has come to.
type Place = (HexId, usize);

/// The shortest line to a base.
struct Found {
    /// Twice its length.
    halves: u32,
    base: Place,
    reached: Reached,
}

/// Twice the length to each place, and the place before it; the start is before itself.
struct Reached {
    halves: Vec<u32>,
    before: Vec<u16>,
}

impl Reached {
    fn only(start: Place) -> Self {
        let mut it = Self { halves: vec![u32::MAX; HEXES * STAGES], before: vec![0; HEXES * STAGES] };
        it.set(start, 0, start);
        it
    }
    fn index((hex, stage): Place) -> usize {
        hex.index() * STAGES + stage
    }
    fn set(&mut self, at: Place, halves: u32, before: Place) {
        self.halves[Self::index(at)] = halves;
        self.before[Self::index(at)] = Self::index(before) as u16;
    }
    /// Twice the length to a place; the greatest number where the search did not come.
    fn halves(&self, at: Place) -> u32 {
        self.halves[Self::index(at)]
    }
    fn before(&self, at: Place) -> Place {
        let index = usize::from(self.before[Self::index(at)]);
        (HexId::at(index / STAGES), index % STAGES)
    }
}

/// The lines of communication of a power as things stand.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    ground: &'a Ground<'a>,
    land_closed: Vec<bool>,
    sea_closed: Vec<bool>,
    base: Vec<bool>,
    port: Vec<bool>,
}

impl<'a> Lines<'a> {
    /// Of a power in a state.
    pub fn new(ground: &'a Ground<'a>, st: &State, power: Power) -> Self {
        let sc = ground.sc;
        let mut land_closed = enemy_ring_one(sc, st, power, false);
        let mut sea_closed = enemy_ring_one(sc, st, power, true);
        let (mut base, mut port) = (vec![false; HEXES], vec![false; HEXES]);
        for command in st.commands.values().filter(|command| st.friendly(power, command.power)) {
            if command.units.regts() > 0 && command.carried_by.is_none() {
                land_closed[command.hex.index()] = false;
            }
        }
        for command in st.commands.values().filter(|command| st.at_war(power, command.power)) {
            let closed = if command.kind.is_naval() { &mut sea_closed } else { &mut land_closed };
            closed[command.hex.index()] |= command.units.fighting() > 0;
        }
        for site in st.sites.values() {
            if st.at_war(power, site.power) {
                land_closed[site.hex.index()] = true;
            }
            base[site.hex.index()] = is_base(sc, st, power, site);
            let harbour = site.size > 0 && sc.board.is_harbour(site.hex);
            port[site.hex.index()] = harbour && st.admits(site, power) && site.blockade.is_none();
        }
        Self { ground, land_closed, sea_closed, base, port }
    }

    /// The length of the line from a hex to the nearest base, in hexes, rounded up: a step along a road counts half, one leg by
    /// sea that ends in a friendly port counts in full. `None` if there is none within `limit` hexes.
    pub fn length(&self, from: HexId, limit: u32) -> Option<u32> {
        self.search(from, limit).map(|found| found.halves.div_ceil(2))
    }

    /// That line from hex to hex, the nearest base last.
    pub fn way(&self, from: HexId, limit: u32) -> Option<Vec<HexId>> {
        let Found { base: mut at, reached, .. } = self.search(from, limit)?;
        let mut way = vec![at.0];
        while reached.before(at) != at {
            let before = reached.before(at);
            if before.0 != at.0 {
                way.push(before.0);
            }
            at = before;
        }
        way.reverse();
        Some(way)
    }

    fn search(&self, from: HexId, limit: u32) -> Option<Found> {
        let board = &self.ground.sc.board;
        let sea_leg = self.ground.sc.rulings.communication.sea_leg as u32;
        let mut best = Reached::only((from, 0));
        let mut open = BinaryHeap::from([Reverse((0u32, from, 0, 0u32))]);
        while let Some(Reverse((halves, here, stage, leg))) = open.pop() {
            if best.halves((here, stage)) < halves {
                continue;
            }
            if stage != 1 && self.base[here.index()] {
                return Some(Found { halves, base: (here, stage), reached: best });
            }
            let mut try_step = |to: HexId, next: usize, halves: u32, leg: u32| {
                if halves <= 2 * limit && halves < best.halves((to, next)) {
                    best.set((to, next), halves, (here, stage));
                    open.push(Reverse((halves, to, next, leg)));
                }
            };
            if stage == 1 && self.port[here.index()] {
                try_step(here, 2, halves, leg);
            }
            for side in board.hex(here).sides.iter().flatten() {
                if stage != 1 && side.land && !self.land_closed[side.to.index()] {
                    let road = self.ground.is_road(here) && self.ground.is_road(side.to);
                    try_step(side.to, stage, halves + if road { 1 } else { 2 }, leg);
                }
                if stage != 2 && side.ships() && leg < sea_leg && !self.sea_closed[side.to.index()] {
                    try_step(side.to, 1, halves + 2, leg + 1);
                }
            }
        }
        None
    }

    /// ST-14.6: whether a hex is within range of a line of communication.
    pub fn in_range(&self, hex: HexId) -> bool {
        self.length(hex, self.ground.sc.rulings.communication.line as u32).is_some()
    }
}

/// ST-R23, ST-R24: whether a command needs a line. Scouting commands, fleets and what they carry, and commands of cities and
/// forts need none.
pub fn needs_line(sc: &Scenario, command: &Command) -> bool {
    let needs = matches!(
        command.kind,
        CommandKind::Army | CommandKind::Division | CommandKind::TaskForce | CommandKind::Special
    );
    needs && command.carried_by.is_none() && !sc.board.is_sea(command.hex)
}

/// ST-22.14, ST-R23: whether there is a line of communication between two countries: cities within 8 hexes of each other, or
/// both with a port that nobody blockades.
pub fn between(sc: &Scenario, st: &State, one: CountryId, other: CountryId) -> bool {
    let cities = |country: CountryId| {
        st.sites.values().filter(move |site| site.size > 0 && site.power == Power::Country(country))
    };
    let range = sc.rulings.cities.money_range as u32;
    let near = cities(one).any(|here| cities(other).any(|there| here.hex.distance(there.hex) <= range));
    let port = |country| cities(country).any(|site| sc.board.is_harbour(site.hex) && site.blockade.is_none());
    near || port(one) && port(other)
}
