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
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        server.work();
        let report = ada.get(&Person::seat(&game, "A", "reports/1")).expect(200).body;
        assert_eq!(report["orders"], json!([{ "type": "bid", "coins": 2 }]));
        assert_eq!(report["verdicts"][0]["status"], "accepted");
    });
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
