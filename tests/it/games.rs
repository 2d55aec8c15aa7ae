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
        assert_eq!(over["outcome"]["ranking"][0]["seat"], 1, "Ben bid more each time");
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
