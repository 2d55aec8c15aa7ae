//! The small world on a coast, for tests of everything at sea.

use kernel::{Addressed, Dice, SeatId, Verdict};

use crate::model::ids::{CityId, HexId, PowerId, UnitKind};
use crate::model::routes;
use crate::model::scenario::{CityRecord, Hexside, Scenario, SeaTerrain, shipped::shipped};
use crate::model::state::{Band, FleetId, FleetStatus, Stage, State, add_band};
use crate::orders::Order;
use crate::orders::carry_out;
use crate::rules::event::Event;
use crate::testing::{at, land_phase, world};

/// The small world on a coast: the road's hexes are mixed and its cities are ports, two coastal hexes, 1010 and 1110,
/// and two of deep sea, 1210 and 1310, lie beyond it. The table of combat results is that of the rulebook.
pub fn sea_world() -> Scenario {
    let mut sc = world();
    sc.constants.crt = shipped()[0].constants.crt.clone();
    for column in 1..=13 {
        let deep = column >= 12;
        let hex = &mut sc.hexes[at(column).index()];
        hex.sea = Some(if deep { SeaTerrain::DeepSea } else { SeaTerrain::Coast });
    }
    for column in 1..=12 {
        for (from, to, direction) in [(column, column + 1, 0), (column + 1, column, 3)] {
            let side = &mut sc.hexes[at(from).index()].sides[direction];
            let way = Hexside { to: at(to), land: false, sea: false, land_cost: None, naval_cost: None, strait: 0 };
            *side = Some(Hexside { sea: true, ..side.unwrap_or(way) });
        }
    }
    sc.cities.iter_mut().for_each(|city| city.port = true);
    sc.ways = routes::laid_out(&sc).unwrap();
    sc
}

/// Gives the steps between two neighbours on the road another naval cost.
pub fn sea_cost(sc: &mut Scenario, one: u16, two: u16, cost: u8) {
    for (from, to) in [(one, two), (two, one)] {
        let to = at(to);
        let sides = &mut sc.hexes[at(from).index()].sides;
        sides.iter_mut().flatten().filter(|side| side.to == to).for_each(|side| side.naval_cost = Some(cost));
    }
    sc.ways = routes::laid_out(sc).unwrap();
}

/// Adds a port on the road.
pub fn add_port(sc: &mut Scenario, name: &str, column: u16, owner: PowerId) -> CityId {
    let id = CityId::at(sc.cities.len());
    let hex = at(column);
    let province = sc.hex(hex).province.unwrap();
    let place = CityRecord { name: name.into(), hex, province, initial: owner, port: true, ..sc.cities[0].clone() };
    sc.cities.push(place);
    sc.hexes[hex.index()].city = Some(id);
    sc.provinces[province.index()].cities.push(id);
    id
}

/// A small world in the naval phase of RED, without forces.
pub fn naval_phase(sc: &Scenario) -> State {
    let mut st = land_phase(sc);
    st.stage = Stage::Naval { slot: 0 };
    st
}

/// Sets a fleet in a hex.
pub fn ships(st: &mut State, power: PowerId, hex: HexId, status: FleetStatus, count: u8) -> FleetId {
    let id = st.new_fleet(power, hex, status);
    st.fleet_mut(id).unwrap().ships.push((power, count));
    id
}

/// Puts seasoned units aboard a fleet.
pub fn load(st: &mut State, fleet: FleetId, power: PowerId, kind: UnitKind, count: u8) {
    let cargo = &mut st.fleet_mut(fleet).unwrap().cargo;
    cargo.power = Some(power);
    add_band(&mut cargo.bands, Band { kind, seasoned: true, spent: 0, count });
}

/// Hands an order in for a seat, with these faces of the dice; its verdict. All faces must be used.
pub fn give(sc: &Scenario, st: &mut State, seat: u16, order: &str, faces: &[i32]) -> Verdict {
    give_and_hear(sc, st, seat, order, faces).0
}

/// The same, with the events.
pub fn give_and_hear(
    sc: &Scenario, st: &mut State, seat: u16, order: &str, faces: &[i32],
) -> (Verdict, Vec<Addressed<Event>>) {
    let mut dice = Dice::scripted(faces.iter().copied());
    let order: Order = serde_json::from_str(order).unwrap();
    let resolution = carry_out::advance(sc, st, &[(SeatId(seat), vec![order])], &mut dice);
    assert!(dice.exhausted(), "faces left over");
    (resolution.verdicts[0][0].clone(), resolution.events)
}
