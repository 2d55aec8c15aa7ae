//! A state made of a view alone: what a seat may take the world to be.
//!
//! Order checks and computer players use the same functions on it as the engine on the true state. What its own side has
//! is exact; forces of unknown strength count as ER-R45 takes them; leaders whose place is not known are nowhere.

use crate::frames::Frame;
use crate::ids::{KINDS, PowerId, UnitKind};
use crate::relations;
use crate::scenario::Scenario;
use crate::state::{
    Army, ArmyStatus, Band, City, Fleet, FleetStatus, Leader, LeaderPlace, Policy, Province, State, add_band,
};
use crate::view::{ArmyView, CityView, FleetView, UnknownView, View};

/// Makes a state of a view.
pub fn believe(sc: &Scenario, view: &View) -> State {
    let mut st = known(sc, view);
    for unknown in &view.unknown {
        guess(sc, &mut st, view, unknown);
    }
    st
}

/// What is known: forces of unknown strength are left out.
pub fn known(sc: &Scenario, view: &View) -> State {
    let core = &view.core;
    State {
        steps: core.steps,
        month: core.month,
        winter: view.winter,
        stage: core.stage,
        turns: core.turns.clone(),
        ended: core.ended,
        options: view.options,
        wishes: core.wishes.clone(),
        resigned: core.resigned,
        powers: core.powers.clone(),
        provinces: provinces(sc, view),
        cities: cities(sc, view),
        leaders: leaders(sc, view),
        armies: view.armies.iter().map(army).collect(),
        fleets: view.fleets.iter().map(fleet).collect(),
        yards: view.yards.iter().map(|seen| seen.yard).collect(),
        raised: core.raised.clone(),
        alliances: view.alliances.iter().map(|[a, b]| (a.id.min(b.id), a.id.max(b.id))).collect(),
        tried: Vec::new(),
        caught: Vec::new(),
        stack: core.ask.iter().cloned().map(Frame::Ask).collect(),
        combats: core.combats,
        ending: core.ending.clone(),
    }
}

fn provinces(sc: &Scenario, view: &View) -> Vec<Province> {
    let closed = || Province {
        controller: None,
        plundered_until: None,
        plundered_at_home: false,
        recruited: [0; KINDS + 1],
        occupied: None,
    };
    let mut all: Vec<Province> = sc.provinces.iter().map(|_| closed()).collect();
    for seen in &view.provinces {
        all[seen.province.id.index()] = seen.now.clone();
    }
    all
}

fn cities(sc: &Scenario, view: &View) -> Vec<City> {
    let one = |seen: &crate::view::CityView| City {
        controller: seen.controller.id,
        fort: seen.siege.map_or(sc.city(seen.city.id).fortification, |siege| siege.fort),
        siege: seen.besieged.then(|| view.core.month.plus(-seen.siege.map_or(0, |siege| siege.months))),
    };
    view.cities.iter().map(one).collect()
}

fn leaders(sc: &Scenario, view: &View) -> Vec<Leader> {
    let hidden = |id: crate::ids::LeaderId| {
        let info = sc.leader(id);
        Leader {
            power: info.power,
            place: LeaderPlace::Reserve,
            ruler: info.ruler,
            succession: info.succession,
            spent: 0,
        }
    };
    let mut all: Vec<Leader> = sc.leader_ids().map(hidden).collect();
    for seen in &view.leaders {
        let (place, ruler, succession) = (seen.place, seen.ruler, seen.succession);
        all[seen.leader.id.index()] = Leader { power: seen.power.id, place, ruler, succession, spent: seen.spent };
    }
    all
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
        cargo: crate::state::Cargo {
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

/// What is seen of the city where forces of unknown strength are: that it or its port is besieged is seen by everybody
/// (section 6).
fn city_seen<'a>(sc: &Scenario, view: &'a View, unknown: &UnknownView) -> Option<&'a CityView> {
    sc.hex(unknown.hex).city.and_then(|city| view.cities.iter().find(|seen| seen.city.id == city))
}

fn at_home(sc: &Scenario, st: &State, unknown: &UnknownView) -> bool {
    let city = sc.hex(unknown.hex).city;
    city.is_some_and(|city| relations::friendly(sc, st, unknown.power.id, st.city(city).controller))
}

/// What an army of unknown strength is likely to be doing where it is.
pub fn army_status(sc: &Scenario, st: &State, view: &View, unknown: &UnknownView) -> ArmyStatus {
    match city_seen(sc, view, unknown) {
        _ if at_home(sc, st, unknown) => ArmyStatus::Garrison,
        Some(seen) if seen.besieged => ArmyStatus::Besieging,
        _ => ArmyStatus::Field,
    }
}

/// The same of a fleet.
pub fn fleet_status(sc: &Scenario, st: &State, view: &View, unknown: &UnknownView) -> FleetStatus {
    match city_seen(sc, view, unknown) {
        _ if at_home(sc, st, unknown) => FleetStatus::Anchored,
        Some(seen) if seen.port_besieged && !seen.besieged => FleetStatus::Besieging,
        _ => FleetStatus::AtSea,
    }
}

/// Forces of unknown strength: legions of the middle sort, or bare fleet units, to the strength of ER-R45.
fn guess(sc: &Scenario, st: &mut State, view: &View, unknown: &UnknownView) {
    let (power, hex): (PowerId, _) = (unknown.power.id, unknown.hex);
    let figures = &sc.constants.policy;
    if unknown.at_sea {
        let id = st.new_fleet(power, hex, fleet_status(sc, st, view, unknown));
        let ships = figures.assumed_fleet / u16::from(sc.constants.fleet_unit.naval_strength).max(1);
        if let Some(fleet) = st.fleet_mut(id) {
            fleet.ships.push((power, ships.clamp(1, 255) as u8));
        }
        return;
    }
    let id = st.new_army(power, hex, army_status(sc, st, view, unknown));
    let kind = UnitKind::Legion2;
    let count = (figures.assumed_army / u16::from(sc.unit(kind).land).max(1)).clamp(1, 255) as u8;
    if let Some(army) = st.army_mut(id) {
        add_band(&mut army.bands, Band { kind, seasoned: true, spent: 0, count });
    }
}
