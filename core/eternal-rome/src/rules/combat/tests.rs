//! Battles in the open (ER-17, ER-R14 to ER-R26, ER-R56).

use kernel::{Dice, SeatId, VerdictStatus};

use super::battle;
use super::prospects;
use super::retreat::{barred, open_hexes};
use crate::model::frames::{Frame, LandCombat, Question, Refuge};
use crate::model::ids::{LeaderId, PowerId, Powers, UnitKind};
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyId, ArmyStatus, AttackedPolicy, LeaderPlace, State, count, total};
use crate::orders::judge::check_orders;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::strength;
use crate::testing::{BLU, GRN, NEU, RED, add, at, combat_phase, legions, order, warring};

const ATTACK: &str = r#"{"type":"attack_army","power":"RED","armies":["RED-A1"],"targets":["BLU"]}"#;

/// RED's legions, come from 0310, face BLU's in 0410. BLU stands.
fn facing(sc: &Scenario, red: u8, blu: u8) -> (State, ArmyId, ArmyId) {
    let mut st = combat_phase(sc);
    let one = legions(&mut st, RED, at(4), red, None);
    let two = legions(&mut st, BLU, at(4), blu, None);
    st.army_mut(one).unwrap().came_from = Some(at(3));
    st.power_mut(BLU).policy.attacked = Some(AttackedPolicy::Stand);
    (st, one, two)
}

fn units(st: &State, id: ArmyId) -> u32 {
    st.army(id).map_or(0, |army| total(&army.bands))
}

fn question(st: &State) -> (u16, &Question) {
    match st.stack.last() {
        Some(Frame::Ask(ask)) => (ask.seat.0, &ask.question),
        other => panic!("{other:?}"),
    }
}

fn battle_of(news: &[EventKind]) -> &EventKind {
    news.iter().find(|what| matches!(what, EventKind::BattleFought { .. })).expect("there was a battle")
}

#[test]
fn ten_legions_against_eight() {
    let sc = warring();
    let (mut st, red, blu) = facing(&sc, 10, 8);
    let (verdict, news) = order(&sc, &mut st, 0, ATTACK, &[6]);
    assert!(!verdict.is_refused(), "{verdict:?}");
    let EventKind::BattleFought { strength, roll, modified, losses, loser, .. } = battle_of(&news) else {
        unreachable!()
    };
    assert_eq!((strength.attacker.as_str(), strength.defence.as_str(), *roll, *modified), ("200", "160", 6, 6));
    assert_eq!((losses.attacker_percent, losses.defender_percent), (14, 32), "VR-8");
    assert_eq!((units(&st, red), units(&st, blu)), (9, 5));
    assert_eq!(loser.as_deref(), Some("defenders"));
    // RED came from 0310, so only 0510 is open; no five points for a retreat after the battle (ER-R23).
    assert_eq!(st.army(blu).unwrap().hex, at(5));
    assert_eq!((st.power(RED).morale, st.power(BLU).morale), (100 + 12 - 4, 100 + 4 - 12));
    assert!(st.stack.is_empty());
    let again = order(&sc, &mut st, 0, ATTACK, &[]).0;
    assert_eq!(again.code, "has_attacked");
}

#[test]
fn a_lone_legion_may_survive_and_must_go() {
    let sc = warring();
    let (mut st, red, blu) = facing(&sc, 5, 1);
    order(&sc, &mut st, 0, ATTACK, &[1]);
    assert_eq!((units(&st, red), units(&st, blu)), (5, 1), "VR-9");
    assert_eq!(st.army(blu).unwrap().hex, at(5));
}

#[test]
fn beaten_attackers_go_back_where_they_came_from() {
    let sc = warring();
    let (mut st, red, blu) = facing(&sc, 2, 3);
    // 0510 is BLU's, and bars no road: but an army of BLU stands there. 0310 is open whoever is there.
    legions(&mut st, BLU, at(3), 5, None);
    legions(&mut st, BLU, at(5), 5, None);
    order(&sc, &mut st, 0, ATTACK, &[1]);
    assert_eq!(st.army(red).unwrap().hex, at(3), "ER-R17");
    assert_eq!((units(&st, red), units(&st, blu)), (1, 3), "44 per cent of 40 and 11 of 60");
}

#[test]
fn a_beaten_side_without_refuge_loses_one_more_and_stays() {
    let sc = warring();
    let (mut st, _, blu) = facing(&sc, 10, 8);
    legions(&mut st, RED, at(5), 2, None);
    st.army_mut(blu).unwrap().status = ArmyStatus::Field;
    let (_, news) = order(&sc, &mut st, 0, ATTACK, &[6]);
    assert_eq!((units(&st, blu), st.army(blu).unwrap().hex), (4, at(4)), "three fell, and one more (ER-R17)");
    assert!(news.iter().any(|what| matches!(what, EventKind::NoRetreat { unit: Some(UnitKind::Legion2), .. })));
    assert_eq!((st.power(RED).morale, st.power(BLU).morale), (100 + 16 - 4, 100 + 4 - 16));
}

#[test]
fn leaders_alone_stay_with_the_units_that_have_no_refuge() {
    let sc = warring();
    let (mut st, ..) = facing(&sc, 10, 8);
    legions(&mut st, RED, at(5), 2, None);
    legions(&mut st, RED, at(3), 1, None);
    let alone = st.new_army(BLU, at(4), ArmyStatus::Field);
    st.leader_mut(LeaderId(1)).place = LeaderPlace::Army(alone);
    // His quality makes the 6 a 5: two fall, and one more for want of a refuge; he is not caught (reading ER-R26/a).
    order(&sc, &mut st, 0, ATTACK, &[6]);
    assert_eq!((st.leader(LeaderId(1)).place, st.army(alone).unwrap().hex), (LeaderPlace::Army(alone), at(4)));
}

#[test]
fn the_owner_chooses_where_a_beaten_army_goes() {
    let sc = warring();
    let (mut st, red, blu) = facing(&sc, 10, 8);
    st.army_mut(red).unwrap().came_from = None;
    order(&sc, &mut st, 0, ATTACK, &[6]);
    let (seat, Question::ChooseRetreat { options, .. }) = question(&st) else { panic!("another question") };
    assert_eq!((seat, options.as_slice()), (1, [Refuge::Hex(at(3)), Refuge::Hex(at(5))].as_slice()));
    let wrong = r#"{"type":"choose_retreat","power":"BLU","to":"0610"}"#;
    assert_eq!(order(&sc, &mut st, 1, wrong, &[]).0.code, "not_offered");
    order(&sc, &mut st, 1, r#"{"type":"choose_retreat","power":"BLU","to":"Caerulea"}"#, &[]);
    assert_eq!((st.army(blu).unwrap().hex, st.stack.len()), (at(5), 0));
}

#[test]
fn enemies_bar_a_retreat_from_a_quarter_of_its_strength_on() {
    let sc = warring();
    // Strength 80; in the hex behind it 8, and 12, 11 (6 and 3 and 2) or 20 that attacked from there.
    for (there, from_there, expected) in [(0, 0, false), (8, 12, true), (8, 11, false), (0, 20, true)] {
        let mut st = combat_phase(&sc);
        let retreating = legions(&mut st, BLU, at(4), 4, None);
        let mut attackers = Vec::new();
        for (hex, points, from) in [(at(3), there, None), (at(4), from_there, Some(at(3)))] {
            if points == 0 {
                continue;
            }
            let id = st.new_army(RED, hex, ArmyStatus::Field);
            st.army_mut(id).unwrap().came_from = from;
            match points {
                11 => {
                    add(&mut st, id, UnitKind::LightCav, true, 1);
                    add(&mut st, id, UnitKind::LightCav, false, 1);
                    add(&mut st, id, UnitKind::Archers, false, 1);
                }
                points => add(&mut st, id, UnitKind::Archers, true, points / 4),
            }
            if from.is_some() {
                attackers.push(id);
            }
        }
        let mut dice = kernel::Dice::scripted([]);
        let eng = Engine::new(&sc, &mut st, &mut dice);
        let combat = LandCombat::new(1, at(4), attackers, Powers::one(BLU));
        let army = eng.st.army(retreating).unwrap();
        assert_eq!(barred(&eng, &combat, army, at(3)), expected, "V-30: {there}/{from_there}");
    }
}

#[test]
fn a_retreat_crosses_no_strait_and_enters_no_neutral_land() {
    let mut sc = warring();
    let mut st = combat_phase(&sc);
    let id = legions(&mut st, BLU, at(6), 1, None);
    let open = |sc: &Scenario, st: &State| -> Vec<u16> {
        open_hexes(sc, st, st.army(id).unwrap()).iter().map(|(hex, _)| hex.column()).collect()
    };
    assert_eq!(open(&sc, &st), [5], "0710 is an inactive neutral's (ER-R22)");
    sc.hexes[at(6).index()].sides[3].as_mut().unwrap().strait = 4;
    assert_eq!(open(&sc, &st), [0u16; 0], "ER-R5");
    // An inactive client of the enemy is no refuge either.
    let neu = st.power_mut(NEU);
    (neu.kind, neu.patron) = (crate::model::scenario::PowerKind::BarbarianClient, Some(RED));
    assert_eq!(open(&sc, &st), [0u16; 0]);
    st.power_mut(NEU).active = true;
    assert_eq!(open(&sc, &st), [7]);
}

#[test]
fn a_retreat_before_combat_costs_five_points_once() {
    let sc = warring();
    let (mut st, red, blu) = facing(&sc, 10, 8);
    let second = legions(&mut st, BLU, at(4), 1, None);
    st.power_mut(BLU).policy.attacked = None;
    st.power_mut(BLU).morale = 118;
    order(&sc, &mut st, 0, ATTACK, &[]);
    let (seat, Question::RespondAttack { armies, hexes, city, .. }) = question(&st) else { panic!("another question") };
    assert_eq!((seat, armies.as_slice(), *city), (1, [blu, second].as_slice(), None));
    assert_eq!(hexes.as_slice(), [at(3), at(5)]);
    let go = r#"{"type":"respond_attack","power":"BLU","responses":[
        {"army":"BLU-A1","action":"retreat_hex","hex":"0510"},{"army":"BLU-A2","action":"retreat_hex","hex":"0510"}]}"#;
    let (_, news) = order(&sc, &mut st, 1, go, &[]);
    assert_eq!(st.power(BLU).morale, 113, "V-31");
    assert!(!news.iter().any(|what| matches!(what, EventKind::BattleFought { .. })));
    assert_eq!((st.army(blu).unwrap().hex, st.army(second).unwrap().hex), (at(5), at(5)));
    assert!(st.army(red).unwrap().attacked, "their attack is spent (ER-R22)");
    assert!(st.stack.is_empty());
}

#[test]
fn a_barred_retreat_is_told_to_who_tried_it_alone_and_the_army_stands() {
    let sc = warring();
    let (mut st, _, blu) = facing(&sc, 10, 8);
    st.power_mut(BLU).policy.attacked = None;
    order(&sc, &mut st, 0, ATTACK, &[]);
    let go = r#"{"type":"respond_attack","power":"BLU","responses":[{"army":"BLU-A1","action":"retreat_hex","hex":"0310"}]}"#;
    let orders = serde_json::from_str(go).unwrap();
    let mut dice = kernel::Dice::scripted([6]);
    let resolution = crate::orders::carry_out::advance(&sc, &mut st, &[(kernel::SeatId(1), vec![orders])], &mut dice);
    let barred =
        resolution.events.iter().find(|news| matches!(news.event.what, EventKind::RetreatBarred { .. })).unwrap();
    assert_eq!(barred.audience, kernel::Audience::only(kernel::SeatId(1)));
    assert_eq!((units(&st, blu), st.power(BLU).morale), (5, 92), "it fought, and lost no five points");
}

#[test]
fn the_seats_of_a_battle_learn_its_figures_and_the_others_its_end() {
    let sc = warring();
    let (mut st, ..) = facing(&sc, 10, 8);
    let mut dice = kernel::Dice::scripted([6]);
    let order = serde_json::from_str(ATTACK).unwrap();
    let resolution = crate::orders::carry_out::advance(&sc, &mut st, &[(kernel::SeatId(0), vec![order])], &mut dice);
    let heard = |seat: u16, figures: bool| {
        resolution.events.iter().any(|news| {
            news.audience.includes(kernel::SeatId(seat))
                && match news.event.what {
                    EventKind::BattleFought { .. } => figures,
                    EventKind::BattleHeard { .. } => !figures,
                    _ => false,
                }
        })
    };
    assert_eq!([0, 1, 2].map(|seat| heard(seat, true)), [true, true, false], "ER-R58");
    assert_eq!([0, 1, 2].map(|seat| heard(seat, false)), [false, false, true]);
    let public = resolution.events.iter().filter(|news| news.audience.is_public());
    let kinds: Vec<&str> = public.map(|news| news.event.what.kind()).collect();
    assert!(kinds.contains(&"battle_heard") && !kinds.contains(&"battle_fought"), "{kinds:?}");
}

#[test]
fn leaders_of_a_destroyed_army_are_captured() {
    let sc = warring();
    let (mut st, _, blu) = facing(&sc, 10, 1);
    st.leader_mut(LeaderId(1)).place = LeaderPlace::Army(blu);
    // 200 against 20, die 4 - 1: 83 per cent, and the legion of 20 falls from 50 on.
    order(&sc, &mut st, 0, ATTACK, &[4]);
    assert_eq!(st.leader(LeaderId(1)).place, LeaderPlace::Captured(RED));
    assert!(st.army(blu).is_none());
    // The legion is worth 4, a named leader of quality 1 is worth 4 (ER-13.3).
    assert_eq!((st.power(RED).morale, st.power(BLU).morale), (108, 92));
}

#[test]
fn leaders_alone_are_captured_without_a_battle_unless_they_go() {
    let sc = warring();
    let (mut st, ..) = facing(&sc, 2, 1);
    let alone = st.new_army(BLU, at(4), ArmyStatus::Field);
    st.leader_mut(LeaderId(1)).place = LeaderPlace::Army(alone);
    let blu = st.armies.iter().find(|army| army.id.power == BLU && army.id != alone).unwrap().id;
    st.army_mut(blu).unwrap().bands.clear();
    st.sweep();
    order(&sc, &mut st, 0, ATTACK, &[]);
    assert_eq!(st.leader(LeaderId(1)).place, LeaderPlace::Captured(RED), "ER-R26, and no die is rolled (ER-R14)");
}

#[test]
fn allied_defenders_fight_together_and_groups_apart() {
    let sc = warring();
    let (mut st, ..) = facing(&sc, 10, 4);
    let ally = legions(&mut st, GRN, at(4), 4, None);
    let both = r#"{"type":"attack_army","power":"RED","armies":["RED-A1"],"targets":["BLU","GRN"]}"#;
    assert_eq!(order(&sc, &mut st, 0, both, &[]).0.code, "separate_targets");
    st.alliances.push((BLU, GRN));
    st.power_mut(GRN).policy.attacked = Some(AttackedPolicy::Stand);
    let mut dice = kernel::Dice::middling().rigged("land combat", 6);
    let attack = serde_json::from_str(ATTACK).unwrap();
    let resolution = crate::orders::carry_out::advance(&sc, &mut st, &[(kernel::SeatId(0), vec![attack])], &mut dice);
    let news: Vec<EventKind> = resolution.events.into_iter().map(|news| news.event.what).collect();
    let EventKind::BattleFought { strength, defenders, .. } = battle_of(&news) else { unreachable!() };
    assert_eq!((strength.defender.as_str(), defenders.len()), ("160", 2), "friends join the defence (ER-R21)");
    assert!(st.army(ally).is_some_and(|army| army.hex == at(5)));
}

#[test]
fn what_may_not_attack_is_refused_and_nothing_happens() {
    let sc = warring();
    let (mut st, red, _) = facing(&sc, 10, 8);
    let leader = st.new_army(RED, at(4), ArmyStatus::Field);
    st.leader_mut(LeaderId(0)).place = LeaderPlace::Army(leader);
    legions(&mut st, RED, at(3), 1, None);
    let rows = [
        (r#"{"type":"attack_army","power":"RED","armies":["RED-A1","RED-A1"],"targets":["BLU"]}"#, "twice"),
        (r#"{"type":"attack_army","power":"RED","armies":["RED-A1","RED-A3"],"targets":["BLU"]}"#, "other_hex"),
        (r#"{"type":"attack_army","power":"RED","armies":["RED-A2"],"targets":["BLU"]}"#, "no_units"),
        (r#"{"type":"attack_army","power":"RED","armies":["RED-A1"],"targets":["RED"]}"#, "friendly"),
        (r#"{"type":"attack_army","power":"RED","armies":["RED-A1"],"targets":["GRN"]}"#, "no_target"),
        (r#"{"type":"attack_army","power":"RED","armies":["RED-A1"],"targets":[]}"#, "no_target"),
        (r#"{"type":"attack_army","power":"RED","armies":[],"targets":["BLU"]}"#, "no_attackers"),
        (r#"{"type":"attack_army","power":"RED","armies":["BLU-A1"],"targets":["BLU"]}"#, "not_your_power"),
        (r#"{"type":"assault_city","power":"RED","armies":["RED-A1"],"city":"Caerulea"}"#, "other_hex"),
        (r#"{"type":"assault_city","power":"RED","armies":["RED-A3"],"city":"Rubra"}"#, "other_hex"),
    ];
    for (text, code) in rows {
        let before = st.clone();
        assert_eq!(order(&sc, &mut st, 0, text, &[]).0.code, code, "{text}");
        st.steps = before.steps;
        assert_eq!(st, before);
    }
    assert!(!st.army(red).unwrap().attacked);
}

fn seasoned(st: &State, id: ArmyId, kind: UnitKind) -> u8 {
    count(&st.army(id).unwrap().bands, kind, true)
}

#[test]
fn the_survivors_of_a_battle_are_seasoned() {
    let sc = warring();
    let (mut st, red, _) = facing(&sc, 0, 2);
    let army = st.army_mut(red).unwrap();
    army.bands.clear();
    add(&mut st, red, UnitKind::Legion1, false, 1);
    let before = strength::of_bands(&sc, &st, &st.army(red).unwrap().bands);
    st.power_mut(RED).policy.retreat = Some(crate::model::state::RetreatPolicy::Nearest);
    // 12 against 40 at die 6: 41 per cent of 12, and the legion lives.
    order(&sc, &mut st, 0, ATTACK, &[6]);
    let after = strength::of_bands(&sc, &st, &st.army(red).unwrap().bands);
    assert_eq!((before.land4, after.land4, after.sea4), (48, 96, 48), "V-34");
}

#[test]
fn who_has_more_new_units_than_points_chooses() {
    let sc = warring();
    let (mut st, red, blu) = facing(&sc, 4, 0);
    let army = st.army_mut(blu).unwrap();
    army.bands.clear();
    // Thirty points: heavy cavalry.
    add(&mut st, blu, UnitKind::HeavyCav, true, 1);
    for kind in [UnitKind::Legion1, UnitKind::Legion2, UnitKind::LightInf, UnitKind::Legion3] {
        add(&mut st, red, kind, false, 1);
    }
    let mut dice = kernel::Dice::middling().rigged("land combat", 1);
    let attack = serde_json::from_str(ATTACK).unwrap();
    crate::orders::carry_out::advance(&sc, &mut st, &[(kernel::SeatId(0), vec![attack])], &mut dice);
    let (seat, Question::Season { limit, units, .. }) = question(&st) else { panic!("another question") };
    assert_eq!((seat, *limit, units.len()), (0, 120, 4));
    let much = r#"{"type":"season_units","power":"RED","units":[{"type":"legion_1","count":1},{"type":"legion_2","count":1},
        {"type":"legion_3","count":1},{"type":"light_inf","count":1}]}"#;
    assert_eq!(order(&sc, &mut st, 0, much, &[]).0.code, "over_limit", "32 > 30");
    let fits = r#"{"type":"season_units","power":"RED","units":[{"type":"legion_1","count":1},{"type":"legion_2","count":1},
        {"type":"legion_3","count":1}]}"#;
    assert!(!order(&sc, &mut st, 0, fits, &[]).0.is_refused());
    let now = [UnitKind::Legion1, UnitKind::Legion2, UnitKind::Legion3, UnitKind::LightInf];
    assert_eq!(now.map(|kind| seasoned(&st, red, kind)), [1, 4, 1, 0], "VR-17; one of the old legions fell");
    assert!(st.stack.is_empty());
}

#[test]
fn an_intercepted_army_is_fought_when_the_phase_begins() {
    let sc = warring();
    let mut st = combat_phase(&sc);
    st.stage = crate::model::state::Stage::Land { slot: 0 };
    let mover = legions(&mut st, RED, at(3), 8, None);
    let beside = legions(&mut st, RED, at(3), 2, None);
    let interceptor = legions(&mut st, BLU, at(3), 10, Some(1));
    st.army_mut(interceptor).unwrap().came_from = Some(at(5));
    st.army_mut(mover).unwrap().stopped = true;
    st.caught.push(crate::model::state::Caught { army: mover, hex: at(3), by: vec![interceptor] });
    let end = r#"{"type":"end_phase","power":"RED"}"#;
    let mut dice = kernel::Dice::middling().rigged("land combat", 1);
    let order = serde_json::from_str(end).unwrap();
    let resolution = crate::orders::carry_out::advance(&sc, &mut st, &[(kernel::SeatId(0), vec![order])], &mut dice);
    let news: Vec<EventKind> = resolution.events.into_iter().map(|news| news.event.what).collect();
    let EventKind::BattleFought { strength, attackers, modifiers, loser, .. } = battle_of(&news) else {
        unreachable!()
    };
    // All armies of the mover's side defend (ER-R44); nobody is asked before it, and the interceptor lost.
    assert_eq!((strength.attacker.as_str(), strength.defender.as_str()), ("200", "200"));
    assert_eq!((attackers[0].id, modifiers.attacker_quality, loser.as_deref()), (BLU, 1, Some("attackers")));
    let _: (PowerId, ArmyId) = (attackers[0].id, beside);
    // The way back is 0510, two hexes off: where it set out (reading ER-R17/a); 0210 and 0410 are open as well.
    let (seat, Question::ChooseRetreat { options, .. }) = question(&st) else { panic!("another question") };
    assert_eq!(seat, 1);
    assert_eq!(options.as_slice(), [at(2), at(4), at(5)].map(Refuge::Hex));
    assert!(st.caught.is_empty());
}

#[test]
fn units_of_a_woken_minor_stand() {
    let sc = warring();
    let (mut st, ..) = facing(&sc, 10, 1);
    let neu = st.power_mut(NEU);
    (neu.kind, neu.patron) = (crate::model::scenario::PowerKind::BarbarianClient, Some(BLU));
    let blu = st.armies.iter().find(|army| army.id.power == BLU).unwrap().id;
    st.army_mut(blu).unwrap().hex = at(5);
    let client = legions(&mut st, NEU, at(4), 8, None);
    st.power_mut(BLU).policy.attacked = None;
    let attack = r#"{"type":"attack_army","power":"RED","armies":["RED-A1"],"targets":["NEU"]}"#;
    order(&sc, &mut st, 0, attack, &[6]);
    assert_eq!(units(&st, client), 5, "nobody was asked (ER-R32), and it was moved back after the battle");
    assert_eq!(st.army(client).unwrap().hex, at(5));
}

#[test]
fn an_army_that_is_gone_when_the_answer_comes_does_no_harm() {
    let sc = warring();
    let (mut st, red, _) = facing(&sc, 10, 8);
    let mut dice = kernel::Dice::scripted([]);
    let mut eng = Engine::new(&sc, &mut st, &mut dice);
    let mut combat = LandCombat::new(1, at(4), vec![red], Powers::one(BLU));
    combat.defenders = Vec::new();
    battle::fight(&mut eng, &mut combat);
    assert_eq!(combat.loser, None);
}

/// ER-17.8 to ER-17.13, ER-R14.
#[test]
fn the_prospects_of_a_battle_are_told_roll_by_roll() {
    let sc = warring();
    let (st, red, _) = facing(&sc, 10, 8);
    let mut scratch = st.clone();
    let mut dice = Dice::middling().quiet();
    let mut eng = Engine::new(&sc, &mut scratch, &mut dice).simulated();
    let battle = prospects::of(&mut eng, LandCombat::new(0, at(4), vec![red], Powers::one(BLU))).expect("a battle");
    assert_eq!(scratch, st, "looking changes nothing");
    for die in 1..=6 {
        let (_, news) = order(&sc, &mut st.clone(), 0, ATTACK, &[die]);
        let EventKind::BattleFought { strength, losses, loser, .. } = battle_of(&news) else { unreachable!() };
        let (attackers, defenders) = battle.losses[die as usize - 1];
        assert_eq!((losses.attacker_percent, losses.defender_percent), (attackers, defenders), "die {die}");
        assert_eq!(loser.as_deref() == Some("defenders"), attackers <= defenders, "die {die}");
        assert_eq!(strength.attacker, strength::show(battle.strength.0));
    }
    let orders = [serde_json::from_str(ATTACK).unwrap()];
    let verdicts = check_orders(&sc, st, SeatId(0), &orders);
    assert_eq!((verdicts[0].code.as_str(), verdicts[0].status), ("prospects", VerdictStatus::Accepted));
    assert_eq!(
        verdicts[0].detail,
        "if nobody retreats: 200 against 160: won with 3 of 6 rolls; attackers lose 14 to 32 %, defenders 14 to 32 %"
    );
}
