//! A state made of a view alone: what a seat may take the world to be.
//!
//! Order checks and computer players use the same functions on it as the engine on the true state. What its own side has
//! is exact; forces of unknown strength count as ER-R45 takes them; leaders whose place is not known are nowhere.

use crate::knowledge::view::{ArmyView, Core, FleetView, UnknownView, View};
use crate::model::frames::Frame;
use crate::model::ids::{HexId, KINDS, LeaderId, PowerId, UnitKind};
use crate::model::scenario::{Options, Scenario};
use crate::model::state::{
    Army, ArmyStatus, Band, City, Fleet, FleetStatus, Leader, LeaderPlace, Policy, Province, State, add_band,
};
use crate::rules::relations;

/// What a seat takes the world to be.
#[derive(Clone, PartialEq, Debug)]
pub struct Knowledge {
    /// What it knows, with forces of middling strength where it does not know them.
    pub st: State,
    /// Where these are.
    pub sightings: Vec<Sighting>,
}

/// A place where a power has forces of unknown strength (ER-7.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// Where.
    pub hex: HexId,
    /// Whose.
    pub power: PowerId,
    /// Fleets, not land units.
    pub at_sea: bool,
    /// The port of the city there is besieged, which everybody sees.
    pub port_besieged: bool,
}

impl Knowledge {
    /// Makes one of a view.
    pub fn of(sc: &Scenario, view: &View) -> Self {
        Self::filled(sc, known(sc, view), sightings(sc, view))
    }

    /// What is known, with forces of middling strength put to where they are seen.
    pub(crate) fn filled(sc: &Scenario, known: State, sightings: Vec<Sighting>) -> Self {
        let mut knowledge = Self { st: known, sightings };
        for seen in &knowledge.sightings {
            guess(sc, &mut knowledge.st, seen);
        }
        knowledge
    }
}

/// Makes a state of a view.
pub fn known_state(sc: &Scenario, view: &View) -> State {
    Knowledge::of(sc, view).st
}

/// Where a view has forces of unknown strength.
pub fn sightings(sc: &Scenario, view: &View) -> Vec<Sighting> {
    let port_besieged = |hex: HexId| {
        let city = sc.hex(hex).city.and_then(|city| view.cities.iter().find(|seen| seen.city.id == city));
        city.is_some_and(|seen| seen.port_besieged)
    };
    let one = |seen: &UnknownView| Sighting {
        hex: seen.hex,
        power: seen.power.id,
        at_sea: seen.at_sea,
        port_besieged: port_besieged(seen.hex),
    };
    view.unknown.iter().map(one).collect()
}

/// What is known: forces of unknown strength are left out.
pub fn known(sc: &Scenario, view: &View) -> State {
    State {
        provinces: provinces(sc, view),
        cities: cities(sc, view),
        leaders: leaders(sc, view),
        armies: view.armies.iter().map(army).collect(),
        fleets: view.fleets.iter().map(fleet).collect(),
        yards: view.yards.iter().map(|seen| seen.yard).collect(),
        alliances: view.alliances.iter().map(|[a, b]| (a.id.min(b.id), a.id.max(b.id))).collect(),
        ..bare(view.core.clone(), view.winter, view.options)
    }
}

/// What is not on the map.
pub(crate) fn bare(core: Core, winter: bool, options: Options) -> State {
    State {
        steps: core.steps,
        month: core.month,
        winter,
        stage: core.stage,
        turns: core.turns,
        ended: core.ended,
        options,
        wishes: core.wishes,
        resigned: core.resigned,
        powers: core.powers,
        provinces: Vec::new(),
        cities: Vec::new(),
        leaders: Vec::new(),
        armies: Vec::new(),
        fleets: Vec::new(),
        yards: Vec::new(),
        raised: core.raised,
        alliances: Vec::new(),
        tried: Vec::new(),
        let_pass: Vec::new(),
        caught: Vec::new(),
        stack: core.ask.into_iter().map(Frame::Ask).collect(),
        combats: core.combats,
        ending: core.ending,
    }
}

fn provinces(sc: &Scenario, view: &View) -> Vec<Province> {
    let mut all: Vec<Province> = sc.provinces.iter().map(|_| CLOSED).collect();
    for seen in &view.provinces {
        all[seen.province.id.index()] = seen.now.clone();
    }
    all
}

/// A province that nobody enters (ER-3.9).
pub(crate) const CLOSED: Province = Province {
    controller: None,
    plundered_until: None,
    plundered_at_home: false,
    recruited: [0; KINDS + 1],
    occupied: None,
};

fn cities(sc: &Scenario, view: &View) -> Vec<City> {
    let one = |seen: &crate::knowledge::view::CityView| City {
        controller: seen.controller.id,
        fort: seen.siege.map_or(sc.city(seen.city.id).fortification, |siege| siege.fort),
        siege: seen.besieged.then(|| view.core.month.plus(-seen.siege.map_or(0, |siege| siege.months))),
    };
    view.cities.iter().map(one).collect()
}

fn leaders(sc: &Scenario, view: &View) -> Vec<Leader> {
    let mut all: Vec<Leader> = sc.leader_ids().map(|id| nowhere(sc, id)).collect();
    for seen in &view.leaders {
        let (place, ruler, succession) = (seen.place, seen.ruler, seen.succession);
        all[seen.leader.id.index()] = Leader { power: seen.power.id, place, ruler, succession, spent: seen.spent };
    }
    all
}

/// A leader whose place is not known.
pub(crate) fn nowhere(sc: &Scenario, id: LeaderId) -> Leader {
    let info = sc.leader(id);
    let (power, ruler, succession) = (info.power, info.ruler, info.succession);
    Leader { power, place: LeaderPlace::Reserve, ruler, succession, spent: 0 }
}

fn army(seen: &ArmyView) -> Army {
    let own = seen.own.as_ref();
    Army {
        id: seen.army.id,
        hex: seen.hex,
        status: seen.status,
        bands: seen.bands.clone(),
        came_from: own.and_then(|own| own.came_from),
        stopped: own.is_some_and(|own| own.stopped),
        attacked: own.is_some_and(|own| own.attacked),
        intercepted: false,
        policy: own.map_or(Policy::default(), |own| own.policy.set),
    }
}

fn fleet(seen: &FleetView) -> Fleet {
    let own = seen.own.as_ref();
    Fleet {
        id: seen.fleet.id,
        hex: seen.hex,
        status: seen.status,
        ships: seen.ships.iter().map(|ships| (ships.power.id, ships.count)).collect(),
        cargo: crate::model::state::Cargo {
            power: seen.cargo_power.as_ref().map(|power| power.id),
            bands: seen.bands.clone(),
        },
        used: own.map_or(0, |own| own.used),
        fought: seen.fought,
        stopped: own.is_some_and(|own| own.stopped),
        months_out: own.map_or(0, |own| own.months_out),
        policy: own.map_or(Policy::default(), |own| own.policy.set),
    }
}

fn at_home(sc: &Scenario, st: &State, seen: &Sighting) -> bool {
    let city = sc.hex(seen.hex).city;
    city.is_some_and(|city| relations::friendly(sc, st, seen.power, st.city(city).controller))
}

fn besieged(sc: &Scenario, st: &State, seen: &Sighting) -> bool {
    sc.hex(seen.hex).city.is_some_and(|city| relations::besieged(st, city))
}

/// What an army of unknown strength is likely to be doing where it is. That a city is besieged is seen by everybody
/// (section 6).
pub fn army_status(sc: &Scenario, st: &State, seen: &Sighting) -> ArmyStatus {
    match () {
        () if at_home(sc, st, seen) => ArmyStatus::Garrison,
        () if besieged(sc, st, seen) => ArmyStatus::Besieging,
        () => ArmyStatus::Field,
    }
}

/// The same of a fleet.
pub fn fleet_status(sc: &Scenario, st: &State, seen: &Sighting) -> FleetStatus {
    match () {
        () if at_home(sc, st, seen) => FleetStatus::Anchored,
        () if seen.port_besieged && !besieged(sc, st, seen) => FleetStatus::Besieging,
        () => FleetStatus::AtSea,
    }
}

/// Forces of unknown strength: legions of the middle sort, or bare fleet units, to the strength of ER-R45.
fn guess(sc: &Scenario, st: &mut State, seen: &Sighting) {
    let figures = &sc.constants.policy;
    if seen.at_sea {
        let id = st.new_fleet(seen.power, seen.hex, fleet_status(sc, st, seen));
        let ships = figures.assumed_fleet / u16::from(sc.constants.fleet_unit.naval_strength).max(1);
        if let Some(fleet) = st.fleet_mut(id) {
            fleet.ships.push((seen.power, ships.clamp(1, 255) as u8));
        }
        return;
    }
    let id = st.new_army(seen.power, seen.hex, army_status(sc, st, seen));
    let kind = UnitKind::Legion2;
    let count = (figures.assumed_army / u16::from(sc.unit(kind).land).max(1)).clamp(1, 255) as u8;
    if let Some(army) = st.army_mut(id) {
        add_band(&mut army.bands, Band { kind, seasoned: true, spent: 0, count });
    }
}
