//! A small world for tests: a road of nine clear hexes, 0110 to 0910, of three majors and a neutral.
//!
//! RED holds 0110 to 0310 with its capital Rubra at 0110, BLU 0410 to 0610 with Caerulea at 0510, NEU 0710 with
//! Media, GRN 0810 and 0910 with Viridis at 0910. No forces; tests set them up.

use kernel::{Dice, SeatId, Verdict};

use crate::model::calendar::Month;
use crate::model::ids::{CityId, HEXES, HexId, KINDS, LeaderId, PowerId, ProvinceId, UnitKind};
use crate::model::routes;
use crate::model::scenario::{
    CityRecord, Constants, Crt, FleetUnit, Fraction, Hex, Hexside, LandTerrain, LeaderRecord, Options, PlunderFigures,
    PolicyDefault, PowerKind, PowerRecord, ProvinceRecord, RecruitWay, Scenario, SeatRecord, UnitFigures,
};
use crate::model::state::{ArmyId, ArmyStatus, Band, LeaderPlace, Seats, Stage, State};
use crate::model::ways::{Distances, Ways};
use crate::rules::event::EventKind;

/// RED, BLU, GRN are majors of the seats 0, 1, 2.
pub const RED: PowerId = PowerId(0);
pub const BLU: PowerId = PowerId(1);
pub const GRN: PowerId = PowerId(2);
/// An inactive neutral.
pub const NEU: PowerId = PowerId(3);

/// The road's hex of this column.
pub fn at(column: u16) -> HexId {
    HexId::new(column, 10).unwrap()
}

fn hexes() -> Vec<Hex> {
    let mut hexes = vec![Hex::NOTHING; HEXES];
    let way = |to| Some(Hexside { to, land: true, sea: false, land_cost: None, naval_cost: None, strait: 0 });
    for column in 1..=9 {
        let province = ProvinceId([0, 0, 0, 0, 1, 1, 1, 2, 3, 3][usize::from(column)]);
        let mut sides = [None; 6];
        if column < 9 {
            sides[0] = way(at(column + 1));
        }
        if column > 1 {
            sides[3] = way(at(column - 1));
        }
        let city = [1, 5, 7, 9].iter().position(|&c| c == column).map(CityId::at);
        let land = Some(LandTerrain::Clear);
        hexes[at(column).index()] = Hex { land, sea: None, province: Some(province), city, sides };
    }
    hexes
}

fn units() -> [UnitFigures; KINDS] {
    let rows = [
        (24, 12, 20, 4),
        (20, 10, 20, 4),
        (16, 8, 20, 4),
        (20, 10, 18, 4),
        (16, 8, 18, 4),
        (20, 10, 16, 4),
        (4, 4, 24, 1),
        (4, 4, 24, 1),
        (30, 0, 32, 8),
        (6, 0, 32, 2),
        (6, 0, 32, 2),
    ];
    rows.map(|(land, sea, movement, stacking)| UnitFigures {
        name: "unit".into(),
        land,
        sea,
        movement,
        stacking,
        men: 1000,
    })
}

fn constants() -> Constants {
    let crt = Crt {
        lower_bounds: vec![Fraction { num: 0, den: 1 }],
        row_min: -1,
        row_max: 8,
        attacker: vec![vec![10]; 10],
        defender: vec![vec![20]; 10],
    };
    Constants {
        season_winter_max_roll: 3,
        land_cost: [2, 3, 4, 4, 5],
        land_winter_factor: 2,
        sea_cost: [1, 2],
        naval_winter_factor: 2,
        fleet_movement: 30,
        coast_transfer: 6,
        port_transfer: 2,
        fleet_unit: FleetUnit { naval_strength: 10, stacking_equivalent: 4, capacity: 4, build_months: 3 },
        months_out_limit: 2,
        crt,
        naval_loss_factor: Fraction { num: 3, den: 2 },
        overrun_ratio: 5,
        voluntary_retreat_morale: 5,
        naval_retreat_range: 10,
        dissolved_morale: Fraction { num: 1, den: 2 },
        dissolved_morale_minimum: 10,
        cityless_phases: 3,
        cityless_min_strength: 10,
        plunder: PlunderFigures { months: 6, factor: 10, home_tax_percent: 50, morale_percent: 50 },
        price: [60; KINDS + 1],
        policy: PolicyDefault { city_if_odds: 2, hex_if_odds: 3, assumed_army: 60, assumed_fleet: 30 },
    }
}

/// The small world.
pub fn world() -> Scenario {
    let seat = |key: &str| SeatRecord {
        key: key.into(),
        name: key.into(),
        description: String::new(),
        colour: "#aa3333".into(),
        majors_needed: 1,
    };
    let power = |code: &str, kind: PowerKind, seat: Option<u16>| PowerRecord {
        code: code.into(),
        name: code.into(),
        kind,
        active: kind.is_major(),
        seat: seat.map(SeatId),
        patron: None,
        named_controller: None,
        way: RecruitWay::A,
        replacement_rate: 0,
        treasury: 100,
        morale: 100,
        had_cities: true,
        prices: [60; KINDS + 1],
        colour: "#aa3333".into(),
    };
    let province = |name: &str, columns: std::ops::RangeInclusive<u16>, city: usize, owner| ProvinceRecord {
        name: name.into(),
        hexes: columns.map(at).collect(),
        cities: vec![CityId::at(city)],
        capital: Some(CityId::at(city)),
        initial: Some(owner),
        civilized: true,
        warm_winter: false,
        wood_scarce: false,
        tax: 10,
        taxed_by_patron: false,
        limits: [2; KINDS + 1],
    };
    let city = |name: &str, column: u16, province: usize, initial| CityRecord {
        name: name.into(),
        hex: at(column),
        lat: 40.0,
        lon: 10.0,
        province: ProvinceId::at(province),
        port: false,
        fortification: 3,
        initial,
    };
    let leader = |name: &str, power, land| LeaderRecord {
        name: name.into(),
        short: name.into(),
        power,
        named: true,
        land,
        naval: 0,
        ruler: None,
        succession: None,
    };
    let mut sc = Scenario {
        id: "road".into(),
        title: "The road".into(),
        summary: String::new(),
        about: String::new(),
        start: Month::of(-32, 6).unwrap(),
        end: Month::of(-31, 6).unwrap(),
        first_check: Month::of(-32, 6).unwrap(),
        seats: vec![seat("RED"), seat("BLU"), seat("GRN")],
        turn_order: vec![RED, BLU, GRN],
        options: Options { intelligence: false, amphibious_invasion: true, alliances_allowed: true },
        constants: constants(),
        units: units(),
        leader_movement: 32,
        hexes: hexes(),
        names: vec!["the road".into()],
        hex_names: vec![0; HEXES],
        picture: Default::default(),
        ways: Ways::default(),
        distances: Distances::default(),
        provinces: vec![
            province("Rubria", 1..=3, 0, RED),
            province("Caerulia", 4..=6, 1, BLU),
            province("Medium", 7..=7, 2, NEU),
            province("Viridia", 8..=9, 3, GRN),
        ],
        cities: vec![
            city("Rubra", 1, 0, RED),
            city("Caerulea", 5, 1, BLU),
            city("Media", 7, 2, NEU),
            city("Viridis", 9, 3, GRN),
        ],
        powers: vec![
            power("RED", PowerKind::Roman, Some(0)),
            power("BLU", PowerKind::Roman, Some(1)),
            power("GRN", PowerKind::Barbarian, Some(2)),
            power("NEU", PowerKind::BarbarianNeutral, None),
        ],
        friendly: Vec::new(),
        activations: Vec::new(),
        leaders: vec![leader("Rufus", RED, 1), leader("Balbus", BLU, 1), leader("Gallus", GRN, 1)],
        forces: Vec::new(),
        reserves: Vec::new(),
        victory: Vec::new(),
    };
    sc.ways = routes::laid_out(&sc).unwrap();
    sc
}

/// The small world in the land movement phase of RED, without forces.
pub fn land_phase(sc: &Scenario) -> State {
    let mut st = State::start(sc, sc.options);
    st.stage = Stage::Land { slot: 0 };
    st.ended = Seats::NONE;
    st.turns = crate::rules::sequence::game_turns(sc, &st);
    st
}

/// Sets legions of the middle sort in a hex, with a leader.
pub fn legions(st: &mut State, power: PowerId, hex: HexId, count: u8, leader: Option<usize>) -> ArmyId {
    let id = st.new_army(power, hex, ArmyStatus::Field);
    st.reinforce(id, Band { kind: UnitKind::Legion2, seasoned: true, spent: 0, count });
    if let Some(leader) = leader {
        st.leader_mut(LeaderId::at(leader)).place = LeaderPlace::Army(id);
    }
    id
}

/// The small world with the figures of the rulings, the combat results table among them.
pub fn warring() -> Scenario {
    let mut sc = world();
    sc.constants = crate::model::scenario::shipped::shipped()[0].constants.clone();
    sc
}

/// The small world in the land combat phase of RED, without forces.
pub fn combat_phase(sc: &Scenario) -> State {
    let mut st = land_phase(sc);
    st.stage = Stage::Combat { slot: 0 };
    st
}

/// Adds units to an army; `seasoned` or new.
pub fn add(st: &mut State, army: ArmyId, kind: UnitKind, seasoned: bool, count: u8) {
    st.reinforce(army, Band { kind, seasoned, spent: 0, count });
}

/// Hands in one order and carries it out with scripted dice, all of which must be rolled. The verdict, and what
/// happened.
pub fn order(sc: &Scenario, st: &mut State, seat: u16, text: &str, faces: &[i32]) -> (Verdict, Vec<EventKind>) {
    let mut dice = Dice::scripted(faces.iter().copied());
    let order = serde_json::from_str(text).unwrap();
    let resolution = crate::orders::carry_out::advance(sc, st, &[(SeatId(seat), vec![order])], &mut dice);
    assert!(dice.exhausted(), "faces left over");
    let verdict = resolution.verdicts.into_iter().flatten().next().unwrap();
    (verdict, resolution.events.into_iter().map(|news| news.event.what).collect())
}
