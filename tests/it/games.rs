//! A game from its creation to its end.

use cursus_tests::{Person, World};
use serde_json::{Value, json};

fn bid(coins: u32, ready: bool) -> Value {
    json!({ "orders": [{ "type": "bid", "coins": coins }], "ready": ready })
}

#[test]
fn two_people_play_a_sealed_game_to_its_end() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let game = server.bidding_game(&ada, Some(&ben), json!({}));
        for step in 0..6 {
            let waiting = ada.get(&format!("/v1/games/{game}/awaiting")).expect(200).body;
            assert_eq!((waiting["step"].clone(), waiting["mode"].clone()), (json!(step), json!("sealed")));
            ada.put(&Person::seat(&game, "A", "orders"), bid(1, true)).expect(200);
            let waiting = ben.get(&format!("/v1/games/{game}/awaiting")).expect(200).body;
            assert_eq!(waiting["awaiting"][0]["ready"], true);
            assert_eq!(waiting["awaiting"][0]["prompt"], Value::Null, "what is asked of others is theirs to know");
            ben.put(&Person::seat(&game, "B", "orders"), bid(2, true)).expect(200);
        }
        let over = ada.get(&format!("/v1/games/{game}")).expect(200).body;
        assert_eq!(over["status"], "finished");
        assert_eq!(over["outcome"]["ranking"][0]["seat"], "B", "Ben bid more each time");
        let seed = kernel::GameSeed::from_revealed(over["seed"].as_str().unwrap()).unwrap();
        assert_eq!(over["commitment"], seed.commitment());
        let turns = ben.get(&format!("/v1/games/{game}/turns")).expect(200).body;
        let turns = turns["items"].as_array().unwrap();
        assert_eq!(turns.len(), 7);
        for pair in turns.windows(2) {
            assert_eq!(pair[0]["head"], pair[1]["previous"]);
        }
        assert_eq!(turns[1]["sheets"][0]["orders"][0]["coins"], 1);
    });
}

#[test]
fn a_lone_player_goes_on_as_soon_as_the_computers_have_thought() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let game = server.bidding_game(&ada, None, json!({}));
        for step in 0..6 {
            ada.put(&Person::seat(&game, "A", "orders"), bid(1, true)).expect(200);
            server.work();
            assert_eq!(ada.get(&format!("/v1/games/{game}")).expect(200).body["step"], step + 1);
        }
        assert_eq!(ada.get(&format!("/v1/games/{game}")).expect(200).body["status"], "finished");
    });
}

#[test]
fn an_immediate_step_carries_orders_out_at_once() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let scenario = ada.get("/v1/rulesets/toy-duel").expect(200).body["scenarios"][0]["id"].clone();
        let form = json!({
            "ruleset": "toy-duel", "scenario": scenario, "seats": [{ "kind": "me", "seat": "RED" }], "start": true,
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        let orders = Person::seat(&game, "RED", "orders");
        let refused = ada.put(&orders, json!({ "orders": [{ "type": "strike", "vigour": 9999 }] })).expect(200).body;
        assert_eq!((refused["executed"].clone(), refused["refused"].clone()), (json!(false), json!(1)));
        let done = ada.put(&orders, json!({ "orders": [{ "type": "strike", "vigour": 1 }] })).expect(200).body;
        assert_eq!(done["executed"], true);
        assert_eq!(done["events"][0]["kind"], "struck");
        assert_eq!(ada.get(&format!("/v1/games/{game}")).expect(200).body["step"], 1);
        ada.put(&orders, json!({ "orders": [{ "type": "strike", "vigour": 1 }] })).problem(409, "not-awaited");
        server.work();
        let waiting = ada.get(&format!("/v1/games/{game}/awaiting")).expect(200).body;
        assert_eq!(waiting["awaiting"][0]["yours"], true, "{waiting}");
    });
}

#[test]
fn computers_play_among_themselves_to_the_end() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let form = json!({
            "ruleset": "toy-sealed", "scenario": "four-houses", "others": { "kind": "ai", "level": "random" }, "start": true,
        });
        let game = ada.post("/v1/games", form).expect(201).body["id"].as_str().unwrap().to_owned();
        server.work();
        assert_eq!(ada.get(&format!("/v1/games/{game}")).expect(200).body["status"], "finished");
    });
}

#[test]
fn a_running_game_keeps_to_the_rules_it_was_started_with() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let game = server.bidding_game(&ada, None, json!({}));
        // As if this server had been brought up to a later version of the rules.
        let earlier = server.app.change_game(&game, |_, table| {
            table.game.ruleset_version = "0".into();
            Ok(())
        });
        earlier.expect("written");
        ada.put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        server.work();
        let shown = ada.get(&format!("/v1/games/{game}")).expect(200).body;
        assert_eq!(
            (shown["status"].clone(), shown["status_reason"].clone()),
            (json!("paused"), json!("engine-version"))
        );
        assert_eq!(shown["step"], 0);
        ada.post(&format!("/v1/games/{game}/resume"), json!({})).problem(409, "engine-version");
    });
}

#[test]
fn an_administrator_may_run_any_game_and_look_into_no_seat() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    Person::register(&server.base, "The-Steward");
    server.promote("the-steward");
    let steward = Person::log_in(&server.base, "The-Steward");
    assert_eq!(steward.get("/v1/me").expect(200).body["is_admin"], true);
    let game = server.bidding_game(&ada, None, json!({ "visibility": "private" }));
    steward.post(&format!("/v1/games/{game}/pause"), json!({})).expect(200);
    steward.get(&Person::seat(&game, "A", "view")).problem(403, "not-your-seat");
    let token = |scopes: Value| {
        let made = steward.post("/v1/tokens", json!({ "name": "t", "scopes": scopes })).expect(201);
        steward.with_token(made.body["token"].as_str().unwrap())
    };
    token(json!(["gm"])).get(&format!("/v1/games/{game}")).problem(403, "scope-missing");
    token(json!(["gm", "game:read"])).get(&format!("/v1/games/{game}")).problem(404, "not-found");
    token(json!(["admin", "game:read"])).get(&format!("/v1/games/{game}")).expect(200);
}
