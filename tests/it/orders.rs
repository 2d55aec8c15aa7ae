//! Handing orders in: verdicts, revisions, shorthand, and everything that can be wrong about them.

use cursus_tests::{Person, World};
use serde_json::{Value, json};

fn bids(coins: &[i64]) -> Value {
    json!({ "orders": coins.iter().map(|c| json!({ "type": "bid", "coins": c })).collect::<Vec<_>>() })
}

#[test]
fn a_refused_order_leaves_the_others_standing() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let game = server.bidding_game(&ada, None, json!({}));
        let orders = json!({ "orders": [
            { "type": "bid", "coins": 2 }, { "type": "nonsense" }, { "type": "bid", "coins": "two" }, 7, null, [],
        ]});
        let set = ada.put(&Person::seat(&game, "A", "orders"), orders).expect(200).body;
        let statuses: Vec<_> =
            set["verdicts"].as_array().unwrap().iter().map(|v| v["status"].as_str().unwrap()).collect();
        assert_eq!(statuses, ["accepted", "refused", "refused", "refused", "refused", "refused"], "{set}");
        assert_eq!((set["accepted"].clone(), set["refused"].clone()), (json!(1), json!(5)));
        assert_eq!(set["verdicts"][2]["pointer"].as_str().unwrap().get(..9), Some("/orders/2"));
        ada.put(&Person::seat(&game, "A", "orders/ready?lenient=true"), json!({})).expect(200);
        server.work();
        let report = ada.get(&Person::seat(&game, "A", "reports/1")).expect(200).body;
        assert_eq!(report["orders"], json!([{ "type": "bid", "coins": 2 }]));
        assert_eq!(report["verdicts"][0]["status"], "accepted");
        let pointers: Vec<_> =
            report["left_out"].as_array().unwrap().iter().map(|l| l["pointer"].as_str().unwrap()).collect();
        assert_eq!(pointers, ["/orders/1/type", "/orders/2/coins", "/orders/3", "/orders/4", "/orders/5"], "{report}");
    });
}

#[test]
fn what_is_not_understood_keeps_orders_from_being_ready_and_stays_with_them() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let game = server.bidding_game(&ada, None, json!({}));
        let path = Person::seat(&game, "A", "orders");
        let step = || ada.get(&format!("/v1/games/{game}")).expect(200).body["step"].clone();
        let set = ada.put_text(&format!("{path}?ready=true"), "bid 3\nbed 4\n").expect(200);
        assert_eq!(
            (set.body["ready"].clone(), set.body["diagnostics"][0]["span"]["line"].clone()),
            (false.into(), 2.into())
        );
        let why = set.body["not_ready_because"].as_str().unwrap();
        assert!(why.starts_with("One order is not understood (line 2): "), "{why}");
        server.work();
        assert_eq!(step(), 0, "the turn waits");
        let kept = ada.get(&path).expect(200);
        for field in ["diagnostics", "not_ready_because", "verdicts", "orders", "ready"] {
            assert_eq!(kept.body[field], set.body[field], "{field}");
        }
        let refused =
            ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).problem(422, "orders-not-understood");
        assert_eq!(refused.body["errors"][0]["span"]["line"], 2);
        assert!(refused.body["detail"].as_str().unwrap().contains("lenient=true"));
        // Replaced by orders that are understood, nothing stands in their way.
        let tag = kept.header("etag").to_owned();
        let draft = ada.put_with(&path, &[("if-match", &tag)], bids(&[1])).expect(200);
        assert_eq!(
            (draft.body["diagnostics"].clone(), draft.body["not_ready_because"].clone()),
            (json!([]), Value::Null)
        );
        // The same for JSON.
        let tag = draft.header("etag").to_owned();
        let unread = json!({ "orders": [{ "type": "bid", "coins": 2 }, { "type": "bed" }], "ready": true });
        let set = ada.put_with(&path, &[("if-match", &tag)], unread.clone()).expect(200);
        assert_eq!(set.body["ready"], false);
        assert!(set.body["not_ready_because"].as_str().unwrap().contains("/orders/1/type"), "{}", set.body);
        // Who wants it so does without.
        let tag = set.header("etag").to_owned();
        let set = ada.put_with(&format!("{path}?lenient=true"), &[("if-match", &tag)], unread).expect(200).body;
        assert_eq!((set["ready"].clone(), set["not_ready_because"].clone()), (true.into(), Value::Null));
        server.work();
        assert_eq!(step(), 1);
        let report = ada.get(&Person::seat(&game, "A", "reports/1")).expect(200).body;
        assert_eq!(report["left_out"][0]["pointer"], "/orders/1/type");
        let words = ada.get_with(&Person::seat(&game, "A", "reports/1"), &[("accept", "text/plain")]).expect(200).text;
        assert!(words.contains("were not understood") && words.contains("“bed”"), "{words}");
        let events = ada.get(&format!("/v1/games/{game}/events")).expect(200).body;
        let told = events["items"].as_array().unwrap().iter().find(|event| event["kind"] == "verdicts").unwrap();
        assert_eq!(told["data"]["left_out"], report["left_out"]);
    });
}

#[test]
fn lines_left_out_are_told_when_the_deadline_takes_orders_that_were_not_ready() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.player("ada");
    let clock = json!({ "timing": { "clock": { "type": "interval", "every": { "hours": 24 } } } });
    let game = server.bidding_game(&ada, None, clock);
    let path = Person::seat(&game, "A", "orders");
    ada.put_text(&format!("{path}?ready=true"), "bid 3\nbed 4\n").expect(200);
    world.pass_minutes(24 * 60);
    server.work();
    let report = ada.get(&Person::seat(&game, "A", "reports/1")).expect(200).body;
    assert_eq!(report["orders"], json!([{ "type": "bid", "coins": 3 }]));
    assert_eq!(report["left_out"][0]["span"]["line"], 2);
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_order() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let game = server.bidding_game(&ada, None, json!({}));
    let path = format!("{}?dry_run=true", Person::seat(&game, "A", "orders"));
    let set = ada.put_text(&path, "\u{feff}bid 3\n").expect(200).body;
    assert_eq!(
        (set["orders"].clone(), set["diagnostics"].clone()),
        (json!([{ "type": "bid", "coins": 3 }]), json!([]))
    );
    let body = format!("\u{feff}{}", bids(&[2]));
    let set = ada.send("PUT", &path, &[("content-type", "application/json")], Some(body.as_bytes())).expect(200).body;
    assert_eq!(set["accepted"], 1);
}

#[test]
fn an_order_set_beyond_the_bounds_is_refused_with_the_bound() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let venice = json!([{ "kind": "me", "seat": "VEN" }]);
    let form = json!({ "ruleset": "umpire", "scenario": "italia-1450", "seats": venice, "start": true });
    let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
    let path = Person::seat(&game, "VEN", "orders");
    for (text, bound) in [
        ("tax 90\n".repeat(251), "250 orders"),
        ("a ".repeat(30_000), "32768 bytes"),
        ("bed 3\n".repeat(100), "more than 25 orders are not understood"),
    ] {
        let refused = ada.put_text(&path, &text).problem(422, "orders-not-understood");
        assert!(refused.body["detail"].as_str().unwrap().contains(bound), "{}", refused.body["detail"]);
    }
    let refused = ada.put(&path, bids(&vec![1; 251])).problem(422, "invalid");
    assert_eq!(
        (refused.body["errors"][0]["code"].clone(), refused.body["errors"][0]["pointer"].clone()),
        (json!("too-many-orders"), json!("/orders"))
    );
    let long = json!({ "orders": [{ "type": "bid", "coins": vec![1; 60_000] }] });
    let refused = ada.put(&path, long).problem(422, "invalid");
    assert_eq!(refused.body["errors"][0]["pointer"], "/orders/0");
    assert_eq!(ada.get(&path).expect(200).body["revision"], 0, "none of it left a trace");
}

#[test]
fn replacing_orders_takes_their_tag() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let game = server.bidding_game(&ada, None, json!({}));
        let path = Person::seat(&game, "A", "orders");
        let nothing = ada.get(&path).expect(200);
        assert_eq!((nothing.body["revision"].clone(), nothing.body["orders"].clone()), (json!(0), json!([])));
        let first = ada.put(&path, bids(&[1])).expect(200);
        let tag = first.header("etag").to_owned();
        assert!(tag.starts_with('"'), "a strong tag");
        assert_eq!(ada.get(&path).expect(200).header("etag"), tag);
        ada.put(&path, bids(&[2])).problem(428, "if-match-needed");
        ada.put_with(&path, &[("if-match", "\"another\"")], bids(&[2])).problem(412, "orders-changed");
        ada.put_with(&path, &[("if-none-match", "*")], bids(&[2])).problem(412, "orders-changed");
        let second = ada.put_with(&path, &[("if-match", &tag)], bids(&[2])).expect(200);
        assert_ne!(second.header("etag"), tag);
        ada.put_with(&path, &[("if-match", &tag)], bids(&[3])).problem(412, "orders-changed");
        assert_eq!(ada.get(&path).expect(200).body["orders"][0]["coins"], 2);
        ada.send("DELETE", &path, &[], None).problem(428, "if-match-needed");
        ada.send("DELETE", &path, &[("if-match", "*")], None).expect(204);
        assert_eq!(ada.get(&path).expect(200).body["revision"], 0);
    });
}

#[test]
fn a_dry_run_checks_and_stores_nothing() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let game = server.bidding_game(&ada, None, json!({}));
    let path = Person::seat(&game, "A", "orders");
    let answer = ada.put(&format!("{path}?dry_run=true"), bids(&[1, 100_000])).expect(200).body;
    assert_eq!(answer["verdicts"].as_array().unwrap().len(), 2);
    assert_eq!(answer["stored_at"], Value::Null);
    assert_eq!(ada.get(&path).expect(200).body["revision"], 0);
}

#[test]
fn shorthand_goes_both_ways() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let game = server.bidding_game(&ada, None, json!({}));
    let path = Person::seat(&game, "A", "orders");
    let bad = ada.put_text(&path, "hokus\n\npokus \u{202e}\u{0}").problem(400, "nul");
    assert!(bad.body["detail"].as_str().unwrap().contains("NUL"));
    let bad = ada.put_text(&path, "hokus\n\npokus \u{202e}").problem(422, "orders-not-understood");
    assert_eq!(bad.body["errors"][1]["span"]["line"], 3);
    let set = ada.put_text(&format!("{path}?step=0"), "bid 3\nbed 4\n").expect(200);
    assert_eq!(set.body["orders"], json!([{ "type": "bid", "coins": 3 }]));
    assert_eq!(set.body["verdicts"][0]["span"]["line"], 1);
    assert_eq!(set.body["diagnostics"][0]["span"]["line"], 2);
    assert!(set.body["diagnostics"][0]["hint"].is_string());
    let printed = ada.get_with(&path, &[("accept", "text/plain")]).expect(200);
    assert_eq!(printed.text.trim(), "bid 3");
    assert_eq!(printed.header("etag"), set.header("etag"));
    ada.get_with(&path, &[("accept", "image/png")]).problem(406, "not-acceptable");
    ada.send("PUT", &path, &[("content-type", "text/plain")], Some(b"bid \xff")).problem(400, "not-utf8");
}

#[test]
fn orders_come_from_the_holder_for_the_present_step_or_not_at_all() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, None, json!({}));
        let path = Person::seat(&game, "A", "orders");
        ben.put(&path, bids(&[1])).problem(403, "not-your-seat");
        ben.get(&path).problem(403, "not-your-seat");
        server.nobody().put(&path, bids(&[1])).problem(401, "no-token");
        ada.put(&Person::seat(&game, "B", "orders"), bids(&[1])).problem(403, "not-your-seat");
        ada.put(&Person::seat(&game, "Q", "orders"), bids(&[1])).problem(404, "no-such-seat");
        ada.put("/v1/games/nothing/seats/A/orders", bids(&[1])).problem(404, "not-found");
        let late = json!({ "orders": [], "step": 7 });
        assert!(ada.put(&path, late).problem(409, "wrong-step").body["detail"].as_str().unwrap().contains("step 0"));
        ada.put(&path, json!({ "orders": 5 })).problem(422, "invalid");
        ada.put(&path, json!({ "order": [] })).problem(422, "invalid");
        let many: Vec<i64> = vec![1; 1001];
        ada.put(&path, bids(&many)).problem(422, "invalid");
        assert_eq!(ada.get(&path).expect(200).body["revision"], 0, "none of it left a trace");
    });
}

#[test]
fn nobody_orders_in_the_lobby_or_after_the_end() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let form = json!({ "ruleset": "toy-sealed", "scenario": "two-houses", "seats": [{ "kind": "me", "seat": "A" }] });
    let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
    let path = Person::seat(&game, "A", "orders");
    ada.put(&path, bids(&[1])).problem(409, "wrong-status");
    ada.get(&Person::seat(&game, "A", "view")).problem(409, "not-started");
    ada.post(&format!("/v1/games/{game}/abandon"), json!({})).expect(200);
    ada.put(&path, bids(&[1])).problem(409, "wrong-status");
    ada.post(&format!("/v1/games/{game}/start"), json!({})).problem(409, "wrong-status");
}

#[test]
fn ready_can_be_taken_back_while_others_think() {
    let world = World::sqlite();
    let server = world.server();
    let (ada, ben) = (server.register("ada"), server.register("ben"));
    let game = server.bidding_game(&ada, Some(&ben), json!({}));
    let ready = Person::seat(&game, "A", "orders/ready");
    assert_eq!(ada.put(&ready, json!({})).expect(200).body["ready"], true);
    assert_eq!(ada.delete(&ready).expect(200).body["ready"], false);
    ben.put(&Person::seat(&game, "B", "orders/ready"), json!({})).expect(200);
    assert_eq!(ada.get(&format!("/v1/games/{game}")).expect(200).body["step"], 0);
    ada.put(&ready, json!({})).expect(200);
    assert_eq!(ada.get(&format!("/v1/games/{game}")).expect(200).body["step"], 1);
}

/// Whether orders in JSON are final, and for which step they are, may stand in the address as it does for shorthand.
#[test]
fn what_the_address_says_of_orders_counts_for_json_too() {
    let world = World::sqlite();
    let server = world.server();
    let (ada, ben) = (server.register("ada"), server.register("ben"));
    let game = server.bidding_game(&ada, Some(&ben), json!({}));
    let path = Person::seat(&game, "A", "orders");
    let orders = json!({ "orders": [{ "type": "bid", "coins": 2 }] });
    ada.put(&format!("{path}?ready=true&step=3"), orders.clone()).problem(409, "wrong-step");
    let both = json!({ "orders": [], "step": 0 });
    let refused = ada.put(&format!("{path}?step=1"), both).problem(400, "bad-query");
    assert_eq!(refused.body["errors"][0]["pointer"], "#step");
    let set = ada.put(&format!("{path}?ready=true&step=0"), orders).expect(200).body;
    assert_eq!(set["ready"], true);
}

#[test]
fn the_last_report_is_to_be_had_without_its_number() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let game = server.bidding_game(&ada, None, json!({}));
        let latest = Person::seat(&game, "A", "reports/latest");
        let early = ada.get(&latest).problem(404, "not-found");
        assert!(early.body["detail"].as_str().unwrap().contains("No step has been resolved yet"), "{}", early.body);
        for step in 1..=2 {
            ada.put(&Person::seat(&game, "A", "orders?ready=true"), json!({ "orders": [] })).expect(200);
            server.work();
            let report = ada.get(&format!("{latest}?since=orders")).expect(200);
            let lasting = report.header("content-location").to_owned();
            assert_eq!(lasting, Person::seat(&game, "A", &format!("reports/{step}?since=orders")));
            assert_eq!(ada.get(&lasting).expect(200).body, report.body);
            assert_eq!(report.body["step"], step);
        }
        for kind in ["text/plain", "text/html"] {
            let page = ada.get_with(&latest, &[("accept", kind)]).expect(200);
            assert_eq!(page.header("content-location"), Person::seat(&game, "A", "reports/2"));
        }
    });
}

#[test]
fn what_changed_in_a_view_is_told_field_by_field() {
    World::both(|world| {
        let server = world.server();
        let (ada, eve) = (server.register("ada"), server.register("eve"));
        let game = server.bidding_game(&ada, None, json!({}));
        let seat = |path: &str| Person::seat(&game, "A", path);
        ada.get(&seat("view/changes")).problem(404, "not-found");
        ada.get(&seat("view/changes?since=0")).problem(422, "invalid");
        for _ in 0..3 {
            let bid = json!({ "orders": [{ "type": "bid", "coins": 1 }] });
            ada.put(&seat("orders?ready=true"), bid).expect(200);
            server.work();
        }
        // What the two views say at each pointer is what the difference says of them.
        let view = |step: i64| ada.get(&seat(&format!("view?step={step}"))).expect(200).body["view"].clone();
        for (query, since, step) in [("", 2, 3), ("?since=0", 0, 3), ("?since=0&step=2", 0, 2)] {
            let found = ada.get(&seat(&format!("view/changes{query}"))).expect(200).body;
            assert_eq!((&found["since"], &found["step"]), (&json!(since), &json!(step)), "{found}");
            let (before, after) = (view(since), view(step));
            assert_ne!(before, after);
            let changes = found["changes"].as_array().unwrap();
            assert!(!changes.is_empty(), "{found}");
            for change in changes {
                let pointer = change["pointer"].as_str().unwrap();
                let (side, told) = if change["what"] == "removed" { (&before, "before") } else { (&after, "after") };
                assert_eq!(side.pointer(pointer), Some(&change[told]), "{change}");
            }
        }
        ada.get(&seat("view/changes?since=3")).problem(422, "invalid");
        let none = ada.get(&seat("view/changes?step=0")).problem(422, "invalid").body;
        assert_eq!(none["errors"][0]["pointer"], "#step", "{none}");
        ada.get(&seat("view/changes?step=9")).problem(404, "not-found");
        eve.get(&seat("view/changes")).problem(403, "not-your-seat");
    });
}

fn walk(paces: u32) -> Value {
    json!({ "orders": [{ "type": "walk", "paces": paces }] })
}

/// A running game of `toy-road` with a deadline a day, Ada's turn.
fn road(ada: &Person) -> String {
    let form = json!({
        "ruleset": "toy-road", "scenario": "village", "start": true,
        "timing": { "clock": { "type": "interval", "every": { "hours": 24 } }, "least_thinking": { "hours": 12 } },
        "seats": [{ "kind": "me", "seat": "NORTH" }], "others": { "kind": "ai", "level": "random" },
    });
    ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_draft_of_an_immediate_step_is_kept_and_not_carried_out() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = road(&ada);
        let orders = Person::seat(&game, "NORTH", "orders");
        let draft = format!("{orders}?draft=true");
        let step = || ada.get(&format!("/v1/games/{game}")).expect(200).body["step"].clone();
        let set = ada.put(&draft, walk(1)).expect(200);
        assert_eq!((set.body["executed"].clone(), set.body["ready"].clone()), (json!(false), json!(false)));
        assert_eq!((set.body["revision"].clone(), step()), (json!(1), json!(0)));
        // It is there on another device, which has to know it to replace it.
        let found = ada.get(&orders).expect(200);
        assert_eq!(found.body["orders"], walk(1)["orders"]);
        assert_eq!(found.header("etag"), set.header("etag"));
        ada.put(&draft, walk(2)).problem(428, "if-match-needed");
        ada.put(&orders, walk(2)).problem(428, "if-match-needed");
        ada.put(&format!("{draft}&ready=true"), walk(1)).problem(400, "bad-query");
        // A draft may be wrong, and says so; carried out it may not be.
        let tag = found.header("etag").to_owned();
        let wrong = json!({ "orders": [{ "type": "wark" }] });
        let set = ada.put_with(&draft, &[("if-match", &tag)], wrong.clone()).expect(200);
        assert!(set.body["not_ready_because"].is_string(), "{}", set.body);
        let tag = set.header("etag").to_owned();
        ada.put_with(&orders, &[("if-match", &tag)], wrong).problem(422, "orders-not-understood");
        let done = ada.put_with(&orders, &[("if-match", &tag)], walk(1)).expect(200).body;
        assert_eq!((done["executed"].clone(), step()), (json!(true), json!(1)));
        assert_eq!(ada.get(&orders).expect(200).body["revision"], 0, "the draft went with its step");
    });
}

#[test]
fn a_draft_counts_at_the_deadline() {
    World::both(|world| {
        let server = world.server();
        let ada = server.player("ada");
        let game = road(&ada);
        ada.put(&Person::seat(&game, "NORTH", "orders?draft=true"), walk(1)).expect(200);
        server.work();
        assert_eq!(ada.get(&format!("/v1/games/{game}")).expect(200).body["step"], 0, "a draft ends nothing");
        world.pass_minutes(24 * 60);
        server.app.sweep().expect("the deadline is seen");
        let report = ada.get(&Person::seat(&game, "NORTH", "reports/1")).expect(200).body;
        assert_eq!(report["orders"], walk(1)["orders"], "{report}");
    });
}
