//! Assaults, sorties, and retreats behind walls (ER-17.3, ER-17.9 to ER-17.11, ER-R18, ER-R37).

use kernel::SeatId;

use crate::model::frames::{Frame, Question};
use crate::model::ids::{CityId, LeaderId, PowerId, UnitKind};
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyId, ArmyStatus, AttackedPolicy, Cargo, FleetStatus, LeaderPlace, Stage, State, total};
use crate::orders::judge::check_orders;
use crate::rules::event::EventKind;
use crate::testing::{BLU, GRN, RED, add, at, combat_phase, legions, order, warring};

const CAERULEA: CityId = CityId(1);
const ASSAULT: &str = r#"{"type":"assault_city","power":"RED","armies":["RED-A1"],"city":"Caerulea"}"#;

fn units(st: &State, id: ArmyId) -> u32 {
    st.army(id).map_or(0, |army| total(&army.bands))
}

/// Caerulea with this fortification; an army of one type before it.
fn before(sc: &mut Scenario, fort: u8, power: PowerId, kind: UnitKind, count: u8) -> (State, ArmyId) {
    sc.cities[CAERULEA.index()].fortification = fort;
    let mut st = combat_phase(sc);
    let slot = sc.turn_order.iter().position(|&major| major == power).unwrap() as u8;
    st.stage = Stage::Combat { slot };
    let id = st.new_army(power, at(5), ArmyStatus::Field);
    add(&mut st, id, kind, true, count);
    (st, id)
}

fn garrison(st: &mut State, count: u8) -> ArmyId {
    let id = legions(st, BLU, at(5), count, None);
    st.army_mut(id).unwrap().status = ArmyStatus::Garrison;
    id
}

#[test]
fn walls_count_and_double_who_stands_behind_them() {
    let rows =
        [(RED, false, true, "93"), (GRN, false, true, "137"), (RED, true, true, "137"), (GRN, true, true, "137")];
    for (power, scarce, inside, expected) in rows.into_iter().chain([(RED, false, false, "5")]) {
        let mut sc = warring();
        sc.provinces[1].wood_scarce = scarce;
        let (mut st, _) = before(&mut sc, 5, power, UnitKind::Legion2, 3);
        if inside {
            let garrison = garrison(&mut st, 1);
            add(&mut st, garrison, UnitKind::Legion1, true, 1);
        }
        let code = sc.power(power).code.to_string();
        let text = format!(r#"{{"type":"assault_city","power":"{code}","armies":["{code}-A1"],"city":"Caerulea"}}"#);
        let mut dice = kernel::Dice::middling();
        let seat = kernel::SeatId(u16::from(power.0));
        let resolution = crate::orders::carry_out::advance(
            &sc,
            &mut st,
            &[(seat, vec![serde_json::from_str(&text).unwrap()])],
            &mut dice,
        );
        let defence = resolution.events.iter().find_map(|news| match &news.event.what {
            EventKind::BattleFought { strength, .. } => Some(strength.defence.clone()),
            _ => None,
        });
        assert_eq!(defence.as_deref(), Some(expected), "V-29: {code}, wood scarce {scarce}, garrison {inside}");
    }
}

#[test]
fn an_empty_city_falls_when_its_walls_are_beaten() {
    let mut sc = warring();
    let (mut st, red) = before(&mut sc, 6, RED, UnitKind::Legion3, 1);
    let leader = st.new_army(BLU, at(5), ArmyStatus::Garrison);
    st.leader_mut(LeaderId(1)).place = LeaderPlace::Army(leader);
    // Balbus inside defends with his quality: 3 - 1 is the row of 2.
    let (_, news) = order(&sc, &mut st, 0, ASSAULT, &[3]);
    assert_eq!((st.city(CAERULEA).controller, units(&st, red)), (RED, 1), "VR-12");
    assert_eq!(st.leader(LeaderId(1)).place, LeaderPlace::Captured(RED), "ER-R18");
    assert_eq!(st.province(sc.city(CAERULEA).province).controller, Some(RED), "the capital of a province (ER-4.2)");
    assert!(news.iter().any(|what| matches!(what, EventKind::CityTaken { .. })));
}

#[test]
fn walls_that_win_hold() {
    let mut sc = warring();
    let (mut st, red) = before(&mut sc, 6, RED, UnitKind::LightInf, 1);
    order(&sc, &mut st, 0, ASSAULT, &[5]);
    assert_eq!((st.city(CAERULEA).controller, units(&st, red)), (BLU, 1), "VR-13");
    assert_eq!(st.army(red).unwrap().hex, at(5), "assaulters stay (ER-R18)");
}

#[test]
fn a_garrison_that_is_not_gone_holds_the_city() {
    let mut sc = warring();
    let (mut st, red) = before(&mut sc, 0, RED, UnitKind::Legion2, 12);
    let inside = garrison(&mut st, 4);
    let verdicts = check_orders(&sc, st.clone(), SeatId(0), &[serde_json::from_str(ASSAULT).unwrap()]);
    assert!(verdicts[0].detail.starts_with("240 against 80, in the city 160: won with 5 of 6 rolls"), "{verdicts:?}");
    // 240 against 160, die 6: 11 and 44 per cent; two of four fall.
    order(&sc, &mut st, 0, ASSAULT, &[6]);
    assert_eq!((units(&st, red), units(&st, inside)), (11, 2));
    assert_eq!(st.city(CAERULEA).controller, BLU);
    assert_eq!(st.army(inside).unwrap().hex, at(5), "nobody leaves a city for a lost assault");
}

#[test]
fn units_aboard_in_the_port_defend_the_city() {
    let mut sc = warring();
    sc.cities[CAERULEA.index()].port = true;
    let (mut st, _) = before(&mut sc, 0, RED, UnitKind::Legion2, 8);
    let fleet = st.new_fleet(BLU, at(5), FleetStatus::Anchored);
    let aboard = crate::model::state::Band { kind: UnitKind::Legion2, seasoned: true, spent: 0, count: 1 };
    let fleet_now = st.fleet_mut(fleet).unwrap();
    fleet_now.ships.push((BLU, 1));
    fleet_now.cargo = Cargo { power: Some(BLU), bands: vec![aboard] };
    // 160 against 2 * 20: the legion aboard falls, and with it the city; the fleet puts to sea (ER-R36).
    order(&sc, &mut st, 0, ASSAULT, &[6]);
    assert_eq!(st.city(CAERULEA).controller, RED);
    let fleet = st.fleet(fleet).unwrap();
    assert_eq!((fleet.status, fleet.cargo.bands.len(), fleet.cargo.power), (FleetStatus::AtSea, 0, None));
}

#[test]
fn who_retreats_into_the_city_is_besieged_at_once() {
    let mut sc = warring();
    let (mut st, red) = before(&mut sc, 3, RED, UnitKind::Legion2, 10);
    let blu = legions(&mut st, BLU, at(5), 4, None);
    let attack = r#"{"type":"attack_army","power":"RED","armies":["RED-A1"],"targets":["BLU"]}"#;
    order(&sc, &mut st, 0, attack, &[]);
    let Some(Frame::Ask(ask)) = st.stack.last() else { panic!("nobody is asked") };
    let Question::RespondAttack { city, .. } = &ask.question else { panic!("another question") };
    assert_eq!(*city, Some(CAERULEA));
    let inside = r#"{"type":"respond_attack","power":"BLU","responses":[{"army":"BLU-A1","action":"retreat_city"}]}"#;
    order(&sc, &mut st, 1, inside, &[]);
    assert_eq!(
        (st.army(blu).unwrap().status, st.army(red).unwrap().status),
        (ArmyStatus::Garrison, ArmyStatus::Besieging)
    );
    assert_eq!((st.siege_months(CAERULEA), st.power(BLU).morale), (Some(0), 95), "ER-R37, ER-17.7");
}

#[test]
fn a_beaten_army_goes_into_the_city_and_the_victors_besiege_it() {
    let mut sc = warring();
    let (mut st, red) = before(&mut sc, 3, RED, UnitKind::Legion2, 10);
    st.army_mut(red).unwrap().came_from = Some(at(4));
    let blu = legions(&mut st, BLU, at(5), 8, None);
    st.power_mut(BLU).policy.attacked = Some(AttackedPolicy::Stand);
    st.power_mut(BLU).policy.retreat = Some(crate::model::state::RetreatPolicy::Nearest);
    let attack = r#"{"type":"attack_army","power":"RED","armies":["RED-A1"],"targets":["BLU"]}"#;
    order(&sc, &mut st, 0, attack, &[6]);
    assert_eq!((units(&st, blu), st.army(blu).unwrap().status), (5, ArmyStatus::Garrison));
    assert_eq!(st.army(red).unwrap().status, ArmyStatus::Besieging);
    assert_eq!(st.power(BLU).morale, 100 - 12 + 4, "no five points after a battle (ER-R23)");
}

/// BLU's garrison besieged in Caerulea, in BLU's combat phase.
fn besieged(sc: &Scenario, inside: u8, outside: u8) -> (State, ArmyId, ArmyId) {
    let mut st = combat_phase(sc);
    st.stage = Stage::Combat { slot: 1 };
    let red = legions(&mut st, RED, at(5), outside, None);
    st.army_mut(red).unwrap().status = ArmyStatus::Besieging;
    st.city_mut(CAERULEA).siege = Some(st.month);
    let blu = garrison(&mut st, inside);
    st.power_mut(RED).policy.attacked = Some(AttackedPolicy::Stand);
    st.power_mut(RED).policy.retreat = Some(crate::model::state::RetreatPolicy::Nearest);
    (st, red, blu)
}

const SORTIE: &str = r#"{"type":"attack_army","power":"BLU","armies":["BLU-A1"],"targets":["RED"]}"#;

#[test]
fn a_sortie_that_wins_ends_the_siege() {
    let sc = warring();
    let (mut st, red, blu) = besieged(&sc, 10, 8);
    let (_, news) = order(&sc, &mut st, 1, SORTIE, &[6]);
    let strength = news.iter().find_map(|what| match what {
        EventKind::BattleFought { strength, .. } => Some(strength.defence.as_str()),
        _ => None,
    });
    assert_eq!(strength, Some("160"), "no city factor, no walls (ER-R18)");
    assert_eq!((units(&st, red), st.army(red).unwrap().hex), (5, at(4)));
    assert_eq!((st.siege_months(CAERULEA), st.army(blu).unwrap().status), (None, ArmyStatus::Garrison));
}

#[test]
fn a_beaten_sortie_goes_back_into_the_city() {
    let sc = warring();
    let (mut st, red, blu) = besieged(&sc, 4, 8);
    order(&sc, &mut st, 1, SORTIE, &[1]);
    assert_eq!((st.army(blu).unwrap().status, st.army(blu).unwrap().hex), (ArmyStatus::Garrison, at(5)));
    assert_eq!((st.army(red).unwrap().status, st.siege_months(CAERULEA)), (ArmyStatus::Besieging, Some(0)));
}

#[test]
fn besiegers_with_nowhere_to_go_stay_but_besiege_no_more() {
    let sc = warring();
    let (mut st, red, _) = besieged(&sc, 10, 8);
    legions(&mut st, BLU, at(4), 3, None);
    legions(&mut st, BLU, at(6), 3, None);
    order(&sc, &mut st, 1, SORTIE, &[6]);
    let army = st.army(red).unwrap();
    assert_eq!((units(&st, red), army.hex, army.status), (4, at(5), ArmyStatus::Field));
    assert_eq!(st.siege_months(CAERULEA), None);
}

#[test]
fn a_garrison_does_not_join_the_defence_against_relief() {
    let sc = warring();
    let (mut st, ..) = besieged(&sc, 4, 8);
    let relief = legions(&mut st, BLU, at(5), 10, None);
    st.army_mut(relief).unwrap().came_from = Some(at(6));
    let attack = r#"{"type":"attack_army","power":"BLU","armies":["BLU-A2"],"targets":["RED"]}"#;
    let (_, news) = order(&sc, &mut st, 1, attack, &[6]);
    let strength = news.iter().find_map(|what| match what {
        EventKind::BattleFought { strength, .. } => Some((strength.attacker.clone(), strength.defence.clone())),
        _ => None,
    });
    assert_eq!(strength, Some(("200".into(), "160".into())), "ER-R67");
    assert_eq!(st.siege_months(CAERULEA), None, "the besiegers had to leave");
}
