//! How powers end (ER-14, ER-R28).

use kernel::Dice;

use super::settle;
use crate::model::ids::{CityId, LeaderId, PowerId, UnitKind};
use crate::model::scenario::{PowerKind, Ruler, Scenario};
use crate::model::state::{ArmyStatus, EndReason, FleetStatus, LeaderPlace, State, total};
use crate::rules::engine::Engine;
use crate::testing::{BLU, GRN, NEU, RED, add, at, land_phase, legions, world};

fn undo(sc: &Scenario, st: &mut State, power: PowerId, by: Option<PowerId>) {
    st.power_mut(power).morale = 0;
    st.power_mut(power).undone_by = by;
    let mut dice = Dice::middling();
    settle(&mut Engine::new(sc, st, &mut dice));
}

#[test]
fn a_minor_becomes_a_client_of_whoever_undid_it() {
    let sc = world();
    let mut st = land_phase(&sc);
    (st.power_mut(NEU).active, st.power_mut(NEU).controller) = (true, Some(GRN));
    let abroad = legions(&mut st, NEU, at(2), 3, None);
    undo(&sc, &mut st, NEU, Some(RED));
    let now = st.power(NEU);
    assert_eq!((now.kind, now.patron, now.active), (PowerKind::BarbarianClient, Some(RED), false), "V-52a");
    assert_eq!((now.morale, now.dissolved), (50, false), "ER-R28 c");
    let army = st.army(abroad).unwrap();
    assert_eq!((army.hex, army.status, total(&army.bands)), (at(7), ArmyStatus::Garrison, 3));
}

#[test]
fn a_minor_that_nobody_undid_is_a_neutral_again() {
    let sc = world();
    let mut st = land_phase(&sc);
    (st.power_mut(NEU).active, st.power_mut(NEU).controller) = (true, Some(GRN));
    st.city_mut(CityId(2)).controller = RED;
    let abroad = legions(&mut st, NEU, at(2), 3, None);
    undo(&sc, &mut st, NEU, Some(GRN));
    let now = st.power(NEU);
    assert_eq!((now.kind, now.patron, now.active), (PowerKind::BarbarianNeutral, None, false), "V-52b: its own side");
    let army = st.army(abroad).unwrap();
    assert_eq!((army.hex, army.status), (at(7), ArmyStatus::Field), "no city, but land of its own");
    assert_eq!(st.province(sc.city(CityId(2)).province).controller, Some(NEU));
}

#[test]
fn who_has_neither_city_nor_land_is_no_more() {
    let sc = world();
    let mut st = land_phase(&sc);
    st.city_mut(CityId(2)).controller = RED;
    st.province_mut(sc.city(CityId(2)).province).controller = Some(RED);
    let abroad = legions(&mut st, NEU, at(2), 3, None);
    undo(&sc, &mut st, NEU, None);
    assert_eq!(st.army(abroad), None);
}

#[test]
fn a_major_that_is_no_roman_becomes_a_neutral_and_its_clients_with_it() {
    let sc = world();
    let mut st = land_phase(&sc);
    let now = st.power_mut(NEU);
    (now.kind, now.patron, now.active) = (PowerKind::BarbarianClient, Some(GRN), true);
    legions(&mut st, GRN, at(9), 2, Some(2));
    undo(&sc, &mut st, GRN, Some(RED));
    let now = st.power(GRN);
    assert_eq!((now.kind, now.active, now.dissolved), (PowerKind::BarbarianNeutral, false, true), "V-52c");
    assert_eq!(st.city(CityId(3)).controller, GRN);
    assert_eq!((st.power(NEU).kind, st.power(NEU).active), (PowerKind::BarbarianNeutral, false), "ER-R28 i");
    assert_eq!(st.ending, None, "two players are left");
}

#[test]
fn what_a_roman_power_leaves_is_halved_and_shared() {
    let mut sc = world();
    sc.cities[0].port = true;
    let mut st = land_phase(&sc);
    let five = legions(&mut st, RED, at(1), 5, Some(0));
    st.army_mut(five).unwrap().status = ArmyStatus::Garrison;
    legions(&mut st, RED, at(2), 2, None);
    let one = legions(&mut st, RED, at(9), 1, None);
    st.army_mut(one).unwrap().status = ArmyStatus::Besieging;
    st.city_mut(CityId(3)).siege = Some(st.month);
    let fleet = st.new_fleet(RED, at(1), FleetStatus::Anchored);
    st.fleet_mut(fleet).unwrap().ships.push((RED, 3));
    let rufus = st.leader_mut(LeaderId(0));
    (rufus.ruler, rufus.succession) = (None, Some(2));
    undo(&sc, &mut st, RED, Some(GRN));
    assert!(st.armies.iter().all(|army| army.id.power != RED));
    let at_hex = |column| st.armies_at(at(column)).map(|army| (army.id.power, total(&army.bands))).collect::<Vec<_>>();
    assert_eq!((at_hex(1), at_hex(2)), (vec![(BLU, 3)], vec![(BLU, 1)]), "VR-18");
    assert_eq!(at_hex(9), [(GRN, 1)], "to whoever controls the land, Roman or not (ER-14.9)");
    assert_eq!(st.siege_months(CityId(3)), None);
    let fleet = st.fleets_at(at(1)).next().unwrap();
    assert_eq!((fleet.id.power, fleet.size(), fleet.status), (BLU, 2, FleetStatus::Anchored), "VR-18");
    assert_eq!((st.city(CityId(0)).controller, st.province(sc.city(CityId(0)).province).controller), (BLU, Some(BLU)));
    let rufus = st.leader(LeaderId(0));
    assert_eq!((rufus.power, rufus.succession), (BLU, None), "ER-R28 h");
    assert!(matches!(rufus.place, LeaderPlace::Army(id) if id.power == BLU));
    assert_eq!((st.power(RED).treasury, st.power(RED).dissolved, st.power(RED).active), (0, true, false));
}

#[test]
fn the_imperator_resigns_and_a_single_city_goes_to_the_lord_of_the_capital() {
    let mut sc = world();
    sc.cities.push(crate::model::scenario::CityRecord {
        name: "Parva".into(),
        hex: at(8),
        province: crate::model::ids::ProvinceId(3),
        ..sc.cities[3].clone()
    });
    sc.cities[4].initial = RED;
    sc.provinces[3].cities.push(CityId(4));
    sc.hexes[at(8).index()].city = Some(CityId(4));
    let mut st = land_phase(&sc);
    legions(&mut st, RED, at(1), 1, Some(0));
    st.leader_mut(LeaderId(0)).ruler = Some(Ruler::Imperator);
    undo(&sc, &mut st, RED, None);
    assert_eq!(st.leader(LeaderId(0)).place, LeaderPlace::Gone, "ER-14.4");
    assert_eq!(st.city(CityId(4)).controller, GRN, "ER-14.6");
    assert_eq!(st.power(RED).kind, PowerKind::CivilizedNeutral);
}

#[test]
fn a_province_goes_to_the_strongest_roman_in_it() {
    let mut sc = world();
    sc.powers[GRN.index()].kind = PowerKind::Roman;
    let mut st = land_phase(&sc);
    let mut will = |grn: u8| {
        st.armies.clear();
        legions(&mut st, GRN, at(2), grn, None);
        legions(&mut st, BLU, at(3), 2, None);
        let mut again = st.clone();
        undo(&sc, &mut again, RED, None);
        again.province(sc.city(CityId(0)).province).controller
    };
    assert_eq!((will(3), will(1)), (Some(GRN), Some(BLU)), "ER-14.5");
    assert_eq!(will(2), Some(BLU), "equal force and morale: the turn order (ER-R28 e)");
    st.power_mut(GRN).morale = 120;
    st.armies.clear();
    undo(&sc, &mut st, RED, None);
    assert_eq!(st.province(sc.city(CityId(0)).province).controller, Some(BLU), "nobody there: the nearest");
}

#[test]
fn the_last_player_with_a_major_wins_at_once() {
    let sc = world();
    let mut st = land_phase(&sc);
    undo(&sc, &mut st, BLU, Some(RED));
    assert_eq!(st.ending, None);
    undo(&sc, &mut st, GRN, Some(RED));
    let ending = st.ending.unwrap();
    assert_eq!((ending.reason, ending.ranking[0]), (EndReason::LastStanding, (kernel::SeatId(0), 1)), "ER-R59");
}

#[test]
fn mixed_armies_keep_half_of_all_kinds_together() {
    let sc = world();
    let mut st = land_phase(&sc);
    let id = legions(&mut st, RED, at(1), 2, None);
    add(&mut st, id, UnitKind::LightInf, true, 3);
    undo(&sc, &mut st, RED, None);
    assert_eq!(st.armies_at(at(1)).map(|army| total(&army.bands)).collect::<Vec<_>>(), [3]);
}
