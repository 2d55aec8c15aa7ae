//! Sequential games as a newcomer's client plays them: one loop of awaiting, view, orders, events, and turns of many
//! small orders.

use cursus_tests::{Person, Server, World, while_judging};
use serde_json::{Value, json};

use crate::events::{listen, next};
use crate::notifications::{Listener, deliver};

fn daily() -> Value {
    json!({ "clock": { "type": "interval", "every": { "hours": 24 } }, "least_thinking": { "hours": 12 } })
}

/// A running game of `toy-road`; `form` says more, or other things.
fn road(person: &Person, scenario: &str, form: Value) -> String {
    let mut all = json!({
        "ruleset": "toy-road", "scenario": scenario, "start": true,
        "seats": [{ "kind": "me", "seat": "NORTH" }], "others": { "kind": "ai", "level": "caretaker" },
    });
    all.as_object_mut().unwrap().extend(form.as_object().unwrap().clone());
    person.post("/v1/games", all).expect(201).body["id"].as_str().unwrap().to_owned()
}

/// A game of two people.
fn road_of_two(server: &Server, ada: &Person, ben: &Person, absence: Value) -> String {
    let seats = json!([{ "kind": "me", "seat": "NORTH" }, { "kind": "open", "seat": "EAST" }]);
    let game = road(ada, "village", json!({ "seats": seats, "start": false, "timing": daily(), "absence": absence }));
    ben.post(&Person::seat(&game, "EAST", "claim"), json!({})).expect(200);
    ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
    server.work();
    game
}

fn walk(person: &Person, game: &str, seat: &str, paces: &[u32]) -> Value {
    let orders: Vec<Value> = paces.iter().map(|paces| json!({ "type": "walk", "paces": paces })).collect();
    person.put(&Person::seat(game, seat, "orders"), json!({ "orders": orders })).expect(200).body
}

fn awaiting(person: &Person, game: &str) -> Value {
    person.get(&format!("/v1/games/{game}/awaiting")).expect(200).body
}

fn missed(person: &Person, game: &str, seat: usize) -> Value {
    person.get(&format!("/v1/games/{game}/seats")).expect(200).body["items"][seat]["missed"].clone()
}

/// All events of a game that a person may see, page by page.
fn events(person: &Person, game: &str, limit: u32) -> Vec<Value> {
    let mut all = Vec::new();
    let mut path = format!("/v1/games/{game}/events?limit={limit}");
    loop {
        let page = person.get(&path).expect(200).body;
        all.extend(page["items"].as_array().unwrap().iter().cloned());
        match page["next"].as_str() {
            Some(next) => path = format!("/v1/games/{game}/events?limit={limit}&cursor={next}"),
            None => return all,
        }
    }
}

/// What the rules told, in order.
fn told(events: &[Value]) -> Vec<&str> {
    events.iter().filter(|e| e["kind"] == "entry").map(|e| e["data"]["kind"].as_str().unwrap()).collect()
}

#[test]
fn a_generic_client_plays_a_sequential_game_to_its_end() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = road(&ada, "village", json!({}));
        let mut seen = Vec::new();
        for _ in 0..200 {
            server.work();
            let now = awaiting(&ada, &game);
            if now["status"] == "finished" {
                break;
            }
            assert_eq!(now["mode"], "immediate");
            let mine = now["awaiting"].as_array().unwrap().iter().find(|one| one["yours"] == true);
            let mine = mine.expect("the computer has played by itself until it is Ada's turn");
            assert!(mine["prompt"].as_str().unwrap().starts_with("Walk"));
            let view = ada.get(&Person::seat(&game, "NORTH", "view")).expect(200).body;
            assert_eq!((view["step"].clone(), view["view"]["to_walk"].clone()), (now["step"].clone(), json!(true)));
            let done = walk(&ada, &game, "NORTH", &[1]);
            assert_eq!(done["events"][0]["kind"], "walked");
            seen.push(done["step"].clone());
        }
        assert_eq!(awaiting(&ada, &game)["status"], "finished");
        assert_eq!(seen.len(), 18, "three days of six paces");
        let verified = ada.get(&format!("/v1/games/{game}/verify")).expect(200).body;
        assert_eq!(verified["agrees"], true, "{verified}");
    });
}

#[test]
fn orders_of_one_order_set_are_carried_out_in_order_and_their_events_come_back() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = road(&ada, "village", json!({}));
        let order_set = json!({ "orders": [
            { "type": "walk", "paces": 1 }, { "type": "walk", "paces": 9 }, { "type": "walk", "paces": 2 }, { "type": "rest" },
            { "type": "walk", "paces": 1 },
        ]});
        let done = ada.put(&Person::seat(&game, "NORTH", "orders"), order_set).expect(200).body;
        let statuses: Vec<_> = done["verdicts"].as_array().unwrap().iter().map(|v| v["status"].clone()).collect();
        assert_eq!(statuses, ["accepted", "refused", "accepted", "accepted", "refused"], "{done}");
        let executed = done["events"].as_array().unwrap();
        let walked: Vec<_> =
            executed.iter().filter(|e| e["kind"] == "walked").map(|e| e["data"]["paces"].clone()).collect();
        assert_eq!((walked, executed.last().unwrap()["kind"].clone()), (vec![json!(1), json!(2)], json!("rested")));
        let line = ada.get(&format!("/v1/games/{game}/turns")).expect(200).body["items"][1].clone();
        assert_eq!(
            (line["step"].clone(), line["cause"].clone()),
            (json!(1), json!("order")),
            "one order set, one step"
        );
    });
}

#[test]
fn an_order_set_with_a_misspelt_line_is_not_carried_out_at_all() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = road(&ada, "village", json!({}));
        let path = Person::seat(&game, "NORTH", "orders");
        let order_set = "walk 1\nwolk 2\nrest\n";
        let bad = ada.put_text(&path, order_set).problem(422, "orders-not-understood");
        let flaws = bad.body["errors"].as_array().unwrap();
        assert_eq!((flaws.len(), flaws[0]["span"]["line"].clone()), (1, json!(2)), "{flaws:?}");
        assert_eq!(awaiting(&ada, &game)["step"], 0, "the turn was not ended");
        let dry = ada.put_text(&format!("{path}?dry_run=true"), order_set).expect(200).body;
        assert_eq!(
            (dry["orders"].as_array().unwrap().len(), dry["diagnostics"][0]["span"]["line"].clone()),
            (2, json!(2))
        );
        let orders =
            json!({ "orders": [{ "type": "walk", "paces": 1 }, { "type": "wolk", "paces": 2 }, { "type": "rest" }] });
        let bad = ada.put(&path, orders.clone()).problem(422, "orders-not-understood");
        let flaws = bad.body["errors"].as_array().unwrap();
        assert_eq!((flaws.len(), flaws[0]["pointer"].clone()), (1, json!("/orders/1/type")), "{flaws:?}");
        assert_eq!(awaiting(&ada, &game)["step"], 0);
        let dry = ada.put(&format!("{path}?dry_run=true"), orders).expect(200).body;
        assert_eq!(
            (dry["verdicts"][0]["status"].clone(), dry["verdicts"][1]["code"].clone()),
            (json!("accepted"), json!("not_understood"))
        );
        let right = ada.put_text(&path, &order_set.replace("wolk", "walk")).expect(200).body;
        assert_eq!(right["events"].as_array().unwrap().last().unwrap()["kind"], "rested");
    });
}

#[test]
fn an_order_set_without_orders_is_told_what_would_end_the_turn() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = road(&ada, "village", json!({}));
        let path = Person::seat(&game, "NORTH", "orders");
        for bad in [
            ada.put(&path, json!({ "orders": [], "ready": true })).problem(422, "no-orders"),
            ada.put_text(&path, "\n").problem(422, "no-orders"),
        ] {
            let flaw = &bad.body["errors"][0];
            assert_eq!(flaw["pointer"], "/orders");
            assert_eq!(flaw["hint"], r#"The default here is [{"paces":1,"type":"walk"}]."#);
        }
        assert_eq!(
            ada.put(&format!("{path}?dry_run=true"), json!({ "orders": [] })).expect(200).body["executed"],
            false
        );
        assert_eq!(
            (awaiting(&ada, &game)["step"].clone(), ada.get(&path).expect(200).body["revision"].clone()),
            (json!(0), json!(0))
        );
    });
}

#[test]
fn a_computer_plays_its_whole_turn_and_everybody_sees_it() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = road(&ada, "village", json!({}));
        walk(&ada, &game, "NORTH", &[3, 3]);
        assert_eq!(awaiting(&ada, &game)["awaiting"][0]["seat"], "EAST");
        server.work();
        assert_eq!(awaiting(&ada, &game)["awaiting"][0]["seat"], "NORTH", "its turn is over");
        let all = events(&ada, &game, 3);
        let computers = all.iter().filter(|e| e["kind"] == "entry" && e["data"]["data"]["by"] == 1);
        let theirs: Vec<_> = computers.map(|e| e["data"]["kind"].as_str().unwrap()).collect();
        assert_eq!(theirs, ["walked"; 6], "one order after another: {all:?}");
        let numbers: Vec<_> = all.iter().map(|e| e["seq"].as_i64().unwrap()).collect();
        assert!(numbers.is_sorted_by(|a, b| a < b), "pages follow one another without a gap or a repeat");
        assert_eq!(all, events(&ada, &game, 100));
        assert_eq!(told(&events(&server.nobody(), &game, 100)).iter().filter(|kind| **kind == "found").count(), 0);
    });
}

#[test]
fn a_listener_hears_a_computers_turn_order_by_order() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = road(&ada, "village", json!({}));
        let mut stream = listen(&ada, &format!("/v1/games/{game}/events"), None);
        let (_, _, snapshot) = next(&mut stream);
        walk(&ada, &game, "NORTH", &[3, 3]);
        server.work();
        let last = snapshot["last_event"].as_i64().unwrap();
        let all = events(&ada, &game, 100);
        let after: Vec<_> = all.iter().filter(|e| e["seq"].as_i64() > Some(last)).collect();
        assert!(after.iter().any(|e| e["data"]["data"]["by"] == 1), "the computer walked: {after:?}");
        for event in after {
            let (id, kind, data) = next(&mut stream);
            assert_eq!((id, kind.as_str()), (event["seq"].as_i64(), event["kind"].as_str().unwrap()));
            assert_eq!(&data, event);
        }
    });
}

#[test]
fn a_turn_of_many_orders_has_one_deadline() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = road_of_two(&server, &ada, &ben, json!({ "policy": "standing_orders" }));
        let deadline = awaiting(&ada, &game)["deadline"].clone();
        for _ in 0..3 {
            world.pass_minutes(5 * 60);
            walk(&ada, &game, "NORTH", &[1]);
            assert_eq!(awaiting(&ada, &game)["deadline"], deadline, "small orders buy no time");
        }
        walk(&ada, &game, "NORTH", &[3]);
        let bens = awaiting(&ada, &game);
        assert_eq!(bens["awaiting"][0]["seat"], "EAST");
        assert!(bens["deadline"].as_str() > deadline.as_str(), "the next seat has a deadline of its own: {bens}");
    });
}

#[test]
fn who_breaks_off_a_turn_is_played_on_for_and_was_not_absent() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = road_of_two(&server, &ada, &ben, json!({ "policy": "standing_orders" }));
        walk(&ada, &game, "NORTH", &[2, 1]);
        world.pass_minutes(24 * 60);
        server.work();
        assert_eq!(awaiting(&ada, &game)["awaiting"][0]["seat"], "EAST", "her turn is over");
        assert_eq!(missed(&ada, &game, 0), 0, "she was there");
        let walked = ada.get(&Person::seat(&game, "NORTH", "view")).expect(200).body["view"]["walked"][0].clone();
        assert_eq!(walked, 6, "the default, pace by pace");
    });
}

#[test]
fn a_turn_missed_is_one_miss_however_many_orders_it_would_have_had() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let game = road_of_two(&server, &ada, &ben, json!({ "policy": "standing_orders", "hand_over_after": 3 }));
        world.pass_minutes(24 * 60);
        server.work();
        assert_eq!(awaiting(&ada, &game)["awaiting"][0]["seat"], "EAST");
        assert_eq!(missed(&ada, &game, 0), 1);
        let missing = events(&ada, &game, 100).iter().filter(|e| e["kind"] == "deadline_missed").count();
        assert_eq!(missing, 1, "told once");
        walk(&ben, &game, "EAST", &[3, 3]);
        assert_eq!(missed(&ada, &game, 0), 1);
        walk(&ada, &game, "NORTH", &[1]);
        assert_eq!(missed(&ada, &game, 0), 0, "she is back");
    });
}

#[test]
fn a_computer_plays_the_turn_of_somebody_absent_where_the_policy_says_so() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.player("ada"), server.player("ben"));
        let absence = json!({ "policy": "ai_proxy", "ai_level": "random", "hand_over_after": 0 });
        let game = road_of_two(&server, &ada, &ben, absence);
        world.pass_minutes(24 * 60);
        server.work();
        assert_eq!(awaiting(&ada, &game)["awaiting"][0]["seat"], "EAST", "her whole turn was played");
        assert_eq!(missed(&ada, &game, 0), 1);
    });
}

/// As long as the longest of the real games in its turns and its map, and a seventh of it in its days.
#[test]
fn a_long_game_stays_small() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.player("ada");
    let game = road(&ada, "santiago", json!({}));
    let paces = vec![json!({ "type": "walk", "paces": 1 }); 72];
    let before = std::fs::metadata(&world.database).expect("a file").len();
    ada.put(&Person::seat(&game, "NORTH", "orders"), json!({ "orders": paces })).expect(200);
    server.work();
    let now = awaiting(&ada, &game);
    assert_eq!((now["step"].clone(), now["label"].clone()), (json!(1 + 3 * 72), json!("Day 2")));
    let archive = server.app.export_game(&game).expect("it is exported");
    assert_eq!(archive.steps.len(), 217);
    drop(server);
    let each = (std::fs::metadata(&world.database).expect("a file").len() - before) / 217;
    assert!(each < 8_000, "{each} bytes a step");
}

/// Where a step is one order, a report of one step says little: it can tell of all since the seat's own last orders.
#[test]
fn a_report_tells_of_all_steps_since_ones_own_orders() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = road_of_two(&server, &ada, &ben, json!({}));
        // Ada walks, then Ben does until he has had his turn, each order a step.
        let mut own = 0;
        for _ in 0..12 {
            let now = awaiting(&ada, &game);
            let step = now["step"].as_i64().unwrap();
            let Some(seat) = now["awaiting"][0]["seat"].as_str().map(str::to_owned) else { break };
            if seat == "NORTH" && own > 0 && step > own + 1 {
                break;
            }
            let (person, seat) = if seat == "NORTH" { (&ada, "NORTH") } else { (&ben, "EAST") };
            if seat == "NORTH" {
                own = step + 1;
            }
            walk(person, &game, seat, &[1]);
        }
        let last = awaiting(&ada, &game)["step"].as_i64().unwrap();
        assert!(own > 0 && last > own, "{own} {last}");
        let report = |query: &str| ada.get(&Person::seat(&game, "NORTH", &format!("reports/{last}{query}")));
        let one = report("").expect(200).body;
        assert_eq!((one["from"].as_i64(), one["step"].as_i64()), (Some(last), Some(last)));
        let since = report("?since=orders").expect(200).body;
        assert_eq!(since["from"].as_i64(), Some(own));
        let entries = |report: &Value| report["entries"].as_array().unwrap().len();
        assert!(entries(&since) > entries(&one), "{since}");
        assert_eq!(report(&format!("?since={}", own - 1)).expect(200).body, since);
        assert_eq!(report("?since=0").expect(200).body["from"], 1);
        report(&format!("?since={last}")).problem(422, "invalid");
        report("?since=-1").problem(422, "invalid");
        report("?since=yesterday").problem(400, "bad-query");
    });
}

/// Both players of one seat's account click at once: while one order set is judged, the other is carried out.
#[test]
fn an_order_set_is_judged_anew_when_the_step_moved_while_it_was_judged() {
    World::each(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let seats = json!([{ "kind": "me", "seat": "NORTH" }, { "kind": "open", "seat": "EAST" }]);
        let game = road(&ada, "crossroads", json!({ "seats": seats, "start": false }));
        server.player("ben").post(&Person::seat(&game, "EAST", "claim"), json!({})).expect(200);
        ada.post(&format!("/v1/games/{game}/start"), json!({})).expect(200);
        let path = Person::seat(&game, "NORTH", "orders");
        let step = || ada.get(&format!("/v1/games/{game}")).expect(200).body["step"].as_i64().expect("a number");
        let orders = |paces: u32| json!({ "orders": [{ "type": "walk", "paces": paces }] });
        let other = {
            let (ada, path) = (ada.clone(), path.clone());
            move || drop(ada.put(&path, json!({ "orders": [{ "type": "walk", "paces": 1 }] })).expect(200))
        };

        let (mut times, once) = (0, other.clone());
        while_judging(move || {
            times += 1;
            if times == 1 {
                once();
            }
        });
        let done = ada.put(&path, orders(3)).expect(200).body;
        assert_eq!(
            (step(), &done["step"], &done["verdicts"][0]["status"]),
            (2, &json!(1), &json!("accepted")),
            "{done}"
        );

        // Two paces are left, and one of them is taken meanwhile: two can no longer be walked, and nothing is stored.
        let (mut times, once) = (0, other.clone());
        while_judging(move || {
            times += 1;
            if times == 1 {
                once();
            }
        });
        let refused = ada.put(&path, orders(2)).expect(200).body;
        assert_eq!((step(), &refused["verdicts"][0]["code"]), (3, &json!("too_far")), "{refused}");
        assert_eq!(refused["stored_at"], Value::Null);

        // Whoever says which step is meant is told that it is over.
        let game = {
            let seats = json!([{ "kind": "me", "seat": "NORTH" }, { "kind": "ai", "seat": "EAST", "level": "random" }]);
            road(&ada, "crossroads", json!({ "seats": seats }))
        };
        let path = Person::seat(&game, "NORTH", "orders");
        let again = {
            let (ada, path) = (ada.clone(), path.clone());
            move || drop(ada.put(&path, json!({ "orders": [{ "type": "walk", "paces": 1 }] })).expect(200))
        };
        let (mut times, once) = (0, again.clone());
        while_judging(move || {
            times += 1;
            if times == 1 {
                once();
            }
        });
        ada.put(&path, json!({ "step": 0, "orders": [{ "type": "walk", "paces": 1 }] })).problem(409, "wrong-step");
        // And where the game never stands still, nobody is kept waiting for ever.
        while_judging(again);
        ada.put(&path, orders(1)).problem(409, "changed-meanwhile");
        while_judging(|| ());
        assert_eq!(ada.get(&format!("/v1/games/{game}")).expect(200).body["step"], 4);
    });
}

/// One is called when their turn begins, not at each of its small orders; the others may hear that a day is over.
#[test]
fn whose_turn_begins_is_called_once_and_the_others_hear_when_the_day_is_over() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let (of_ada, of_ben) = (Listener::new(), Listener::new());
        for (person, listener) in [(&ada, &of_ada), (&ben, &of_ben)] {
            let kinds = ["your_turn", "decision_asked", "turn_resolved"];
            person.post("/v1/me/channels", json!({ "url": listener.url, "kinds": kinds })).expect(201);
        }
        let game = road_of_two(&server, &ada, &ben, json!({}));
        deliver(&server);
        assert_eq!((of_ada.kinds(), of_ben.kinds()), (vec!["your_turn".to_owned()], Vec::new()));
        walk(&ada, &game, "NORTH", &[1]);
        deliver(&server);
        assert_eq!((of_ada.kinds(), of_ben.kinds()), (Vec::new(), Vec::new()), "it is the same turn");
        let play_on = |person: &Person, seat: &str, label: &str| {
            for _ in 0..50 {
                let now = awaiting(person, &game);
                if now["awaiting"][0]["seat"] != seat {
                    break;
                }
                assert_eq!(now["label"], label);
                walk(person, &game, seat, &[1]);
            }
            deliver(&server);
            (of_ada.kinds(), of_ben.kinds())
        };
        // The day goes on for the other; it ends with the last of them.
        assert_eq!(play_on(&ada, "NORTH", "Day 1"), (Vec::new(), vec!["your_turn".to_owned()]));
        let over = vec!["turn_resolved".to_owned()];
        assert_eq!(play_on(&ben, "EAST", "Day 1"), (vec!["your_turn".to_owned()], over));
        assert_eq!(awaiting(&ada, &game)["label"], "Day 2");
    });
}
