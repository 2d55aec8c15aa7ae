//! Embarking and landing.

use super::waters::{give, give_and_hear, load, naval_phase, sea_cost, sea_world, ships};
use crate::model::ids::{LeaderId, UnitKind};
use crate::model::scenario::Scenario;
use crate::model::state::{Army, ArmyStatus, Band, FleetStatus, LeaderPlace, State, total};
use crate::rules::strength;
use crate::testing::{BLU, RED, at};

use FleetStatus::{Anchored, AtSea, Besieging};

fn garrison(st: &mut State, units: &[(UnitKind, u8)]) {
    let id = st.new_army(RED, at(1), ArmyStatus::Garrison);
    for &(kind, count) in units {
        st.reinforce(id, Band { kind, seasoned: true, spent: 0, count });
    }
}

fn landed(st: &State) -> &Army {
    st.armies.last().unwrap()
}

const ALL_ASHORE: &str = r#"{"type":"disembark_units","power":"RED","fleet":"RED-F1"}"#;
const INTO_PORT: &str = r#"{"type":"disembark_to_port","power":"RED","fleet":"RED-F1"}"#;

#[test]
fn a_fleet_carries_four_for_each_of_its_units_and_leaders_take_no_room() {
    let sc = sea_world();
    let rows = [
        (r#"[{"type":"legion_1","count":2},{"type":"heavy_cav","count":1}]"#, Some("overloaded")),
        (r#"[{"type":"legion_1","count":1},{"type":"heavy_cav","count":1}]"#, None),
    ];
    for (units, code) in rows {
        let mut st = naval_phase(&sc);
        ships(&mut st, RED, at(1), Anchored, 3);
        garrison(&mut st, &[(UnitKind::Legion1, 2), (UnitKind::HeavyCav, 1)]);
        st.leader_mut(LeaderId(0)).place = LeaderPlace::Army(st.armies[0].id);
        let order =
            format!(r#"{{"type":"embark_units","power":"RED","fleet":"RED-F1","units":{units},"leaders":["Rufus"]}}"#);
        let before = st.clone();
        let verdict = give(&sc, &mut st, 0, &order, &[]);
        match code {
            Some(code) => {
                assert_eq!(verdict.code, code, "V-9 a");
                st.steps = before.steps;
                assert_eq!(st, before, "nothing changes");
            }
            None => {
                assert!(!verdict.is_refused(), "V-9 b: {verdict:?}");
                let fleet = &st.fleets[0];
                assert_eq!((total(&fleet.cargo.bands), fleet.cargo.power, fleet.used), (2, Some(RED), 2));
                assert_eq!(st.leader(LeaderId(0)).place, LeaderPlace::Fleet(fleet.id));
                assert_eq!(total(&st.armies[0].bands), 1);
            }
        }
    }
}

#[test]
fn what_the_fleet_has_used_is_gone_of_the_army_s_month() {
    let sc = sea_world();
    // Points used with the disembarkation, unit, points left: V-10 and VR-3.
    let rows = [
        (12, UnitKind::Legion1, 12),
        (15, UnitKind::Legion2, 10),
        (15, UnitKind::HeavyCav, 16),
        (15, UnitKind::LightInf, 12),
        (20, UnitKind::CivInf1, 6),
        (7, UnitKind::Legion3, 15),
        (7, UnitKind::HeavyCav, 24),
        (11, UnitKind::CivInf2, 11),
        (30, UnitKind::Legion1, 0),
    ];
    for (used, kind, left) in rows {
        let mut st = naval_phase(&sc);
        let fleet = ships(&mut st, RED, at(2), AtSea, 2);
        load(&mut st, fleet, RED, kind, 1);
        st.fleet_mut(fleet).unwrap().used = used - 6;
        assert!(!give(&sc, &mut st, 0, ALL_ASHORE, &[]).is_refused());
        assert_eq!(st.fleets[0].used, used);
        assert_eq!(strength::moves_left(&sc, &st, landed(&st)), left, "V-10, VR-3: {kind:?} at {used}");
        assert_eq!(landed(&st).status, ArmyStatus::Field);
        assert_eq!(st.fleets[0].cargo.power, None);
    }
}

/// Embarks at Rubra, sails to 0610 and lands in BLU's port there, which is RED's now.
fn crossing(sc: &Scenario, winter: bool) -> State {
    let mut st = naval_phase(sc);
    st.winter = winter;
    let there = sc.hex(at(5)).city.unwrap();
    st.city_mut(there).controller = RED;
    ships(&mut st, RED, at(1), Anchored, 2);
    garrison(&mut st, &[(UnitKind::Legion1, 2)]);
    let embark = r#"{"type":"embark_units","power":"RED","fleet":"RED-F1","units":[{"type":"legion_1","count":2}]}"#;
    let sail = r#"{"type":"move_fleet","power":"RED","fleet":"RED-F1","path":["0210","0310","0410","0510"]}"#;
    for order in [embark, sail, INTO_PORT] {
        let verdict = give(sc, &mut st, 0, order, &[]);
        assert!(!verdict.is_refused(), "{verdict:?}");
    }
    st
}

#[test]
fn from_port_to_port_two_points_each_way_and_the_voyage() {
    let mut sc = sea_world();
    sea_cost(&mut sc, 2, 3, 2);
    sea_cost(&mut sc, 4, 5, 4);
    // 1 + 2 + 1 + 4 = 8, as 1 + 1 + 2 + 1 + 3.
    let st = crossing(&sc, false);
    assert_eq!(st.fleets[0].used, 12, "V-11: 2 + 8 + 2");
    assert_eq!(strength::moves_left(&sc, &st, landed(&st)), 12, "V-11: 12 of 20");
    assert_eq!(landed(&st).status, ArmyStatus::Garrison);
    let mut sc = sea_world();
    sea_cost(&mut sc, 4, 5, 2);
    // Four steps that cost as five of coast.
    assert_eq!(crossing(&sc, true).fleets[0].used, 14, "VR-4: the transfers are not doubled in winter (ER-R8)");
}

#[test]
fn a_landing_is_paid_in_full_or_refused() {
    let sc = sea_world();
    for (used, legal) in [(25, false), (24, true)] {
        let mut st = naval_phase(&sc);
        let fleet = ships(&mut st, RED, at(2), AtSea, 1);
        load(&mut st, fleet, RED, UnitKind::Legion1, 1);
        st.fleet_mut(fleet).unwrap().used = used;
        let verdict = give(&sc, &mut st, 0, ALL_ASHORE, &[]);
        assert_eq!(!verdict.is_refused(), legal, "V-13");
        if legal {
            assert_eq!((st.fleets[0].used, strength::moves_left(&sc, &st, landed(&st))), (30, 0), "V-13 b");
        } else {
            assert_eq!(verdict.code, "not_enough_mp");
        }
    }
}

#[test]
fn a_besieged_port_takes_a_convoy_in_until_it_is_blockaded() {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    let convoy = ships(&mut st, RED, at(1), AtSea, 2);
    load(&mut st, convoy, RED, UnitKind::Legion1, 2);
    ships(&mut st, RED, at(1), Anchored, 1);
    ships(&mut st, BLU, at(1), Besieging, 1);
    let siege = st.new_army(BLU, at(1), ArmyStatus::Besieging);
    st.reinforce(siege, Band { kind: UnitKind::Legion1, seasoned: true, spent: 0, count: 1 });
    st.city_mut(sc.hex(at(1)).city.unwrap()).siege = Some(st.month);
    let one = r#"{"type":"disembark_to_port","power":"RED","fleet":"RED-F1","units":[{"type":"legion_1","count":1}]}"#;
    assert!(!give(&sc, &mut st, 0, one, &[]).is_refused(), "V-15: 1 > 1 is false");
    assert_eq!((st.fleets[0].used, st.armies[0].status), (2, ArmyStatus::Garrison));
    ships(&mut st, BLU, at(1), Besieging, 1);
    let verdict = give(&sc, &mut st, 0, one, &[]);
    assert_eq!((verdict.code.as_str(), verdict.rule.unwrap().as_str()), ("blockaded", "ER-11.12"), "V-15");
}

#[test]
fn landing_on_an_enemy_coast_takes_a_leader_who_knows_the_sea() {
    // Naval quality of the leader aboard, option, coast, legal: V-16 a to e.
    let rows = [
        (None, false, 4, false),
        (Some(1), false, 4, false),
        (Some(2), false, 4, true),
        (Some(1), true, 4, true),
        (None, false, 2, true),
    ];
    for (quality, option, column, legal) in rows {
        let mut sc = sea_world();
        sc.leaders[0].naval = quality.unwrap_or(0);
        let mut st = naval_phase(&sc);
        st.options.amphibious_invasion = option;
        let fleet = ships(&mut st, RED, at(column), AtSea, 1);
        load(&mut st, fleet, RED, UnitKind::Legion1, 1);
        if quality.is_some() {
            st.leader_mut(LeaderId(0)).place = LeaderPlace::Fleet(fleet);
        }
        let verdict = give(&sc, &mut st, 0, ALL_ASHORE, &[]);
        assert_eq!(!verdict.is_refused(), legal, "V-16: {quality:?}, option {option}, {column}");
        match legal {
            true => assert_eq!((st.fleets[0].used, landed(&st).hex), (6, at(column))),
            false => assert_eq!(verdict.code, "no_landing_leader"),
        }
    }
}

#[test]
fn neutral_land_is_entered_only_by_invasion_and_all_see_the_landing() {
    let mut sc = sea_world();
    sc.leaders[0].naval = 2;
    let mut st = naval_phase(&sc);
    let fleet = ships(&mut st, RED, at(7), AtSea, 1);
    load(&mut st, fleet, RED, UnitKind::Legion1, 1);
    st.leader_mut(LeaderId(0)).place = LeaderPlace::Fleet(fleet);
    assert_eq!(give(&sc, &mut st, 0, ALL_ASHORE, &[]).code, "neutral", "ER-R30");
    let invade = r#"{"type":"disembark_units","power":"RED","fleet":"RED-F1","invade":true}"#;
    let (verdict, news) = give_and_hear(&sc, &mut st, 0, invade, &[]);
    assert!(!verdict.is_refused(), "{verdict:?}");
    assert!(st.armies.iter().any(|army| army.id.power == RED && army.hex == at(7)));
    let seen = |seat: u16| news.iter().filter(move |news| news.audience.includes(kernel::SeatId(seat)));
    assert!(seen(1).any(|news| news.event.what.kind() == "landing_seen"));
    assert!(seen(1).all(|news| news.event.what.kind() != "units_landed"), "ER-7.1: units are not known");
    assert!(seen(0).any(|news| news.event.what.kind() == "units_landed"));
}

#[test]
fn embarking_may_set_others_ashore_for_one_price() {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    let fleet = ships(&mut st, RED, at(1), Anchored, 1);
    load(&mut st, fleet, RED, UnitKind::Legion2, 1);
    garrison(&mut st, &[(UnitKind::Legion1, 1)]);
    let swap = r#"{"type":"embark_units","power":"RED","fleet":"RED-F1","units":[{"type":"legion_1","count":1}],
        "ashore":{"units":[{"type":"legion_2","count":1}]}}"#;
    let verdict = give(&sc, &mut st, 0, swap, &[]);
    assert!(!verdict.is_refused(), "{verdict:?}");
    assert_eq!(st.fleets[0].used, 2);
    assert_eq!(st.fleets[0].cargo.bands[0].kind, UnitKind::Legion1);
    // 20 * 2 / 30 rounded up.
    assert_eq!(st.armies[0].bands, [Band { kind: UnitKind::Legion2, seasoned: true, spent: 2, count: 1 }]);
}
