//! History of the World over HTTP: a whole game against computers by a generic client loop, clocks, standing orders.

use cursus_tests::{Person, Server, World};
use serde_json::{Value, json};

fn world(person: &Person, form: Value) -> String {
    let mut all = json!({
        "ruleset": "hotw", "scenario": "world-4", "start": true,
        "seats": [{ "kind": "me", "seat": "hermes" }], "others": { "kind": "ai", "level": "steady" },
    });
    all.as_object_mut().unwrap().extend(form.as_object().unwrap().clone());
    person.post("/v1/games", all).expect(201).body["id"].as_str().unwrap().to_owned()
}

fn view(person: &Person, game: &str, seat: &str) -> Value {
    person.get(&Person::seat(game, seat, "view")).expect(200).body["view"].clone()
}

fn awaiting(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}/awaiting")).expect(200).body
}

fn order(person: &Person, game: &str, seat: &str, orders: Value) -> Value {
    person.put(&Person::seat(game, seat, "orders"), json!({ "orders": orders })).expect(200).body
}

/// What a simple client does next, from the view alone.
fn simple(view: &Value) -> Value {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let turn = &view["turn"];
    match view["phase"].as_str().unwrap() {
        "sumeria" => json!([{ "type": "place_sumeria", "lands": ["lower_tigris", "Lower Tigris", "zagros"] }]),
        "draft" if view["draft"]["may_keep"] == true => json!([{ "type": "keep_empire" }]),
        "draft" => json!([{ "type": "pass_empire", "to": view["draft"]["may_pass_to"][0] }]),
        "before_turn" => json!([{ "type": "begin_turn" }]),
        "survivors" => {
            let forces = turn["survivors"]["forces"].as_u64().unwrap() as usize;
            json!([{ "type": "choose_survivors", "lands": list(&turn["survivors"]["lands"])[..forces] }])
        }
        "barbarians" => json!([{ "type": "stop_barbarians" }]),
        "monuments" => json!([{ "type": "place_monument", "land": turn["monument_sites"][0] }]),
        "expansion" => expand(turn, &list(&turn["reach"])),
        other => panic!("{other}"),
    }
}

fn expand(turn: &Value, reach: &[Value]) -> Value {
    let pool = &turn["pool"];
    let loose = pool["unallocated"].as_u64().unwrap();
    if turn["lookups"] == 0 && loose >= 4 {
        return json!([{ "type": "compliant_lookup", "defence": 0, "forces": (loose / 2).min(20) }]);
    }
    let enter = |target: &Value, stack: Value, land: bool| {
        let kind = if land { "expand_land" } else { "expand_water" };
        json!([{ "type": kind, "to": target["space"], "via": target["via"], "stack": stack }])
    };
    let is_land = |target: &Value| target["kind"] == "land";
    let stack = pool["stacks"].as_array().unwrap().iter().find(|stack| stack["forces"].as_u64().unwrap() > 0);
    if let Some(stack) = stack {
        let easy = reach.iter().find(|target| target["defenders"].as_u64() == Some(1) && target["defence"] == 0);
        if let Some(target) = easy {
            return enter(target, stack["id"].clone(), is_land(target));
        }
    }
    let empty = reach.iter().find(|target| target["defenders"] == 0 && is_land(target));
    match empty {
        Some(target) if loose + pool["walkover"].as_u64().unwrap() > 0 => enter(target, json!("wo"), true),
        _ => json!([{ "type": "end_expansion" }]),
    }
}

/// Plays one seat until the game is over; how many order sets that took.
fn play_on(server: &Server, person: &Person, game: &str, seat: &str) -> usize {
    for order_sets in 0..2_000 {
        server.work();
        let now = awaiting(person, game);
        if now["status"] == "finished" {
            return order_sets;
        }
        assert_eq!(now["mode"], "immediate", "{now}");
        assert!(now["awaiting"].as_array().unwrap().iter().any(|one| one["yours"] == true), "{now}");
        let seen = view(person, game, seat);
        let done = order(person, game, seat, simple(&seen));
        for verdict in done["verdicts"].as_array().unwrap() {
            assert_ne!(verdict["status"], "refused", "{verdict}\n{}", simple(&seen));
        }
        assert!(!done["events"].as_array().unwrap().is_empty(), "an order carried out tells what it brought");
    }
    panic!("no end");
}

#[test]
fn seven_epochs_against_three_computers() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = crate::hotw::world(&ada, json!({}));
        let scenario = ada.get("/v1/rulesets/hotw/scenarios/world-4").expect(200).body;
        assert_eq!(scenario["summary"]["seats"].as_array().unwrap().len(), 4);
        let order_sets = play_on(&server, &ada, &game, "hermes");
        assert!(order_sets > 40, "{order_sets}");
        let over = ada.get(&format!("/v1/games/{game}")).expect(200).body;
        assert_eq!(over["status"], "finished");
        let last = view(&ada, &game, "hermes");
        assert_eq!((last["phase"].clone(), last["epoch"].clone()), (json!("over"), json!(7)));
        assert!(ada.get(&Person::seat(&game, "hermes", "map.svg")).expect(200).text.starts_with("<svg"));
        let verified = ada.get(&format!("/v1/games/{game}/verify")).expect(200).body;
        assert_eq!(verified["agrees"], true, "{verified}");
    });
}

#[test]
fn what_lies_face_down_is_told_to_nobody_else() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let seats = json!([{ "kind": "me", "seat": "hermes" }, { "kind": "open", "seat": "apollo" }]);
        let game = crate::hotw::world(&ada, json!({ "seats": seats, "start": false }));
        ben.post(&Person::seat(&game, "apollo", "claim"), json!({})).expect(200);
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        for _ in 0..12 {
            server.work();
            let now = awaiting(&ada, &game);
            let Some(seat) = now["awaiting"][0]["seat"].as_str() else { break };
            let (person, other) = if seat == "hermes" { (&ada, &ben) } else { (&ben, &ada) };
            let seen = view(person, &game, seat);
            let theirs = if seat == "hermes" { "apollo" } else { "hermes" };
            let across = view(other, &game, theirs);
            assert_eq!(seen["hands"].as_array().unwrap().len(), 1);
            assert_eq!(seen["hands"][0]["player"], seat);
            assert_ne!(seen["hands"], across["hands"]);
            if seen["phase"] == "draft" {
                assert!(seen["draft"]["drawn"].is_string());
                assert_eq!(across["draft"]["drawn"], Value::Null);
            }
            let order_set = json!({ "orders": [{ "type": "play_event", "card": "leader" }] });
            other.put(&Person::seat(&game, seat, "orders"), order_set).problem(403, "not-your-seat");
            order(person, &game, seat, simple(&seen));
        }
        let kinds = |person: &Person| -> Vec<String> {
            let page = person.get(&format!("/v1/games/{game}/events?limit=100")).expect(200).body;
            let entries = page["items"].as_array().unwrap().iter().filter(|e| e["kind"] == "entry").cloned();
            entries.map(|e| format!("{}", e["data"]["kind"])).collect()
        };
        assert!(!kinds(&server.nobody()).iter().any(|kind| kind.contains("card_drawn")));
    });
}

#[test]
fn a_standing_order_is_taken_out_of_turn_and_nothing_else_is() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let seats = json!([{ "kind": "me", "seat": "hermes" }, { "kind": "open", "seat": "apollo" }]);
        let game = crate::hotw::world(&ada, json!({ "seats": seats, "start": false }));
        ben.post(&Person::seat(&game, "apollo", "claim"), json!({})).expect(200);
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        server.work();
        let now = awaiting(&ada, &game);
        let acting = now["awaiting"][0]["seat"].as_str().unwrap().to_owned();
        let (idle, seat) = if acting == "hermes" { (&ben, "apollo") } else { (&ada, "hermes") };
        let before = now["step"].clone();
        let turned_away = order(idle, &game, seat, json!([{ "type": "keep_empire" }]));
        assert_eq!(turned_away["verdicts"][0]["code"], "not_your_turn", "{turned_away}");
        assert_eq!(awaiting(&ada, &game)["step"], before, "nothing happened");
        let done = order(idle, &game, seat, json!([{ "type": "set_trade_policy", "accept": ["hermes", "Apollo"] }]));
        assert_eq!(done["verdicts"][0]["status"], "accepted");
        assert_eq!(done["events"][0]["kind"], "policy_set", "{done}");
        assert_eq!(awaiting(&ada, &game)["awaiting"][0]["seat"], acting.as_str(), "whoever was to act still is");
        let own = view(idle, &game, seat);
        let mine = own["players"].as_array().unwrap().iter().find(|p| p["player"] == seat).unwrap().clone();
        assert_eq!(mine["accepts_trade_of"], json!(["hermes", "apollo"]));
    });
}

#[test]
fn a_turn_not_played_in_time_is_played_by_the_policy() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let seats = json!([{ "kind": "me", "seat": "hermes" }, { "kind": "open", "seat": "apollo" }]);
        let timing =
            json!({ "clock": { "type": "interval", "every": { "hours": 24 } }, "least_thinking": { "hours": 12 } });
        let game = crate::hotw::world(&ada, json!({ "seats": seats, "start": false, "timing": timing }));
        ben.post(&Person::seat(&game, "apollo", "claim"), json!({})).expect(200);
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        server.work();
        let first = awaiting(&ada, &game);
        world.pass_minutes(25 * 60);
        server.work();
        let second = awaiting(&ada, &game);
        assert_ne!(first["step"], second["step"], "{first} {second}");
    });
}
