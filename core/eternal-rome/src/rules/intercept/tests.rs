//! Who may intercept whom, and how far (ER-15, ER-R44).

use kernel::{Dice, SeatId};

use super::{army, attempt};
use crate::model::frames::Window;
use crate::model::ids::{CityId, LeaderId, UnitKind};
use crate::model::scenario::{LandTerrain, Scenario};
use crate::model::state::{ArmyId, ArmyStatus, ForceId, LeaderPlace, State};
use crate::rules::engine::Engine;
use crate::testing::{BLU, RED, add, at, land_phase, legions, order, world};

/// An army of BLU of these types whose leader has this quality, and a legion of RED that moves.
fn interceptor(sc: &mut Scenario, quality: u8, kinds: &[(UnitKind, u8)]) -> (State, ArmyId, ArmyId) {
    sc.leaders[1].land = quality;
    let mut st = land_phase(sc);
    let mover = legions(&mut st, RED, at(3), 1, None);
    let id = st.new_army(BLU, at(6), ArmyStatus::Field);
    for &(kind, count) in kinds {
        add(&mut st, id, kind, true, count);
    }
    st.leader_mut(LeaderId(1)).place = LeaderPlace::Army(id);
    (st, mover, id)
}

fn succeeds(sc: &Scenario, st: &State, mover: ArmyId, id: ArmyId, distance: u16, die: i32) -> bool {
    let (mut st, mut dice) = (st.clone(), Dice::scripted([die]));
    let mover = ForceId::Army(mover);
    let mut window =
        Window { mover, hex: at(3), seats: Vec::new(), asking: None, arriving: Vec::new(), came: Vec::new() };
    attempt(&mut Engine::new(sc, &mut st, &mut dice), &mut window, ForceId::Army(id), distance);
    !window.came.is_empty()
}

#[test]
fn the_leader_s_quality_is_added_and_cavalry_rides_farther() {
    let mut sc = world();
    let (st, mover, id) = interceptor(&mut sc, 2, &[(UnitKind::Legion2, 1), (UnitKind::LightCav, 1)]);
    for (distance, die, expected) in [(5, 3, true), (6, 3, false), (8, 6, true)] {
        assert_eq!(succeeds(&sc, &st, mover, id, distance, die), expected, "V-24: {distance} MP, die {die}");
    }
    assert_eq!(army::range(&sc, &st, st.army(id).unwrap()), Some(8), "V-24: 9 is outside");

    let (st, mover, id) = interceptor(&mut sc, 1, &[(UnitKind::LightCav, 2)]);
    for (distance, die, expected) in [(10, 6, true), (8, 4, true), (8, 3, false)] {
        assert_eq!(succeeds(&sc, &st, mover, id, distance, die), expected, "V-25: {distance} MP, die {die}");
    }
    assert_eq!(army::range(&sc, &st, st.army(id).unwrap()), Some(10), "V-25: 11 is outside");
}

#[test]
fn the_range_is_counted_in_movement_points_of_the_season() {
    let mut sc = world();
    let (mut st, mover, _) = interceptor(&mut sc, 0, &[(UnitKind::Legion2, 1)]);
    assert_eq!(army::candidates(&sc, &st, mover, SeatId(1)).len(), 1, "six points from 0610 to 0310");
    st.winter = true;
    assert!(army::candidates(&sc, &st, mover, SeatId(1)).is_empty(), "twelve in winter");
}

#[test]
fn deserts_cities_and_the_want_of_a_leader_protect() {
    let mut sc = world();
    let (st, mover, id) = interceptor(&mut sc, 2, &[(UnitKind::Legion2, 1)]);
    let tried = |sc: &Scenario, st: &State| army::candidates(sc, st, mover, SeatId(1)).len();
    assert_eq!(tried(&sc, &st), 1);

    sc.hexes[at(3).index()].land = Some(LandTerrain::Desert);
    assert_eq!(tried(&sc, &st), 0, "V-26 a");
    sc.hexes[at(3).index()].land = Some(LandTerrain::Clear);

    sc.hexes[at(3).index()].city = Some(CityId(0));
    assert_eq!(tried(&sc, &st), 0, "V-26 c: a friendly city in the hex (ER-R44)");
    let mut besieged = st.clone();
    besieged.city_mut(CityId(0)).siege = Some(st.month);
    assert_eq!(tried(&sc, &besieged), 1, "a besieged city takes nobody in");
    sc.hexes[at(3).index()].city = None;

    let mut leaderless = st.clone();
    leaderless.leader_mut(LeaderId(1)).place = LeaderPlace::Gone;
    assert_eq!(tried(&sc, &leaderless), 0, "V-26 d");

    // Leaders alone do not intercept, nor do garrisons shut in, nor whoever has succeeded in this phase.
    let mut bare = st.clone();
    bare.army_mut(id).unwrap().bands.clear();
    assert_eq!(tried(&sc, &bare), 0);
    let mut shut_in = st.clone();
    shut_in.army_mut(id).unwrap().hex = at(5);
    shut_in.army_mut(id).unwrap().status = ArmyStatus::Garrison;
    assert_eq!(tried(&sc, &shut_in), 1);
    shut_in.city_mut(CityId(1)).siege = Some(st.month);
    assert_eq!(tried(&sc, &shut_in), 0);
    let mut done = st.clone();
    done.army_mut(id).unwrap().intercepted = true;
    assert_eq!(tried(&sc, &done), 0);
}

#[test]
fn an_army_aboard_a_fleet_is_no_army_on_the_move() {
    let mut sc = world();
    let (mut st, mover, _) = interceptor(&mut sc, 2, &[(UnitKind::Legion2, 1)]);
    st.army_mut(mover).unwrap().bands.clear();
    st.sweep();
    assert!(army::candidates(&sc, &st, mover, SeatId(1)).is_empty(), "V-26 b");
}

#[test]
fn a_besieger_that_intercepts_leaves_its_siege() {
    let mut sc = world();
    let (mut st, ..) = interceptor(&mut sc, 2, &[(UnitKind::Legion2, 3)]);
    // BLU besieges Rubra; RED's legion of 0310 marches to 0210, two points away.
    let besieger = st.armies.iter().find(|army| army.id.power == BLU).unwrap().id;
    let now = st.army_mut(besieger).unwrap();
    (now.hex, now.status) = (at(1), ArmyStatus::Besieging);
    st.city_mut(CityId(0)).siege = Some(st.month);
    order(&sc, &mut st, 0, r#"{"type":"move_army","power":"RED","army":"RED-A1","path":["0210"]}"#, &[]);
    order(&sc, &mut st, 1, r#"{"type":"intercept_army","power":"BLU","interceptors":["BLU-A1"]}"#, &[1]);
    assert_eq!((st.army(besieger).unwrap().hex, st.siege_months(CityId(0))), (at(2), None), "ER-R44");
    assert_eq!(st.caught.len(), 1);
}
