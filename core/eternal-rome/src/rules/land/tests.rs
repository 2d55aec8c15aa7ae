//! A march that is suspended by interceptions, and goes on.

use kernel::{Dice, SeatId, snapshot};

use crate::knowledge::Knowledge;
use crate::model::frames::{Frame, Question};
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyStatus, State};
use crate::orders::Order;
use crate::orders::carry_out::{advance, awaiting};
use crate::testing::{BLU, GRN, RED, at, land_phase, legions, world};

const MARCH: &str = r#"{"type":"move_army","power":"RED","army":"RED-A1","path":["0210","0310","0410","0510"]}"#;

fn order(text: &str) -> Order {
    serde_json::from_str(text).unwrap()
}

fn step(sc: &Scenario, st: &mut State, seat: u16, text: &str, faces: &[i32]) -> Vec<kernel::Verdict> {
    let mut dice = Dice::scripted(faces.iter().copied());
    let resolution = advance(sc, st, &[(SeatId(seat), vec![order(text)])], &mut dice);
    assert!(dice.exhausted(), "faces left over");
    resolution.verdicts.into_iter().next().unwrap()
}

/// RED stands at 0110, BLU with a leader of quality 1 (range 7) at 0610: ten movement points from the start.
fn facing(sc: &Scenario) -> State {
    let mut st = land_phase(sc);
    legions(&mut st, RED, at(1), 5, Some(0));
    legions(&mut st, BLU, at(6), 3, Some(1));
    st
}

fn asked(st: &State) -> Option<(u16, u16)> {
    match st.stack.last() {
        Some(Frame::Ask(ask)) => match &ask.question {
            Question::Intercept { hex, candidates, .. } => Some((hex.column(), candidates[0].1)),
            other => panic!("{other:?}"),
        },
        _ => None,
    }
}

fn red_at(st: &State) -> u16 {
    st.armies[0].hex.column()
}

#[test]
fn a_march_waits_for_the_interceptor_and_goes_on_after_being_saved() {
    let sc = world();
    let mut st = facing(&sc);
    assert!(!step(&sc, &mut st, 0, MARCH, &[])[0].is_refused());
    // 0310 is six movement points from 0610; 0210 was eight, out of range.
    assert_eq!((red_at(&st), asked(&st)), (3, Some((3, 6))));
    let waits = awaiting(&sc, &st);
    assert_eq!((waits.len(), waits[0].seat, waits[0].kind), (1, SeatId(1), kernel::AwaitKind::Decision));

    let header = snapshot::Header { ruleset: "eternal-rome".into(), version: 1, scenario: "road".into() };
    let bytes = snapshot::write(&header, &st);
    let mut loaded: State = snapshot::body(snapshot::header(&bytes).unwrap().1).unwrap();
    assert_eq!(loaded, st);

    let decline = r#"{"type":"intercept_army","power":"BLU","interceptors":[]}"#;
    step(&sc, &mut loaded, 1, decline, &[]);
    // Who declined at one hex is asked again at the next.
    assert_eq!((red_at(&loaded), asked(&loaded)), (4, Some((4, 4))));
    let attempt = r#"{"type":"intercept_army","power":"BLU","interceptors":["BLU-A1"]}"#;
    step(&sc, &mut loaded, 1, attempt, &[2]);
    // 2 + 1 < 4: it failed, and has had its only try against this army (ER-R44).
    assert_eq!((red_at(&loaded), loaded.stack.len()), (5, 0));
    assert_eq!(awaiting(&sc, &loaded)[0].seat, SeatId(0));
}

#[test]
fn a_successful_interceptor_comes_and_stops_the_army() {
    let sc = world();
    let mut st = facing(&sc);
    step(&sc, &mut st, 0, MARCH, &[]);
    step(&sc, &mut st, 1, r#"{"type":"intercept_army","power":"BLU","interceptors":["BLU-A1"]}"#, &[5]);
    assert_eq!((red_at(&st), st.stack.len(), st.caught.len()), (3, 0, 1), "5 + 1 >= 6 (ER-15.10)");
    assert_eq!(st.armies[1].hex, at(3));
    let again = r#"{"type":"move_army","power":"RED","army":"RED-A1","path":["0410"]}"#;
    assert_eq!(step(&sc, &mut st, 0, again, &[])[0].code, "intercepted");
}

#[test]
fn a_standing_policy_answers_without_a_pause() {
    let sc = world();
    let mut st = facing(&sc);
    let never = r#"{"type":"set_policy","power":"BLU","intercept":{"when":"never"}}"#;
    assert!(!step(&sc, &mut st, 1, never, &[])[0].is_refused(), "a policy may be set in another's phase");
    step(&sc, &mut st, 0, MARCH, &[]);
    assert_eq!((red_at(&st), st.stack.len()), (5, 0));

    let mut st = facing(&sc);
    let odds = r#"{"type":"set_policy","power":"BLU","force":"BLU-A1","intercept":{"when":"odds","percent":100}}"#;
    step(&sc, &mut st, 1, odds, &[]);
    // 60 against 60, which ER-R45 takes for an army of unknown strength: it tries at the first chance, and 6 + 1 >= 6.
    step(&sc, &mut st, 0, MARCH, &[6]);
    assert_eq!((red_at(&st), st.caught.len()), (3, 1));
}

#[test]
fn an_illegal_march_is_refused_whole() {
    let sc = world();
    let mut st = facing(&sc);
    let before = st.clone();
    let into_neutral =
        r#"{"type":"move_army","power":"RED","army":"RED-A1","path":["0210","0310","0410","0510","0610","0710"]}"#;
    let verdict = &step(&sc, &mut st, 0, into_neutral, &[])[0];
    assert_eq!((verdict.code.as_str(), verdict.rule.as_ref().unwrap().as_str()), ("neutral", "ER-R30"));
    assert!(verdict.hint.as_ref().unwrap().contains("invade"));
    st.steps = before.steps;
    assert_eq!(st, before);
}

#[test]
fn the_rest_of_an_order_set_waits_for_the_decision() {
    let sc = world();
    let mut st = facing(&sc);
    let order_set = vec![order(MARCH), order(r#"{"type":"end_phase","power":"RED"}"#)];
    let resolution = advance(&sc, &mut st, &[(SeatId(0), order_set)], &mut Dice::scripted([]));
    assert_eq!(resolution.verdicts[0][1].code, "waiting");
    let other = r#"{"type":"end_phase","power":"RED"}"#;
    let hint = |verdict: &kernel::Verdict| verdict.hint.clone().unwrap_or_default();
    let waiting = &step(&sc, &mut st, 0, other, &[])[0];
    assert_eq!((waiting.code.as_str(), hint(waiting).contains("afterwards")), ("waiting", true));
    let own = &step(&sc, &mut st, 1, r#"{"type":"end_phase","power":"BLU"}"#, &[])[0];
    assert_eq!((own.code.as_str(), hint(own).contains("answer first")), ("waiting", true));
    let wrong = r#"{"type":"intercept_fleet","power":"BLU","interceptors":[]}"#;
    assert_eq!(step(&sc, &mut st, 1, wrong, &[])[0].code, "other_decision");
}

#[test]
fn several_try_and_an_interceptor_is_intercepted_in_its_turn() {
    let sc = world();
    let mut st = facing(&sc);
    legions(&mut st, BLU, at(5), 1, None);
    let second = legions(&mut st, BLU, at(4), 1, None);
    legions(&mut st, GRN, at(6), 2, Some(2));
    step(&sc, &mut st, 0, MARCH, &[]);
    // Only the army with a leader may try (ER-15.8).
    let Some(Frame::Ask(ask)) = st.stack.last() else { panic!("nobody is asked") };
    let Question::Intercept { candidates, .. } = &ask.question else { panic!("another question") };
    assert_eq!((ask.seat, candidates.len()), (SeatId(1), 1));
    assert!(candidates.iter().all(|(force, _)| *force != crate::model::state::ForceId::Army(second)));
    // BLU comes; GRN, hostile to it and not phasing, is asked about BLU's army before it is asked about RED's.
    step(&sc, &mut st, 1, r#"{"type":"intercept_army","power":"BLU","interceptors":["BLU-A1"]}"#, &[6]);
    let Some(Frame::Ask(ask)) = st.stack.last() else { panic!("nobody is asked") };
    assert_eq!((ask.seat, st.stack.len()), (SeatId(2), 4), "march, window, window, question");
    step(&sc, &mut st, 2, r#"{"type":"intercept_army","power":"GRN","interceptors":["GRN-A1"]}"#, &[5]);
    // GRN caught BLU's army, which no longer catches RED's; GRN itself may not try twice in a phase, so RED goes on.
    assert_eq!(st.caught.len(), 1);
    assert_eq!((st.caught[0].army.power, red_at(&st)), (BLU, 5));
    assert!(st.stack.is_empty());
}

#[test]
fn who_moves_does_not_learn_the_strength_of_those_who_wait() {
    let sc = world();
    let mut st = facing(&sc);
    st.armies[1].status = ArmyStatus::Field;
    let before = Knowledge::of(&sc, &st, SeatId(0)).view(&sc);
    assert_eq!((before.armies.len(), before.unknown.len()), (1, 1));
    st.armies[1].bands[0].count = 9;
    assert_eq!(Knowledge::of(&sc, &st, SeatId(0)).view(&sc), before);
    step(&sc, &mut st, 0, MARCH, &[]);
    let view = Knowledge::of(&sc, &st, SeatId(0)).view(&sc);
    assert_eq!((view.deciding.as_deref(), view.decision), (Some("BLU"), None));
}
