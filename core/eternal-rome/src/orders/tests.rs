//! How orders read as JSON, and what is offered where campaigns seldom come to it.

use kernel::SeatId;
use kernel::options::{FieldValues, Menu, fill, finished};
use serde_json::json;

use super::*;
use crate::knowledge::Knowledge;
use crate::model::frames::{Ask, Frame, Question};
use crate::model::ids::{Powers, UnitKind};
use crate::model::state::{ArmyStatus, State};
use crate::model::units::Units;
use crate::testing::{BLU, RED, add, at, land_phase, warring};

#[test]
fn unknown_fields_are_refused() {
    let order = r#"{"type":"anchor_fleet","power":"OCT","fleet":"OCT-F1","speed":3}"#;
    assert!(serde_json::from_str::<Order>(order).is_err());
}

#[test]
fn new_units_are_named_as_such_and_seasoned_ones_go_without_saying() {
    let units: Vec<Units> =
        serde_json::from_str(r#"[{"type":"legion_1","count":2},{"type":"archers","count":1,"seasoned":false}]"#)
            .unwrap();
    assert!(units[0].seasoned && !units[1].seasoned);
    assert_eq!(serde_json::to_string(&units[0]).unwrap(), r#"{"type":"legion_1","count":2}"#);
}

/// Fills an order of a kind with the first value of every list, and says whether the check accepts it.
fn first_answers(sc: &Scenario, st: &State, kind: &str) -> Order {
    let known = Knowledge::of(sc, st, SeatId(0));
    let mut order = json!({ "type": kind });
    while let Some(question) = options::OrderMenu::new(sc, &known, &[]).next(&order) {
        let answer = match &question.values {
            FieldValues::OneOf { values } => values[0].value.clone(),
            other => panic!("{other:?}"),
        };
        assert!(question.allows(&answer));
        fill(&mut order, &question.pointer, answer);
    }
    let order: Order = serde_json::from_value(finished(&order)).unwrap();
    let verdicts = carry_out::check(sc, &known, std::slice::from_ref(&order));
    assert!(!verdicts[0].is_refused(), "{verdicts:?}");
    order
}

#[test]
fn an_overrun_is_offered_to_those_strong_enough() {
    let sc = warring();
    let mut st = land_phase(&sc);
    let red = st.new_army(RED, at(4), ArmyStatus::Field);
    let blu = st.new_army(BLU, at(4), ArmyStatus::Field);
    add(&mut st, blu, UnitKind::Legion2, true, 1);
    add(&mut st, red, UnitKind::HeavyCav, true, 1);
    let known = Knowledge::of(&sc, &st, SeatId(0));
    assert_eq!(
        options::OrderMenu::new(&sc, &known, &[]).next(&json!({ "type": "overrun" })),
        None,
        "30 is not five times 20"
    );
    add(&mut st, red, UnitKind::HeavyCav, true, 3);
    let order = first_answers(&sc, &st, "overrun");
    assert_eq!(order, Overrun { power: "RED".into(), army: "RED-A1".into(), hex: None }.into());
}

#[test]
fn units_are_offered_for_seasoning_as_far_as_the_points_go() {
    let sc = warring();
    let mut st = land_phase(&sc);
    let units = vec![(RED, UnitKind::Legion1, 48, 2), (RED, UnitKind::LightInf, 8, 1)];
    let question = Question::Season { combat: 3, limit: 60, units };
    st.stack.push(Frame::Ask(Ask { seat: SeatId(0), powers: Powers::one(RED), question }));
    let Order::SeasonUnits(order) = first_answers(&sc, &st, "season_units") else { panic!("another kind") };
    let named: Vec<_> = order.units.iter().map(|units| (units.kind, units.count)).collect();
    assert_eq!(named, [(UnitKind::Legion1, 1), (UnitKind::LightInf, 1)], "48 and 8 of 60");
    // Where nothing fits, nobody is named.
    if let Some(Frame::Ask(ask)) = st.stack.last_mut() {
        ask.question = Question::Season { combat: 3, limit: 4, units: vec![(RED, UnitKind::LightInf, 8, 1)] };
    }
    let known = Knowledge::of(&sc, &st, SeatId(0));
    let begun = json!({ "type": "season_units", "power": "RED", "combat": 3 });
    let question = options::OrderMenu::new(&sc, &known, &[]).next(&begun).unwrap();
    assert!(question.allows(&json!([])));
    assert_eq!(
        options::OrderMenu::new(&sc, &known, &[])
            .next(&json!({ "type": "season_units", "power": "RED", "combat": 3, "units": [] })),
        None
    );
}
