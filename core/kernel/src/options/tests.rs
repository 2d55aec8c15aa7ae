//! Questions, their answers, and orders filled by them.

use serde_json::json;

use super::*;
use crate::{Dice, GameSeed};

const RULE: RuleRef = RuleRef::new("options");

fn link(from: &str, to: &str, cost: i64) -> Link {
    Link { from: from.into(), to: to.into(), value: json!(to), label: to.into(), cost }
}

fn path() -> FieldOptions {
    let links = vec![link("Roma", "Ostia", 1), link("Ostia", "Capua", 2), link("Roma", "Capua", 4)];
    let values = FieldValues::Path { from: "Roma".into(), links, least: 1, most: 2, budget: Some(3) };
    FieldOptions::new("/along", "Which way?", values)
}

fn units() -> FieldOptions {
    let of = |key: &str, most| AmountOf { key: key.into(), label: key.into(), most, cost_each: None };
    let values = FieldValues::Amounts { of: vec![of("FOO", 2), of("MAA", 5)], least: 1, most: 4 };
    FieldOptions::new("/units", "Which units?", values)
}

/// A march: where from, which units, and halts as a list of objects.
fn march(partial: &Value) -> Option<FieldOptions> {
    let places = |names: &[&str]| names.iter().map(|name| OptionValue::place(*name)).collect::<Vec<_>>();
    if partial.get("type").is_none() {
        return Some(FieldOptions::one_of("/type", "What?", vec![OptionValue::new("march", "March")]));
    }
    if partial.get("along").is_none() {
        return Some(path());
    }
    if partial.get("units").is_none() {
        return Some(units().or_nothing());
    }
    let halts = partial.get("halts").and_then(Value::as_array);
    match halts.and_then(|list| list.last()) {
        Some(Value::Null) => None,
        Some(halt) if halt.get("at").is_none() => {
            let at = halts.map_or(0, Vec::len) - 1;
            Some(FieldOptions::one_of(format!("/halts/{at}/at"), "Where?", places(&["Ostia", "Capua"])))
        }
        _ => Some(FieldOptions::one_more("/halts", "A halt?")),
    }
}

#[test]
fn what_is_picked_is_allowed() {
    let several = FieldValues::Several {
        values: vec![OptionValue::new(1, "one"), OptionValue::new(2, "two"), OptionValue::new(3, "three")],
        least: 1,
        most: 2,
    };
    let fields = [
        path(),
        units(),
        FieldOptions::new("/several", "Which?", several).or_nothing(),
        FieldOptions::amount("/men", "How many?", -2, 7),
        FieldOptions::new("/text", "What?", FieldValues::Text { example: "Ave".into(), most: 3 }),
    ];
    let mut dice = Dice::keyed(&GameSeed::from_number(1), "options");
    let mut stream = dice.stream("options", 0, 0);
    for field in &fields {
        for _ in 0..200 {
            let picked = field.pick(&mut stream, RULE);
            assert!(field.allows(&picked), "{picked} of {field:?}");
        }
    }
}

#[test]
fn what_is_not_possible_is_not_allowed() {
    let path = path();
    for (steps, allowed) in [
        (json!(["Ostia"]), true),
        (json!(["Ostia", "Capua"]), true),
        (json!(["Capua"]), false),
        (json!(["Ostia", "Roma"]), false),
        (json!([]), false),
        (json!("Ostia"), false),
        (json!(null), false),
    ] {
        assert_eq!(path.allows(&steps), allowed, "{steps}");
    }
    let units = units();
    for (given, allowed) in [
        (json!({ "FOO": 2, "MAA": 2 }), true),
        (json!({ "FOO": 3 }), false),
        (json!({ "MAA": 5 }), false),
        (json!({}), false),
        (json!({ "ELE": 1 }), false),
        (json!({ "FOO": -1, "MAA": 2 }), false),
    ] {
        assert_eq!(units.allows(&given), allowed, "{given}");
    }
}

#[test]
fn a_walk_ends_in_an_order_that_can_be_reached() {
    let mut dice = Dice::keyed(&GameSeed::from_number(2), "walk");
    let mut stream = dice.stream("walk", 0, 0);
    for _ in 0..100 {
        let order = walk(march, |question| question.pick(&mut stream, RULE)).expect("an order");
        assert_eq!(order["type"], "march");
        assert!(!order.to_string().contains("null"), "{order}");
        reach(&order, march).expect("reached");
    }
    let order = json!({ "type": "march", "along": ["Ostia"], "units": null, "halts": [{ "at": "Capua" }] });
    reach(&order, march).expect("what is left out may be null");
    for wrong in [
        json!({ "type": "march", "along": ["Capua"], "halts": [] }),
        json!({ "type": "march", "along": ["Ostia"], "halts": [{ "at": "Roma" }] }),
        json!({ "type": "march", "along": ["Ostia"], "halts": [], "men": 3 }),
    ] {
        reach(&wrong, march).expect_err("not offered");
    }
}

#[test]
fn a_partial_order_is_followed_to_its_first_open_field() {
    let rows = [
        (json!({}), "/type"),
        (json!({ "type": "march" }), "/along"),
        (json!({ "type": "march", "along": ["Ostia"] }), "/units"),
        (json!({ "type": "march", "along": ["Ostia"], "units": null }), "/halts/-"),
        (json!({ "type": "march", "along": ["Ostia"], "units": null, "halts": [{}] }), "/halts/0/at"),
    ];
    for (partial, asked) in rows {
        let filled = follow(&partial, march).expect("all of it is offered");
        assert_eq!((filled.order, filled.next.map(|next| next.pointer)), (partial, Some(asked.to_owned())));
    }
    let whole = json!({ "type": "march", "along": ["Ostia"], "units": null, "halts": [{ "at": "Capua" }, null] });
    assert_eq!(follow(&whole, march).expect("offered"), Filled { order: whole, next: None });
}

#[test]
fn what_a_partial_order_must_not_say_is_pointed_at() {
    let rows = [
        (json!(7), ""),
        (json!({ "type": "fly" }), "/type"),
        (json!({ "type": "march", "along": ["Capua"] }), "/along"),
        (json!({ "type": "march", "along": ["Ostia"], "units": null, "halts": [{ "at": "Roma" }] }), "/halts/0/at"),
        (json!({ "type": "march", "along": ["Ostia"], "units": null, "halts": [null], "a/b": 1 }), "/a~1b"),
        (
            json!({ "type": "march", "along": ["Ostia"], "units": null, "halts": vec![json!({ "at": "Capua" }); 400] }),
            "",
        ),
    ];
    for (partial, pointer) in rows {
        assert_eq!(follow(&partial, march).expect_err("refused").pointer, pointer, "{partial}");
    }
}

#[test]
fn nothing_to_order_is_no_order() {
    assert_eq!(walk(|_| None, |_| unreachable!("nothing is asked")), None);
}
