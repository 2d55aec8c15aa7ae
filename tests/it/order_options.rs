//! What can I order now? A player that knows no rules plays every rule system by that question alone.

use cursus_tests::{Answer, Person, Server, World};
use kernel::options::{FieldOptions, fill};
use kernel::{Dice, GameSeed, RuleRef, Stream};
use serde_json::{Value, json};

const RULE: RuleRef = RuleRef::new("options");

fn path(game: &str, seat: &str) -> String {
    Person::seat(game, seat, "orders/options")
}

/// Fills an order in by what is offered; none when nothing can be ordered.
fn fill_in(person: &Person, path: &str, orders: &[Value], stream: &mut Stream<'_>) -> Option<Value> {
    let mut order = json!({});
    loop {
        let answer = person.post(path, json!({ "orders": orders, "order": order })).expect(200).body;
        if answer["complete"] == true {
            assert_ne!(answer["verdict"]["status"], "refused", "{answer}");
            assert!(answer["shorthand"].as_str().is_some_and(|text| !text.is_empty()), "{answer}");
            return Some(answer["order"].clone());
        }
        if answer["next"].is_null() {
            return None;
        }
        let next: FieldOptions = serde_json::from_value(answer["next"].clone()).expect("a field");
        fill(&mut order, &next.pointer, next.pick(stream, RULE));
    }
}

fn awaited(person: &Person, game: &str) -> Option<String> {
    let awaiting = person.get(&format!("/v1/games/{game}/awaiting")).expect(200).body;
    let seats = awaiting["awaiting"].as_array().expect("seats").clone();
    let mine = seats.into_iter().find(|seat| seat["yours"] == true)?;
    Some(mine["seat"].as_str().expect("a key").to_owned())
}

/// A game against computers that play at random, as the first seat.
fn game(server: &Server, person: &Person, ruleset: &str, scenario: &str, seat: &str) -> String {
    let form = json!({
        "ruleset": ruleset, "scenario": scenario, "seats": [{ "kind": "me", "seat": seat }], "start": true,
        "others": { "kind": "ai", "level": "random" },
    });
    let made = person.post("/v1/games", form).expect(201).body;
    server.work();
    made["id"].as_str().expect("an id").to_owned()
}

#[test]
fn whoever_knows_no_rules_plays_by_what_is_offered() {
    let world = World::sqlite();
    let server = world.server();
    let mut dice = Dice::keyed(&GameSeed::from_number(5), "a bot");
    let mut stream = dice.stream("a bot", 0, 0);
    for (ruleset, scenario, seat) in [
        ("toy-sealed", "two-houses", "A"),
        ("toy-duel", "", "RED"),
        ("umpire", "hannibal-218bc", "ROM"),
        ("hotw", "world-2", "hermes"),
        ("eternal-rome", "bellum-siculum", "OCT"),
        ("strategos", "hellespontos-313bc", "ANT"),
        ("renaissance", "romagna-1493", "PESARO"),
    ] {
        let ada = server.player("ada");
        let scenario = known_scenario(&ada, ruleset, scenario);
        let game = game(&server, &ada, ruleset, &scenario, seat);
        let mut played = 0;
        for _ in 0..12 {
            let Some(seat) = awaited(&ada, &game) else {
                server.work();
                continue;
            };
            let mut orders: Vec<Value> = Vec::new();
            // Where orders are carried out at once, one at a time: what may be done next is another question then.
            let order = fill_in(&ada, &path(&game, &seat), &orders, &mut stream);
            orders.extend(order);
            let order_set = Person::seat(&game, &seat, "orders");
            let tag = ada.get(&order_set).expect(200);
            let tag = tag.header("etag").to_owned();
            let set = ada.put_with(&order_set, &[("if-match", &tag)], json!({ "orders": orders, "ready": true }));
            let set =
                if set.status == 412 { ada.put(&order_set, json!({ "orders": orders, "ready": true })) } else { set };
            let set = set.expect(200).body;
            assert_eq!(set["refused"], 0, "{ruleset}: {set}");
            played += 1;
            server.work();
        }
        assert!(played > 0, "{ruleset} asked for something");
    }
}

/// The scenario of that name, or the first of a rule system that has only one.
fn known_scenario(person: &Person, ruleset: &str, wanted: &str) -> String {
    let all = person.get(&format!("/v1/rulesets/{ruleset}/scenarios")).expect(200).body;
    let ids: Vec<String> =
        all["items"].as_array().expect("scenarios").iter().map(|one| one["id"].as_str().expect("id").into()).collect();
    ids.iter().find(|id| *id == wanted).unwrap_or(&ids[0]).clone()
}

fn flaw(answer: &Answer) -> (String, String) {
    let first = &answer.body["errors"][0];
    let text = |name: &str| first[name].as_str().unwrap_or_default().to_owned();
    (text("pointer"), text("hint"))
}

#[test]
fn every_kind_of_order_is_open_with_an_example_or_closed_for_a_reason() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        for (ruleset, scenario, seat, open, closed, why) in [
            ("umpire", "hannibal-218bc", "ROM", "set_enemies", "set_tax_rate", "has no taxation"),
            ("eternal-rome", "octavius-antonius", "OCT", "recruit_units", "move_army", "land movement phase"),
        ] {
            let game = game(&server, &ada, ruleset, scenario, seat);
            let path = path(&game, seat);
            let now = ada.get(&path).expect(200).body;
            let groups = now["groups"].as_array().expect("groups");
            let find = |kind: &str| {
                let mut all = groups.iter().flat_map(|group| group["orders"].as_array().expect("orders"));
                all.find(|order| order["type"] == kind).expect("a kind").clone()
            };
            let (open, closed) = (find(open), find(closed));
            assert_eq!((&open["open"], &open["closed"]), (&json!(true), &Value::Null));
            let offered = ada.post(&path, json!({})).expect(200).body["next"]["values"]["values"].clone();
            for order in groups.iter().flat_map(|group| group["orders"].as_array().expect("orders")) {
                let is_offered = offered.as_array().expect("kinds").iter().any(|kind| kind["value"] == order["type"]);
                assert_eq!(order["open"], is_offered, "{order}");
            }
            assert_eq!((&closed["open"], &closed["example"]), (&json!(false), &Value::Null));
            assert!(closed["closed"]["detail"].as_str().expect("a reason").contains(why), "{closed}");
            ben.get(&path).problem(403, "not-your-seat");
        }
    });
}

#[test]
fn what_orders_before_use_up_closes_kinds() {
    let world = World::sqlite();
    let server = world.server();
    let (ada, ben) = (server.player("ada"), server.player("ben"));
    let game = server.bidding_game(&ada, Some(&ben), json!({}));
    let kind = || ada.get(&path(&game, "A")).expect(200).body["groups"][0]["orders"][0].clone();
    let before = kind();
    assert_eq!(before["example"], json!({ "type": "bid", "coins": 1 }));
    assert_eq!(before["example_shorthand"], "bid 1");
    let orders = json!({ "orders": [{ "type": "bid", "coins": 2 }], "ready": false });
    ada.put(&Person::seat(&game, "A", "orders"), orders).expect(200);
    let after = kind();
    assert_eq!((&after["open"], &after["closed"]["code"]), (&json!(false), &json!("one_bid")));
}

#[test]
fn what_is_not_possible_is_pointed_at_with_what_is() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        let path = path(&game, "A");
        let ask = |order: Value| ada.post(&path, json!({ "order": order }));

        let first = ask(json!({})).expect(200).body;
        assert_eq!(first["next"]["pointer"], "/type");
        assert_eq!(first["complete"], false);
        let second = ask(json!({ "type": "bid" })).expect(200).body;
        assert_eq!(second["next"]["pointer"], "/coins");
        let purse = ada.get(&Person::seat(&game, "A", "view")).expect(200).body["view"]["purse"].clone();
        assert_eq!(second["next"]["values"]["most"], purse);
        let whole = ask(json!({ "type": "bid", "coins": 3 })).expect(200).body;
        assert_eq!((&whole["complete"], &whole["shorthand"]), (&json!(true), &json!("bid 3")));
        assert_eq!(whole["order"], json!({ "type": "bid", "coins": 3 }));

        let wrong = ask(json!({ "type": "fly" })).problem(422, "not-offered");
        assert_eq!(flaw(&wrong).0, "/order/type");
        assert!(flaw(&wrong).1.contains("\"bid\""), "{}", wrong.text);
        let wrong = ask(json!({ "type": "bid", "coins": 1000 })).problem(422, "not-offered");
        assert_eq!(flaw(&wrong), ("/order/coins".to_owned(), format!("How many coins? From 0 to {purse}.")));
        let wrong = ask(json!({ "type": "bid", "coins": 1, "a/b": 1 })).problem(422, "not-offered");
        assert_eq!(flaw(&wrong).0, "/order/a~1b");

        // A body of another kind.
        ada.send("POST", &path, &[("content-type", "text/plain")], Some(b"bid 3"))
            .problem(415, "unsupported-media-type");

        // Another's seat, and orders beyond all bounds.
        ben.post(&path, json!({})).problem(403, "not-your-seat");
        let many = vec![json!({ "type": "bid", "coins": 1 }); 300];
        let wrong = ada.post(&path, json!({ "orders": many })).expect(422);
        assert!(flaw(&wrong).0.starts_with("/orders"), "{}", wrong.text);
    });
}

#[test]
fn what_can_begin_at_a_place_is_offered_there() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.player("ada");
    let kinds = |game: &str, seat: &str, at: Value| -> Vec<String> {
        let answer = ada.post(&path(game, seat), json!({ "order": {}, "at": at })).expect(200).body;
        let values = answer["next"]["values"]["values"].as_array().cloned().unwrap_or_default();
        values.iter().map(|one| one["value"].as_str().unwrap().to_owned()).collect()
    };
    let rome = game(&server, &ada, "umpire", "hannibal-218bc", "ROM");
    let there = kinds(&rome, "ROM", json!(["Roma"]));
    assert!(there.contains(&"improve_city".to_owned()), "{there:?}");
    assert!(!there.contains(&"set_enemies".to_owned()), "it has nothing to do with a place: {there:?}");
    assert_eq!(kinds(&rome, "ROM", json!(["Nowhere"])), [""; 0]);
    let all = kinds(&rome, "ROM", json!([]));
    assert!(all.len() > there.len(), "{all:?}");
    // Which power is no question where there is one alone: the place comes next.
    let sicily = game(&server, &ada, "eternal-rome", "bellum-siculum", "OCT");
    let there = kinds(&sicily, "OCT", json!(["Roma"]));
    assert!(there.contains(&"recruit_units".to_owned()), "{there:?}");
    let straits = game(&server, &ada, "strategos", "hellespontos-313bc", "ANT");
    assert!(kinds(&straits, "ANT", json!(["Sardis"])).contains(&"march".to_owned()), "an army stands there");
    let many: Vec<String> = (0..21).map(|number| number.to_string()).collect();
    let refused = ada.post(&path(&rome, "ROM"), json!({ "at": many })).problem(422, "invalid").body;
    assert_eq!(refused["errors"][0]["pointer"], "/at", "{refused}");
}
