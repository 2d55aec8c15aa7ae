//! Battles at sea, retreats, sorties, and fleets that are joined and parted.

use kernel::Dice;

use super::battle::{self, Side};
use super::fleets;
use super::waters::{add_port, give, give_and_hear, load, naval_phase, sea_cost, sea_world, ships};
use crate::model::frames::{Frame, Question, Refuge};
use crate::model::ids::{LeaderId, UnitKind};
use crate::model::scenario::{PowerKind, Scenario};
use crate::model::state::{Band, FleetId, FleetStatus, LeaderPlace, State, total};
use crate::rules::engine::Engine;
use crate::rules::morale::MoraleAccount;
use crate::testing::{BLU, GRN, NEU, RED, at};

use FleetStatus::{Anchored, AtSea, Besieging};

const ATTACK: &str = r#"{"type":"attack_fleet","power":"RED","fleets":["RED-F1"],"target":"BLU"}"#;

fn fleet(power: crate::model::ids::PowerId) -> FleetId {
    FleetId { power, number: 1 }
}

#[test]
fn the_best_leader_of_each_side_and_morale_modify_the_die() {
    let mut sc = sea_world();
    (sc.leaders[0].naval, sc.leaders[1].naval) = (2, 1);
    let mut third = sc.leaders[0].clone();
    (third.name, third.short, third.naval) = ("Rutilus".into(), "Rutilus".into(), 1);
    sc.leaders.push(third);
    let mut st = naval_phase(&sc);
    (st.power_mut(RED).morale, st.power_mut(BLU).morale) = (230, 120);
    let (red, blue) = (ships(&mut st, RED, at(4), AtSea, 2), ships(&mut st, BLU, at(4), AtSea, 2));
    for (leader, of) in [(0, red), (1, blue), (3, red)] {
        st.leader_mut(LeaderId(leader)).place = LeaderPlace::Fleet(of);
    }
    let (one, two) = (Side::of(&sc, &st, &[red]).unwrap(), Side::of(&sc, &st, &[blue]).unwrap());
    assert_eq!(battle::outcome(&sc, &st, &one, &two, 4).modified, 7, "V-17: 4 + 2 - 1 + 2");
}

#[test]
fn a_fleet_is_as_strong_as_its_ships_and_the_men_aboard() {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    let red = ships(&mut st, RED, at(4), AtSea, 3);
    load(&mut st, red, RED, UnitKind::Legion1, 2);
    let green = Band { kind: UnitKind::Legion2, seasoned: false, spent: 0, count: 1 };
    st.fleet_mut(red).unwrap().cargo.bands.push(green);
    assert_eq!(Side::of(&sc, &st, &[red]).unwrap().strength, 4 * 59, "VR-6: 30 + 24 + 5");
}

#[test]
fn losses_at_sea_are_half_as_high_again() {
    let mut sc = sea_world();
    // Attackers, defenders, quality, die; per cent, fleet units lost.
    let rows = [(8, 7, 2, 6, (11, 59), (1, 4)), (10, 3, 0, 4, (12, 89), (1, 3))];
    for (attack, defend, quality, die, percent, lost) in rows {
        sc.leaders[0].naval = quality;
        let mut st = naval_phase(&sc);
        let red = ships(&mut st, RED, at(4), AtSea, attack);
        let blue = ships(&mut st, BLU, at(4), AtSea, defend);
        st.leader_mut(LeaderId(0)).place = LeaderPlace::Fleet(red);
        let (one, two) = (Side::of(&sc, &st, &[red]).unwrap(), Side::of(&sc, &st, &[blue]).unwrap());
        let outcome = battle::outcome(&sc, &st, &one, &two, die);
        assert_eq!((outcome.percent, outcome.lost, outcome.loser()), (percent, lost, Some(false)), "VR-10, VR-11");
    }
}

/// BLU fights at 0510; its ports lie at 5 (blockaded), 9, 10 and 11 points to the west, of which `near` are there.
fn coast(near: bool) -> (Scenario, State) {
    let mut sc = sea_world();
    for (column, cost) in [(4, 5), (3, 4), (2, 1), (1, 1)] {
        sea_cost(&mut sc, column, column + 1, cost);
    }
    let owner = if near { BLU } else { RED };
    add_port(&mut sc, "Quarta", 4, BLU);
    add_port(&mut sc, "Tertia", 3, owner);
    add_port(&mut sc, "Secunda", 2, owner);
    sc.cities[0].initial = BLU;
    sc.cities[1].initial = RED;
    let mut st = naval_phase(&sc);
    ships(&mut st, GRN, at(4), Besieging, 1);
    ships(&mut st, RED, at(5), AtSea, 9);
    ships(&mut st, BLU, at(5), AtSea, 5);
    (sc, st)
}

#[test]
fn the_loser_chooses_a_free_port_within_ten_points() {
    let (sc, mut st) = coast(true);
    // 90 to 50: the 3:2 column. Modified 3: 18/30, at sea 27/45: 2 and 2 lost; 4: 16/34, 24/51: 2 and 3.
    let (verdict, news) = give_and_hear(&sc, &mut st, 0, ATTACK, &[4]);
    assert!(!verdict.is_refused(), "{verdict:?}");
    assert_eq!((st.fleet(fleet(RED)).unwrap().size(), st.fleet(fleet(BLU)).unwrap().size()), (7, 2));
    let Some(Frame::Ask(ask)) = st.stack.last() else { panic!("nobody is asked") };
    let Question::ChooseRetreat { options, .. } = &ask.question else { panic!("another question") };
    let port = |name: &str| Refuge::City(sc.city_ids().find(|&id| sc.city(id).name.as_str() == name).unwrap());
    assert_eq!(options[..], [port("Tertia"), port("Secunda")], "V-19: at 9 and 10, the nearest first");
    assert_eq!((st.power(RED).morale, st.power(BLU).morale), (104, 96), "ER-12.10: 12 sunk, 8 lost");
    let heard = |seat| news.iter().filter(move |news| news.audience.includes(kernel::SeatId(seat)));
    assert!(heard(2).any(|news| news.event.what.kind() == "battle_heard"), "ER-R58");
    assert!(heard(2).all(|news| news.event.what.kind() != "battle_fought"));
    let away = r#"{"type":"choose_retreat","power":"BLU","to":"Rubra"}"#;
    assert_eq!(give(&sc, &mut st, 1, away, &[]).code, "not_offered");
    let away = r#"{"type":"choose_retreat","power":"BLU","to":"Secunda"}"#;
    assert!(!give(&sc, &mut st, 1, away, &[]).is_refused());
    let beaten = st.fleet(fleet(BLU)).unwrap();
    assert_eq!((beaten.hex, beaten.status, beaten.fought), (at(2), Anchored, true));
    assert!(st.stack.is_empty());
    assert_eq!(give(&sc, &mut st, 0, ATTACK, &[]).code, "fought", "ER-12.9");
}

#[test]
fn without_a_port_the_loser_stays_with_one_fleet_unit_less() {
    let (sc, mut st) = coast(false);
    give(&sc, &mut st, 0, ATTACK, &[4]);
    let beaten = st.fleet(fleet(BLU)).unwrap();
    assert_eq!((beaten.size(), beaten.hex, beaten.status), (1, at(5), AtSea), "V-20");
    assert_eq!((st.power(RED).morale, st.power(BLU).morale), (108, 92), "the fourth counts too (ER-R24)");
    assert!(st.stack.is_empty());
}

#[test]
fn equal_losses_leave_everybody_where_he_is() {
    let (sc, mut st) = coast(true);
    give(&sc, &mut st, 0, ATTACK, &[3]);
    assert_eq!((st.fleet(fleet(RED)).unwrap().size(), st.fleet(fleet(BLU)).unwrap().size()), (7, 3));
    assert_eq!((st.fleet(fleet(BLU)).unwrap().hex, st.stack.len()), (at(5), 0), "ER-R20");
}

#[test]
fn a_fleet_wiped_out_is_lost_with_all_aboard() {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    ships(&mut st, RED, at(4), AtSea, 9);
    let blue = ships(&mut st, BLU, at(4), AtSea, 1);
    load(&mut st, blue, BLU, UnitKind::Legion2, 1);
    st.leader_mut(LeaderId(1)).place = LeaderPlace::Fleet(blue);
    give(&sc, &mut st, 0, ATTACK, &[6]);
    assert!(st.fleet(blue).is_none());
    assert_eq!(st.leader(LeaderId(1)).place, LeaderPlace::Captured(RED), "ER-R26");
    // A ship 4, a legion 4, a named leader of quality 1: 4 (ER-13.1, ER-13.3); RED lost a ship too.
    assert_eq!((st.power(RED).morale, st.power(BLU).morale), (108, 92));
}

/// RED lies in Rubra with so many fleet units; BLU besieges it with so many.
fn shut_in(inside: u8, outside: u8) -> (Scenario, State) {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    ships(&mut st, RED, at(1), Anchored, inside);
    ships(&mut st, BLU, at(1), Besieging, outside);
    (sc, st)
}

#[test]
fn a_beaten_sortie_out_of_a_blockade_loses_one_more_and_stays_inside() {
    let (sc, mut st) = shut_in(3, 6);
    // 1:2, modified 1: 55/8, at sea 83/12: 2 and 1 lost.
    assert!(!give(&sc, &mut st, 0, ATTACK, &[1]).is_refused(), "ER-R19");
    assert!(st.fleet(fleet(RED)).is_none(), "the third is the one more (ER-R20)");
    assert_eq!(st.fleet(fleet(BLU)).unwrap().size(), 5);

    let (sc, mut st) = shut_in(5, 6);
    // 2:3, modified 1: 44/11, at sea 66/17: 3 and 1 lost.
    give(&sc, &mut st, 0, ATTACK, &[1]);
    let left = st.fleet(fleet(RED)).unwrap();
    assert_eq!((left.size(), left.status, left.hex), (1, Anchored, at(1)), "ER-R20");
}

#[test]
fn a_beaten_sortie_from_a_free_port_returns_to_it() {
    let (sc, mut st) = shut_in(6, 6);
    // 1:1, modified 1: 32/14, at sea 48/21: 3 and 1 lost.
    give(&sc, &mut st, 0, ATTACK, &[1]);
    let left = st.fleet(fleet(RED)).unwrap();
    assert_eq!((left.size(), left.status, left.hex), (3, Anchored, at(1)), "ER-R20: 0 points");
    assert!(st.stack.is_empty(), "no other port, no question");
}

#[test]
fn a_winning_sortie_ends_the_siege() {
    let (sc, mut st) = shut_in(9, 6);
    let (_, news) = give_and_hear(&sc, &mut st, 0, ATTACK, &[6]);
    assert!(news.iter().any(|news| news.event.what.kind() == "siege_ended"));
    assert_eq!(st.fleet(fleet(BLU)).unwrap().hex, at(5), "the nearest port of BLU");
}

#[test]
fn fleets_in_port_are_not_attacked() {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    ships(&mut st, RED, at(5), AtSea, 3);
    ships(&mut st, BLU, at(5), Anchored, 1);
    assert_eq!(give(&sc, &mut st, 0, ATTACK, &[]).code, "no_target", "ER-R10");
}

#[test]
fn friends_in_the_hex_defend_and_fight_once_a_month() {
    let mut sc = sea_world();
    sc.powers[NEU.index()].kind = PowerKind::CivilizedClient;
    sc.powers[NEU.index()].patron = Some(BLU);
    sc.powers[NEU.index()].active = true;
    let mut st = naval_phase(&sc);
    ships(&mut st, RED, at(4), AtSea, 4);
    ships(&mut st, BLU, at(4), AtSea, 2);
    ships(&mut st, NEU, at(4), AtSea, 2);
    // 1:1, modified 4: 21/25, at sea 32/38: 1 and 2 lost. The first sunk is chosen among four, the second among three.
    give(&sc, &mut st, 0, ATTACK, &[4, 0, 2]);
    assert_eq!((st.fleet(fleet(BLU)).unwrap().size(), st.fleet(fleet(NEU)).unwrap().size()), (1, 1), "ER-R19");
    assert!(st.fleets.iter().all(|fleet| fleet.fought), "ER-12.9");
}

#[test]
fn fleets_are_split_and_joined_and_nobody_is_left_overloaded() {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    let red = ships(&mut st, RED, at(2), AtSea, 4);
    load(&mut st, red, RED, UnitKind::Legion2, 3);
    (st.fleets[0].used, st.fleets[0].months_out) = (7, 1);
    let split = |size, units: &str| {
        format!(r#"{{"type":"split_fleet","power":"RED","fleet":"RED-F1","new_size":{size},"units":{units}}}"#)
    };
    assert_eq!(give(&sc, &mut st, 0, &split(2, "[]"), &[]).code, "overloaded", "ER-11.17: 12 in 8");
    let verdict = give(&sc, &mut st, 0, &split(2, r#"[{"type":"legion_2","count":1}]"#), &[]);
    assert!(!verdict.is_refused(), "{verdict:?}");
    let parts: Vec<_> =
        st.fleets.iter().map(|one| (one.size(), total(&one.cargo.bands), one.used, one.months_out)).collect();
    assert_eq!(parts, [(2, 2, 7, 1), (2, 1, 7, 1)], "ER-R12");
    assert_eq!(give(&sc, &mut st, 0, &split(2, "[]"), &[]).code, "bad_count");
    st.fleets[1].used = 9;
    st.fleets[0].months_out = 0;
    let join = r#"{"type":"concentrate_fleets","power":"RED","hex":"0210"}"#;
    assert!(!give(&sc, &mut st, 0, join, &[]).is_refused());
    let whole = &st.fleets[0];
    let figures = (whole.size(), total(&whole.cargo.bands), whole.used, whole.months_out);
    assert_eq!((st.fleets.len(), figures), (1, (4, 3, 9, 1)), "ER-R6, ER-R12");
    assert_eq!(give(&sc, &mut st, 0, join, &[]).code, "nothing_to_join");
}

#[test]
fn fleets_exchange_only_where_they_are_alike() {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    ships(&mut st, RED, at(1), AtSea, 2);
    ships(&mut st, RED, at(1), Anchored, 2);
    let swap = r#"{"type":"exchange_fleets","power":"RED","fleet":"RED-F1","other":"RED-F2","give":{"ships":1}}"#;
    assert_eq!(give(&sc, &mut st, 0, swap, &[]).code, "other_status");
    st.fleets[1].status = AtSea;
    st.fleets[1].fought = true;
    assert_eq!(give(&sc, &mut st, 0, swap, &[]).code, "fought", "ER-R62");
    st.fleets[1].fought = false;
    assert!(!give(&sc, &mut st, 0, swap, &[]).is_refused());
    assert_eq!((st.fleets[0].size(), st.fleets[1].size()), (1, 3));
    let all = r#"{"type":"exchange_fleets","power":"RED","fleet":"RED-F1","other":"RED-F2","give":{"ships":1}}"#;
    assert!(!give(&sc, &mut st, 0, all, &[]).is_refused());
    assert_eq!((st.fleets.len(), st.fleets[0].size(), st.fleets[0].id.number), (1, 4, 2));
}

#[test]
fn armies_change_ships() {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    let (one, two) = (ships(&mut st, RED, at(2), AtSea, 1), ships(&mut st, RED, at(2), AtSea, 1));
    load(&mut st, one, RED, UnitKind::Legion1, 1);
    load(&mut st, two, RED, UnitKind::Legion2, 1);
    let swap = r#"{"type":"exchange_fleets","power":"RED","fleet":"RED-F1","other":"RED-F2",
        "give":{"units":[{"type":"legion_1","count":1}]},"take":{"units":[{"type":"legion_2","count":1}]}}"#;
    let verdict = give(&sc, &mut st, 0, swap, &[]);
    assert!(!verdict.is_refused(), "{verdict:?}");
    assert_eq!(st.fleet(one).unwrap().cargo.bands[0].kind, UnitKind::Legion2);
    assert_eq!(st.fleet(two).unwrap().cargo.bands[0].kind, UnitKind::Legion1);
    assert_eq!(st.fleets.len(), 2);
}

#[test]
fn a_joint_fleet_parts_when_its_powers_no_longer_have_one_player() {
    let mut sc = sea_world();
    sc.powers[NEU.index()].kind = PowerKind::CivilizedClient;
    sc.powers[NEU.index()].patron = Some(RED);
    sc.powers[NEU.index()].active = true;
    sc.leaders[2].power = NEU;
    let mut st = naval_phase(&sc);
    let red = ships(&mut st, RED, at(2), AtSea, 1);
    let client = ships(&mut st, NEU, at(2), AtSea, 2);
    load(&mut st, client, NEU, UnitKind::Legion2, 2);
    st.leader_mut(LeaderId(2)).place = LeaderPlace::Fleet(client);
    let join = r#"{"type":"concentrate_fleets","power":"RED","hex":"0210"}"#;
    let verdict = give(&sc, &mut st, 0, join, &[]);
    assert!(!verdict.is_refused(), "{verdict:?}");
    assert_eq!(st.fleet(red).unwrap().ships, [(RED, 1), (NEU, 2)], "ER-R62");
    let mut dice = Dice::scripted([]);
    fleets::separate(&mut Engine::new(&sc, &mut st, &mut dice));
    assert_eq!(st.fleets.len(), 1, "one player: nothing to part");
    st.power_mut(NEU).patron = Some(BLU);
    fleets::separate(&mut Engine::new(&sc, &mut st, &mut dice));
    assert_eq!((st.fleet(red).unwrap().size(), st.fleet(client).unwrap().size()), (1, 2));
    assert_eq!(total(&st.fleet(client).unwrap().cargo.bands), 2, "the army goes with its power");
    assert_eq!(st.leader(LeaderId(2)).place, LeaderPlace::Fleet(client));
}

#[test]
fn the_flag_is_always_that_of_a_power_with_ships() {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    let red = ships(&mut st, RED, at(2), AtSea, 1);
    st.fleet_mut(red).unwrap().ships = vec![(BLU, 2)];
    st.leader_mut(LeaderId(1)).place = LeaderPlace::Fleet(red);
    assert_eq!(fleets::reflag(&mut st, red), fleet(BLU));
    assert!(st.fleet(red).is_none());
    assert_eq!(st.leader(LeaderId(1)).place, LeaderPlace::Fleet(fleet(BLU)));
    let mut dice = Dice::scripted([]);
    let mut account = MoraleAccount::default();
    let mut eng = Engine::new(&sc, &mut st, &mut dice);
    battle::sink(&mut eng, &mut account, &[fleet(BLU)], 2, at(2), RED);
    assert!(st.fleets.is_empty());
}

#[test]
fn beaten_interceptors_who_are_enemies_go_each_to_his_own_port() {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    ships(&mut st, RED, at(7), AtSea, 6);
    ships(&mut st, BLU, at(5), Anchored, 3);
    ships(&mut st, GRN, at(9), Anchored, 3);
    let sail = r#"{"type":"move_fleet","power":"RED","fleet":"RED-F1","path":["0810"]}"#;
    give(&sc, &mut st, 0, sail, &[]);
    let tries = |power| format!(r#"{{"type":"intercept_fleet","power":"{power}","interceptors":["{power}-F1"]}}"#);
    give(&sc, &mut st, 1, &tries("BLU"), &[6]);
    let pass = r#"{"type":"intercept_fleet","power":"GRN","interceptors":[]}"#;
    give(&sc, &mut st, 2, pass, &[]);
    // GRN lets BLU be, and comes upon RED. 1:1, modified 1: 32/14, at sea 48/21: three of six sunk, and one.
    give(&sc, &mut st, 2, &tries("GRN"), &[6, 1, 0, 0, 3]);
    let now = |power| st.fleet(fleet(power)).map(|fleet| (fleet.size(), fleet.hex, fleet.status)).unwrap();
    assert_eq!((now(BLU), now(GRN)), ((1, at(5), Anchored), (2, at(9), Anchored)), "reading ER-R20/b");
    assert_eq!(now(RED), (5, at(8), AtSea));
}

#[test]
fn a_friend_s_port_is_besieged_no_longer_and_an_enemy_s_port_is_left() {
    let sc = sea_world();
    let mut st = naval_phase(&sc);
    ships(&mut st, RED, at(5), Besieging, 1);
    ships(&mut st, BLU, at(1), Anchored, 1);
    let mut dice = Dice::scripted([]);
    st.alliances.push((RED, BLU));
    fleets::separate(&mut Engine::new(&sc, &mut st, &mut dice));
    assert_eq!((st.fleets[0].status, st.fleets[1].status), (AtSea, Anchored));
    st.alliances.clear();
    fleets::separate(&mut Engine::new(&sc, &mut st, &mut dice));
    assert_eq!(st.fleets[1].status, AtSea);
}
