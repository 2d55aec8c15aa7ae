//! Voyages, interception at sea, ports.

use super::waters::{give, give_and_hear, naval_phase, sea_cost, sea_world, ships};
use crate::model::frames::{Frame, Question};
use crate::model::routes;
use crate::model::scenario::{Scenario, SeaTerrain};
use crate::model::state::{Fleet, FleetId, FleetStatus, State};
use crate::rules::{event::EventKind, relations};
use crate::testing::{BLU, GRN, RED, at};

use FleetStatus::{Anchored, AtSea, Besieging};

fn sail(path: &[u16]) -> String {
    let path: Vec<String> = path.iter().map(|&column| at(column).to_string()).collect();
    let path = serde_json::to_string(&path).unwrap();
    format!(r#"{{"type":"move_fleet","power":"RED","fleet":"RED-F1","path":{path}}}"#)
}

fn first(st: &State) -> &Fleet {
    st.fleets.first().unwrap()
}

#[test]
fn a_voyage_is_paid_whole_or_refused_whole() {
    for (third, code, left) in [(3, "not_enough_mp", 30), (2, "ok", 0)] {
        let mut sc = sea_world();
        // In winter 4 + 6 + 6, and 4 + 5 + 6 with another start: costs double (ER-11.3).
        let costs = if third == 3 { [4, 6, 6] } else { [4, 5, 6] };
        (1..=3).zip(costs).for_each(|(column, cost)| sea_cost(&mut sc, column, column + 1, cost));
        let mut st = naval_phase(&sc);
        st.winter = true;
        ships(&mut st, RED, at(1), Anchored, 2);
        let verdict = give(&sc, &mut st, 0, &sail(&[2, 3, 4]), &[]);
        assert_eq!(if verdict.is_refused() { verdict.code.as_str() } else { "ok" }, code, "V-12");
        let fleet = first(&st);
        assert_eq!(30 - fleet.used, left, "V-12");
        assert_eq!(fleet.hex, at(if left == 0 { 4 } else { 1 }));
        assert_eq!(fleet.status, if left == 0 { AtSea } else { Anchored });
    }
}

#[test]
fn more_besieging_than_besieged_fleet_units_blockade_a_port() {
    for (besieging, inside, blockaded) in [(2, 2, false), (3, 2, true), (1, 0, true), (0, 0, false)] {
        let sc = sea_world();
        let mut st = naval_phase(&sc);
        if inside > 0 {
            ships(&mut st, RED, at(1), Anchored, inside);
        }
        if besieging > 0 {
            ships(&mut st, BLU, at(1), Besieging, besieging);
        }
        let city = sc.hex(at(1)).city.unwrap();
        assert_eq!(relations::blockaded(&sc, &st, city), blockaded, "V-14: {besieging} against {inside}");
        if inside > 0 {
            let verdict = give(&sc, &mut st, 0, &sail(&[2]), &[]);
            assert_eq!(verdict.is_refused(), blockaded, "ER-11.7");
        }
    }
}

#[test]
fn a_blockaded_port_is_not_entered() {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    ships(&mut st, RED, at(1), AtSea, 1);
    ships(&mut st, BLU, at(1), Besieging, 1);
    let anchor = r#"{"type":"anchor_fleet","power":"RED","fleet":"RED-F1"}"#;
    let verdict = give(&sc, &mut st, 0, anchor, &[]);
    assert_eq!((verdict.code.as_str(), verdict.rule.unwrap().as_str()), ("blockaded", "ER-11.7"));
    st.fleets.remove(1);
    assert!(!give(&sc, &mut st, 0, anchor, &[]).is_refused());
    assert_eq!(first(&st).status, Anchored);
    assert_eq!(give(&sc, &mut st, 0, anchor, &[]).code, "already");
}

#[test]
fn a_siege_of_a_port_begins_and_ends() {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    ships(&mut st, RED, at(5), AtSea, 2);
    let siege = r#"{"type":"lay_siege_port","power":"RED","fleet":"RED-F1"}"#;
    let (verdict, news) = give_and_hear(&sc, &mut st, 0, siege, &[]);
    assert!(!verdict.is_refused());
    assert!(news.iter().any(|news| matches!(news.event.what, EventKind::SiegeBegan { at_sea: true, .. })));
    let city = sc.hex(at(5)).city.unwrap();
    assert!(relations::port_besieged(&sc, &st, city) && !relations::besieged(&st, city), "ER-R37");
    assert_eq!(give(&sc, &mut st, 0, siege, &[]).code, "not_at_sea");
    let (_, news) = give_and_hear(&sc, &mut st, 0, &sail(&[4]), &[]);
    assert!(news.iter().any(|news| matches!(news.event.what, EventKind::SiegeEnded { at_sea: true, .. })));
    assert_eq!(give(&sc, &mut st, 0, siege, &[]).code, "no_port");
}

#[test]
fn own_ports_are_not_besieged() {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    ships(&mut st, RED, at(1), AtSea, 2);
    let siege = r#"{"type":"lay_siege_port","power":"RED","fleet":"RED-F1"}"#;
    assert_eq!(give(&sc, &mut st, 0, siege, &[]).code, "not_hostile");
}

/// Whoever is asked to intercept, and the candidates' distances.
fn asked(st: &State) -> Option<(u16, Vec<u16>)> {
    let Some(Frame::Ask(ask)) = st.stack.last() else { return None };
    let Question::Intercept { candidates, .. } = &ask.question else { panic!("another question") };
    Some((ask.seat.0, candidates.iter().map(|&(_, distance)| distance).collect()))
}

fn facing(sc: &Scenario, from: u16, foe: crate::model::ids::PowerId, port: u16) -> State {
    let mut st = naval_phase(sc);
    ships(&mut st, RED, at(from), AtSea, 1);
    ships(&mut st, foe, at(port), Anchored, 1);
    st
}

const TRY: &str = r#"{"type":"intercept_fleet","power":"BLU","interceptors":["BLU-F1"]}"#;

#[test]
fn fleets_in_free_ports_intercept_in_shallow_water_within_six_points() {
    let sc = sea_world();
    for (die, caught) in [(4, true), (3, false)] {
        let mut st = facing(&sc, 2, BLU, 5);
        give(&sc, &mut st, 0, &sail(&[1]), &[]);
        assert_eq!(asked(&st), Some((1, vec![4])));
        let faces = if caught { vec![die, 3] } else { vec![die] };
        give(&sc, &mut st, 1, TRY, &faces);
        assert_eq!(first(&st).stopped, caught, "V-22 a, b");
        assert_eq!(st.fleets[1].hex == at(1), caught);
        assert_eq!(st.fleets.iter().all(|fleet| fleet.fought), caught, "ER-R19");
    }
    let mut st = facing(&sc, 1, GRN, 9);
    give(&sc, &mut st, 0, &sail(&[2]), &[]);
    assert_eq!((asked(&st), first(&st).hex), (None, at(2)), "V-22 c: seven points");

    let mut deep = sea_world();
    deep.hexes[at(4).index()].sea = Some(SeaTerrain::DeepSea);
    deep.ways = routes::laid_out(&deep).unwrap();
    let mut st = facing(&deep, 3, BLU, 5);
    give(&deep, &mut st, 0, &sail(&[4]), &[]);
    assert_eq!((asked(&st), first(&st).hex), (None, at(4)), "V-22 d: deep sea");

    let mut st = facing(&sc, 2, BLU, 5);
    ships(&mut st, GRN, at(5), Besieging, 1);
    give(&sc, &mut st, 0, &sail(&[3]), &[]);
    assert_eq!((asked(&st), first(&st).hex), (None, at(3)), "V-22 e: besieged port");
}

#[test]
fn one_of_two_interceptors_comes_and_the_moving_fleet_defends() {
    let mut sc = sea_world();
    sc.leaders[1].naval = 2;
    let mut st = facing(&sc, 1, BLU, 5);
    let second = ships(&mut st, BLU, at(5), Anchored, 1);
    st.leaders[1].place = crate::model::state::LeaderPlace::Fleet(second);
    give(&sc, &mut st, 0, &sail(&[2, 3]), &[]);
    assert_eq!(asked(&st), Some((1, vec![3, 3])));
    let both = r#"{"type":"intercept_fleet","power":"BLU","interceptors":["BLU-F1","BLU-F2"]}"#;
    let (_, news) = give_and_hear(&sc, &mut st, 1, both, &[2, 3, 3]);
    let fought = news.iter().find_map(|news| match &news.event.what {
        EventKind::BattleFought { attackers, modifiers, modified, .. } => {
            Some((attackers[0].id, *modifiers, *modified))
        }
        _ => None,
    });
    let (attacker, modifiers, modified) = fought.expect("a battle at once (ER-15.5)");
    assert_eq!((attacker, modifiers.attacker_quality, modified), (BLU, 2, 5), "V-23");
    assert_eq!((first(&st).hex, first(&st).stopped), (at(2), true), "V-23: it moves no further");
    assert_eq!((st.fleets[1].hex, st.fleets[2].hex), (at(5), at(2)), "ER-R43");
    assert!(st.stack.is_empty());
    assert_eq!(give(&sc, &mut st, 0, &sail(&[3]), &[]).code, "intercepted");
}

#[test]
fn an_interceptor_may_be_intercepted_in_its_turn_and_comes_to_nothing() {
    let sc = sea_world();
    let mut st = facing(&sc, 2, BLU, 5);
    ships(&mut st, GRN, at(7), Anchored, 1);
    st.city_mut(sc.hex(at(7)).city.unwrap()).controller = GRN;
    give(&sc, &mut st, 0, &sail(&[3, 2]), &[]);
    give(&sc, &mut st, 1, TRY, &[6]);
    assert_eq!(asked(&st), Some((2, vec![4])), "GRN is asked about BLU's fleet");
    let come = r#"{"type":"intercept_fleet","power":"GRN","interceptors":["GRN-F1"]}"#;
    // The die of the interception, and that of the battle between GRN and BLU.
    give(&sc, &mut st, 2, come, &[4, 3]);
    let red = first(&st);
    assert_eq!((red.hex, red.stopped, red.fought), (at(2), false, false), "reading ER-15.1/a");
    assert!(st.fleet(FleetId { power: BLU, number: 1 }).unwrap().fought);
    assert!(st.stack.is_empty());
}
