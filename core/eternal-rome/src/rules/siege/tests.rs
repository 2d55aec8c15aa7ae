//! Siege checks where they go through many months (ER-18, ER-R36 to ER-R39).

use crate::model::ids::{CityId, HexId, UnitKind};
use crate::model::scenario::{LandTerrain, Scenario};
use crate::model::state::{ArmyStatus, Band, Cargo, FleetStatus, LeaderPlace, Stage, State};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::siege::{checks, stance};
use crate::testing::{BLU, RED, add, at, land_phase, legions, world};
use kernel::Dice;

const CAERULEA: CityId = CityId(1);

/// RED besieges Caerulea with ten legions for so many months, in winter.
fn siege(sc: &Scenario, months: i16) -> State {
    let mut st = land_phase(sc);
    st.stage = Stage::Checks { slot: 0, from: HexId(0) };
    st.winter = true;
    let red = legions(&mut st, RED, at(5), 10, None);
    st.army_mut(red).unwrap().status = ArmyStatus::Besieging;
    st.city_mut(CAERULEA).siege = Some(st.month.plus(-months));
    st
}

/// One check with a die; what was lost.
fn check(sc: &Scenario, st: &mut State, face: i32) -> Option<String> {
    let mut dice = Dice::middling().rigged("siege", face);
    let mut eng = Engine::new(sc, st, &mut dice);
    checks::check_next(&mut eng, HexId(0));
    eng.news.iter().find_map(|news| match &news.event.what {
        EventKind::SiegeChecked { lost, .. } => lost.clone(),
        _ => None,
    })
}

#[test]
fn the_besieged_go_in_the_order_of_their_classes() {
    let mut sc = world();
    sc.cities[CAERULEA.index()].port = true;
    let mut st = siege(&sc, 6);
    let inside = st.new_army(BLU, at(5), ArmyStatus::Garrison);
    for kind in [UnitKind::LightInf, UnitKind::Legion3, UnitKind::LightCav] {
        add(&mut st, inside, kind, true, 1);
    }
    let fleet = st.new_fleet(BLU, at(5), FleetStatus::Anchored);
    st.fleet_mut(fleet).unwrap().ships.push((BLU, 2));
    let lost: Vec<String> = (0..5).map(|_| check(&sc, &mut st, 1).unwrap()).collect();
    assert_eq!(lost, ["light_cav", "fleet", "fleet", "legion_3", "light_inf"], "V-39");
    assert_eq!((st.army(inside), st.fleet(fleet)), (None, None));
    assert_eq!(st.power(BLU).morale, 100 - 2 - 4 - 4 - 4 - 1);
    assert_eq!(st.power(RED).morale, 100 + 15, "ER-R24");
}

#[test]
fn walls_wear_down_while_the_siege_lasts_and_no_longer() {
    let sc = world();
    let mut st = siege(&sc, 6);
    check(&sc, &mut st, 1);
    check(&sc, &mut st, 1);
    assert_eq!(st.city(CAERULEA).fort, 1);
    let mut dice = Dice::middling();
    stance::end(&mut Engine::new(&sc, &mut st, &mut dice), CAERULEA);
    assert_eq!((st.city(CAERULEA).fort, st.siege_months(CAERULEA)), (3, None), "V-40");
    let red = st.armies[0].id;
    assert_eq!(st.army(red).unwrap().status, ArmyStatus::Field);
    stance::begin(&mut Engine::new(&sc, &mut st, &mut dice), red, CAERULEA);
    st.city_mut(CAERULEA).siege = Some(st.month.plus(-6));
    check(&sc, &mut st, 1);
    check(&sc, &mut st, 1);
    assert_eq!((st.city(CAERULEA).fort, st.city(CAERULEA).controller), (1, BLU));
    check(&sc, &mut st, 1);
    let city = st.city(CAERULEA);
    assert_eq!((city.controller, city.fort, city.siege), (RED, 3, None), "V-40");
    assert_eq!(st.army(red).unwrap().status, ArmyStatus::Field, "nobody besieges his own city");
}

#[test]
fn desert_counts_only_where_there_is_nothing_else_and_once_with_the_rest() {
    let mut sc = world();
    let mut st = siege(&sc, 3);
    st.winter = false;
    assert_eq!(checks::value(&sc, &st, CAERULEA), 3);
    sc.hexes[at(4).index()].land = Some(LandTerrain::Desert);
    assert_eq!(checks::value(&sc, &st, CAERULEA), 3, "the other side is clear (ER-R39)");
    sc.hexes[at(6).index()].land = Some(LandTerrain::Desert);
    assert_eq!(checks::value(&sc, &st, CAERULEA), 5);
    st.winter = true;
    st.province_mut(sc.city(CAERULEA).province).plundered_until = Some(st.month);
    assert_eq!(checks::value(&sc, &st, CAERULEA), 5, "V-38");
}

#[test]
fn leaders_stay_until_the_city_falls() {
    let mut sc = world();
    sc.cities[CAERULEA.index()].port = true;
    sc.cities[CAERULEA.index()].fortification = 1;
    let mut st = siege(&sc, 6);
    st.city_mut(CAERULEA).fort = 1;
    let fleet = st.new_fleet(BLU, at(5), FleetStatus::Anchored);
    let legion = Band { kind: UnitKind::Legion3, seasoned: true, spent: 0, count: 1 };
    let now = st.fleet_mut(fleet).unwrap();
    now.ships.push((BLU, 1));
    now.cargo = Cargo { power: Some(BLU), bands: vec![legion] };
    st.leader_mut(crate::model::ids::LeaderId(1)).place = LeaderPlace::Fleet(fleet);
    assert_eq!(check(&sc, &mut st, 1).as_deref(), Some("fleet"));
    assert_eq!(st.fleet(fleet), None, "and the legion aboard with its ships (ER-11.18)");
    let ashore = st.armies.iter().find(|army| army.id.power == BLU).unwrap();
    assert_eq!(
        (ashore.status, st.leader(crate::model::ids::LeaderId(1)).place),
        (ArmyStatus::Garrison, LeaderPlace::Army(ashore.id))
    );
    check(&sc, &mut st, 1);
    assert_eq!(st.city(CAERULEA).controller, RED);
    assert_eq!(st.leader(crate::model::ids::LeaderId(1)).place, LeaderPlace::Captured(RED));
}

#[test]
fn a_province_without_cities_is_taken_by_three_phases_of_occupation() {
    let mut sc = world();
    let province = crate::model::ids::ProvinceId(1);
    sc.provinces[1].capital = None;
    let mut st = land_phase(&sc);
    let close = |st: &mut State, slot: u8| {
        st.stage = Stage::TurnClose { slot };
        let mut dice = Dice::middling();
        crate::rules::siege::close::close(&mut Engine::new(&sc, st, &mut dice));
        (st.province(province).occupied.map(|(_, phases)| phases), st.province(province).controller)
    };
    let red = legions(&mut st, RED, at(4), 1, None);
    assert_eq!(close(&mut st, 0), (Some(1), Some(BLU)), "ER-R34");
    assert_eq!(close(&mut st, 1), (Some(1), Some(BLU)), "another's phase counts nothing");
    let blu = legions(&mut st, BLU, at(6), 1, None);
    assert_eq!(close(&mut st, 0), (None, Some(BLU)), "the holder is there");
    st.army_mut(blu).unwrap().hex = at(1);
    close(&mut st, 0);
    st.army_mut(red).unwrap().bands[0].seasoned = false;
    assert_eq!(close(&mut st, 0).0, Some(2), "ten are enough");
    st.army_mut(red).unwrap().bands[0].kind = UnitKind::LightInf;
    assert_eq!(close(&mut st, 0).0, None, "two are not");
    st.army_mut(red).unwrap().bands[0].kind = UnitKind::Legion1;
    for (phases, holder) in [(Some(1), BLU), (Some(2), BLU), (None, RED)] {
        assert_eq!(close(&mut st, 0), (phases, Some(holder)));
    }
}
