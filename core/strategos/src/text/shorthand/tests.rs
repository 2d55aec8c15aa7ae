//! Lines of orders: what is printed reads back, and what is wrong is shown with its place.

use kernel::Dice;
use serde_json::{Value, json};

use super::{parse, print};
use crate::knowledge::{Knowledge, sight};
use crate::model::scenario::Scenario;
use crate::model::shipped::find;
use crate::orders::{Order, infos, verbs};
use crate::rules::setup;

fn lysimachos() -> (std::sync::Arc<Scenario>, Knowledge) {
    let sc = find("hellespontos-313bc").expect("it ships");
    let st = setup::start(&sc, &mut Dice::middling());
    let known = sight::knowledge(&sc, &st, sc.find_country("LYS").expect("a seat"));
    (sc, known)
}

fn order(value: Value) -> Order {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"))
}

#[test]
fn the_shorthand_of_every_kind_is_its_example() {
    let (sc, known) = lysimachos();
    for info in infos() {
        let (orders, wrong) = parse(&sc, &known, &info.shorthand);
        assert!(wrong.is_empty(), "{}: {wrong:?}", info.shorthand);
        let [(read, _)] = orders.as_slice() else { panic!("{}: {orders:?}", info.shorthand) };
        assert_eq!(*read, order(info.example.clone()), "{}", info.shorthand);
        assert_eq!(print(&sc, &known, read), info.shorthand);
    }
}

#[test]
fn the_example_of_every_verb_reads() {
    let (sc, known) = lysimachos();
    for verb in verbs() {
        let (orders, wrong) = parse(&sc, &known, verb.example);
        assert_eq!((orders.len(), wrong.len()), (1, 0), "{}: {wrong:?}", verb.example);
    }
}

#[test]
fn people_leave_out_quotes_and_shorten_what_is_known() {
    let (sc, known) = lysimachos();
    let lines = [
        (
            "march Army I 2405 2406",
            json!({ "type": "march", "command": "Army I", "path": ["2405", "2406"], "forced": false }),
        ),
        ("MARCH army i halt", json!({ "type": "march", "command": "Army I", "path": [], "forced": false })),
        ("build kard 2 hoplite", json!({ "type": "build_units", "city": "Kardia", "unit": "hoplite", "count": 2 })),
        (
            "build Kardia 1 light horse",
            json!({ "type": "build_units", "city": "Kardia", "unit": "light_horse", "count": 1 }),
        ),
        (
            "transfer Army I to Kardia 2 HO, 1 ST",
            json!({ "type": "transfer_units", "from": "Army I", "to": "Kardia", "units": { "hoplite": 2, "siege_train": 1 } }),
        ),
        ("enemy Kassandros", json!({ "type": "declare_enemy", "country": "CAS" })),
        ("abandon #3 # a remark", json!({ "type": "abandon_task", "command": "#3" })),
        ("spy “Pella”", json!({ "type": "place_spy", "city": "Pella" })),
        ("found 2405 Nea", json!({ "type": "found_city", "hex": "2405", "name": "Nea" })),
        (
            "assassin CAS army at 1017 200",
            json!({ "type": "hire_assassin", "of": "CAS", "target": "army", "hex": "1017", "tlts": 200 }),
        ),
        (
            "treaty offer CAS alliance 8, CAS pays 20, LYS cedes Kardia",
            json!({ "type": "offer_treaty", "to": "CAS", "treaty": "alliance", "weeks": 8,
                "conditions": [{ "payer": "CAS", "tlts": 20 }, { "giver": "LYS", "city": "Kardia" }] }),
        ),
    ];
    for (line, wanted) in lines {
        let (orders, wrong) = parse(&sc, &known, line);
        assert!(wrong.is_empty(), "{line}: {wrong:?}");
        assert_eq!(orders[0].0, order(wanted), "{line}");
    }
}

#[test]
fn several_orders_stand_on_a_line() {
    let (sc, known) = lysimachos();
    let (orders, wrong) = parse(&sc, &known, "spy \"Pella\"; pay CAS 5 # both\n\n  enlarge \"Kardia\"");
    assert_eq!((orders.len(), wrong.len()), (3, 0), "{wrong:?}");
    let places: Vec<(u32, u32, u32)> = orders.iter().map(|(_, span)| (span.line, span.column, span.length)).collect();
    assert_eq!(places, [(1, 1, 11), (1, 14, 9), (3, 3, 16)]);
}

#[test]
fn odd_names_and_texts_read_back_as_they_are() {
    let (sc, known) = lysimachos();
    for name in
        ["Nea; “Polis”", "a  b", " c ", "back\\slash", "new\nline\tand \"tab\"", "#12", "to", "", "é, ü", "\\", "none"]
    {
        let orders = [
            json!({ "type": "found_city", "hex": "2405", "name": name }),
            json!({ "type": "submit_dispatch", "text": format!("{name} {name}") }),
            json!({ "type": "assign_command", "command": name, "to": name }),
            json!({ "type": "choose_excess", "leaders": [name, "Prepelaos"] }),
        ];
        for wanted in orders.map(order) {
            let line = print(&sc, &known, &wanted);
            let (read, wrong) = parse(&sc, &known, &line);
            assert!(wrong.is_empty() && read.len() == 1, "{line}: {wrong:?}");
            assert_eq!(read[0].0, wanted, "{line}");
        }
    }
}

#[test]
fn what_is_wrong_is_shown_with_its_place_and_what_would_be_right() {
    let (sc, known) = lysimachos();
    let rows = [
        ("mrch \"Army I\" 2405", "not_understood", 1, 4, "did you mean march?"),
        ("treaty", "not_understood", 1, 6, "treaty offer"),
        ("march \"Army I\" 9999", "no_hex", 16, 4, "march"),
        ("march \"Army I\"", "word_missing", 13, 2, "march"),
        ("march Armi I 2405", "unknown_command", 7, 4, "did you mean “Army I”?"),
        ("spy Pela", "unknown_city", 5, 4, "did you mean “Pella”?"),
        ("build Kardia 2 HX", "unknown_unit", 16, 2, "HO hoplite"),
        ("build Kardia two HO", "not_a_number", 14, 3, "build"),
        ("build \"Kardia\" 2 HO 3 LV", "too_much", 21, 1, "an order of its own"),
        ("battle \"Army I\" fight", "not_a_choice", 17, 5, "attack, probe"),
        ("enemy ROM", "unknown_country", 7, 3, "LYS"),
        ("spy \"Pella", "quote", 5, 6, "\"Army I\""),
        ("pay CAS 50 60", "too_much", 12, 2, "pay CAS 50"),
        ("appoint Lykon Army I", "word_missing", 15, 4, "appoint"),
        ("disband Kardia 1 LV, 2 LV", "twice", 24, 2, "disband"),
    ];
    for (line, code, column, length, hint) in rows {
        let (orders, wrong) = parse(&sc, &known, line);
        assert!(orders.is_empty(), "{line}: {orders:?}");
        let it = &wrong[0];
        assert_eq!((it.code.as_str(), it.span.column, it.span.length), (code, column, length), "{line}: {it:?}");
        assert!(it.hint.as_deref().is_some_and(|given| given.contains(hint)), "{line}: {:?}", it.hint);
    }
}

#[test]
fn a_newcomers_slips_are_answered_with_what_would_be_right() {
    let (sc, known) = lysimachos();
    for (line, answer) in [
        ("move Army I 2405", "march \"Army I\" 2405"),
        ("siege Sardis", "task \"Division 1\" siege"),
        ("attack Sardis", "assault \"Kardia\" by"),
        ("march Army I Sestos", "Sestos is at 2119"),
        ("march Army I 2405 2406 force", "forced"),
        ("build 2 HO Kardia", "for example: build \"Kardia\" 2 HO"),
        ("task Army I sige", "blockade, siege, raid"),
        ("assign Division 1 to Armee I", "did you mean “Army I”?"),
        ("transfer Division 1 to Division 9 2 HO", "did you mean “Division 1”?"),
        ("raise division in Kardia", "raise division \"Division 2\" in"),
        ("pay Athens 50", "write one of ANT, CAS, LYS"),
        ("pay CAS -5", "pay CAS 50"),
        ("treaty offer CAS peace 8", "non_aggression, alliance"),
        ("treaty CAS alliance 8", "treaty offer"),
        ("halt Army I", "march \"Army I\" halt"),
        ("declare war on CAS", "enemy CAS"),
        ("Army I march 2405", "here march"),
        ("1. spy Pella", "here spy"),
        ("march Army I to Sestos", "Sestos is at 2119"),
        ("march Army I 2405 march Division 1 2405", "between two orders comes ;"),
        ("spy Pella spy Athens", "between two orders comes ;"),
        ("build Kardia HO", "build \"Kardia\" 2 HO"),
        ("task siege Army I", "for example: task \"Division 1\" siege"),
        ("treaty offer CAS alliance", "alliance 10"),
        ("city Kardia", "write hold, yield, sally"),
        ("found Neapolis 2405", "found 2405"),
        ("dispatch hello world", "dispatch \""),
    ] {
        let (orders, wrong) = parse(&sc, &known, line);
        assert!(orders.is_empty(), "{line} is taken for an order");
        let [it] = &wrong[..] else { panic!("{line}: {wrong:?}") };
        assert!(it.hint.as_deref().is_some_and(|hint| hint.contains(answer)), "{line}: {:?}", it.hint);
    }
    for (line, same) in [
        ("march Army I 2405, 2406", "march \"Army I\" 2405 2406"),
        ("march Army I to 2405", "march \"Army I\" 2405"),
        ("build Kardia 2 hoplites", "build \"Kardia\" 2 HO"),
        ("build Kardia 2 levies", "build \"Kardia\" 2 LV"),
        ("treaty offer CAS non-aggression 8", "treaty offer CAS non_aggression 8"),
    ] {
        let (orders, wrong) = parse(&sc, &known, line);
        assert!(wrong.is_empty(), "{line}: {wrong:?}");
        assert_eq!(orders.iter().map(|(order, _)| print(&sc, &known, order)).collect::<Vec<_>>(), [same]);
    }
}
