//! Armies across the sea (UM-16): which squadrons carry a stack, and where it gets with them this turn.
//!
//! An army embarks where it stands, or marches to the squadrons, or waits for an admiral who brings them; it sails,
//! lands, and goes on by land while time lasts.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use kernel::map::Mode;

use super::assess::Survey;
use super::forces::{Stack, Strength, total};
use super::reach::{Pace, Ways};
use super::routes;
use crate::model::combat_orders::Arm;
use crate::model::ids::{GeneralId, NationId, ProvinceId, TypeId};
use crate::model::scenario::Scenario;
use crate::rules::{conflict, movement};

/// Part of a stack's field value that must find room, per cent: a great army is not left without its general.
const WORTH_SAILING: i64 = 50;
/// Own sea value needed against squadrons in the way, per cent of theirs.
const MASTERY: i64 = 130;

/// A passage over sea, as it is ordered.
#[derive(Clone, PartialEq, Debug)]
pub struct Voyage {
    /// Where the squadrons lie at first.
    pub fleet: ProvinceId,
    /// Squadrons by type.
    pub squadrons: Vec<u16>,
    /// An admiral who sails along, beside the generals of the army.
    pub admiral: Option<GeneralId>,
    /// His way to the army; empty when the squadrons are where it embarks.
    pub fetch: Vec<ProvinceId>,
    /// The army's way to the squadrons; empty when it embarks where it stands.
    pub march: Vec<ProvinceId>,
    /// The way with the army aboard.
    pub sail: Vec<ProvinceId>,
    /// The army's way after it has landed.
    pub onward: Vec<ProvinceId>,
}

impl Voyage {
    /// Where the squadrons are in the end.
    pub fn harbour(&self) -> ProvinceId {
        self.sail.last().copied().unwrap_or(self.fleet)
    }
}

/// Everywhere that a stack gets with some squadrons this turn.
#[derive(Clone, Debug)]
pub struct Crossing {
    /// Who leads the army.
    leader: GeneralId,
    /// The voyage as far as the port of embarkation.
    to_port: Voyage,
    /// Army units that find room.
    pub units: Vec<u16>,
    /// By sea.
    sea: Rc<Ways>,
    /// By land, after a landing in one's own territory.
    land: Ways,
    /// Value in a sea battle, tenths.
    escort: i64,
    /// What the squadrons add to a siege.
    support: Strength,
}

/// A passage to one place.
#[derive(Clone, Debug)]
pub struct Passage {
    /// How.
    pub voyage: Voyage,
    /// With what army.
    pub units: Vec<u16>,
    /// Its strength there, squadrons included where they share in the siege (UM-3.2).
    pub strength: Strength,
    /// Time of arrival, parts of a turn.
    pub ends: i64,
    /// Units expected to be lost in storms, thousandths (UM-R53).
    pub storms: i64,
}

/// Squadrons that might be used, and an admiral for them where one is free.
#[derive(Clone, Debug)]
pub struct Fleet {
    /// Where.
    pub place: ProvinceId,
    /// By type.
    pub squadrons: Vec<u16>,
    /// Who may bring them elsewhere.
    pub admiral: Option<GeneralId>,
}

/// Own squadrons in a province.
pub fn squadrons(survey: &Survey, place: ProvinceId) -> Vec<u16> {
    let sc = survey.sc;
    let here = survey.st.stacks.of(place, survey.me);
    here.iter().zip(&sc.types).map(|(count, kind)| if kind.is_fleet() { *count } else { 0 }).collect()
}

/// Own squadrons that are free to sail, with those of `admirals` who are with them.
pub fn fleets(survey: &Survey, admirals: impl Fn(ProvinceId) -> Option<GeneralId>) -> Vec<Fleet> {
    let ports = survey.ports.iter().copied();
    let free = ports.filter(|&place| !conflict::blockaded(survey.sc, survey.st, place, survey.me));
    free.map(|place| Fleet { place, squadrons: squadrons(survey, place), admiral: admirals(place) }).collect()
}

fn lift(sc: &Scenario, squadrons: &[u16]) -> u32 {
    squadrons.iter().zip(&sc.types).map(|(count, kind)| u32::from(*count) * kind.capacity).sum()
}

/// Value in an open sea battle, tenths.
fn sea_value(sc: &Scenario, units: &[u16]) -> i64 {
    units.iter().zip(&sc.types).map(|(count, kind)| i64::from(*count) * kind.sea).sum()
}

/// Value of hostile squadrons in a province, those of its owner included, tenths.
fn guard(survey: &Survey, place: ProvinceId, owner: NationId) -> i64 {
    let (sc, st, me) = (survey.sc, survey.st, survey.me);
    let factions = st.stacks.present(place).iter().filter(|&other| other != me);
    let hostile = factions.filter(|&other| other == owner || st.hostile(sc, place, me, other));
    hostile.map(|other| sea_value(sc, st.stacks.of(place, other))).sum()
}

/// The best units for a landing that find room: a train for the walls, then whoever storms and fights best.
fn aboard(sc: &Scenario, free: &[u16], room: u32) -> Vec<u16> {
    let mut kinds: Vec<TypeId> = sc.type_ids().filter(|kind| free[kind.index()] > 0).collect();
    kinds.sort_by_key(|&kind| {
        let unit = sc.unit(kind);
        let field = unit.land.iter().sum::<i64>() / unit.land.len().max(1) as i64;
        (Reverse(2 * field + 2 * unit.assault + unit.siege), kind)
    });
    let (mut left, mut units) = (room, vec![0; free.len()]);
    for kind in kinds {
        let train = sc.unit(kind).siege > 50;
        let most = if train { left.min(room.div_ceil(4)) } else { left };
        let goes = most.min(u32::from(free[kind.index()]));
        units[kind.index()] = goes as u16;
        left -= goes;
    }
    units
}

/// Everywhere that a stack gets this turn with each of some fleets, under its best general.
pub fn crossings(survey: &Survey, stack: &Stack, fleets: &[Fleet]) -> Vec<Crossing> {
    if total(&stack.free) == 0 || stack.besieged {
        return Vec::new();
    }
    let (sc, leader) = (survey.sc, stack.generals[0]);
    let terrain = sc.province(stack.place).terrain;
    let whole = Strength::of(sc, &stack.free, terrain).field;
    let mut list = Vec::new();
    for fleet in fleets {
        let units = aboard(sc, &stack.free, lift(sc, &fleet.squadrons));
        if Strength::of(sc, &units, terrain).field * 100 < whole * WORTH_SAILING {
            continue;
        }
        let mut to_port = Voyage {
            fleet: fleet.place,
            squadrons: fleet.squadrons.clone(),
            admiral: fleet.admiral.filter(|admiral| !stack.generals.contains(admiral) || stack.home),
            fetch: Vec::new(),
            march: Vec::new(),
            sail: Vec::new(),
            onward: Vec::new(),
        };
        to_port.admiral = to_port.admiral.filter(|admiral| *admiral != leader);
        if fleet.place == stack.place {
            list.push(crossing(survey, leader, to_port, units, 0));
            continue;
        }
        if !stack.home {
            continue;
        }
        // The squadrons come to the army.
        if let Some(admiral) = to_port.admiral {
            let ways = sail(survey, fleet.place, pace(survey, &fleet.squadrons, &[admiral], 0));
            if let Some((start, path)) = path(&ways, stack.place).filter(|(_, path)| !path.is_empty()) {
                let to_port = Voyage { fetch: path, ..to_port.clone() };
                list.push(crossing(survey, leader, to_port, units.clone(), start));
            }
        }
        // The army goes to the squadrons.
        let own = survey.st.province(fleet.place).owner == survey.me && !survey.contested(fleet.place);
        let march = own.then(|| routes::reach(survey, stack.place, Pace::of(survey, &units, leader)));
        if let Some(way) = march.and_then(|reach| reach.way(fleet.place)) {
            let to_port = Voyage { march: way.path, ..to_port };
            list.push(crossing(survey, leader, to_port, units, way.ends));
        }
    }
    list
}

/// How squadrons under some generals sail.
fn pace(survey: &Survey, squadrons: &[u16], crew: &[GeneralId], spent: i64) -> Pace {
    let sc = survey.sc;
    let kinds = || squadrons.iter().zip(&sc.types).filter(|(count, kind)| **count > 0 && kind.is_fleet());
    let commander = survey.st.senior(crew.iter().copied());
    let activity = commander.map_or(0, |id| usize::from(survey.st.general(id).activity.min(7)));
    Pace {
        multi: kinds().map(|(_, kind)| kind.multi).min().unwrap_or(0),
        stage: kinds().map(|(_, kind)| kind.longest_stage()).min().unwrap_or(0),
        activity: sc.constants.R45.activity_pct[activity],
        spent,
    }
}

fn crossing(survey: &Survey, leader: GeneralId, to_port: Voyage, units: Vec<u16>, start: i64) -> Crossing {
    let sc = survey.sc;
    let port = to_port.march.last().or(to_port.fetch.last()).copied().unwrap_or(to_port.fleet);
    let crew: Vec<GeneralId> = [leader].into_iter().chain(to_port.admiral).collect();
    let sea = sail(survey, port, pace(survey, &to_port.squadrons, &crew, start));
    let safe = |place: ProvinceId| {
        survey.st.province(place).owner == survey.me && !survey.contested(place) && guard(survey, place, survey.me) == 0
    };
    let landings: Vec<(i64, ProvinceId)> = (survey.own.iter().copied())
        .filter_map(|place| Some((sea[place.index()]?.0, place)))
        .filter(|&(_, place)| place != port && safe(place))
        .collect();
    let land = spread(survey, &landings, Mode::Land, Pace::of(survey, &units, leader), |place| survey.contested(place));
    let support = to_port.squadrons.iter().zip(&sc.types).fold(Strength::default(), |sum, (count, kind)| Strength {
        assault: sum.assault + i64::from(*count) * kind.assault,
        siege: sum.siege + i64::from(*count) * kind.siege,
        ..sum
    });
    let escort = sea_value(sc, &to_port.squadrons);
    Crossing { leader, to_port, units, sea, land, escort, support }
}

/// Everywhere that squadrons get by sea. Hostile squadrons end a way (UM-16.1).
fn sail(survey: &Survey, from: ProvinceId, pace: Pace) -> Rc<Ways> {
    let (sc, st, me) = (survey.sc, survey.st, survey.me);
    let barred = |place| st.hostile_units(sc, place, me, Arm::Sea) > 0;
    survey.recall.sail(from, pace, || spread(survey, &[(pace.spent, from)], Mode::Sea, pace, barred))
}

fn spread(
    survey: &Survey, from: &[(i64, ProvinceId)], mode: Mode, pace: Pace, bars: impl Fn(ProvinceId) -> bool,
) -> Ways {
    let sc = survey.sc;
    let turn = sc.constants.R45.turn_length;
    let mut best: Ways = vec![None; sc.provinces.len()];
    let mut open = BinaryHeap::with_capacity(routes::OPEN);
    for &(time, place) in from {
        best[place.index()] = Some((time, place.0));
        open.push(Reverse((time, place.0)));
    }
    while let Some(Reverse((time, at))) = open.pop() {
        let here = ProvinceId(at);
        let known = best[here.index()];
        let start = known.is_some_and(|(_, before)| before == at);
        if known.is_some_and(|(known, _)| known < time) || (!start && bars(here)) {
            continue;
        }
        for step in sc.graph.steps(at, mode) {
            let Some(leg) = pace.time(sc, sc.route(step.route).mp) else { continue };
            let ends = time + leg;
            let entry = &mut best[usize::from(step.to)];
            if ends <= turn && entry.is_none_or(|(known, before)| (ends, at) < (known, before) && before != step.to) {
                *entry = Some((ends, at));
                open.push(Reverse((ends, step.to)));
            }
        }
    }
    best
}

/// The way to a place and its time; empty where it begins.
fn path(ways: &Ways, to: ProvinceId) -> Option<(i64, Vec<ProvinceId>)> {
    let (ends, _) = ways[to.index()]?;
    let (mut at, mut path) = (to.0, Vec::new());
    loop {
        let (_, before) = ways[usize::from(at)]?;
        if before == at {
            break;
        }
        path.push(ProvinceId(at));
        at = before;
    }
    path.reverse();
    Some((ends, path))
}

impl Crossing {
    /// Where the squadrons lie now.
    pub fn fleet(&self) -> ProvinceId {
        self.to_port.fleet
    }

    /// Who leads the army.
    pub fn leader(&self) -> GeneralId {
        self.leader
    }

    /// The admiral whom it takes along.
    pub fn admiral(&self) -> Option<GeneralId> {
        self.to_port.admiral
    }

    /// The passage to a place: straight to it where it has a coast, else by way of a port of one's own.
    pub fn to(&self, survey: &Survey, place: ProvinceId) -> Option<Passage> {
        let sc = survey.sc;
        let port = self.to_port.march.last().or(self.to_port.fetch.last()).copied().unwrap_or(self.to_port.fleet);
        if place == port {
            return None;
        }
        let owner = survey.st.province(place).owner;
        let by_sea = path(&self.sea, place).filter(|_| self.escort * 100 >= guard(survey, place, owner) * MASTERY);
        let mut strength = Strength::of(sc, &self.units, sc.province(place).terrain);
        let (voyage, ends) = match by_sea {
            Some((ends, sail)) => {
                strength = strength.and(self.support);
                (Voyage { sail, ..self.to_port.clone() }, ends)
            }
            None => {
                let (ends, onward) = path(&self.land, place).filter(|(_, onward)| !onward.is_empty())?;
                let landing = ProvinceId(self.land[onward[0].index()]?.1);
                let (_, sail) = path(&self.sea, landing)?;
                (Voyage { sail, onward, ..self.to_port.clone() }, ends)
            }
        };
        let storms = self.storms(survey, port, &voyage);
        Some(Passage { voyage, units: self.units.clone(), strength, ends, storms })
    }

    /// Units of fleet and army that storms are expected to take, thousandths.
    fn storms(&self, survey: &Survey, port: ProvinceId, voyage: &Voyage) -> i64 {
        let (sc, of) = (survey.sc, &survey.sc.constants.R53);
        let season = sc.turn_type(survey.turn()).season;
        let leg = |from: ProvinceId, to: ProvinceId| -> i64 {
            let Some(route) = sc.graph.route(from.0, to.0, Mode::Sea) else { return 0 };
            let level = movement::sea_level(sc.route(route), season);
            movement::storm_chance(&sc.constants, level) * (of.rate_base_pct + of.rate_per_level_pct * level)
        };
        let way = |from: ProvinceId, path: &[ProvinceId]| -> i64 {
            let mut here = from;
            path.iter().map(|&to| leg(std::mem::replace(&mut here, to), to)).sum()
        };
        let ships = i64::from(total(&voyage.squadrons));
        let army = i64::from(total(&self.units));
        (way(voyage.fleet, &voyage.fetch) * ships + way(port, &voyage.sail) * (ships + army)) / 10
    }
}
