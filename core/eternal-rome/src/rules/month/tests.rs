//! What the end of a month does (ER-11.20, ER-11.21, ER-R12, ER-R47, ER-R55).

use kernel::Dice;

use super::end;
use crate::model::calendar::Month;
use crate::model::ids::{LeaderId, ProvinceId, UnitKind};
use crate::model::scenario::Scenario;
use crate::model::state::{Band, Cargo, FleetId, FleetStatus, LeaderPlace, State};
use crate::rules::engine::Engine;
use crate::testing::{RED, at, land_phase, world};

fn month(sc: &Scenario, st: &mut State) {
    let mut dice = Dice::middling();
    end(&mut Engine::new(sc, st, &mut dice));
}

fn fleet(st: &mut State) -> FleetId {
    let id = st.new_fleet(RED, at(1), FleetStatus::AtSea);
    let legion = Band { kind: UnitKind::Legion2, seasoned: true, spent: 0, count: 1 };
    let fleet = st.fleet_mut(id).unwrap();
    fleet.ships.push((RED, 2));
    fleet.cargo = Cargo { power: Some(RED), bands: vec![legion] };
    st.leader_mut(LeaderId(0)).place = LeaderPlace::Fleet(id);
    id
}

#[test]
fn the_second_month_out_is_the_last() {
    let sc = world();
    let mut st = land_phase(&sc);
    let id = fleet(&mut st);
    st.fleet_mut(id).unwrap().fought = true;
    month(&sc, &mut st);
    assert_eq!(st.fleet(id).map(|fleet| (fleet.months_out, fleet.fought)), Some((1, false)), "VR-5, ER-12.9");
    month(&sc, &mut st);
    assert_eq!(st.fleet(id), None, "VR-5");
    assert_eq!(st.leader(LeaderId(0)).place, LeaderPlace::Gone);
    // Two fleet units, a legion, a named leader of land quality 1; nobody gains.
    assert_eq!(st.power(RED).morale, 100 - 8 - 4 - 4);
    assert!(st.powers.iter().all(|power| power.morale <= 100));
}

#[test]
fn a_siege_or_a_port_between_saves_the_fleet() {
    let sc = world();
    for between in [FleetStatus::Besieging, FleetStatus::Anchored] {
        let mut st = land_phase(&sc);
        let id = fleet(&mut st);
        let mut months = Vec::new();
        for status in [FleetStatus::AtSea, between, FleetStatus::AtSea] {
            st.fleet_mut(id).unwrap().status = status;
            month(&sc, &mut st);
            months.push(st.fleet(id).unwrap().months_out);
        }
        assert_eq!(months, [1, 0, 1], "VR-5");
    }
}

#[test]
fn january_counts_recruits_anew_and_plunder_wears_off() {
    let mut sc = world();
    sc.end = Month::of(-30, 12).unwrap();
    let mut st = land_phase(&sc);
    let province = st.province_mut(ProvinceId(0));
    province.recruited[0] = 2;
    province.plundered_until = Some(Month::of(-32, 12).unwrap());
    st.month = Month::of(-32, 11).unwrap();
    month(&sc, &mut st);
    assert_eq!((st.province(ProvinceId(0)).recruited[0], st.plundered(ProvinceId(0))), (2, true));
    month(&sc, &mut st);
    assert_eq!((st.province(ProvinceId(0)).recruited[0], st.plundered(ProvinceId(0))), (0, false), "ER-R47, ER-R55");
    assert_eq!(st.month, Month::of(-31, 1).unwrap());
}
