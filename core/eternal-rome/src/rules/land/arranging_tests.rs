//! Overrun, and splitting, exchanging and joining armies (ER-16.3 to ER-16.5, ER-R6, ER-R42, ER-R62).

use crate::model::ids::{LeaderId, UnitKind};
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyId, ArmyStatus, LeaderPlace, State, total};
use crate::rules::event::EventKind;
use crate::testing::{BLU, NEU, RED, add, at, land_phase, legions, order, warring};

const OVERRUN: &str = r#"{"type":"overrun","power":"RED","army":"RED-A1"}"#;

/// RED has seasoned and new heavy cavalry and two Legions I in this hex; BLU an army of these seasoned and new Legions
/// II.
fn riders(sc: &Scenario, column: u16, heavy: (u8, u8), foes: (u8, u8)) -> (State, ArmyId, ArmyId) {
    let mut st = land_phase(sc);
    let red = st.new_army(RED, at(column), ArmyStatus::Field);
    let blu = st.new_army(BLU, at(column), ArmyStatus::Field);
    add(&mut st, red, UnitKind::HeavyCav, true, heavy.0);
    add(&mut st, red, UnitKind::HeavyCav, false, heavy.1);
    add(&mut st, red, UnitKind::Legion1, true, 2);
    add(&mut st, blu, UnitKind::Legion2, true, foes.0);
    add(&mut st, blu, UnitKind::Legion2, false, foes.1);
    (st, red, blu)
}

#[test]
fn five_times_the_enemy_in_heavy_cavalry_rides_him_down() {
    let sc = warring();
    let (mut st, _, blu) = riders(&sc, 4, (4, 0), (1, 0));
    let (_, news) = order(&sc, &mut st, 0, OVERRUN, &[]);
    assert!(st.army(blu).is_none());
    assert_eq!((st.power(RED).morale, st.power(BLU).morale), (104, 96), "V-27");
    assert!(
        news.iter().any(|what| matches!(what, EventKind::Overrun { units, escaped: false, .. } if units.len() == 1))
    );

    let (mut st, ..) = riders(&sc, 4, (4, 0), (1, 1));
    assert_eq!(order(&sc, &mut st, 0, OVERRUN, &[]).0.code, "too_weak", "V-27: 120 is four times 30");
}

#[test]
fn the_ratio_is_at_least_five() {
    let sc = warring();
    // 105 against 20; against 22 it is refused.
    let (mut st, ..) = riders(&sc, 4, (3, 1), (1, 0));
    assert!(!order(&sc, &mut st, 0, OVERRUN, &[]).0.is_refused());
    let (mut st, _, blu) = riders(&sc, 4, (3, 1), (1, 0));
    add(&mut st, blu, UnitKind::Archers, false, 1);
    assert_eq!(order(&sc, &mut st, 0, OVERRUN, &[]).0.code, "too_weak", "VR-19: 105 < 110");
    // Exactly five times.
    let (mut st, ..) = riders(&sc, 4, (3, 0), (0, 0));
    let army = st.new_army(BLU, at(4), ArmyStatus::Field);
    add(&mut st, army, UnitKind::LightCav, true, 3);
    assert!(!order(&sc, &mut st, 0, OVERRUN, &[]).0.is_refused(), "90 against 18");
}

#[test]
fn who_has_a_city_there_slips_into_it() {
    let sc = warring();
    let (mut st, _, blu) = riders(&sc, 5, (4, 0), (1, 0));
    order(&sc, &mut st, 0, OVERRUN, &[]);
    assert_eq!(st.army(blu).unwrap().status, ArmyStatus::Garrison, "V-28");
    assert_eq!((st.power(RED).morale, st.power(BLU).morale), (100, 100));
    assert_eq!(order(&sc, &mut st, 0, OVERRUN, &[]).0.code, "no_target");
}

#[test]
fn leaders_ridden_down_are_captured_and_the_army_goes_on() {
    let sc = warring();
    let (mut st, red, blu) = riders(&sc, 4, (4, 0), (0, 0));
    st.leader_mut(LeaderId(1)).place = LeaderPlace::Army(blu);
    order(&sc, &mut st, 0, OVERRUN, &[]);
    assert_eq!(st.leader(LeaderId(1)).place, LeaderPlace::Captured(RED));
    let march = r#"{"type":"move_army","power":"RED","army":"RED-A1","path":["0510"]}"#;
    assert!(!order(&sc, &mut st, 0, march, &[]).0.is_refused(), "no movement points (ER-R42)");
    assert_eq!(st.army(red).unwrap().hex, at(5));
    assert_eq!(st.army(red).unwrap().bands[0].spent, 2);
}

#[test]
fn what_may_not_overrun_is_refused() {
    let sc = warring();
    let (mut st, red, _) = riders(&sc, 4, (4, 0), (1, 0));
    let elsewhere = r#"{"type":"overrun","power":"RED","army":"RED-A1","hex":"0310"}"#;
    assert_eq!(order(&sc, &mut st, 0, elsewhere, &[]).0.code, "other_hex");
    st.army_mut(red).unwrap().stopped = true;
    assert_eq!(order(&sc, &mut st, 0, OVERRUN, &[]).0.code, "intercepted");
    let army = st.army_mut(red).unwrap();
    (army.stopped, army.status) = (false, ArmyStatus::Besieging);
    assert_eq!(order(&sc, &mut st, 0, OVERRUN, &[]).0.code, "not_in_field");
}

fn parts(st: &State) -> Vec<(u16, u32)> {
    st.armies.iter().map(|army| (army.id.number, total(&army.bands))).collect()
}

#[test]
fn an_army_is_split_and_each_part_keeps_what_it_has_spent() {
    let sc = warring();
    let mut st = land_phase(&sc);
    let army = legions(&mut st, RED, at(2), 3, Some(0));
    order(&sc, &mut st, 0, r#"{"type":"move_army","power":"RED","army":"RED-A1","path":["0310"]}"#, &[]);
    let split = r#"{"type":"split_army","power":"RED","army":"RED-A1","units":[{"type":"legion_2","count":1}],"leaders":["Rufus"]}"#;
    let (verdict, news) = order(&sc, &mut st, 0, split, &[]);
    assert!(!verdict.is_refused(), "{verdict:?}");
    assert_eq!(parts(&st), [(1, 2), (2, 1)]);
    assert_eq!((st.armies[1].bands[0].spent, st.leader(LeaderId(0)).spent), (2, 2), "ER-R6");
    assert_eq!(
        (st.armies[1].came_from, st.leader(LeaderId(0)).place),
        (Some(at(2)), LeaderPlace::Army(st.armies[1].id))
    );
    assert!(matches!(&news[..], [EventKind::ForcesArranged { forces, .. }] if *forces == ["RED-A1", "RED-A2"]));

    let rows = [
        (
            r#"{"type":"split_army","power":"RED","army":"RED-A1","units":[{"type":"legion_2","count":2}]}"#,
            "nothing_left",
        ),
        (r#"{"type":"split_army","power":"RED","army":"RED-A1"}"#, "nothing"),
        (
            r#"{"type":"split_army","power":"RED","army":"RED-A1","units":[{"type":"legion_2","count":3}]}"#,
            "not_so_many",
        ),
        (r#"{"type":"split_army","power":"RED","army":"RED-A1","leaders":["Rufus"]}"#, "unknown_leader"),
    ];
    for (text, code) in rows {
        assert_eq!(order(&sc, &mut st, 0, text, &[]).0.code, code, "{text}");
    }
    st.army_mut(army).unwrap().stopped = true;
    let split = r#"{"type":"split_army","power":"RED","army":"RED-A1","units":[{"type":"legion_2","count":1}]}"#;
    assert_eq!(order(&sc, &mut st, 0, split, &[]).0.code, "intercepted", "it stays as it is until the battle");
}

#[test]
fn armies_exchange_and_an_empty_one_is_no_more() {
    let sc = warring();
    let mut st = land_phase(&sc);
    legions(&mut st, RED, at(2), 3, Some(0));
    let second = legions(&mut st, RED, at(2), 0, None);
    add(&mut st, second, UnitKind::Archers, true, 2);
    let exchange = r#"{"type":"exchange_armies","power":"RED","army":"RED-A1","other":"RED-A2",
        "give":{"units":[{"type":"legion_2","count":1}]},"take":{"units":[{"type":"archers","count":2}]}}"#;
    let (verdict, _) = order(&sc, &mut st, 0, exchange, &[]);
    assert!(!verdict.is_refused(), "{verdict:?}");
    assert_eq!(parts(&st), [(1, 4), (2, 1)]);
    let ships = r#"{"type":"exchange_armies","power":"RED","army":"RED-A1","other":"RED-A2","give":{"ships":1}}"#;
    assert_eq!(order(&sc, &mut st, 0, ships, &[]).0.code, "no_ships");
    let nothing = r#"{"type":"exchange_armies","power":"RED","army":"RED-A1","other":"RED-A2"}"#;
    assert_eq!(order(&sc, &mut st, 0, nothing, &[]).0.code, "nothing");
    let all = r#"{"type":"exchange_armies","power":"RED","army":"RED-A1","other":"RED-A2","take":{"units":[{"type":"legion_2","count":1}]}}"#;
    order(&sc, &mut st, 0, all, &[]);
    assert_eq!(parts(&st), [(1, 5)]);
    legions(&mut st, RED, at(3), 1, None);
    assert_eq!(order(&sc, &mut st, 0, all, &[]).0.code, "apart");
}

#[test]
fn armies_of_one_power_and_status_join() {
    let sc = warring();
    let mut st = land_phase(&sc);
    let first = legions(&mut st, RED, at(1), 1, None);
    let second = legions(&mut st, RED, at(1), 3, Some(0));
    st.army_mut(first).unwrap().came_from = Some(at(2));
    let inside = legions(&mut st, RED, at(1), 1, None);
    st.army_mut(inside).unwrap().status = ArmyStatus::Garrison;
    let caught = legions(&mut st, RED, at(1), 1, None);
    st.army_mut(caught).unwrap().stopped = true;
    let join = r#"{"type":"concentrate_armies","power":"RED","hex":"Rubra"}"#;
    order(&sc, &mut st, 0, join, &[]);
    assert_eq!(parts(&st), [(1, 4), (3, 1), (4, 1)], "the garrison apart, and whoever was intercepted");
    assert_eq!(st.leader(LeaderId(0)).place, LeaderPlace::Army(first));
    assert_eq!((st.army(first).unwrap().came_from, st.army(second)), (None, None), "as the strongest part came");
    assert_eq!(order(&sc, &mut st, 0, join, &[]).0.code, "nothing_to_join");
}

#[test]
fn an_active_neutral_fights_who_enters_its_land() {
    let sc = warring();
    let mut st = land_phase(&sc);
    legions(&mut st, RED, at(6), 1, None);
    let neu = st.power_mut(NEU);
    (neu.active, neu.controller) = (true, Some(BLU));
    order(&sc, &mut st, 0, r#"{"type":"move_army","power":"RED","army":"RED-A1","path":["0710"]}"#, &[]);
    assert!(st.power(NEU).war_targets.has(RED), "ER-R31");
}
